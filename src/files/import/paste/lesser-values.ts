import type { Pair } from './pairs';

/** Values that count only where nothing firmer gives one, wherever in the text that stands: of roles, then of prose. */
export class LesserValues {
  readonly #variables = { role: new Map<string, string>(), prose: new Map<string, string>() };
  readonly #status = new Map<string, string>();

  /** Whether it is such a value. */
  push({ by, kind, name, value }: Pair): boolean {
    if (by === undefined) return false;
    (kind === 'status' ? this.#status : this.#variables[by]).set(name, value);
    return true;
  }

  /** Adds the variables that are not there. */
  fillVariables(values: Map<string, string>, options: ReadonlyMap<string, string>): void {
    for (const [name, value] of [...this.#variables.role, ...this.#variables.prose])
      if (!values.has(name) && !options.has(name)) values.set(name, value);
  }

  /** Adds the counters that are neither there nor in a report. */
  fillStatus(values: Map<string, string>, ...reports: ReadonlyMap<string, unknown>[]): void {
    for (const [name, value] of this.#status)
      if (!values.has(name) && reports.every((report) => !report.has(name))) values.set(name, value);
  }
}
