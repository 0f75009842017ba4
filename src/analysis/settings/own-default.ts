import type { PresentSettings } from './stored-setting';

/** Defaults that a server works out from its other settings. Sources: the `auto` texts of the catalog. */
type NumberOf = (name: string) => number;
const workedOut: Readonly<Record<string, (present: NumberOf, shipped: NumberOf) => number>> = {
  // Of a capacity below its own default the default counts: both are raised together.
  innodb_io_capacity_max: (present, shipped) =>
    Math.max(2 * Math.max(present('innodb_io_capacity'), shipped('innodb_io_capacity')), 2000),
  open_files_limit: () => 5000,
  table_definition_cache: (present) => Math.min(400 + present('table_open_cache') / 2, 2000),
  temptable_max_ram: () => 1024 ** 3,
  thread_cache_size: (present) => Math.min(8 + present('max_connections') / 100, 100),
};

/** The number that this version of the server takes for a variable that nobody sets; null: none, or it is not known. */
export function ownDefault(present: PresentSettings, name: string): number | null {
  const facts = present.facts(name);
  if (facts === undefined) return null;
  const shipped = facts.defaultValue === null ? Number.NaN : Number(facts.defaultValue);
  if (Number.isFinite(shipped)) return shipped;
  const byDefault = (other: string) => ownDefault(present, other) ?? Number.NaN;
  const set = (other: string) => {
    const value = present.valueOf(other);
    return typeof value === 'number' ? value : byDefault(other);
  };
  const value = workedOut[name]?.(set, byDefault);
  return value !== undefined && Number.isFinite(value) ? Math.floor(value) : null;
}
