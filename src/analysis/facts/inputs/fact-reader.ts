import type { Value } from '../../../shared/analysis';
import type { ReasonCode } from '../../../shared/reason';
import type { HostFactName, Series } from '../../../shared/snapshot';
import { MissingInput, type Reading, unknown } from './fact-value';
import type { Instrument, JudgedStatus, Observed, Row } from './observed';
import { differences } from './window';

/** The part of a fact's definition that binds its reader. */
export interface DeclaredInputs {
  id: string;
  needs: readonly string[];
}

/** The readings of all facts of one snapshot. */
export interface FactReadings {
  reading(id: string): Reading;
  perSecond(id: string): (number | null)[] | null;
}

/**
 * What a fact's formula reads through. Each method returns the value or leaves with the reason why there is none.
 * Inputs that the fact did not declare are refused: a fact sees only what it says it needs.
 */
export class FactReader {
  readonly observed: Observed;
  readonly #facts: FactReadings;
  readonly #definition: DeclaredInputs;

  constructor(observed: Observed, facts: FactReadings, definition: DeclaredInputs) {
    this.observed = observed;
    this.#facts = facts;
    this.#definition = definition;
  }

  /** Leaves the computation: this input is missing. */
  missing(code: ReasonCode, text: string, remedy?: string): never {
    throw new MissingInput(unknown(code, text, remedy).reason);
  }

  get server() {
    return this.observed.snapshot.server;
  }

  variable(name: string): Value {
    this.#declared('variable', name);
    return this.#take(this.observed.variable(name));
  }

  hasVariable(name: string): boolean {
    this.#declared('variable', name);
    return this.observed.variableExists(name);
  }

  number(name: string): number {
    return this.#numeric(this.variable(name), `Variable ${name}`);
  }

  /** A numeric variable, or `fallback` where this server does not have it. Only for terms that are then truly so. */
  numberOr(name: string, fallback: number): number {
    return this.hasVariable(name) ? this.number(name) : fallback;
  }

  status(name: string): number {
    this.#declared('status', name);
    return this.#numeric(this.#take(this.observed.status(name)), `Status ${name}`);
  }

  rate(name: string): number {
    this.#declared('status', name);
    return this.#take(this.observed.rate(name));
  }

  hasStatus(name: string): boolean {
    this.#declared('status', name);
    return this.observed.series(name) !== undefined || this.observed.status(name).known;
  }

  series(name: string): Series | undefined {
    this.#declared('status', name);
    return this.observed.series(name);
  }

  rateInIntervals(name: string): (number | null)[] {
    this.#declared('status', name);
    return this.observed.rateInIntervals(name) ?? this.missing('no-window', `${name} was not sampled.`);
  }

  levelInIntervals(name: string): (number | null)[] {
    this.#declared('status', name);
    return this.observed.levelInIntervals(name) ?? this.missing('no-window', `${name} was not sampled.`);
  }

  /** `a - b` of two sampled series at the end of each interval, exact for 64-bit values. */
  differenceInIntervals(a: string, b: string): (number | null)[] | null {
    this.#declared('status', a);
    this.#declared('status', b);
    const first = this.observed.seriesOrStill(a);
    const second = this.observed.seriesOrStill(b);
    if (first === undefined || second === undefined) return null;
    const values = differences(first, second);
    return this.observed.intervals.map(({ index }) => values[index] ?? null);
  }

  rows(section: string, end: 'start' | 'end' = 'end'): Row[] {
    this.#declared('section', section);
    const found = this.observed.rows(section, end);
    if ('reason' in found) throw new MissingInput(found.reason);
    return found.rows;
  }

  syncInstruments(): Instrument[] {
    this.#declared('section', 'pfs-setup');
    const found = this.observed.syncInstruments();
    if ('reason' in found) throw new MissingInput(found.reason);
    return found.instruments;
  }

  innodbStatus(end: 'start' | 'end' = 'end'): JudgedStatus {
    this.#declared('section', 'innodb-status');
    const found = this.observed.innodbStatus(end);
    if ('reason' in found) throw new MissingInput(found.reason);
    return found.status;
  }

  /** Seconds between both captures of a cumulative section. */
  sectionSeconds(section: string): number {
    this.#declared('section', section);
    return (
      this.observed.sectionSeconds(section) ??
      this.missing('no-window', `Section ${section} was read once only: a rate needs both ends of a window.`)
    );
  }

  hostNumber(name: HostFactName): number {
    this.#declared('host', name);
    return this.#numeric(this.#take(this.observed.host(name)), `Host fact ${name}`);
  }

  hostText(name: HostFactName): string {
    this.#declared('host', name);
    return String(this.#take(this.observed.host(name)));
  }

  fact(id: string): number {
    return this.#numeric(this.factValue(id), `Fact ${id}`);
  }

  factValue(id: string): Value {
    this.#declared('fact', id);
    return this.#take(this.#facts.reading(id));
  }

  /** A fact of the same snapshot as a reading, for formulas that have another way when it is unknown. */
  factReading(id: string): Reading {
    this.#declared('fact', id);
    return this.#facts.reading(id);
  }

  factInIntervals(id: string): (number | null)[] {
    this.#declared('fact', id);
    return (
      this.#facts.perSecond(id) ?? this.missing('no-window', `Fact ${id} has no values per second here.`)
    );
  }

  windowSeconds(): number {
    return (
      this.observed.windowSeconds ??
      this.missing('no-window', 'The snapshot holds one moment only.', 'Take a snapshot with --for 30s.')
    );
  }

  #declared(kind: string, name: string): void {
    const wanted = `${kind}.${name}`.toLowerCase();
    if (!this.#definition.needs.some((need) => need.toLowerCase() === wanted)) {
      throw new Error(`Fact ${this.#definition.id} reads ${kind}.${name} without declaring it.`);
    }
  }

  #take<T extends Value>(reading: Reading<T>): T {
    if (reading.known) return reading.value;
    throw new MissingInput(reading.reason);
  }

  #numeric(value: Value, what: string): number {
    if (typeof value === 'number') return value;
    return this.missing('error', `${what} is not a number here: ${String(value)}.`);
  }
}
