import { type KnownName, knownName } from './names';
import { type Pair, pairOf } from './pairs';

const field =
  /^\s{0,60}"(name|currentValue|Label|Timestamp|Maximum|Average|Sum|Minimum)"\s{0,4}:\s{0,4}(?:"((?:[^"\\]|\\.){0,500})"|(-?\d[\d.eE+]{0,40})),?\s{0,10}$/;

const mostMetrics = 100;
const mostFigures = 2_000;

/** What services answer in JSON with a value before its name, or with the value of a metric at each time. */
export class JsonBlocks {
  #name: KnownName | null = null;
  #value: string | null = null;
  #label = '';
  #latest = '';
  /** Of the metric of CloudWatch: the value at the latest time. */
  #at = '';
  #figure: number | null = null;
  #historyLength: number | null = null;
  /** Figures of each metric, in any order. */
  readonly metrics = new Map<string, number[]>();
  #isInValues = false;

  /** The length of the history list that a metric of CloudWatch gives; null: none. */
  get historyLength(): number | null {
    return this.#historyLength;
  }

  push(line: string): Pair | null {
    if (line.length > 1_000) return null;
    if (this.#isInValues) return this.#takeValue(line);
    this.#isInValues = /^\s{0,60}"Values"\s{0,4}:\s{0,4}\[\s{0,4}$/.test(line);
    const [, key, text, number] = field.exec(line) ?? [];
    if (key !== undefined) this.#take(key, text ?? number ?? '');
    return /^\s{0,60}\}/.test(line) ? this.#close() : null;
  }

  #take(key: string, value: string): void {
    if (key === 'name') this.#name = knownName(value);
    else if (key === 'currentValue') this.#value = value;
    else if (key === 'Label') [this.#label, this.#latest] = [value, ''];
    else if (key === 'Timestamp') this.#at = value;
    else this.#figure = Number(value);
  }

  /** `get-metric-data` lists the figures apart from their times. */
  #takeValue(line: string): null {
    const figure = /^\s{0,60}(-?\d[\d.eE+]{0,40}),?\s{0,10}$/.exec(line)?.[1];
    this.#isInValues = figure !== undefined;
    if (figure !== undefined) this.#addFigure(Number(figure));
    return null;
  }

  #addFigure(figure: number): void {
    const figures = this.metrics.get(this.#label) ?? [];
    if (Number.isNaN(figure) || this.#label === '' || figures.length >= mostFigures) return;
    figures.push(figure);
    if (figures.length > 1 || this.metrics.size < mostMetrics) this.metrics.set(this.#label, figures);
  }

  /** The end of an object. */
  #close(): Pair | null {
    const [name, value, at, figure] = [this.#name, this.#value, this.#at, this.#figure];
    [this.#name, this.#value, this.#at, this.#figure] = [null, null, '', null];
    if (figure !== null && at !== '') this.#addFigure(figure);
    // Points stand in any order.
    if (/^RollbackSegmentHistoryListLength$/i.test(this.#label) && figure !== null && at >= this.#latest)
      [this.#latest, this.#historyLength] = [at, Math.round(figure)];
    return name === null || value === null ? null : pairOf(name, value);
  }
}
