import type { SectionId } from '../../../evidence/sections';
import { isSelection } from '../../../evidence/sections/left-out';
import type { Stall } from '../../../evidence/series/micro-stalls';
import { statusVariable } from '../../../knowledge/catalog/status/status-catalog';
import { isZeroWhenWell } from '../../../knowledge/catalog/status/zero-when-well';
import {
  isKnownToLack,
  type ServerKind,
  type VariableFacts,
  variableFacts,
} from '../../../knowledge/catalog/variable-catalog';
import { innodbStatusSections, type StatusSections } from '../../../knowledge/innodb-status';
import { plausibleNumber } from '../../../shared/base/plausible-number';
import type { Setting } from '../../../shared/plan';
import type { Reason } from '../../../shared/reason';
import type { ServerIdentity } from '../../../shared/server';
import type { Cell, HostFactName, Section, Series, Snapshot } from '../../../shared/snapshot';
import { sectionRows } from '../../../shared/snapshot';
import { type Average, type FactValue, known, unknown } from './fact-value';
import type { Row, RowDelta, RowsOrReason } from './row-delta';
import { parseSettingText } from './setting';
import { averageOf, averagesFrom, type ReadingTimes } from './since-start';
import { type Interval, intervalsOf, meanRate, ownStatementRate, ratesPerSecond } from './window';

export type { Row } from './row-delta';

/** Rows from which on a listing of variables or status is taken to be whole; every server has more than 300 of each. */
const wholeListing = 200;

/** What the catalog knows of a variable on a server. */
export type LookUpVariable = (name: string, server: ServerKind) => VariableFacts | undefined;

/** An instrument of the Performance Schema. */
export interface Instrument {
  name: string;
  on: boolean;
}

/** Host facts that no snapshot reads: what a text must hold for them. */
const fromElsewhere: Partial<Record<HostFactName, string>> = {
  cpuCredits: 'Add the metrics of the service (CPUCreditBalance, BurstBalance) to the text.',
  storageBurst: 'Add the metrics of the service (CPUCreditBalance, BurstBalance) to the text.',
  listenOverflows: 'Add the output of nstat -az TcpExtListenOverflows, or of netstat -s, to the text.',
  fsyncLatency: 'Add a test of the storage (fio with fsync, pg_test_fsync) to the text.',
};

/** Everything that judging reads of one snapshot: typed variables, status, rates, sections, host. Pure, lazy. */
export class Observed {
  readonly snapshot: Snapshot;
  /** Intervals between neighbouring samples; empty without a window. */
  readonly intervals: Interval[];
  /** Length of the sampled window in seconds; null: one moment only. */
  readonly windowSeconds: number | null;
  /** Statements per second that Latchkey itself sent during the window. */
  readonly ownStatementsPerSecond: number;
  readonly #lookUp: LookUpVariable;
  readonly #series: Map<string, Series>;
  readonly #variables: Map<string, Row<'variables'>>;
  readonly #status: Record<'start' | 'end', Map<string, string>>;
  readonly #statusSeconds: number | null;
  readonly #readings: Map<string, FactValue>;
  readonly #rows: Map<string, Record<string, Cell>[]>;
  readonly #deltas: { [S in SectionId]?: RowDelta<S>[] };
  /** By name, of averages over a day or more. */
  readonly #rates: Map<string, FactValue<number>>;
  #stalls: Stall[] | null | undefined;
  #syncInstruments: Instrument[] | undefined;
  readonly #innodbStatus = new Map<'start' | 'end', StatusSections>();

  /** Settings that stand in the place of the server's own. */
  readonly #settings: ReadonlyMap<string, Setting>;

