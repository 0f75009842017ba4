import {
  type BufferPool,
  type BufferPoolOptions,
  bufferPoolAfterSet,
  bufferPoolAtStart,
  resizeHazard,
  startsWithBufferPool,
} from '../../knowledge/buffer-pool';
import {
  type ManagedRange,
  managedRangeText,
  withinManagedRange,
} from '../../knowledge/catalog/managed-ranges';
import { hasOption } from '../../knowledge/catalog/setting-places';
import { storedValue, type VariableFacts, valueRefusal } from '../../knowledge/catalog/variable-catalog';
import type { Advice, Unit } from '../../shared/analysis';
import type { Setting } from '../../shared/plan';
import { compareVersions, type ServerIdentity } from '../../shared/server';
import type { Cell } from '../../shared/snapshot';
import { sameSetting } from '../facts/inputs/setting';

/** A variable's present and future value on a server, with what advice has to say of it. */
export interface StoredSetting {
  current: Setting;
  stored: Setting;
  unit: Unit;
  scope: Advice['scope'];
  dynamic: boolean;
}

/** A server's present settings, as far as storing a new value depends on them. */
export interface PresentSettings {
  server: Pick<ServerIdentity, 'flavour' | 'version'>;
  /** undefined: the server has no such variable. null: it is there without a value. */
  valueOf(name: string): Setting | undefined;
  /** Bounds that the server itself reported. */
  reported(name: string): { min?: Cell | undefined; max?: Cell | undefined };
  /** Whether the value was given by somebody rather than a default; undefined where the server does not say. */
  isGiven(name: string): boolean | undefined;
  cpus: number | undefined;
  /** What the service that runs the server takes of a variable; null: what the server takes. */
  range(name: string): ManagedRange | null;
  /** What the catalog knows of a variable on this server. */
  facts(name: string): VariableFacts | undefined;
}

/**
 * What a requested value becomes on this server: rounded and clamped, for the buffer pool by its own arithmetic.
 * undefined: the server has no such variable, the catalog does not know it or the server would refuse the value, so
 * it is never advised.
 * @param planned values of the same plan, for variables that hold each other (innodb_io_capacity and its maximum);
 *   without it such clamps are left out
 */
export function storeSetting(
  present: PresentSettings,
  name: string,
  requested: Setting,
  planned?: ReadonlyMap<string, Setting>,
): StoredSetting | undefined {
  const facts = present.facts(name);
  const current = present.valueOf(name);
  if (facts === undefined || current === undefined) return undefined;
  if (settingRefusal(present, name, requested) !== null) return undefined;
  const rounded = storedValue(facts, requested, {
    reported: present.reported(name),
    ...(planned === undefined
      ? {}
      : {
          present: (other) => planned.get(other) ?? present.valueOf(other),
          flavour: present.server.flavour,
        }),
  });
  const pool =
    name === 'innodb_buffer_pool_size' && typeof rounded === 'number' && typeof current === 'number'
      ? storePool(present, facts, current, rounded, planned)
      : name === 'innodb_buffer_pool_instances' && typeof rounded === 'number'
        ? { stored: storeInstances(present, rounded, planned), dynamic: facts.dynamic }
        : name === 'innodb_buffer_pool_size_max' && typeof rounded === 'number'
          ? { stored: storeSizeMax(present, rounded, planned), dynamic: facts.dynamic }
          : {
              stored: rounded,
              dynamic:
                facts.dynamic &&
                !needsStart(facts, current, rounded) &&
                !isSmallerThanItsBuffer(present, name, rounded, planned),
            };
  return { current, unit: facts.unit, scope: facts.scope, ...pool };
}

const isOff = (value: Setting | undefined) => value === false || /^(off|0)$/i.test(String(value));

/**
 * MySQL manual, "innodb_page_size"; MariaDB, "aria_block_size" (ma_control_file.c compares it with the control file).
 */
const fixedByData: readonly string[] = ['innodb_page_size', 'aria_block_size'];

