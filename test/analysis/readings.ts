import type { Capture, Section, Snapshot } from '../../src/shared/snapshot';

/**
 * What somebody with a terminal holds of the same server: SHOW GLOBAL VARIABLES and SHOW GLOBAL STATUS, without samples,
 * Performance Schema and host.
 */
function pasteOf(snapshot: Snapshot, status: Section): Snapshot {
  const { variables } = snapshot.sections;
  if (variables === undefined) throw new Error('no variables');
  return {
    ...snapshot,
    origin: { kind: 'import', target: 'paste', tool: 'mysql', importedAt: snapshot.createdAt },
    samples: null,
    statements: [],
    sections: { variables, status },
  };
}

/** Both ends of the window alone: mysqladmin extended-status -i... -c2. */
export function twoReadings(snapshot: Snapshot): Snapshot {
  const { status } = snapshot.sections;
  if (status?.data?.start === undefined) throw new Error('no two readings of the status');
  return pasteOf(snapshot, status);
}

/**
 * One reading, as if the load of the window had run for `days` since the start: a test server is not up for a day, so each
 * counter is its increase within the window, times as many windows as the days hold. Gauges are as they were at the end.
 */
export function oneReading(snapshot: Snapshot, days: number, isCounter: (name: string) => boolean): Snapshot {
  const { status } = snapshot.sections;
  const { start, end } = status?.data ?? {};
  if (status === undefined || start?.table === undefined || end?.table === undefined) {
    throw new Error('no two readings of the status');
  }
  const uptime = days * 86_400;
  const times = (uptime * 1000) / (Date.parse(end.at) - Date.parse(start.at));
  const before = new Map(start.table.rows.map(([name, value]) => [name, value]));
  const rows = end.table.rows.map(([name = '', value = '']) => {
    if (/^uptime/i.test(String(name))) return [name, String(uptime)];
    if (!isCounter(String(name))) return [name, value];
    const increase = Number(value) - Number(before.get(name) ?? 0);
    return [name, String(Math.round(Math.max(0, increase) * times))];
  });
  const capture: Capture = { ...end, table: { ...end.table, rows } };
  return pasteOf(snapshot, { ...status, data: { end: capture } });
}
