import { statusVariable } from '../../../knowledge/catalog/status/status-catalog';
import type { StatusPiece } from '../piece';
import { addedUp, StatusSeries, uptimeOf } from '../readings';
import type { LabelFindings } from './label-lines';
import { LesserValues } from './lesser-values';
import type { Pair } from './pairs';
import type { ReportFindings } from './reports';
import type { StatusColumns } from './status-columns';

/** From so many names on, the first of them seen again begins another reading. */
const readingNames = 10;
const secondsOfDay = 86_400;
/** `mysqladmin -ri10 extended-status`, and the like of other programs. */
const asksForDifferences =
  /\b(?:mysqladmin|mariadb-admin|pt-mext|mext)\b[^|]{0,200}?\s(?:-[a-z]{0,3}r|--relative)(?=[\s\d]|i\d|$)/;
const longestInterval = 3_600;
const ofOneInterval =
  'it holds the differences of one interval (mysqladmin -r): they count as averages, and gauges are left out';
const ofAverages = 'it gives averages per second without the time since start: they count as they are';

/** Variables, and readings of the status, in the order in which a text gives them. Push pairs, then `end()`. */
export class PasteValues {
  readonly variables = new Map<string, string>();
  readonly #series: StatusSeries;
  readonly #lesser = new LesserValues();
  #reading = new Map<string, string>();
  #firstName: string | null = null;
  #readings = 0;
  /** Why the counters are those of a day at the average rates; null: they are totals. */
  #averages: string | null = null;
  #areDifferences = false;

  /** @param readings the most that are kept */
  constructor(readings: number) {
    this.#series = new StatusSeries(readings);
  }

  /** A line of any kind: it may say that the counters are differences. */
  readLine(line: string): void {
    this.#areDifferences ||= line.length <= 500 && asksForDifferences.test(line);
  }

  push(pair: Pair): void {
    const { kind, name, value } = pair;
    // A service computes `{DBInstanceClassMemory*3/4}`; `version: '3.7'` is of a compose file.
    if (
      kind === 'variable' &&
      (value.startsWith('{') || (name === 'version' && !/^\d{1,2}\.\d{1,2}\.\d{1,3}/.test(value)))
    )
      return;
    if (this.#lesser.push(pair)) return;
    if (kind === 'variable') {
      this.variables.set(name, value);
      return;
    }
    const again = this.#reading.get(name);
    if (again !== undefined && this.#beginsAnother(name, again, value)) this.#endReading();
    if (this.#reading.size === 0) this.#firstName = name;
    this.#reading.set(name, value);
  }

  /**
   * Adds what stands where the server's own answers do not: numbers of reports, labels, messages of a log.
   * @param options settings of my.cnf: prose gives way to them
   * @param beside the readings that stand beside the first one
   */
  end(
    said: ReportFindings,
    labelled: LabelFindings,
    logged: ReadonlyMap<string, string>,
    options: ReadonlyMap<string, string>,
    beside: ReturnType<StatusColumns['end']>,
  ): { readings: StatusPiece[]; remarks: string[] } {
    if (this.#readings === 0) this.#lesser.fillStatus(this.#reading, said.status, labelled.status);
    this.#fillIn(said);
    this.#fillInLabels(labelled);
    this.#fillVariables(logged);
    this.#lesser.fillVariables(this.variables, options);
    const differences = this.#readings === 0 && beside === null ? this.#differencesOfADay() : null;
    if (differences !== null) {
      this.#reading = differences;
      this.#averages = ofOneInterval;
    }
    this.#endReading();
    // Columns beside a single list; of several lists below each other each is a reading by itself.
    const columns = this.#readings === 1 ? beside : null;
    for (const reading of columns?.later ?? []) this.#series.add(reading);
    const { readings, remarks } = this.#series.finish();
    return {
      readings,
      remarks: [
        ...remarks,
        ...(columns?.areDifferences ? [addedUp] : []),
        ...(this.#averages === null ? [] : [this.#averages]),
      ],
    };
  }

  /** The first name seen again after many, or an Uptime that differs: a name may well be repeated in prose. */
  #beginsAnother(name: string, before: string, now: string): boolean {
    if (this.#reading.size < readingNames) return name === 'Uptime' && before !== now;
    return name === this.#firstName || (name === 'Uptime' && before !== now);
  }

  #endReading(): void {
    if (this.#reading.size > 0)
      this.#series.add({
        kind: 'status',
        values: this.#reading,
        at: null,
        ...(this.#averages === null ? {} : { ofADay: true }),
      });
    this.#readings += this.#reading.size > 0 ? 1 : 0;
    this.#reading = new Map();
  }

  /** The differences of one interval without the totals before it, as a day of them; what is no counter is not known. */
  #differencesOfADay(): Map<string, string> | null {
    const seconds = uptimeOf(this.#reading);
    if (!this.#areDifferences || seconds === null || seconds === 0 || seconds > longestInterval) return null;
    const counters = [...this.#reading].filter(
      ([name, value]) => statusVariable(name)?.kind === 'counter' && /^\d{1,15}$/.test(value),
    );
    return new Map(
      counters.map(([name, value]) => [name, String(Math.round((Number(value) * secondsOfDay) / seconds))]),
    );
  }

  /** So do the figures of a monitor or a summary; rates without an uptime are of a day. */
  #fillInLabels({ variables, status, rates }: LabelFindings): void {
    this.#fillVariables(variables);
    const isAlone = this.#readings === 0 && this.#reading.size === 0;
    for (const [name, value] of status) if (!this.#reading.has(name)) this.#reading.set(name, value);
    const uptime = Number(this.#reading.get('Uptime') ?? Number.NaN);
    if (rates.size === 0 || (!isAlone && Number.isNaN(uptime))) return;
    if (Number.isNaN(uptime)) this.#averages ??= ofAverages;
    const seconds = Number.isNaN(uptime) ? secondsOfDay : uptime;
    for (const [name, rate] of rates)
      if (!this.#reading.has(name)) this.#reading.set(name, String(Math.round(rate * seconds)));
  }

  /** A report's numbers stand where the server's own answers do not. */
  #fillIn({ variables, status, ofADay }: ReportFindings): void {
    this.#fillVariables(variables);
    if (this.#readings > 0) return;
    for (const [name, value] of status) if (!this.#reading.has(name)) this.#reading.set(name, value);
    if (ofADay === null || this.#reading.size > 0) return;
    this.#reading = new Map(ofADay);
    this.#averages ??= ofAverages;
  }

  #fillVariables(values: ReadonlyMap<string, string>): void {
    for (const [name, value] of values) if (!this.variables.has(name)) this.variables.set(name, value);
  }
}