/** Why this server would refuse the value or not start with it, as a sentence; null where it takes it. */
export function settingRefusal(present: PresentSettings, name: string, requested: Setting): string | null {
  const facts = present.facts(name);
  if (facts === undefined) return null;
  const refusal = valueRefusal(facts, requested, present.valueOf(name) ?? null);
  if (refusal !== null) return refusal;
  if (!facts.dynamic && !hasOption(name, present.server)) {
    return 'It cannot be set: neither an option nor a statement sets it.';
  }
  if (name === 'ignore_builtin_innodb' && !isOff(requested)) {
    return 'The server would start without InnoDB, and refuse every option of it.';
  }
  if (facts.ignored === true) return 'This server accepts a value and ignores it.';
  if (facts.stays === true && !sameSetting(requested, present.valueOf(name) ?? null))
    return 'This server accepts a value, but the setting does not change.';
  if (
    name === 'innodb_checksum_algorithm' &&
    /^strict_/i.test(String(requested)) &&
    !sameSetting(requested, present.valueOf(name) ?? null)
  ) {
    return 'A server that is strict about checksums refuses pages that were written with another one, and does not start.';
  }
  if (name === 'innodb_log_file_mmap' && !isOff(storedValue(facts, requested))) {
    return 'Whether the server can map the log depends on the file system that it is on: nothing can be promised.';
  }
  if (name.startsWith('wsrep_') && name !== 'wsrep_on' && isOff(present.valueOf('wsrep_on'))) {
    return 'Galera is not in use here (wsrep_on is OFF).';
  }
  const current = present.valueOf(name) ?? null;
  const { flavour, version } = present.server;
  const isFixed =
    fixedByData.includes(name) ||
    // MySQL manual, "lower_case_table_names": from 8.0 on kept in the data dictionary.
    (name === 'lower_case_table_names' && flavour !== 'mariadb' && compareVersions(version, [8, 0, 0]) >= 0);
  if (isFixed && current !== null && !sameSetting(requested, current)) {
    return 'It is fixed when the data directory is initialised: with another value the server does not start.';
  }
  const stored = Number(storedValue(facts, requested, { reported: present.reported(name) }));
  const page = present.valueOf('innodb_page_size');
  const pool = {
    ...present.server,
    sizeBytes: stored,
    pageBytes: typeof page === 'number' ? page : undefined,
  };
  if (name === 'innodb_buffer_pool_size' && !startsWithBufferPool(pool)) {
    return 'It is below the smallest buffer pool with which this server starts.';
  }
  return serviceRefusal(present, facts, requested);
}

/** A value that the server takes and the service that runs it does not. */
function serviceRefusal(present: PresentSettings, facts: VariableFacts, requested: Setting): string | null {
  const range = present.range(facts.name);
  const value = range === null ? null : storedValue(facts, requested);
  if (range === null || typeof value !== 'number' || withinManagedRange(range, value) === value) return null;
  return managedRangeText(range, facts.unit);
}

function needsStart(
  { onlyAtStart = [], leftOnlyAtStart = [] }: VariableFacts,
  current: Setting,
  stored: Setting,
): boolean {
  return (
    onlyAtStart.some((value) => sameSetting(value, current) || sameSetting(value, stored)) ||
    leftOnlyAtStart.some((value) => sameSetting(value, current))
  );
}

/** MariaDB starts with a log smaller than its buffer, and refuses to make it so while it runs (ha_innodb.cc, error 1210). */
function isSmallerThanItsBuffer(
  present: PresentSettings,
  name: string,
  stored: Setting,
  planned: ReadonlyMap<string, Setting> | undefined,
): boolean {
  if (name !== 'innodb_log_file_size' || present.server.flavour !== 'mariadb') return false;
  const buffer = planned?.get('innodb_log_buffer_size') ?? present.valueOf('innodb_log_buffer_size');
  const now = present.valueOf('innodb_log_buffer_size');
  return Number(stored) < Math.max(Number(buffer ?? 0), Number(now ?? 0));
}

