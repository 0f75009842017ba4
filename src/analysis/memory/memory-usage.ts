import { onceFor } from '../../shared/base/once-for';
import type { Setting } from '../../shared/plan';
import { largest } from '../facts/inputs/interval-values';
import { cellNumber } from '../facts/inputs/observed';
import type { Row } from '../facts/inputs/row-delta';
import type { MemoryCounter, MemoryEvidence, MemorySetting } from './memory-evidence';

/** What memory terms are computed from: settings (with a plan's changes laid over them) and how the server is used. */
export interface Usage {
  setting(name: MemorySetting): number;
  /** The value that is in force now, without the plan. */
  presentSetting(name: MemorySetting): number;
  text(name: MemorySetting): string;
  has(name: MemorySetting): boolean;
  /** Nobody read it, and its default counts. */
  isAssumed(name: MemorySetting): boolean;
  /** Sessions: open now, most ever open (as far as they are still allowed), allowed. */
  connected: number;
  mostConnected: number;
  maxConnections: number;
  /** Sessions executing at the fullest sample, at least one. */
  busy: number;
  /** Of what that sample is: `the peak`, or `the peak of the history`. */
  busyAt: string;
  level(name: MemoryCounter): number | null;
  rate(name: MemoryCounter): number;
  /** Bytes of the memory instruments whose name fits; null where none was counted. */
  measured(pattern: RegExp): { current: number; high: number } | null;
  evidence: MemoryEvidence;
}

export function usageOf(evidence: MemoryEvidence, changes: ReadonlyMap<string, Setting>): Usage {
  const present = (name: MemorySetting): Setting | undefined => {
    const reading = evidence.variable(name);
    if (reading.known) return reading.value;
    return reading.reason.code === 'not-read' ? (evidence.defaultOf(name) ?? undefined) : undefined;
  };
  const isAssumed = (name: MemorySetting) =>
    !changes.has(name) && !evidence.variable(name).known && present(name) !== undefined;
  const value = (name: MemorySetting) => changes.get(name) ?? present(name);
  const setting = (name: MemorySetting) => positive(value(name));
  const level = (name: MemoryCounter) => {
    const reading = evidence.status(name);
    return reading.known && typeof reading.value === 'number' ? positive(reading.value) : null;
  };
  const running = largest(evidence.levelInIntervals('Threads_running') ?? []);
  const most = (name: MemoryCounter, seen: number) => Math.max(seen, evidence.mostInHistory(name) ?? 0);
  const connected = level('Threads_connected') ?? 1;
  const counted = memoryRows(evidence);
  // MariaDB lets administrators in on another port.
  const maxConnections = setting('max_connections') + setting('extra_max_connections');
  const mostEver = Math.max(
    connected,
    most('Max_used_connections', level('Max_used_connections') ?? connected),
    most('Threads_connected', connected),
  );
  return {
    setting,
    presentSetting: (name) => positive(present(name)),
    text: (name) => String(value(name) ?? '').toLowerCase(),
    has: (name) => value(name) !== undefined,
    isAssumed,
    connected,
    // What the limit of today refuses does not come again.
    mostConnected: maxConnections === 0 ? mostEver : Math.max(connected, Math.min(mostEver, maxConnections)),
    maxConnections,
    busy: Math.max(1, most('Threads_running', running ?? level('Threads_running') ?? 1) - 1),
    busyAt: evidence.mostInHistory('Threads_running') === null ? 'the peak' : 'the peak of the history',
    level,
    rate: (name) => {
      const reading = evidence.rate(name);
      return reading.known ? positive(reading.value) : 0;
    },
    measured: (pattern) => measuredIn(counted)(pattern),
    evidence,
  };
}

/** No variable or counter of a server holds more than 64 bits; what an edited file says beyond that must not overflow the sums. */
function positive(value: Setting | undefined): number {
  const number = Number(value ?? 0);
  return Number.isFinite(number) && number > 0 ? Math.min(number, 2 ** 64) : 0;
}

/** Rows of the memory summary; negative counts (freed by another thread, or miscounted) say nothing. */
function memoryRows(evidence: MemoryEvidence): { name: string; current: number; high: number }[] {
  const found = evidence.rows('memory-pfs');
  if ('reason' in found) return [];
  return countedRows(found.rows);
}

/** Sums of the rows whose names fit, each worked out once. */
const measuredIn = onceFor((counted: ReturnType<typeof countedRows>) => {
  const known = new Map<string, ReturnType<Usage['measured']>>();
  return (pattern: RegExp): ReturnType<Usage['measured']> => {
    const remembered = known.get(pattern.source);
    if (remembered !== undefined) return remembered;
    const rows = counted.filter(({ name }) => pattern.test(name));
    const sum = (end: 'current' | 'high') => rows.reduce((total, row) => total + row[end], 0);
    const found =
      rows.length === 0 ? null : { current: sum('current'), high: Math.max(sum('current'), sum('high')) };
    known.set(pattern.source, found);
    return found;
  };
});

/** A budget is worked out for each plan that is looked at, always of the same rows. */
const countedRows = onceFor((rows: Row<'memory-pfs'>[]) =>
  rows.flatMap((row) => {
    const current = cellNumber(row.current_number_of_bytes_used) ?? -1;
    const high = cellNumber(row.high_number_of_bytes_used) ?? -1;
    if (current < 0 || high < 0) return [];
    return [{ name: String(row.event_name ?? ''), current: positive(current), high: positive(high) }];
  }),
);
