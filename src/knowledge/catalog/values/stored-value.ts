import { parseSize } from '../../../shared/base/units';
import type { Setting } from '../../../shared/plan';
import type { Flavour } from '../../../shared/server';
import type { Cell } from '../../../shared/snapshot';
import type { VariableFacts } from '../variable-facts';

/** What the server at hand says; where it shows, its answer wins over the catalog. */
export interface StoringContext {
  /** `min` and `max` of the snapshot's `variables` section. */
  reported?: { min?: Cell | undefined; max?: Cell | undefined } | undefined;
  /** Present value of another variable, for those that clamp this one (`innodb_io_capacity` below `_max`). */
  present?: ((name: string) => Setting | undefined) | undefined;
  /** Needed for the clamps that differ by flavour; without it they are left out. */
  flavour?: Flavour | undefined;
}

/**
 * The value that the server will hold after it was asked for `requested`: clamped to its bounds, rounded down to the
 * block, switches and enums in the server's spelling. Numbers above 2^53 come back as decimal strings.
 * A request that cannot be read as the variable's type comes back unchanged: the server would refuse it, and
 * `valueRefusal` says why.
 * The buffer pool's size also follows chunks and instances: see `buffer-pool`.
 * Source: my_getopt.c getopt_ull_limit_value and getopt_double_limit_value (the same in all flavours).
 */
export function storedValue(facts: VariableFacts, requested: Setting, context: StoringContext = {}): Setting {
  const present = facts.stays === true ? context.present?.(facts.name) : undefined;
  return wouldStore(facts, present ?? requested, context);
}

function wouldStore(facts: VariableFacts, requested: Setting, context: StoringContext): Setting {
  switch (facts.type) {
    case 'boolean':
      return commandFlags.has(facts.name) ? false : storedSwitch(requested);
    case 'enum':
      return storedEnum(facts, requested);
    case 'number':
      return storedNumber(facts, requested, context);
    case 'size':
    case 'integer':
      return storedInteger(facts, requested, context);
    case 'string':
    case 'set':
      return requested;
  }
}

/** Commands in the guise of switches: they act and read OFF again (ha_innodb.cc, `..._now` and `..._abort`). */
export const commandFlags: ReadonlySet<string> = new Set([
  ...['innodb_buffer_pool_dump_now', 'innodb_buffer_pool_load_now', 'innodb_buffer_pool_load_abort'],
  ...['innodb_log_checkpoint_now', 'innodb_truncate_temporary_tablespace_now'],
]);

function storedSwitch(requested: Setting): Setting {
  if (requested === null || typeof requested === 'boolean') return requested;
  const text = String(requested).trim().toLowerCase();
  if (['1', 'on', 'true', 'yes'].includes(text)) return true;
  if (['0', 'off', 'false', 'no'].includes(text)) return false;
  return requested;
}

function storedEnum(facts: VariableFacts, requested: Setting): Setting {
  if (requested === null) return requested;
  const text = typeof requested === 'boolean' ? (requested ? 'ON' : 'OFF') : String(requested).trim();
  const same = (value: string) => value.toLowerCase() === text.toLowerCase();
  const alias = Object.entries(facts.aliases ?? {}).find(([name]) => same(name));
  // A number is the place in the list (my_getopt.c, GET_ENUM).
  const byPlace = /^\d+$/.test(text) ? facts.values?.[Number(text)] : undefined;
  return facts.values?.find(same) ?? alias?.[1] ?? byPlace ?? requested;
}

function storedNumber(facts: VariableFacts, requested: Setting, context: StoringContext): Setting {
  const value = typeof requested === 'boolean' || requested === null ? Number.NaN : Number(requested);
  if (Number.isNaN(value) || requested === '') return requested;
  // MySQL 9.7 reports the bounds of fractional variables wrongly (the bits of a double as an integer in
  // performance_schema.variables_info), so what the server reported is not used here.
  const stored = Math.max(facts.min ?? value, Math.min(facts.max ?? value, value));
  if (facts.name !== 'innodb_max_dirty_pages_pct_lwm') return stored;
  // ha_innodb.cc innodb_max_dirty_pages_pct_lwm_update: never above innodb_max_dirty_pages_pct, in all flavours.
  const ceiling = Number(context.present?.('innodb_max_dirty_pages_pct') ?? Number.NaN);
  return Number.isNaN(ceiling) ? stored : Math.min(stored, ceiling);
}

