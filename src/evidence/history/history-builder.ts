import {
  type Growth,
  type HourlySeries,
  historyLimits,
  hourMs,
  mostHours,
  type ServerHistory,
  type SettingChange,
} from '../../shared/history';
import type { Reason } from '../../shared/reason';
import { HourlyPoints, type HourSpan, isGap } from './hourly';

type Without<T> = T extends unknown ? Omit<T, 'values'> : never;
/** What a level is of that fills up. */
export type GrowthOf = Without<Growth>;

/** A value that a store has from a moment on, ms since 1970. */
export interface Dated {
  at: number;
  value: string;
}

/** Times are milliseconds since 1970, UTC. Of a span that is longer than a history, the last part is taken. */
export interface HistorySpan {
  fromMs: number;
  toMs: number;
  stepMs: number;
  /** When the server was found restarted, ascending. */
  restarts: readonly number[];
}

/**
 * Puts a history together from the points of a store. Pure: points come in by series, in ascending order and in any
 * number of pieces; the document goes out. It holds at most what `historyLimits` allow and says what was left out.
 */
export class HistoryBuilder {
  readonly #span: HourSpan;
  readonly #series = new Map<string, { points: HourlyPoints; unit: string }>();
  readonly #growth = new Map<string, { of: GrowthOf; points: HourlyPoints }>();
  readonly #settings = new Map<string, { last: Dated; changes: SettingChange[] }>();
  readonly #missing = new Map<string, Reason>();
  readonly #gaps: { from: number; to: number }[] = [];
  #versions: Dated[] = [];
  #seenUntil: number;
  readonly #toMs: number;
  #isPresent = false;

  constructor({ fromMs, toMs, stepMs, restarts }: HistorySpan) {
    const end = Math.ceil(toMs / hourMs) * hourMs;
    const start = Math.max(Math.floor(fromMs / hourMs) * hourMs, end - mostHours * hourMs);
    this.#span = { fromMs: start, hours: Math.max(1, (end - start) / hourMs), stepMs, restarts };
    this.#seenUntil = Math.max(fromMs, start);
    this.#toMs = toMs;
  }

  /** Points of a status variable or of the host. @param unit of the level, or of what is counted */
  series(
    name: string,
    { kind, unit }: Pick<HourlySeries, 'kind' | 'unit'>,
    times: ArrayLike<number>,
    values: ArrayLike<number | null>,
  ): void {
    const found = this.#series.get(name) ?? { points: new HourlyPoints(kind, this.#span), unit };
    if (!this.#series.has(name)) {
      if (this.#series.size >= historyLimits.series) {
        this.missing(name, tooMany(historyLimits.series, 'series'));
        return;
      }
      this.#series.set(name, found);
    }
    found.points.add(times, values);
  }

  /** Points of what fills up. */
  growth(of: GrowthOf, times: ArrayLike<number>, values: ArrayLike<number | null>): void {
    const key = keyOf(of);
    const found = this.#growth.get(key) ?? { of, points: new HourlyPoints('gauge', this.#span) };
    if (!this.#growth.has(key) && this.#growth.size >= historyLimits.growth) {
      this.missing(`growth.${of.of}`, tooMany(historyLimits.growth, 'levels that grow'));
      return;
    }
    // A limit moves: a volume is enlarged, a column widened.
    this.#growth.set(key, { of: { ...found.of, limit: of.limit }, points: found.points });
    found.points.add(times, values);
  }

  /** Values of a setting, ascending: where one differs from that before, the setting was changed. */
  setting(variable: string, values: readonly Dated[]): void {
    for (const value of values) {
      const known = this.#settings.get(variable);
      if (known === undefined) {
        this.#settings.set(variable, { last: value, changes: [] });
        continue;
      }
      if (value.value !== known.last.value && this.#isWithin(value.at)) {
        const change = { at: iso(value.at), variable, from: known.last.value, to: value.value };
        known.changes.push(change);
      }
      known.last = value;
    }
  }

  /** Versions that the store has of the server, ascending. */
  versions(values: readonly Dated[]): void {
    this.#versions = [...this.#versions, ...values].sort((a, b) => a.at - b.at);
  }

  /** Moments at which the store has something of the server, ascending: where they are far apart, there is a gap. */
  present(times: ArrayLike<number>): void {
    this.#isPresent = true;
    for (let index = 0; index < times.length; index += 1) {
      const at = times[index] ?? 0;
      this.#gapUntil(at);
      this.#seenUntil = Math.max(this.#seenUntil, at);
    }
  }

  /** Why something is not there, by the name of a series, or `growth.table`, `settings`, `host` for many. */
  missing(what: string, reason: Reason): void {
    if (this.#missing.size < historyLimits.missing) this.#missing.set(what, reason);
  }

  /** The document. @param readAt ms since 1970 */
  build(source: ServerHistory['source'], readAt: number): ServerHistory {
    const { fromMs, hours, stepMs, restarts } = this.#span;
    if (this.#isPresent) this.#gapUntil(this.#toMs);
    const settings = [...this.#settings.values()].flatMap(({ changes }) => changes);
    const seen = this.#versions.filter(({ at }) => this.#isWithin(at));
    const versions = seen.flatMap(({ at, value }, index) => {
      const before = seen[index - 1]?.value ?? value;
      return before === value ? [] : [{ at: iso(at), from: before, to: value }];
    });
    const each = Math.floor(historyLimits.changes / 4);
    return {
      source,
      readAt: iso(readAt),
      from: iso(fromMs),
      to: iso(fromMs + hours * hourMs),
      stepMs,
      series: Object.fromEntries(
        [...this.#series].map(([name, { points, unit }]) => [name, points.series(unit)]),
      ),
      restarts: restarts
        .filter((at) => this.#isWithin(at))
        .slice(-each)
        .map(iso),
      gaps: this.#gaps.slice(-historyLimits.gaps).map(({ from, to }) => ({ from: iso(from), to: iso(to) })),
      settings: settings.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).slice(-2 * each),
      versions: versions.slice(-each),
      growth: [...this.#growth.values()].map(({ of, points }) => ({ ...of, values: points.levels() })),
      missing: Object.fromEntries(this.#missing),
    };
  }

  #gapUntil(at: number): void {
    if (isGap(this.#span.stepMs, at - this.#seenUntil)) this.#gaps.push({ from: this.#seenUntil, to: at });
  }

  #isWithin(at: number): boolean {
    const { fromMs, hours } = this.#span;
    return at >= fromMs && at < fromMs + hours * hourMs;
  }
}

function tooMany(most: number, what: string): Reason {
  return { code: 'too-large', text: `A history holds at most ${most} ${what}.` };
}

function keyOf(of: GrowthOf): string {
  if (of.of === 'disk') return `disk ${of.path}`;
  return JSON.stringify([of.of, of.schema, of.table, of.of === 'table' ? null : of.column]);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