/** Instances that a start makes of a request: below 1 GiB of pool there is one. MySQL 5.6 shows what it was given. */
function storeInstances(
  present: PresentSettings,
  requested: number,
  planned: ReadonlyMap<string, Setting> | undefined,
): number {
  const { flavour, version } = present.server;
  if (flavour !== 'mariadb' && compareVersions(version, [5, 7, 0]) < 0) return requested;
  const size = planned?.get('innodb_buffer_pool_size') ?? present.valueOf('innodb_buffer_pool_size');
  if (typeof size !== 'number') return requested;
  const pool = bufferPoolAtStart({
    flavour,
    version,
    sizeBytes: size,
    instances: requested,
    cpus: present.cpus,
  });
  return pool.instances ?? requested;
}

/** MariaDB, ha_innodb.cc: the pool's largest size is never below its size. */
function storeSizeMax(
  present: PresentSettings,
  requested: number,
  planned: ReadonlyMap<string, Setting> | undefined,
): number {
  const size = planned?.get('innodb_buffer_pool_size') ?? present.valueOf('innodb_buffer_pool_size');
  if (typeof size !== 'number') return requested;
  const options = { ...present.server, sizeBytes: size, sizeMaxBytes: requested, cpus: present.cpus };
  return bufferPoolAtStart(options).sizeMaxBytes ?? Math.max(requested, size);
}

/**
 * The pool size that a start makes of a request; `dynamic` when SET GLOBAL on the running server comes to the same
 * (MariaDB before 10.11.17 cannot grow beyond the range reserved at start).
 */
function storePool(
  present: PresentSettings,
  facts: VariableFacts,
  current: number,
  requested: number,
  planned: ReadonlyMap<string, Setting> | undefined,
): { stored: Setting; dynamic: boolean } {
  const options = poolOptions(present, current, requested, planned);
  const stored = bufferPoolAtStart(options).sizeBytes;
  if (!facts.dynamic) return { stored, dynamic: false };
  const running = runningPool(present, current);
  const isTakenLive = (size: number) =>
    bufferPoolAfterSet(options, running, size).sizeBytes === size &&
    resizeHazard(options, running, size) === null;
  if (isTakenLive(stored)) return { stored, dynamic: true };
  // What the running server takes as it is needs no restart, also where the next start will round it further; where the
  // plan asks for that start itself, its size counts.
  const startsAnyhow = (['instances', 'chunkBytes'] as const).some(
    (part) => options[part] !== undefined && options[part] !== running[part],
  );
  const isTaken = !startsAnyhow && isTakenLive(requested);
  return isTaken ? { stored: requested, dynamic: true } : { stored, dynamic: false };
}

/** The pool as it runs, `current` bytes of it. */
export function runningPool(present: PresentSettings, current: number): BufferPool {
  return {
    sizeBytes: current,
    chunkBytes: numberOf(present, 'innodb_buffer_pool_chunk_size') ?? null,
    instances: numberOf(present, 'innodb_buffer_pool_instances') ?? null,
    sizeMaxBytes: numberOf(present, 'innodb_buffer_pool_size_max') ?? null,
  };
}

/**
 * The options of a start with `requested` bytes of pool, as somebody gave them: a value that the server only derived is
 * left out, because with another size it derives another. Where the server does not report which is which, what differs
 * from the default for the present size (`current`) was given.
 */
export function poolOptions(
  present: PresentSettings,
  current: number,
  requested: number,
  planned?: ReadonlyMap<string, Setting>,
): BufferPoolOptions {
  const byDefault = bufferPoolAtStart({ ...present.server, sizeBytes: current, cpus: present.cpus });
  const given = (name: string, usual: number | null) => {
    const wanted = planned?.get(name);
    if (typeof wanted === 'number') return wanted;
    const value = numberOf(present, name);
    return (present.isGiven(name) ?? value !== (usual ?? undefined)) ? value : undefined;
  };
  return {
    flavour: present.server.flavour,
    version: present.server.version,
    sizeBytes: requested,
    instances: given('innodb_buffer_pool_instances', byDefault.instances),
    chunkBytes: given('innodb_buffer_pool_chunk_size', byDefault.chunkBytes),
    sizeMaxBytes: given('innodb_buffer_pool_size_max', byDefault.sizeMaxBytes),
    pageBytes: numberOf(present, 'innodb_page_size'),
    cpus: present.cpus,
  };
}

function numberOf(present: PresentSettings, name: string): number | undefined {
  const value = present.valueOf(name);
  return typeof value === 'number' ? value : undefined;
}
