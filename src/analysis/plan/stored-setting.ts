import { type BufferPoolOptions, bufferPoolAfterSet, bufferPoolAtStart } from '../../knowledge/buffer-pool';
import { storedValue, type VariableFacts, variableFacts } from '../../knowledge/variable-catalog';
import type { Setting } from '../../shared/plan';
import type { Cell } from '../../shared/snapshot';
import type { StoredSetting } from '../rules/input-source';
import type { ServerKind } from '../rules/server-range';
import { sameSetting } from '../setting';

/** A server's present settings, as far as storing a new value depends on them. */
export interface PresentSettings {
  server: ServerKind;
  /** undefined: the server has no such variable. null: it is there without a value. */
  valueOf(name: string): Setting | undefined;
  /** Bounds that the server itself told. */
  told(name: string): { min?: Cell | undefined; max?: Cell | undefined };
  /** Whether the value was given by somebody rather than a default; undefined where the server does not tell. */
  isGiven(name: string): boolean | undefined;
  cpus: number | undefined;
}

/**
 * What a wished value becomes on this server: rounded and clamped, for the buffer pool by its own arithmetic.
 * undefined: the server has no such variable or the catalog does not know it, so it is never advised.
 * @param planned values of the same plan, for variables that hold each other (innodb_io_capacity and its maximum);
 *   without it such clamps are left out
 */
export function storeSetting(
  present: PresentSettings,
  name: string,
  wished: Setting,
  planned?: ReadonlyMap<string, Setting>,
): StoredSetting | undefined {
  const facts = variableFacts(name, present.server);
  const current = present.valueOf(name);
  if (facts === undefined || current === undefined) return undefined;
  const rounded = storedValue(facts, wished, {
    told: present.told(name),
    ...(planned === undefined
      ? {}
      : {
          present: (other) => planned.get(other) ?? present.valueOf(other),
          flavour: present.server.flavour,
        }),
  });
  const pool =
    name === 'innodb_buffer_pool_size' && typeof rounded === 'number' && typeof current === 'number'
      ? storePool(present, facts, current, rounded)
      : { stored: rounded, dynamic: facts.dynamic && !needsStart(facts, current, rounded) };
  return { current, unit: facts.unit, scope: facts.scope, ...pool };
}

function needsStart({ onlyAtStart = [] }: VariableFacts, current: Setting, stored: Setting): boolean {
  return onlyAtStart.some((value) => sameSetting(value, current) || sameSetting(value, stored));
}

/**
 * The pool size that a start makes of a wish; `dynamic` when SET GLOBAL on the running server comes to the same
 * (MariaDB before 10.11.17 cannot grow beyond the range reserved at start).
 */
function storePool(
  present: PresentSettings,
  facts: VariableFacts,
  current: number,
  wished: number,
): { stored: Setting; dynamic: boolean } {
  const number = (name: string) => {
    const value = present.valueOf(name);
    return typeof value === 'number' ? value : undefined;
  };
  // Where the server does not tell, what differs from the default for the present size was given by somebody.
  const byDefault = bufferPoolAtStart({ ...present.server, sizeBytes: current, cpus: present.cpus });
  const given = (name: string, usual: number | null) => {
    const value = number(name);
    return (present.isGiven(name) ?? value !== (usual ?? undefined)) ? value : undefined;
  };
  const options: BufferPoolOptions = {
    ...present.server,
    sizeBytes: wished,
    instances: given('innodb_buffer_pool_instances', byDefault.instances),
    chunkBytes: given('innodb_buffer_pool_chunk_size', byDefault.chunkBytes),
    sizeMaxBytes: given('innodb_buffer_pool_size_max', byDefault.sizeMaxBytes),
    pageBytes: number('innodb_page_size'),
    cpus: present.cpus,
  };
  const stored = bufferPoolAtStart(options).sizeBytes;
  if (!facts.dynamic) return { stored, dynamic: false };
  const running = {
    sizeBytes: current,
    chunkBytes: number('innodb_buffer_pool_chunk_size') ?? null,
    instances: number('innodb_buffer_pool_instances') ?? null,
    sizeMaxBytes: number('innodb_buffer_pool_size_max') ?? null,
  };
  return { stored, dynamic: bufferPoolAfterSet(options, running, stored).sizeBytes === stored };
}