function storedInteger(facts: VariableFacts, requested: Setting, context: StoringContext): Setting {
  const value = toBigInt(requested);
  if (value === undefined) return requested;
  const min = bound(context.reported?.min, facts.limits.min);
  const max = bound(context.reported?.max, facts.limits.max);
  const block = facts.limits.block === null ? 1n : BigInt(facts.limits.block);
  let stored = max !== undefined && value > max ? max : value;
  stored -= stored % block;
  if (min !== undefined && stored < min) stored = min;
  return fromBigInt(rules[facts.name]?.(stored, context) ?? stored);
}

type Rule = (value: bigint, context: StoringContext) => bigint;

/** What servers do to a value beyond bounds and block. */
const rules: Readonly<Record<string, Rule>> = {
  // MySQL holds one of the pair within the other (ha_innodb.cc innodb_io_capacity_update and _max_update); MariaDB moves
  // the other one instead.
  innodb_io_capacity: (value, context) => atMost(value, mysqlOnly(context, 'innodb_io_capacity_max')),
  innodb_io_capacity_max: (value, context) => atLeast(value, mysqlOnly(context, 'innodb_io_capacity')),
  // ha_innodb.cc innodb_init_params: one cleaner for each instance of the buffer pool is the most.
  innodb_page_cleaners: (value, context) =>
    atMost(value, presentInteger(context, 'innodb_buffer_pool_instances')),
  // ha_innodb.cc innodb_buffer_pool_size_auto_min_update.
  innodb_buffer_pool_size_auto_min: (value, context) =>
    atMost(value, presentInteger(context, 'innodb_buffer_pool_size_max')),
  // In MySQL 5.6 an integer; see storedNumber.
  innodb_max_dirty_pages_pct_lwm: (value, context) =>
    atMost(value, presentInteger(context, 'innodb_max_dirty_pages_pct')),
  // MariaDB, ha_innodb.cc innodb_max_undo_log_size_update: held as pages in 32 bits.
  innodb_max_undo_log_size: (value, context) =>
    context.flavour === 'mariadb'
      ? atMost(value, 2n ** 32n * (presentInteger(context, 'innodb_page_size') ?? 16_384n))
      : value,
  // sys_vars.cc: the sign is read apart from the digits, which fit 63 bits.
  optimizer_trace_offset: (value) => atLeast(value, 1n - 2n ** 63n),
  // sql_cache.cc Query_cache::set_min_res_unit: at least 512, up to a multiple of 8 in 64 bits.
  query_cache_min_res_unit: (value) => (atLeast(value, 512n) + 7n) & 0xffff_ffff_ffff_fff8n,
  // ha_innodb.cc innodb_log_write_ahead_size_update: up to a power of two.
  innodb_log_write_ahead_size: (value) => powerOfTwo(value, 512n),
  // MariaDB, ha_innodb.cc innodb_max_purge_lag_wait_update: a command that waits, and reads as before.
  innodb_max_purge_lag_wait: () => 4_294_967_295n,
  // ha_innodb.cc of MySQL 5.6, MYSQL_SYSVAR_LONG(additional_mem_pool_size): blocks of 1 KiB, which no list shows.
  innodb_additional_mem_pool_size: (value) => value - (value % 1024n),
  // ha_innodb.cc innobase_init: up to a power of two.
  innodb_ft_sort_pll_degree: (value) => powerOfTwo(value, 1n),
  // sql_cache.cc Query_cache::init_cache needs room for its own tables; below, the cache stays off. Measured: 49 KiB.
  query_cache_size: (value) => (value < 49n * 1024n ? 0n : value),
};

function powerOfTwo(atLeast: bigint, smallest: bigint): bigint {
  let power = smallest;
  while (power < atLeast) power *= 2n;
  return power;
}

function mysqlOnly(context: StoringContext, name: string): bigint | undefined {
  if (context.flavour === undefined || context.flavour === 'mariadb') return undefined;
  return presentInteger(context, name);
}

function presentInteger({ present }: StoringContext, name: string): bigint | undefined {
  return toBigInt(present?.(name) ?? null);
}

function atMost(value: bigint, ceiling: bigint | undefined): bigint {
  return ceiling !== undefined && value > ceiling ? ceiling : value;
}

function atLeast(value: bigint, floor: bigint | undefined): bigint {
  return floor !== undefined && value < floor ? floor : value;
}

/** A bound from the server's own answer when it gave a usable one (MySQL prints 0 and 0 for what has no bounds). */
function bound(reported: Cell | undefined, known: string | null): bigint | undefined {
  const fromServer = reported === undefined || reported === null ? undefined : toBigInt(reported);
  if (fromServer !== undefined) return fromServer;
  return known === null ? undefined : BigInt(known);
}

function toBigInt(value: Setting): bigint | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;
  const text = value.trim();
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const size = parseSize(text);
  return size === null || !Number.isFinite(size) ? undefined : BigInt(Math.trunc(size));
}

function fromBigInt(value: bigint): Setting {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