  /**
   * @param lookUp the variable catalog, or one that remembers what it was asked
   * @param planned settings to read in the place of the server's own, and what was read of the same snapshot already
   * @param alike another snapshot of the server: what was read of its variables is taken over where they are the same
   */
  constructor(
    snapshot: Snapshot,
    lookUp: LookUpVariable = variableFacts,
    planned?: { settings: ReadonlyMap<string, Setting>; of: Observed },
    alike?: Observed,
  ) {
    this.snapshot = snapshot;
    this.#lookUp = lookUp;
    this.#settings = planned?.settings ?? new Map();
    this.#readings = new Map();
    if (planned === undefined) {
      const hasSame =
        alike !== undefined && alike.snapshot.sections.variables === snapshot.sections.variables;
      if (hasSame) this.#readings = alike.#readings;
      this.intervals = intervalsOf(snapshot.samples);
      this.ownStatementsPerSecond = ownStatementRate(snapshot);
      this.#series = seriesByName(snapshot);
      this.#rows = new Map();
      this.#variables = hasSame ? alike.#variables : variablesByName(this.#rowsOf('variables', 'end'));
      this.#status = { start: statusTexts(snapshot, 'start'), end: statusTexts(snapshot, 'end') };
      this.#statusSeconds = statusSeconds(snapshot, this.#status);
      this.#deltas = {};
      this.#rates = new Map();
    } else {
      const { of } = planned;
      this.intervals = of.intervals;
      this.ownStatementsPerSecond = of.ownStatementsPerSecond;
      this.#series = of.#series;
      this.#variables = of.#variables;
      this.#status = of.#status;
      this.#statusSeconds = of.#statusSeconds;
      this.#rows = of.#rows;
      this.#deltas = of.#deltas;
      this.#rates = of.#rates;
    }
    const sampled = this.intervals.reduce((sum, { seconds }) => sum + seconds, 0);
    this.windowSeconds = sampled > 0 ? sampled : this.#statusSeconds;
  }

  /** The same with other settings in force; what was measured stays as it was. */
  withSettings(settings: ReadonlyMap<string, Setting>): Observed {
    return new Observed(this.snapshot, this.#lookUp, { settings, of: this });
  }

  /** Value of a server variable, typed by the catalog: sizes and numbers as numbers, switches as booleans. */
  variable(name: string): FactValue {
    // Many facts and rules read the same few variables, and looking one up in the catalog is not cheap.
    const remembered = this.#readings.get(name);
    if (remembered !== undefined) return remembered;
    const reading = this.#readVariable(name);
    this.#readings.set(name, reading);
    return reading;
  }

  #readVariable(name: string): FactValue {
    const row = this.#variables.get(name.toLowerCase());
    if (row === undefined) {
      const missing = sectionProblem(this.snapshot, 'variables');
      if (missing !== null) return { known: false, reason: missing };
      const isLacked = this.#isKnownToLack(name);
      // A store of metrics has numbers alone: what it lacks the server may have.
      if (this.#isOfStore && !isLacked)
        return unknown('not-read', `The metrics store has no variable ${name}: it has numbers and switches.`);
      return this.#lacking(isLacked || this.#variables.size >= wholeListing, `variable ${name}`);
    }
    const setting = this.#settings.get(name.toLowerCase());
    if (setting != null) return known(setting);
    if (row.value == null) return unknown('absent', `The server gives no value for ${name}.`);
    return typedVariable(name, String(row.value), this.facts(name)?.type);
  }

  get #isOfStore(): boolean {
    return this.snapshot.origin.kind === 'prometheus';
  }

