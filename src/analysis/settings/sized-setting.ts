import {
  type BufferPool,
  bufferPoolAfterSet,
  bufferPoolAtStart,
  resizeHazard,
} from '../../knowledge/buffer-pool';
import { type ManagedRange, withinManagedRange } from '../../knowledge/catalog/managed-ranges';
import type { Setting } from '../../shared/plan';
import { leastPool } from '../sizing/machine';
import { isWorthwhile, recommendedValue, type Sizing } from '../sizing/recommended';
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
export function sizedSetting(present: PresentSettings, name: string, asked: SizeRequest): Setting {
  const range = present.range(name);
  const most = range?.max ?? Number.POSITIVE_INFINITY;
  const atMost = Math.min(asked.atMost ?? Number.POSITIVE_INFINITY, most);
  const request = { ...asked, atMost: Number.isFinite(atMost) ? atMost : null };
  const current = present.valueOf(name);
  const facts = present.facts(name);
  const isPool = name === 'innodb_buffer_pool_size';
  const isUnread = current === null && !isPool && request.direction === 'raise';
  if (facts === undefined || (typeof current !== 'number' && !isUnread)) return null;
  const value = offeredValue(range, {
    present: request.inForce ?? (typeof current === 'number' ? current : null),
    need: request.need,
    byDefault: leastByDefault(present, name),
    atMost: request.atMost,
    direction: request.direction,
    unit: facts.unit === 'bytes' ? 'bytes' : 'count',
  });
  if (value === null || !isPool || typeof current !== 'number') return value;
  const settable = settablePool(present, current, value, request, nearest.least);
  if (settable !== null) return settable;
  const started = bufferPoolAtStart(poolOptions(present, current, value)).sizeBytes;
  const fits = request.atMost === null || started <= request.atMost;
  if (fits && isWorthwhile(current, started, request.direction)) return value;
  return settablePool(present, current, value, request, nearest.leastOfAll);
}

/** The recommended value, or of the few that a service takes the one that fits it. */
function offeredValue(range: ManagedRange | null, sizing: Sizing): number | null {
  const value = recommendedValue(sizing);
  if (range === null || value === null) return value;
  const near = withinManagedRange(atMostOf(range, sizing.atMost), value);
  // What a service takes at most may be less than this load needs: then it is no advice to go there.
  if (sizing.direction === 'lower' && near < sizing.need) return null;
  return sizing.present === null || isWorthwhile(sizing.present, near, sizing.direction) ? near : null;
}

/** The range without those of its listed values that are above a bound, where others are left. */
function atMostOf(range: ManagedRange, atMost: number | null): ManagedRange {
  const values = range.values?.filter((value) => value <= (atMost ?? value)) ?? [];
  return values.length === 0 ? range : { ...range, values };
}

/** The default that a proposal never stays below; null: the variable has none. */
function leastByDefault(present: PresentSettings, name: string): number | null {
  return name === 'innodb_buffer_pool_size' ? leastPool : ownDefault(present, name);
}

/** The same where a larger value exists: a default that is the largest one is no limit, and to stay below it is a choice. */
export function defaultBelowLargest(present: PresentSettings, name: string): number | null {
  const byDefault = leastByDefault(present, name);
  return byDefault === present.facts(name)?.max ? null : byDefault;
}

/** How far from the wanted size a pool may be to be set without a restart and left at that. */
const nearest = { least: 0.75, leastOfAll: 0.5, most: 1.5 };
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
  least: number,
): number | null {
  if (present.facts('innodb_buffer_pool_size')?.dynamic !== true) return null;
  const running = runningPool(present, current);
  const taken = (size: number) =>
    bufferPoolAfterSet(poolOptions(present, current, size), running, size).sizeBytes === size &&
    resizeHazard(poolOptions(present, current, size), running, size) === null;
  const kept = (size: number) => bufferPoolAtStart(poolOptions(present, current, size)).sizeBytes === size;
  if (taken(wanted) && kept(wanted)) return wanted;
  const most = Math.min(wanted * nearest.most, atMost ?? Number.POSITIVE_INFINITY);
  const sizes = stepsDown(running, most, wanted * least).filter(
    (size) => isWorthwhile(current, size, direction) && taken(size),
  );
  const distance = (size: number) => Math.abs(Math.log(size / wanted));
  const byDistance = sizes.sort((a, b) => distance(a) - distance(b));
  return byDistance.find(kept) ?? byDistance[0] ?? null;
}

/** Sizes from `most` down to `least` that the running pool could have: multiples of its step. */
function stepsDown(
  { chunkBytes, instances, sizeMaxBytes }: BufferPool,
  most: number,
  least: number,
): number[] {
  // MariaDB from 10.11.12 on shows chunks of 0 bytes: it has none.
  const step = (chunkBytes || 1024 ** 2) * (instances || 1);
  const first = Math.floor(Math.min(most, sizeMaxBytes ?? most) / step);
  const last = Math.max(1, Math.ceil(least / step), first - tries + 1);
  return Array.from({ length: Math.max(0, first - last + 1) }, (_, index) => (first - index) * step);
}

/**
 * The size between the present one and `wanted`, which only a restart sets, that the running pool takes until then and that
 * is worth setting; null where there is none.
 * @param planned values of the same plan
 */
export function poolUntilRestart(
  present: PresentSettings,
  wanted: number,
  planned: ReadonlyMap<string, Setting>,
): number | null {
  const current = present.valueOf('innodb_buffer_pool_size');
  if (typeof current !== 'number' || wanted <= current) return null;
  if (present.facts('innodb_buffer_pool_size')?.dynamic !== true) return null;
  const running = runningPool(present, current);
  const found = stepsDown(running, wanted, current).find((size) => {
    const options = poolOptions(present, current, size, planned);
    return (
      bufferPoolAfterSet(options, running, size).sizeBytes === size &&
      resizeHazard(options, running, size) === null
    );
  });
  return found !== undefined && isWorthwhile(current, found, 'raise') ? found : null;
}
