import { bufferPoolAfterSet, bufferPoolAtStart, resizeHazard } from '../../knowledge/buffer-pool';
import type { Setting } from '../../shared/plan';
import { leastPool } from '../sizing/machine';
import { isWorthwhile, recommendedValue } from '../sizing/recommended';
import { ownDefault } from './own-default';
import { type PresentSettings, poolOptions, runningPool } from './stored-setting';

/** What a rule asks of a variable: the measured need, and what bounds the answer. */
export interface SizeRequest {
  need: number;
  /** null: nothing but the server's own bounds. */
  atMost: number | null;
  /** The value in force where it is not the variable's (redo capacity by the old names); null: the variable's. */
  inForce: number | null;
  direction: 'raise' | 'lower';
}

/**
 * The value to set for a measured need on this server by the one policy of `sizing`; null where none is worth setting.
 * A buffer pool becomes a size that SET GLOBAL takes as it is, where there is one near.
 */
export function sizedSetting(present: PresentSettings, name: string, request: SizeRequest): Setting {
  const current = present.valueOf(name);
  const facts = present.facts(name);
  if (facts === undefined || typeof current !== 'number') return null;
  const isPool = name === 'innodb_buffer_pool_size';
  const value = recommendedValue({
    present: request.inForce ?? current,
    need: request.need,
    byDefault: isPool ? leastPool : ownDefault(present, name),
    atMost: request.atMost,
    direction: request.direction,
    unit: facts.unit === 'bytes' ? 'bytes' : 'count',
  });
  if (value === null || !isPool) return value;
  const settable = settablePool(present, current, value, request);
  if (settable !== null) return settable;
  const started = bufferPoolAtStart(poolOptions(present, current, value)).sizeBytes;
  const fits = request.atMost === null || started <= request.atMost;
  return fits && isWorthwhile(current, started, request.direction) ? value : null;
}

/** How far from the wanted size a pool may be to be set without a restart. */
const nearest = { least: 0.5, most: 1.5 };
/** Sizes that are tried; a finer step than this finds one among the first anyway. */
const tries = 2048;

/**
 * The pool size nearest to `wanted` that the running server takes as it is, best one that a start makes of it too. null:
 * none is near (MySQL 5.6, a range that was reserved at start and is too short).
 */
function settablePool(
  present: PresentSettings,
  current: number,
  wanted: number,
  { atMost, direction }: SizeRequest,
): number | null {
  if (present.facts('innodb_buffer_pool_size')?.dynamic !== true) return null;
  const running = runningPool(present, current);
  const taken = (size: number) =>
    bufferPoolAfterSet(poolOptions(present, current, size), running, size).sizeBytes === size &&
    resizeHazard(poolOptions(present, current, size), running, size) === null;
  const kept = (size: number) => bufferPoolAtStart(poolOptions(present, current, size)).sizeBytes === size;
  if (taken(wanted) && kept(wanted)) return wanted;
  const step = (running.chunkBytes ?? 1024 ** 2) * (running.instances ?? 1);
  const most = Math.min(wanted * nearest.most, atMost ?? Number.POSITIVE_INFINITY);
  const first = Math.floor(most / step);
  const sizes: number[] = [];
  for (let at = first; at > 0 && at * step >= wanted * nearest.least && first - at < tries; at -= 1) {
    const size = at * step;
    if (isWorthwhile(current, size, direction) && taken(size)) sizes.push(size);
  }
  const distance = (size: number) => Math.abs(Math.log(size / wanted));
  const byDistance = sizes.sort((a, b) => distance(a) - distance(b));
  return byDistance.find(kept) ?? byDistance[0] ?? null;
}