  #isKnownToLack(name: string): boolean {
    const { server } = this.snapshot;
    return (server.possible ?? [server]).every((one) => isKnownToLack(name, one, this.#lookUp));
  }

  /** The row of a variable: its source, and its bounds where the server shows them. */
  variableRow(name: string): Row<'variables'> | undefined {
    return this.#variables.get(name.toLowerCase());
  }

  /** What the catalog knows of a variable on this server. */
  facts(name: string, server: ServerKind = this.snapshot.server): VariableFacts | undefined {
    return this.#lookUp(name, server);
  }

  /** The number that this version takes for a variable that nobody sets; null: none, or it is not known. */
  defaultOf(name: string): number | null {
    const value = this.facts(name)?.defaultValue ?? null;
    const number = value === null ? Number.NaN : Number(value);
    return Number.isFinite(number) ? number : null;
  }

  variableExists(name: string): boolean {
    return this.#variables.has(name.toLowerCase());
  }

  /** Value of a status variable at the end of the window: a number where it is one, else its text. */
  status(name: string): FactValue {
    const text = this.#status.end.get(name.toLowerCase());
    if (text === undefined) return this.#noStatus(name);
    const value = plausibleNumber(text);
    if (value !== null) return known(value);
    const catalogued = statusVariable(name);
    if (catalogued === undefined || catalogued.unit === 'none') return known(text);
    return unknown('error', `${catalogued.name} is not a number here: "${text}".`);
  }

  series(name: string): Series | undefined {
    return this.#series.get(name.toLowerCase());
  }

  #isRelative({ kind }: Series): boolean {
    return kind === 'counter' && this.snapshot.samples?.relative === true;
  }

