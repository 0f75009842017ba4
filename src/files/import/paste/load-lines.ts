import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';
import { millisecondsOf } from './values';

/** Average active sessions by wait or by statement; times as seconds of a second. */
export interface LoadTable {
  section: SectionId;
  columns: string[];
  rows: Cell[][];
}

const verb = /^(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|CALL|COMMIT|WITH|SET|LOAD)\b/i;
/** `wait/synch/mutex/innodb/trx_mutex`, `io/redo_log_flush`, `CPU`. */
const event = /^(?:wait\/)?(?:(?:io|synch|lock)\/[\w/:*]{4,120})$|^CPU$/i;
const plainNumber = /^\d{1,6}(?:\.\d{1,4})?$/;
const sessions = /^(\d{1,6}(?:\.\d{1,4})?) ?(?:AAS|sessions)$/i;
const perSecond = /^(\d{1,7}(?:\.\d{1,4})?) ?(k)? ?(?:QPS|\/s(?:ec)?|per sec(?:ond)?|calls\/s(?:ec)?)$/i;
const time = /^(\d{1,7}(?:\.\d{1,4})?) ?(µs|us|ms|s|sec)$/i;
/** `14.2 AAS of 16.1` and `(30.8 AAS)` behind a statement. */
const behind = /^(.{8,2000}?)[\s|(–—-]{1,12}(\d{1,6}(?:\.\d{1,4})?) ?AAS\b(?: of (\d{1,6}(?:\.\d{1,4})?))?/i;
/** `average active sessions 48`, `DB load: 16.1 AAS`. */
const totalOf =
  /\b(?:average active sessions|avg active sessions|AAS|DB ?load)\b[^\d%]{0,20}(\d{1,6}(?:\.\d{1,4})?)(?![\d%])/i;
const most = 100;

interface Load {
  sessions: number;
  /** Executions a second; null: not shown. */
  rate: number | null;
}

/**
 * The load by statement and by wait, as Performance Insights of Amazon RDS and the query analytics of PMM show it. Push lines, then
 * `end()`. Nothing is taken where only one wait, or a statement without the load of all, is shown.
 */
export class LoadLines {
  readonly #redact: (sql: string) => string;
  readonly #waits = new Map<string, number>();
  readonly #statements = new Map<string, Load>();
  #total: number | null = null;
  /** A heading names the load, so that a bare number behind a statement is one. */
  #hasHeading = false;

  /** @param redactStatement replaces the literals of a statement, unless they are to be kept */
  constructor(redactStatement: (sql: string) => string) {
    this.#redact = redactStatement;
  }

  push(line: string): void {
    if (line.length > 3_000 || !/\d|load/i.test(line)) return;
    const cells = line
      .trim()
      .split(/\s{2,}|\t|\s?\|\s?/)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '');
    this.#hasHeading ||= cells.some((cell) => /^load$/i.test(cell)) && !/\d/.test(line);
    if (this.#takeWait(cells) || this.#takeRow(cells) || this.#takeSentence(line)) return;
    const total = Number(totalOf.exec(line)?.[1] ?? Number.NaN);
    if (total > 0) this.#total = total;
  }

  end(): LoadTable[] {
    const waits = [...this.#waits].filter(([name]) => name !== 'CPU');
    const known = [...this.#statements.values()].reduce((sum, load) => sum + load.sessions, 0);
    const rest = (this.#total ?? 0) - known;
    const statements = this.#total === null || rest < -0.05 * known ? [] : [...this.#statements];
    return [
      ...(waits.length < 2
        ? []
        : [
            {
              section: 'pfs-waits-global' as const,
              columns: ['EVENT_NAME', 'COUNT_STAR', 'SUM_TIMER_WAIT'],
              rows: waits.map(([name, value]): Cell[] => [name, null, picoseconds(value)]),
            },
          ]),
      ...(statements.length === 0
        ? []
        : [
            {
              section: 'statement-digests' as const,
              columns: ['SCHEMA_NAME', 'DIGEST', 'DIGEST_TEXT', 'COUNT_STAR', 'SUM_TIMER_WAIT'],
              rows: [
                ...statements.map(([sql, load], index): Cell[] => [
                  null,
                  `load-${index + 1}`,
                  sql,
                  load.rate === null ? null : Math.max(1, Math.round(load.rate)),
                  picoseconds(load.sessions),
                ]),
                ...(rest > 0
                  ? [[null, 'load-others', 'other statements', null, picoseconds(rest)] as Cell[]]
                  : []),
              ],
            },
          ]),
    ];
  }

  /** `62 %` of the load, where a line before says how much that is. */
  #shareOf(text: string): number | null {
    const [, percent] = /^(\d{1,3}(?:\.\d{1,2})?) ?%$/.exec(text) ?? [];
    return percent === undefined || this.#total === null ? null : (this.#total * Number(percent)) / 100;
  }

  #takeWait(cells: readonly string[]): boolean {
    const at = cells.findIndex((cell) => event.test(cell));
    // One blank before the figure: `wait/io/redo_log_flush 1.9`.
    const [, joined = '', figure = ''] =
      at >= 0 || cells.length !== 1
        ? []
        : (/^(\S{3,130}) (\d[\d.]{0,10}(?: ?AAS| ?%)?)$/i.exec(cells[0] ?? '') ?? []);
    const name = at >= 0 ? (cells[at] ?? '') : event.test(joined) ? joined : '';
    const shown = at >= 0 ? (cells[at + 1] ?? '') : figure;
    const value = loadOf(shown) ?? this.#shareOf(shown);
    if (name === '' || value === null || cells.length > at + 3) return false;
    if (this.#waits.size < most)
      this.#waits.set(/^cpu$/i.test(name) ? 'CPU' : `wait/${name.replace(/^wait\//, '')}`, value);
    return true;
  }

  /** `1  SELECT ...  14.9  12.1 QPS  1.23 s`, and the line of all. */
  #takeRow(cells: readonly string[]): boolean {
    const at = cells.findIndex((cell) => verb.test(cell) || /^TOTAL$/.test(cell));
    const figures = cells.slice(at + 1);
    if (at < 0 || at > 1 || figures.length === 0) return false;
    const rate = figures.map(rateOf).find((value) => value !== null) ?? null;
    const mean = figures.map(timeOf).find((value) => value !== null) ?? null;
    const shown = figures.map((cell) => sessions.exec(cell)?.[1]).find((value) => value !== undefined);
    const bare = this.#hasHeading ? figures.find((cell) => plainNumber.test(cell)) : undefined;
    const load = shown ?? bare;
    const value =
      load !== undefined ? Number(load) : rate !== null && mean !== null ? (rate * mean) / 1000 : null;
    if (value === null) return false;
    const text = cells[at] ?? '';
    if (text === 'TOTAL') this.#total = value;
    else if (this.#statements.size < most)
      this.#statements.set(this.#redact(text), { sessions: value, rate });
    return true;
  }

  /** Lists cut long statements: what stands for the rest is none of the text. */
  #add(sql: string, load: Load): void {
    const text = this.#redact(sql.replace(/(?:\.\.\.|…)$/, '').trim());
    if (this.#statements.size < most) this.#statements.set(text, load);
  }

  #takeSentence(line: string): boolean {
    const start = /(?:^|[:>*-] )\s{0,4}(?=(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|CALL|COMMIT)\b)/i.exec(line);
    const [, sql = '', load, of] =
      start === null ? [] : (behind.exec(line.slice(start.index + start[0].length)) ?? []);
    if (load === undefined) return false;
    this.#add(sql, { sessions: Number(load), rate: null });
    if (of !== undefined) this.#total = Number(of);
    return true;
  }
}

const picoseconds = (seconds: number) => String(BigInt(Math.round(seconds * 1e6)) * 1_000_000n);

function loadOf(cell: string): number | null {
  const text = sessions.exec(cell)?.[1] ?? (plainNumber.test(cell) ? cell : undefined);
  return text === undefined ? null : Number(text);
}

function rateOf(cell: string): number | null {
  const [, count, thousands] = perSecond.exec(cell) ?? [];
  return count === undefined ? null : Number(count) * (thousands === undefined ? 1 : 1000);
}

/** Milliseconds. */
function timeOf(cell: string): number | null {
  const [, count, unit = ''] = time.exec(cell) ?? [];
  return count === undefined ? null : Number(count) * (millisecondsOf[unit.toLowerCase()] ?? 1);
}
