import { type HourlySeries, hourMs, hoursOf, type ServerHistory } from '../../shared/history';
import type { Cell, Host, HostFactName, Section, Series, Snapshot } from '../../shared/snapshot';

/** Facts of the host that were true at the moment of the snapshot only. */
const momentary = [
  'binlogFree',
  'cgroupOomKills',
  'dataBytes',
  'dataFree',
  'memoryAvailableBytes',
  'oomKills',
  'redoFree',
  'serverOpenFiles',
  'serverRss',
  'serverSwapped',
  'serverThreads',
  'swapUsed',
  'tmpFree',
  'undoFree',
] as const satisfies readonly HostFactName[];

const cut = 'The store of metrics has not every status variable.';

/**
 * The hours of a history as windows of an hour, which the rules judge as they judge any other: rates and levels are the
 * means of the hour, settings those that were in force, and whatever the store did not have is not in them.
 */
export class HourSnapshots {
  readonly #snapshot: Snapshot;
  readonly #history: ServerHistory;
  readonly #fromMs: number;
  readonly #host: Host;
  /** Hours before it are of another version. */
  readonly #first: number;
  readonly #sections = new Map<number, Section | undefined>();
  readonly hours: number;

  constructor(snapshot: Snapshot, history: ServerHistory) {
    this.#snapshot = snapshot;
    this.#history = history;
    this.#fromMs = Date.parse(history.from);
    this.hours = hoursOf(history);
    this.#host = lastingFacts(snapshot.host);
    this.#first = history.versions.reduce(
      (latest, { at }) => Math.max(latest, Math.floor((Date.parse(at) - this.#fromMs) / hourMs) + 1),
      0,
    );
  }

  /** The hour as a window; null: nothing of it is known, or the server had another version. */
  at(hour: number): Snapshot | null {
    if (hour < this.#first || hour >= this.hours) return null;
    const start = this.#fromMs + hour * hourMs;
    const means = Object.entries(this.#history.series).flatMap(([name, series]) => {
      const mean = series.mean[hour];
      return mean == null ? [] : [{ name, series, mean }];
    });
    if (means.length === 0) return null;
    const levels = means.filter(({ series }) => series.kind === 'gauge');
    const at = new Date(start + hourMs).toISOString();
    const { id, schema, createdBy, origin, literals, server } = this.#snapshot;
    const uptime = this.#history.series.Uptime?.mean[hour] ?? null;
    return {
      ...{ schema, id, createdBy, origin, literals },
      createdAt: at,
      complete: true,
      windowSeconds: hourMs / 1000,
      server: { ...server, uptimeSeconds: uptime },
      host: this.#host,
      sections: {
        ...this.#variables(start + hourMs),
        status: sectionOf(
          at,
          ['name', 'value'],
          levels.map(({ name, mean }) => [name, String(mean)]),
          cut,
        ),
      },
      samples: {
        startedAt: new Date(start).toISOString(),
        intervalMs: hourMs,
        times: [0, hourMs],
        series: Object.fromEntries(means.map(({ name, series, mean }) => [name, asSampled(series, mean)])),
        restarts: [],
        chosen: true,
        relative: true,
        host: {
          origin: 'unknown',
          names: means.map(({ name }) => name).filter((name) => name.startsWith('host.')),
        },
      },
      statements: [],
    };
  }

  /** The settings in force at a moment: those of the snapshot, with what was changed since undone. */
  #variables(at: number): Record<string, Section> {
    const later = this.#history.settings.filter((change) => Date.parse(change.at) >= at);
    if (!this.#sections.has(later.length)) {
      const first = new Map<string, string>();
      for (const { variable, from } of later) {
        if (!first.has(variable.toLowerCase())) first.set(variable.toLowerCase(), from);
      }
      this.#sections.set(later.length, withValues(this.#snapshot.sections.variables, first));
    }
    const section = this.#sections.get(later.length);
    return section === undefined ? {} : { variables: section };
  }
}

function lastingFacts(host: Host): Host {
  const lasting: Host = { ...host };
  for (const name of momentary) delete lasting[name];
  return lasting;
}

function withValues(section: Section | undefined, values: ReadonlyMap<string, string>): Section | undefined {
  const end = section?.data?.end;
  if (section === undefined || end?.table === undefined || values.size === 0) return section;
  const { columns, rows } = end.table;
  const [name, value] = ['name', 'value'].map((column) =>
    columns.findIndex((one) => one.toLowerCase() === column),
  );
  const changed = rows.map((row): Cell[] => {
    const before = values.get(String(row[name ?? -1] ?? '').toLowerCase());
    return before === undefined ? row : row.map((cell, index) => (index === value ? before : cell));
  });
  return { ...section, data: { end: { ...end, table: { columns, rows: changed } } } };
}

function sectionOf(at: string, columns: string[], rows: Cell[][], truncated: string): Section {
  return {
    status: 'ok',
    tookMs: 0,
    rows: rows.length,
    data: { end: { at, tookMs: 0, table: { columns, rows }, truncated } },
  };
}

function asSampled({ kind, unit }: HourlySeries, mean: number): Series {
  const values = kind === 'counter' ? [0, mean * (hourMs / 1000)] : [mean, mean];
  return { kind, unit, base: '0', values };
}