  /** `series` with its level, and a level one for a counter that was sampled without ever moving, which the sampler leaves out. */
  seriesOrStill(name: string): Series | undefined {
    const series = this.series(name);
    if (series !== undefined && this.#isRelative(series)) return undefined;
    if (series !== undefined || !this.#stoodStill(name)) return series;
    const key = name.toLowerCase();
    const text = this.#status.start.get(key) ?? this.#status.end.get(key) ?? '';
    if (!/^-?\d+$/.test(text)) return undefined;
    const values = (this.snapshot.samples?.times ?? []).map(() => 0);
    return { kind: 'counter', unit: 'count', base: text, values };
  }

  /**
   * Rate per second over the whole window; sampled series first, else the difference between both ends. Without a window
   * the average since start.
   * @param enough uptime that an average needs, seconds
   */
  rate(name: string, enough = averagesFrom): FactValue<number> {
    if (enough !== averagesFrom) return this.#readRate(name, enough);
    const remembered = this.#rates.get(name);
    if (remembered !== undefined) return remembered;
    const reading = this.#readRate(name, enough);
    this.#rates.set(name, reading);
    return reading;
  }

  #readRate(name: string, enough: number): FactValue<number> {
    const series = this.series(name);
    if (series !== undefined) {
      const rate = meanRate(series, this.intervals);
      if (rate !== null) return known(rate);
    }
    if (this.#stoodStill(name)) return known(0);
    const start = this.#status.start.get(name.toLowerCase());
    const end = this.#status.end.get(name.toLowerCase());
    if (end === undefined) return this.#noStatus(name);
    if (this.windowSeconds === null) {
      const total = plausibleNumber(end);
      if (total === null) return unknown('error', `${name} is not a number here: "${end}".`);
      const least = isZeroWhenWell(name) ? Math.min(0, enough) : enough;
      return averageOf(name, total, this.server, this.#readingTimes, least);
    }
    if (start === undefined || this.#statusSeconds === null) {
      return unknown('no-window', `${name} was read once only: a rate needs a window.`);
    }
    const increase = exactDifference(end, start);
    if (increase === null || increase < 0) {
      return unknown('error', `${name} was reset within the window.`);
    }
    return known(increase / this.#statusSeconds);
  }

  /** Length of what rates are averaged over where there is no window; undefined: too short, or not known. */
  averageSpan(enough = averagesFrom): Average | undefined {
    const { uptime } = this.#readingTimes;
    if (this.windowSeconds !== null || uptime === null || uptime < enough) return undefined;
    return { seconds: uptime, since: 'start' };
  }

  /** The same of the counters of statements and sessions, which FLUSH STATUS resets. */
  averageSinceFlush(): Average | undefined {
    const average = this.averageSpan();
    const { sinceFlush } = this.#readingTimes;
    if (average?.seconds === undefined || average.seconds === null || sinceFlush === null) return average;
    return sinceFlush > 0 && sinceFlush < average.seconds - 1
      ? { seconds: sinceFlush, since: 'FLUSH STATUS' }
      : average;
  }

  get #readingTimes(): ReadingTimes {
    const seconds = (name: string) => plausibleNumber(this.#status.end.get(name));
    return {
      uptime: seconds('uptime') ?? this.server.uptimeSeconds,
      sinceFlush: seconds('uptime_since_flush_status'),
      areOfADay: this.snapshot.origin.averages === 'of a day',
    };
  }

  /** Rate in each interval; null where the series was not sampled. */
  rateInIntervals(name: string): (number | null)[] | null {
    const series = this.series(name);
    if (series !== undefined) return ratesPerSecond(series, this.intervals);
    return this.#stoodStill(name) ? this.intervals.map(({ restarted }) => (restarted ? null : 0)) : null;
  }

  /** Level of a gauge at the end of each interval; null where the series was not sampled. */
  levelInIntervals(name: string): (number | null)[] | null {
    const series = this.series(name);
    if (series === undefined || this.#isRelative(series)) return null;
    const base = plausibleNumber(series.base);
    if (base === null) return null;
    // Counters of INNODB_METRICS that go both ways have been seen below zero (-10769 active transactions): miscounted.
    const atLeast = name.startsWith('innodb_metrics.') ? 0 : Number.NEGATIVE_INFINITY;
    return this.intervals.map(({ index }) => {
      const value = series.values[index];
      return value == null || value + base < atLeast ? null : value + base;
    });
  }

  /** The largest step of a series in the history of the snapshot; null: it is in none. */
  mostInHistory(name: string): number | null {
    const steps = this.snapshot.history?.series[name]?.max ?? [];
    return steps.reduce<number | null>(
      (most, step) => (step === null ? most : Math.max(step, most ?? step)),
      null,
    );
  }

  get server(): ServerIdentity {
    return this.snapshot.server;
  }

  /** Rows of a section, or why there are none. */
  rows<S extends SectionId>(section: S, end?: 'start' | 'end'): RowsOrReason<S>;
  rows(
    section: SectionId,
    end: 'start' | 'end' = 'end',
  ): { rows: Record<string, Cell>[] } | { reason: Reason } {
    const problem = sectionProblem(this.snapshot, section);
    if (problem !== null) return { reason: problem };
    if (this.snapshot.sections[section]?.data?.[end]?.table === undefined) {
      return { reason: { code: 'no-window', text: `Section ${section} was read once only.` } };
    }
    return { rows: this.#rowsOf(section, end) };
  }

  #rowsOf(section: SectionId, end: 'start' | 'end'): Record<string, Cell>[] {
    const key = `${section} ${end}`;
    const rows = this.#rows.get(key) ?? sectionRows(this.snapshot, section, end);
    this.#rows.set(key, rows);
    return rows;
  }

  /** What `compute` gives, worked out once for each section: many facts read the same increases. */
  deltasOnce<S extends SectionId>(section: S, compute: () => RowDelta<S>[]): RowDelta<S>[] {
    const kept: { [K in S]?: RowDelta<K>[] } = this.#deltas;
    const known = kept[section] ?? compute();
    kept[section] = known;
    return known;
  }

  /** What `find` gives, worked out once: several facts read the stalls of the window. */
  stallsOnce(find: () => Stall[] | null): Stall[] | null {
    if (this.#stalls === undefined) this.#stalls = find();
    return this.#stalls;
  }

  /** The instruments of mutexes, locks and conditions, each with whether it is on and timed. */
  syncInstruments(): { instruments: Instrument[] } | { reason: Reason } {
    const found = this.rows('pfs-setup');
    if ('reason' in found) return found;
    this.#syncInstruments ??= found.rows
      .filter(({ kind, name }) => kind === 'instrument' && String(name).startsWith('wait/synch/'))
      .map(({ name, enabled, timed }) => ({
        name: String(name),
        on: enabled === 'YES' && timed === 'YES',
      }));
    return { instruments: this.#syncInstruments };
  }

  /** Whether a capture left rows out: then a row that is not in it says nothing. */
  isTruncated(section: SectionId, end: 'start' | 'end'): boolean {
    return this.snapshot.sections[section]?.data?.[end]?.truncated !== undefined;
  }

  /** Whether a section holds what somebody chose of its rows, or what a log has of them. */
  isSelection(section: SectionId): boolean {
    return isSelection(this.snapshot.sections[section]?.data?.end?.truncated);
  }

  /** SHOW ENGINE INNODB STATUS as fields, or why it is not there. */
  innodbStatus(end: 'start' | 'end' = 'end'): { status: StatusSections } | { reason: Reason } {
    const name = 'innodb-status';
    const problem = sectionProblem(this.snapshot, name);
    if (problem !== null) return { reason: problem };
    const text = this.snapshot.sections[name]?.data?.[end]?.text;
    if (text === undefined) {
      return { reason: { code: 'no-window', text: `Section ${name} was read once only.` } };
    }
    const status = this.#innodbStatus.get(end) ?? innodbStatusSections(text);
    this.#innodbStatus.set(end, status);
    return { status };
  }

  /** Seconds between both captures of a cumulative section; null when there is no pair. */
  sectionSeconds(section: SectionId): number | null {
    return secondsBetween(this.snapshot.sections[section]);
  }

  host(name: HostFactName): FactValue<number | string> {
    const fact = this.snapshot.host[name];
    if (fact === undefined) {
      const remedy = fromElsewhere[name] ?? 'Take a new snapshot.';
      return unknown('not-read', `The snapshot does not hold the host fact ${name}.`, remedy);
    }
    if (fact.value !== undefined) return known(fact.value);
    return {
      known: false,
      reason: fact.reason ?? { code: 'no-host', text: `Host fact ${name} is not known.` },
    };
  }

  /** The sampler leaves out counters that never moved: one that the server has and the series lack stood still. */
  #stoodStill(name: string): boolean {
    return (
      this.intervals.length > 0 &&
      this.#series.size > 0 &&
      this.snapshot.samples?.chosen !== true &&
      !this.#series.has(name.toLowerCase()) &&
      statusVariable(name)?.kind === 'counter' &&
      this.#status.end.has(name.toLowerCase())
    );
  }

  /** Files may hold a part of a listing only: then the server is not said to lack what they lack. */
  #lacking(isSettled: boolean, what: string): FactValue<never> {
    const { kind } = this.snapshot.origin;
    const who = kind === 'import' ? 'The imported files hold' : 'This server has';
    return unknown(isSettled ? 'absent' : 'not-read', `${who} no ${what}.`);
  }

  #noStatus(name: string): FactValue<never> {
    const problem = sectionProblem(this.snapshot, 'status');
    if (problem !== null) return { known: false, reason: problem };
    const variable = statusVariable(name);
    const catalogued = variable?.name ?? name;
    if (this.#isOfStore && variable?.unit === 'none')
      return unknown('not-read', `The metrics store has no status variable ${catalogued}: it has numbers.`);
    const isWhole = this.#status.end.size >= wholeListing && !this.isTruncated('status', 'end');
    return this.#lacking(isWhole, `status variable ${catalogued}`);
  }
}

/** A printed value in its catalogued type; unknown where a server, or an edited file, prints something else. */
function typedVariable(name: string, text: string, type: VariableFacts['type'] | undefined): FactValue {
  const value = parseSettingText(text, type);
  const isNumeric = type === 'size' || type === 'integer' || type === 'number';
  if (isNumeric && (typeof value !== 'number' || Math.abs(value) > 2 ** 64)) {
    return unknown('error', `${name} is not a number here that a server could hold: "${text}".`);
  }
  if (type === 'boolean' && typeof value !== 'boolean') {
    return unknown('error', `${name} is neither ON nor OFF here: "${text}".`);
  }
  return known(value);
}

function variablesByName(rows: Record<string, Cell>[]): Map<string, Row<'variables'>> {
  return new Map(rows.map((row) => [String(row.name).toLowerCase(), row]));
}

function seriesByName({ samples }: Snapshot): Map<string, Series> {
  return new Map(Object.entries(samples?.series ?? {}).map(([name, series]) => [name.toLowerCase(), series]));
}

function statusTexts(snapshot: Snapshot, end: 'start' | 'end'): Map<string, string> {
  const table = snapshot.sections.status?.data?.[end]?.table;
  const columns = (table?.columns ?? []).map((column) => column.toLowerCase());
  const [name, value] = [columns.lastIndexOf('name'), columns.lastIndexOf('value')];
  // Two columns of half a thousand rows, at both ends: no rows are made of them.
  return new Map(
    (table?.rows ?? []).map((cells) => [
      String(name < 0 ? undefined : (cells[name] ?? null)).toLowerCase(),
      String(cells[value] ?? ''),
    ]),
  );
}

/** Seconds between both status captures; null when there is no pair or the server restarted in between. */
function statusSeconds(
  snapshot: Snapshot,
  status: Record<'start' | 'end', Map<string, string>>,
): number | null {
  const seconds = secondsBetween(snapshot.sections.status);
  const before = status.start.get('uptime');
  const after = status.end.get('uptime');
  if (before !== undefined && after !== undefined && Number(after) < Number(before)) return null;
  return seconds;
}

function secondsBetween(section: Section | undefined): number | null {
  const start = section?.data?.start?.at;
  const end = section?.data?.end?.at;
  if (start === undefined || end === undefined) return null;
  const seconds = (Date.parse(end) - Date.parse(start)) / 1000;
  return seconds > 0 ? seconds : null;
}

function sectionProblem(snapshot: Snapshot, name: string): Reason | null {
  const section = snapshot.sections[name];
  if (section === undefined) return { code: 'not-read', text: `The snapshot has no section ${name}.` };
  if (section.status === 'ok') return null;
  const reason = section.reason ?? { code: 'error', text: `Section ${name} was ${section.status}.` };
  // What files of another tool do not hold the server may have all the same.
  const isUnread = snapshot.origin.kind === 'import' && reason.code === 'absent';
  return isUnread ? { ...reason, code: 'not-read', remedy: reason.remedy ?? remedyFor(name) } : reason;
}

/** What brings a section that files of another tool do not hold. */
function remedyFor(section: string): string {
  const statement = pasted[section];
  return statement === undefined ? 'Take a snapshot with latchkey.' : `Add the output of ${statement}.`;
}

const pasted: Readonly<Record<string, string>> = {
  variables: 'SHOW GLOBAL VARIABLES',
  status: 'SHOW GLOBAL STATUS',
  'innodb-status': 'SHOW ENGINE INNODB STATUS',
};

/** `end - start` of two counters printed by the server; exact for 64-bit integers, null when not numbers. */
export function exactDifference(end: string | number, start: string | number): number | null {
  const [to, from] = [Number(end), Number(start)];
  if (Math.abs(to) <= Number.MAX_SAFE_INTEGER && Math.abs(from) <= Number.MAX_SAFE_INTEGER) return to - from;
  const whole = /^-?\d{1,40}$/;
  if (whole.test(String(end)) && whole.test(String(start)))
    return Number(BigInt(String(end)) - BigInt(String(start)));
  return plausibleNumber(to - from);
}

/** A cell as a number; null when it is not one. */
export function cellNumber(cell: Cell | undefined): number | null {
  return plausibleNumber(cell);
}
