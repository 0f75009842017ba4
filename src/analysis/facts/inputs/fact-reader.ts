import type { SectionId } from '../../../evidence/sections';
import type { Stall } from '../../../evidence/series/micro-stalls';
import type { VariableFacts } from '../../../knowledge/catalog/variable-facts';
import type { StatusSections } from '../../../knowledge/innodb-status';
import type { Value } from '../../../shared/analysis';
import { onceFor } from '../../../shared/base/once-for';
import type { ServerHistory } from '../../../shared/history';
import type { Reason, ReasonCode } from '../../../shared/reason';
import type { HostFactName, HostSampling, Samples, Series, SessionSampling } from '../../../shared/snapshot';
import { type Average, type FactValue, MissingInput, unknown } from './fact-value';
import type { Need } from './need';
import type { Instrument, Observed } from './observed';
import { ownExecutions } from './own-statements';
import type { Row, RowDelta, RowsOrReason } from './row-delta';
import { averagesFrom, shorter } from './since-start';
import { differences, type Interval } from './window';

/** When samples were taken. */
export type SampledTimes = Pick<Samples, 'times' | 'restarts' | 'intervalMs'>;

/** The part of a fact's definition that binds its reader. */
export interface DeclaredInputs {
  id: string;
  needs: readonly Need[];
}

/** What facts make of a snapshot, by the uptime that an average needs; and what its averages are over. */
type MadeOnce<Made> = (observed: Observed) => Map<number, { made: Made; average: Average | undefined }>;

/**
 * What several facts make of a snapshot, worked out once for all of them. It reads through the fact that asks first: each
 * has to declare all that `make` reads.
 */
export function onceForFacts<Made>(make: (read: FactReader) => Made): (read: FactReader) => Made {
  const kept: MadeOnce<Made> = onceFor(() => new Map());
  return (read) => read.once(kept, make);
}

/** The declared inputs by kind, as they are written. */
const declaredNames = onceFor((needs: readonly Need[]) => {
  const byKind = new Map<string, Set<string>>();
  for (const need of needs) {
    const dot = need.indexOf('.');
    const kind = need.slice(0, dot);
    const names = byKind.get(kind) ?? new Set<string>();
    byKind.set(kind, names.add(need.slice(dot + 1)));
  }
  return byKind;
});

/** The readings of all facts of one snapshot. */
export interface FactReadings {
  reading(id: string, enough?: number): FactValue;
  perSecond(id: string): (number | null)[] | null;
}

/**
 * What a fact's formula reads through: all that it can see of a snapshot. Each method returns the value or leaves with the
 * reason why there is none. Inputs that the fact did not declare are refused.
 */
export class FactReader {
  readonly #observed: Observed;
  readonly #facts: FactReadings;
  readonly #definition: DeclaredInputs;
  readonly #enough: number;
  #average: Average | undefined;

  /** @param enough uptime that an average since start needs, seconds */
  constructor(
    observed: Observed,
    facts: FactReadings,
    definition: DeclaredInputs,
    enough: number = averagesFrom,
  ) {
    this.#observed = observed;
    this.#facts = facts;
    this.#definition = definition;
    this.#enough = enough;
  }

  /** What the totals that were read until now were averaged over; undefined: none was. */
  get average(): Average | undefined {
    return this.#average;
  }

  /** Leaves the computation: this input is missing. */
  missing(code: ReasonCode, text: string, remedy?: string): never {
    throw new MissingInput(unknown(code, text, remedy).reason);
  }

  get server() {
    return this.#observed.server;
  }

  /** The server, where its version is known; leaves with the reason where it is not. */
  get serverOfKnownVersion() {
    const { server } = this.#observed;
    if (server.possible !== undefined) this.missing('not-read', "The server's version was not read.");
    return server;
  }

  /** What the catalog knows of a variable on this server; leaves where its version is not known. */
  catalogued(name: string): VariableFacts | undefined {
    return this.#observed.facts(name, this.serverOfKnownVersion);
  }

  /** When the snapshot was taken: ISO 8601, UTC. */
  get takenAt(): string {
    return this.#observed.snapshot.createdAt;
  }

  /** The intervals between neighbouring samples; empty without a window. */
  get intervals(): readonly Interval[] {
    return this.#observed.intervals;
  }

