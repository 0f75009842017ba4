import type { Setting } from '../../shared/plan';
import { meanOver } from '../facts/inputs/interval-values';
import { cellNumber, type Observed } from '../facts/inputs/observed';

/** What memory terms are computed from: settings (with a plan's changes laid over them) and how the server is used. */
export interface Usage {
  setting(name: string): number;
  /** The value that is in force now, without the plan. */
  presentSetting(name: string): number;
  text(name: string): string;
  has(name: string): boolean;
  /** Sessions: open now, most ever open, allowed. */
  connected: number;
  mostConnected: number;
  maxConnections: number;
  /** Sessions executing on average, at least one. */
  busy: number;
  level(name: string): number | null;
  rate(name: string): number;
  /** Bytes of the memory instruments whose name fits; null where none was counted. */
  measured(pattern: RegExp): { current: number; high: number } | null;
  observed: Observed;
}

export function usageOf(observed: Observed, changes: ReadonlyMap<string, Setting>): Usage {
  const present = (name: string): Setting | undefined => {
    const reading = observed.variable(name);
    return reading.known ? reading.value : undefined;
  };
  const value = (name: string) => changes.get(name) ?? present(name);
  const setting = (name: string) => positive(value(name));
  const level = (name: string) => {
    const reading = observed.status(name);
    return reading.known && typeof reading.value === 'number' ? positive(reading.value) : null;
  };
  const running = meanOver(observed.levelInIntervals('Threads_running') ?? [], observed.intervals);
  const connected = level('Threads_connected') ?? 1;
  const counted = memoryRows(observed);
  return {
    setting,
    presentSetting: (name) => positive(present(name)),
    text: (name) => String(value(name) ?? '').toLowerCase(),
    has: (name) => value(name) !== undefined,
    connected,
    mostConnected: Math.max(connected, level('Max_used_connections') ?? connected),
    // MariaDB lets administrators in on another port.
    maxConnections: setting('max_connections') + setting('extra_max_connections'),
    busy: Math.max(1, (running ?? level('Threads_running') ?? 1) - 1),
    level,
    rate: (name) => {
      const reading = observed.rate(name);
      return reading.known ? positive(reading.value) : 0;
    },
    measured: (pattern) => {
      const rows = counted.filter(({ name }) => pattern.test(name));
      if (rows.length === 0) return null;
      const sum = (end: 'current' | 'high') => rows.reduce((total, row) => total + row[end], 0);
      return { current: sum('current'), high: Math.max(sum('current'), sum('high')) };
    },
    observed,
  };
}

/** No variable or counter of a server holds more than 64 bits; what an edited file says beyond that must not overflow the sums. */
function positive(value: Setting | undefined): number {
  const number = Number(value ?? 0);
  return Number.isFinite(number) && number > 0 ? Math.min(number, 2 ** 64) : 0;
}

/** Rows of the memory summary; negative counts (freed by another thread, or miscounted) say nothing. */
function memoryRows(observed: Observed): { name: string; current: number; high: number }[] {
  const found = observed.rows('memory-pfs');
  if ('reason' in found) return [];
  return found.rows.flatMap((row) => {
    const current = cellNumber(row.current_number_of_bytes_used) ?? -1;
    const high = cellNumber(row.high_number_of_bytes_used) ?? -1;
    if (current < 0 || high < 0) return [];
    return [{ name: String(row.event_name ?? ''), current: positive(current), high: positive(high) }];
  });
}
