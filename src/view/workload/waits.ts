import { countIn } from '../../shared/base/plausible-number';
import type { Section, Table } from '../../shared/snapshot';

/** What one wait event cost over the window. */
export interface WaitRow {
  event: string;
  /** Waits per second. */
  perSecond: number;
  /** Seconds waited per second of the window: the mean number of sessions held by this event. */
  sessions: number;
  /** Mean length of a wait in seconds. */
  mean: number;
  /** Time on the connection of a client: it waits there for its client, not for the server. */
  network: boolean;
}

interface Totals {
  count: number;
  /** Picoseconds, as Performance Schema counts. */
  timer: number;
}

/**
 * The waits of the window, costliest first, from both ends of `pfs-waits-global` (manual, "Wait Event Summary
 * Tables"; timers are in picoseconds). The idle event is left out, and waits for clients come last. null when there are not two ends to compare.
 */
export function topWaits(section: Section, limit: number): WaitRow[] | null {
  const { start, end } = section.data ?? {};
  if (start?.table === undefined || end?.table === undefined) return null;
  const seconds = (Date.parse(end.at) - Date.parse(start.at)) / 1000;
  if (!(seconds > 0)) return null;
  const before = readTotals(start.table);
  const rows: WaitRow[] = [];
  for (const [event, after] of readTotals(end.table)) {
    const { count, timer } = before.get(event) ?? { count: 0, timer: 0 };
    const waits = after.count - count;
    const waited = (after.timer - timer) / 1e12;
    // What is no number that can be believed is neither above nor below.
    if (event === 'idle' || !(waits > 0 && waited > 0)) continue;
    rows.push({
      event,
      perSecond: waits / seconds,
      sessions: waited / seconds,
      mean: waited / waits,
      network: isNetwork(event),
    });
  }
  const costliest = rows.sort((a, b) => b.sessions - a.sessions);
  return [
    ...costliest.filter(({ network }) => !network).slice(0, limit),
    ...costliest.filter(({ network }) => network).slice(0, 1),
  ];
}

function isNetwork(event: string): boolean {
  return /^wait\/io\/socket\//.test(event);
}

function readTotals(table: Table): Map<string, Totals> {
  const columns = table.columns.map((column) => column.toLowerCase());
  const [event, count, timer] = ['event_name', 'count_star', 'sum_timer_wait'].map((name) =>
    columns.indexOf(name),
  );
  const totals = new Map<string, Totals>();
  for (const row of table.rows) {
    totals.set(String(row[event ?? -1] ?? ''), {
      count: countIn(row[count ?? -1]),
      timer: countIn(row[timer ?? -1]),
    });
  }
  return totals;
}

/** Two decimals, so that a column of them is read by its digits; what took next to nothing is not nothing. */
export function sessionsText(sessions: number | null): string {
  if (sessions === null) return 'unknown';
  return sessions > 0 && sessions < 0.005 ? '< 0.01' : sessions.toFixed(2);
}