  /** When samples were taken; null: none were. */
  get sampledTimes(): SampledTimes | null {
    return this.#observed.snapshot.samples;
  }

  /** How often Latchkey sent a normalised statement for this snapshot; 0: it is of others. */
  ownExecutions(): (digestText: string) => number {
    return ownExecutions(this.#observed.snapshot);
  }

  /** Statements per second that Latchkey itself sent during the window. */
  get ownStatementsPerSecond(): number {
    return this.#observed.ownStatementsPerSecond;
  }

  variable(name: string): Value {
    this.#declared('variable', name);
    return this.#take(this.#observed.variable(name));
  }

  /** A variable as a reading, for formulas that have another way when it is unknown. */
  variableReading(name: string): FactValue {
    this.#declared('variable', name);
    return this.#observed.variable(name);
  }

  hasVariable(name: string): boolean {
    this.#declared('variable', name);
    return this.#observed.variableExists(name);
  }

  /**
   * Whether the server has no such variable: true only where that is settled, by the version or by a whole listing.
   * Leaves with the reason where nobody read it.
   */
  lacksVariable(name: string): boolean {
    const reading = this.variableReading(name);
    if (reading.known) return false;
    if (reading.reason.code === 'absent') return true;
    throw new MissingInput(reading.reason);
  }

  number(name: string): number {
    return this.#numeric(this.variable(name), `Variable ${name}`);
  }

  /** A numeric variable, or `fallback` where this server does not have it. Only for terms that are then truly so. */
  numberOr(name: string, fallback: number): number {
    return this.lacksVariable(name) ? fallback : this.number(name);
  }

  /** The number that this version takes for a variable that nobody sets; null: none, or it is not known. */
  defaultOf(name: string): number | null {
    this.#declared('variable', name);
    return this.#observed.defaultOf(name);
  }

  status(name: string): number {
    this.#declared('status', name);
    return this.#numeric(this.#take(this.#observed.status(name)), `Status ${name}`);
  }

  statusReading(name: string): FactValue {
    this.#declared('status', name);
    return this.#observed.status(name);
  }

  rateReading(name: string): FactValue<number> {
    this.#declared('status', name);
    return this.#noted(this.#observed.rate(name, this.#enough));
  }

  /** A rate for each of another. @param nothing why there is no ratio where the other is 0 */
  rateRatio(name: string, base: string, nothing: string): number {
    const of = this.rate(base);
    return of > 0 ? this.rate(name) / of : this.missing('error', nothing);
  }

  /** A status variable for each of another. @param nothing why there is no ratio where the other is 0 */
  statusRatio(name: string, base: string, nothing: string): number {
    const of = this.status(base);
    return of > 0 ? this.status(name) / of : this.missing('error', nothing);
  }

  rate(name: string): number {
    this.#declared('status', name);
    return this.#take(this.#observed.rate(name, this.#enough));
  }

  hasStatus(name: string): boolean {
    this.#declared('status', name);
    return this.#observed.series(name) !== undefined || this.#observed.status(name).known;
  }

  series(name: string): Series | undefined {
    this.#declared('status', name);
    return this.#observed.series(name);
  }

  rateInIntervals(name: string): (number | null)[] {
    this.#declared('status', name);
    return this.#observed.rateInIntervals(name) ?? this.missing('no-window', `${name} was not sampled.`);
  }

  /** Level of a gauge at the end of each interval; null where it was not sampled. */
  levelsIfSampled(name: string): (number | null)[] | null {
    this.#declared('status', name);
    return this.#observed.levelInIntervals(name);
  }

  levelInIntervals(name: string): (number | null)[] {
    return this.levelsIfSampled(name) ?? this.missing('no-window', `${name} was not sampled.`);
  }

  /** `a - b` of two sampled series at the end of each interval, exact for 64-bit values. */
  differenceInIntervals(a: string, b: string): (number | null)[] | null {
    this.#declared('status', a);
    this.#declared('status', b);
    const first = this.#observed.seriesOrStill(a);
    const second = this.#observed.seriesOrStill(b);
    if (first === undefined || second === undefined) return null;
    const values = differences(first, second);
    return this.#observed.intervals.map(({ index }) => values[index] ?? null);
  }

  /** Rows of a section, or why there are none, for formulas that have another way. */
  rowsOrReason<S extends SectionId>(section: S, end: 'start' | 'end' = 'end'): RowsOrReason<S> {
    this.#declared('section', section);
    return this.#observed.rows(section, end);
  }

  rows<S extends SectionId>(section: S, end: 'start' | 'end' = 'end'): Row<S>[] {
    const found = this.rowsOrReason(section, end);
    if ('reason' in found) throw new MissingInput(found.reason);
    return found.rows;
  }

  /** Whether the snapshot holds a section at all, however it went. */
  hasSection(section: SectionId): boolean {
    this.#declared('section', section);
    return this.#observed.snapshot.sections[section] !== undefined;
  }

  /** Whether a capture left rows out: then a row that is not in it says nothing. */
  isTruncated(section: SectionId, end: 'start' | 'end'): boolean {
    this.#declared('section', section);
    return this.#observed.isTruncated(section, end);
  }

  /** Whether a section holds what somebody chose of its rows, or what a log has of them. */
  isSelection(section: SectionId): boolean {
    this.#declared('section', section);
    return this.#observed.isSelection(section);
  }

  /** The increases of a section as `compute` gives them, worked out once for all facts that read the same. */
  deltasOnce<S extends SectionId>(section: S, compute: () => RowDelta<S>[]): RowDelta<S>[] {
    this.#declared('section', section);
    return this.#observed.deltasOnce(section, compute);
  }

  /** `make` of this snapshot, once; see `onceForFacts`. */
  once<Made>(kept: MadeOnce<Made>, make: (read: FactReader) => Made): Made {
    const ofSnapshot = kept(this.#observed);
    let known = ofSnapshot.get(this.#enough);
    if (known === undefined) {
      const reader = new FactReader(this.#observed, this.#facts, this.#definition, this.#enough);
      const made = make(reader);
      known = { made, average: reader.average };
      ofSnapshot.set(this.#enough, known);
    }
    this.#average = shorter(this.#average, known.average);
    return known.made;
  }

  /** The stalls of the window as `find` gives them, worked out once. */
  stallsOnce(find: () => Stall[] | null): Stall[] | null {
    return this.#observed.stallsOnce(find);
  }

  syncInstruments(): Instrument[] {
    this.#declared('section', 'pfs-setup');
    const found = this.#observed.syncInstruments();
    if ('reason' in found) throw new MissingInput(found.reason);
    return found.instruments;
  }

  /** SHOW ENGINE INNODB STATUS as fields, or why it is not there. */
  innodbStatusOrReason(end: 'start' | 'end' = 'end'): { status: StatusSections } | { reason: Reason } {
    this.#declared('section', 'innodb-status');
    return this.#observed.innodbStatus(end);
  }

  innodbStatus(end: 'start' | 'end' = 'end'): StatusSections {
    const found = this.innodbStatusOrReason(end);
    if ('reason' in found) throw new MissingInput(found.reason);
    return found.status;
  }

  /** Seconds between both captures of a cumulative section; null where there is no pair. */
  sectionSecondsOrNull(section: SectionId): number | null {
    this.#declared('section', section);
    return this.#observed.sectionSeconds(section);
  }

  sectionSeconds(section: SectionId): number {
    return (
      this.sectionSecondsOrNull(section) ??
      this.missing('no-window', `Section ${section} was read once only: a rate needs both ends of a window.`)
    );
  }

  hostReading(name: HostFactName): FactValue<number | string> {
    this.#declared('host', name);
    return this.#observed.host(name);
  }

  hostNumber(name: HostFactName): number {
    this.#declared('host', name);
    return this.#numeric(this.#take(this.#observed.host(name)), `Host fact ${name}`);
  }

  hostText(name: HostFactName): string {
    this.#declared('host', name);
    return String(this.#take(this.#observed.host(name)));
  }

  /** By what the sampled sessions were classed; undefined: sessions were not sampled. */
  sessionSampling(): SessionSampling | undefined {
    this.#declared('samples', 'sessions');
    return this.#observed.snapshot.samples?.sessions;
  }

  /** Names of the series of sampled sessions that begin so. */
  sessionSeries(prefix: `sessions.${string}`): string[] {
    this.#declared('samples', 'sessions');
    return Object.keys(this.#observed.snapshot.samples?.series ?? {}).filter((name) =>
      name.startsWith(prefix),
    );
  }

  /** A series of sampled sessions as it was taken. */
  sampledSessions(series: `sessions.${string}`): Series | undefined {
    this.#declared('samples', 'sessions');
    return this.#observed.series(series);
  }

  /** Sessions in each interval; null where that was not sampled. */
  sessionsInIntervals(series: string): (number | null)[] | null {
    this.#declared('samples', 'sessions');
    return series.startsWith('sessions.') ? this.#observed.levelInIntervals(series) : null;
  }

  /** What was sampled of the host; undefined: nothing was. */
  hostSampling(): HostSampling | undefined {
    this.#declared('samples', 'host');
    return this.#observed.snapshot.samples?.host;
  }

  /** A sampled series of the host as it was read. */
  hostSeries(name: `host.${string}`): Series | undefined {
    this.#declared('samples', 'host');
    return this.#observed.series(name);
  }

  hostRateInIntervals(name: `host.${string}`): (number | null)[] | null {
    this.#declared('samples', 'host');
    return this.#observed.rateInIntervals(name);
  }

  hostLevelInIntervals(name: `host.${string}`): (number | null)[] | null {
    this.#declared('samples', 'host');
    return this.#observed.levelInIntervals(name);
  }

  /** Instruments, consumers and counters that deep mode enabled for the window. */
  deepSwitched(): number {
    this.#declared('snapshot', 'deep');
    return this.#observed.snapshot.deep?.switched.length ?? 0;
  }

  /** The hours before the snapshot; leaves where it carries none. */
  history(): ServerHistory {
    this.#declared('snapshot', 'history');
    return this.#observed.snapshot.history ?? this.missing('absent', 'The snapshot carries no history.');
  }

  /** The largest step of a series in the history; null: it is in none. */
  mostInHistory(name: string): number | null {
    this.#declared('snapshot', 'history');
    return this.#observed.mostInHistory(name);
  }

  fact(id: string): number {
    return this.#numeric(this.factValue(id), `Fact ${id}`);
  }

  /** A numeric fact, or `fallback` where it is unknown, for whatever reason. */
  factOr(id: string, fallback: number): number {
    const reading = this.factReading(id);
    return reading.known && typeof reading.value === 'number' ? reading.value : fallback;
  }

  factValue(id: string): Value {
    this.#declared('fact', id);
    return this.#take(this.#facts.reading(id, this.#enough));
  }

  /** A fact of the same snapshot as a reading, for formulas that have another way when it is unknown. */
  factReading(id: string): FactValue {
    this.#declared('fact', id);
    return this.#noted(this.#facts.reading(id, this.#enough));
  }

  factInIntervals(id: string): (number | null)[] {
    this.#declared('fact', id);
    return (
      this.#facts.perSecond(id) ?? this.missing('no-window', `Fact ${id} has no values per second here.`)
    );
  }

  /** Length of the window; without one what averages are over. */
  windowSeconds(): number {
    const average = this.#observed.averageSpan(this.#enough);
    this.#average = shorter(this.#average, average);
    return (
      this.#observed.windowSeconds ??
      average?.seconds ??
      this.missing('no-window', 'The snapshot holds one moment only.', 'Take a snapshot with --for 30s.')
    );
  }

  #declared(kind: string, name: string): void {
    // As it is written, nearly always; servers differ in capitals. No text is made for that: it is asked for each reading.
    if (declaredNames(this.#definition.needs).get(kind)?.has(name) === true) return;
    const needs: readonly string[] = this.#definition.needs;
    const wanted = `${kind}.${name}`.toLowerCase();
    if (needs.some((need) => need.toLowerCase() === wanted)) return;
    throw new Error(`Fact ${this.#definition.id} reads ${kind}.${name} without declaring it.`);
  }

  /** Remembers that a value rests on averages. */
  #noted<T extends Value>(reading: FactValue<T>): FactValue<T> {
    if (reading.known) this.#average = shorter(this.#average, reading.average);
    return reading;
  }

  #take<T extends Value>(reading: FactValue<T>): T {
    this.#noted(reading);
    if (reading.known) return reading.value;
    throw new MissingInput(reading.reason);
  }

  #numeric(value: Value, what: string): number {
    if (typeof value === 'number') return value;
    return this.missing('error', `${what} is not a number here: ${String(value)}.`);
  }
}
