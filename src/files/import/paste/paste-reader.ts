import { StatusFragment } from '../../../knowledge/innodb-status/fragment';
import { defined } from '../../../shared/base/defined';
import { parseSize } from '../../../shared/base/units';
import type { Piece } from '../piece';
import { StatusSeries } from '../readings';
import { ColumnTables } from './columns';
import { ErrorLogLines, errorLogColumns } from './error-log-lines';
import { HostLineReader } from './host-lines';
import { type LabelFindings, LabelLines } from './label-lines';
import { LesserValues } from './lesser-values';
import { plainLine } from './lines';
import type { KnownName } from './names';
import { OptionLines } from './option-lines';
import { asValue, type Pair, pairOf, pairsOf } from './pairs';
import { ProcessRows } from './process-rows';
import { QueryDigestLines } from './query-digest';
import { ReplicaLines } from './replica-lines';
import { type ReportFindings, ReportReader } from './reports';
import { SlowLogLines } from './slow-log-lines';
import { StatedHostingReader } from './stated-hosting';
import { StatedServerReader } from './stated-server';

/** What was read of a text, and what not. */
const poolSize = 'innodb_buffer_pool_size';

export interface PasteResult {
  pieces: Piece[];
  /** Readings of the status. */
  readings: number;
  variables: number;
  status: number;
  /** Settings of my.cnf. */
  options: number;
  /** Whether there are parts of an InnoDB status. */
  innodbStatus: boolean;
  /** Report whose numbers were read; null: none. */
  report: string | null;
  /** Numbers that a report had rounded for people. */
  rounded: number;
  /** Lines with a name and a value of which the name is not known; the first ones. */
  strange: string[];
  /** Memory of the machine that the text gives and that was not taken, with the reason. */
  leftOut: string[];
  remarks: string[];
}

/** From so many names on, the first of them seen again begins another reading. */
const readingNames = 10;
const strangeLines = 20;
const secondsOfDay = 86_400;

/**
 * Reads variables and status out of a text as people paste it: answers of the server in any form, mixed, without
 * headings, with prose around them, and what reports print. Push lines, then `end()`.
 */
export class PasteReader {
  readonly #series: StatusSeries;
  readonly #reports = new ReportReader();
  readonly #options = new OptionLines();
  readonly #tables = new ColumnTables();
  readonly #host = new HostLineReader();
  readonly #replica = new ReplicaLines();
  readonly #errorLog = new ErrorLogLines();
  readonly #labels = new LabelLines();
  readonly #processes = new ProcessRows();
  readonly #digest: QueryDigestLines;
  readonly #slowLog: SlowLogLines;
  readonly #stated = new StatedServerReader();
  readonly #hosting = new StatedHostingReader();
  readonly #monitor = new StatusFragment();
  readonly #variables = new Map<string, string>();
  readonly #lesser = new LesserValues();
  readonly #strange: string[] = [];
  /** The line before, where it is of no known form: a sentence may go on. */
  #before = '';
  #reading = new Map<string, string>();
  #firstName: string | null = null;
  #readings = 0;
  #isOfADay = false;
  #open: KnownName | null = null;
  #vertical: KnownName | null = null;
  #broken: string | null = null;
  #hasClosedRows = false;
  #within: KnownName['kind'] | null = null;

  /** @param redactStatement replaces the literals of a statement, unless they are to be kept */
  constructor(readings: number, redactStatement: (sql: string) => string) {
    this.#series = new StatusSeries(readings);
    this.#digest = new QueryDigestLines(redactStatement);
    this.#slowLog = new SlowLogLines(redactStatement);
  }

  push(line: string): void {
    this.#hosting.push(line);
    for (const part of plainLine(line).split('\n')) {
      this.#monitor.push(part);
      if (!this.#isScrap(part)) this.#pushPart(part);
    }
  }

  /** Too short for a name, no value, and nothing waits for it: many short lines cost the most of all texts. */
  #isScrap(part: string): boolean {
    if (part.length === 0 || part.length > 5 || this.#open !== null || this.#broken !== null) return false;
    return this.#vertical === null && !/[\d|[\]:=\s]/.test(part);
  }

  /** A drawn row that a terminal broke into two lines is one again. */
  #pushPart(part: string): void {
    const held = this.#broken;
    this.#broken = null;
    this.#hasClosedRows ||= /^\|.{1,500}\|$/.test(part);
    if (held !== null && /^[|+]/.test(part.trimStart())) {
      this.#take(held);
      this.#pushPart(part);
    } else if (held !== null) this.#take(held + part);
    else if (/^\|[^|]{1,120}\|[^|]{1,500}$/.test(part)) this.#broken = part;
    else this.#take(part);
  }

  end(): PasteResult {
    // A row that was cut says nothing of its value.
    if (this.#broken !== null && !this.#hasClosedRows) this.#take(this.#broken);
    const options = this.#options.end();
    const said = this.#reports.end();
    const labelled = this.#labels.end();
    const log = this.#errorLog.end();
    if (this.#readings === 0) this.#lesser.fillStatus(this.#reading, said.status, labelled.status);
    this.#fillIn(said);
    this.#fillInLabels(labelled);
    for (const [name, value] of log?.variables ?? [])
      if (!this.#variables.has(name)) this.#variables.set(name, value);
    this.#lesser.fillVariables(this.#variables, options);
    this.#endReading();
    const { readings, remarks } = this.#series.finish();
    const pools = [this.#variables, options].map((given) => given.get(poolSize));
    this.#host.poolBytes = Math.max(0, ...pools.map((pool) => parseSize(String(pool ?? '')) ?? 0));
    const memoryBytes = said.memoryBytes ?? labelled.memoryBytes ?? this.#host.memoryBytes;
    const dataBytes = said.dataBytes ?? this.#host.dataBytes;
    const cpus = labelled.cpus ?? this.#host.cpus;
    const names = new Set(readings.flatMap(({ values }) => [...values.keys()]));
    const pieces: Piece[] = [...readings];
    if (this.#variables.size > 0)
      pieces.push({ kind: 'variables', values: this.#variables, sources: new Map(), at: null });
    const monitor = this.#monitor.end();
    if (monitor !== null) pieces.push({ kind: 'innodb-status', text: monitor, at: null });
    if (options.size > 0) pieces.push({ kind: 'options', values: options });
    const replica = this.#replica.end();
    if (replica !== null) pieces.push({ kind: 'table', section: 'replication', ...replica, at: null });
    const processes = this.#processes.end();
    if (processes !== null)
      pieces.push({
        kind: 'table',
        section: 'processlist',
        columns: processColumns,
        rows: processes,
        at: null,
      });
    if (log !== null)
      pieces.push({
        kind: 'table',
        section: 'error-log',
        columns: errorLogColumns,
        rows: log.rows.toReversed(),
        at: log.latest,
      });
    const slow = this.#slowLog.end() ?? this.#digest.end();
    if (slow !== null) pieces.push({ kind: 'slow-log', log: slow });
    // What top or lscpu says of the machine is worth nothing without the server.
    if (said.memoryBytes !== undefined || said.dataBytes !== undefined || pieces.length > 0)
      pieces.push(
        ...hostPiece({ memoryBytes, memoryAvailableBytes: this.#host.memoryAvailableBytes, dataBytes, cpus }),
      );
    const stated = this.#stated.end();
    // Prose alone is nothing to import.
    if (stated !== null && pieces.length > 0) pieces.push({ kind: 'stated-server', ...stated });
    const hosting = this.#hosting.end();
    if (hosting !== null && pieces.length > 0) pieces.push({ kind: 'stated-hosting', hosting });
    return {
      pieces,
      readings: readings.length,
      variables: this.#variables.size,
      status: names.size,
      options: options.size,
      innodbStatus: monitor !== null,
      report: said.report,
      rounded: said.rounded,
      strange: this.#strange,
      leftOut: this.#host.leftOut,
      remarks: this.#isOfADay
        ? [...remarks, 'it gives averages per second without the time since start: they count as they are']
        : remarks,
    };
  }

  #take(line: string): void {
    const before = this.#before;
    this.#before = '';
    this.#host.push(line);
    if (this.#errorLog.push(line)) {
      // Some messages have figures that a report's reader knows.
      this.#reports.push(line);
      this.#stated.push(line);
      this.#open = null;
      return;
    }
    if (this.#slowLog.push(line) || this.#digest.push(line) || this.#processes.push(line)) {
      this.#open = null;
      return;
    }
    if (this.#options.push(line)) {
      // A comment says of which server the file is.
      if (/^\s*[#;]/.test(line)) this.#stated.push(line);
      this.#open = null;
      return;
    }
    if (this.#replica.push(line)) {
      this.#open = null;
      return;
    }
    const cells = this.#tables.push(line);
    if (cells !== null) {
      for (const pair of cells) this.#add(pair);
      this.#open = null;
      return;
    }
    if (this.#takeVertical(line) || this.#reports.push(line) || this.#labels.push(line)) {
      this.#open = null;
      return;
    }
    const open = this.#open;
    const alone = open === null ? null : asValue(line);
    if (open !== null && alone !== null) {
      this.#add(pairOf(open, alone));
      this.#open = null;
      return;
    }
    if (line.trim() === '') return;
    this.#stated.push(line);
    const { pairs, open: next, strange } = pairsOf(line, before);
    this.#before = pairs.length === 0 ? line.slice(-300) : '';
    this.#open = next;
    for (const pair of pairs) this.#add(pair);
    this.#within = pairs.at(-1)?.kind ?? (strange === null ? null : this.#within);
    if (strange === null) return;
    // Within a list of variables an unknown name is one of a plugin, or newer than the catalog.
    if (this.#within !== null) this.#add({ ...strange, kind: this.#within });
    else if (this.#strange.length < strangeLines) this.#strange.push(line.trim().slice(0, 120));
  }

  /** `Variable_name: Uptime` with `Value: 12` below it; `- name: log_output` and `name = "log_output"` of services. */
  #takeVertical(line: string): boolean {
    const match = /^\s*(?:- )?(Variable_name|name|Value)\s{0,20}[:=](.*)$/i.exec(line);
    if (match?.[1] === undefined) return false;
    const [heading, text] = [match[1].toLowerCase(), unquotedText((match[2] ?? '').trim())];
    const isName = heading !== 'value';
    if (isName) this.#vertical = pairsOf(text).open;
    else if (this.#vertical !== null && !text.includes('{')) this.#add(pairOf(this.#vertical, text));
    // A name of something else is for others to read.
    return heading !== 'name' || this.#vertical !== null;
  }

  #add(pair: Pair): void {
    const { kind, name, value } = pair;
    // A service computes `{DBInstanceClassMemory*3/4}`; `version: '3.7'` is of a compose file.
    if (
      kind === 'variable' &&
      (value.startsWith('{') || (name === 'version' && !/^\d{1,2}\.\d{1,2}\.\d{1,3}/.test(value)))
    )
      return;
    if (this.#lesser.push(pair)) return;
    if (kind === 'variable') {
      this.#variables.set(name, value);
      return;
    }
    const again = this.#reading.get(name);
    if (again !== undefined && this.#beginsAnother(name, again, value)) this.#endReading();
    if (this.#reading.size === 0) this.#firstName = name;
    this.#reading.set(name, value);
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
        ...(this.#isOfADay ? { ofADay: true } : {}),
      });
    this.#readings += this.#reading.size > 0 ? 1 : 0;
    this.#reading = new Map();
  }

  /** So do the figures of a monitor or a summary; rates without an uptime are of a day. */
  #fillInLabels({ variables, status, rates, historyLength }: LabelFindings): void {
    for (const [name, value] of variables) if (!this.#variables.has(name)) this.#variables.set(name, value);
    if (historyLength !== null) this.#monitor.push(`History list length ${historyLength}`);
    const isAlone = this.#readings === 0 && this.#reading.size === 0;
    for (const [name, value] of status) if (!this.#reading.has(name)) this.#reading.set(name, value);
    const uptime = Number(this.#reading.get('Uptime') ?? Number.NaN);
    if (rates.size === 0 || (!isAlone && Number.isNaN(uptime))) return;
    this.#isOfADay ||= Number.isNaN(uptime);
    const seconds = Number.isNaN(uptime) ? secondsOfDay : uptime;
    for (const [name, rate] of rates)
      if (!this.#reading.has(name)) this.#reading.set(name, String(Math.round(rate * seconds)));
  }

  /** A report's numbers stand where the server's own answers do not. */
  #fillIn({ variables, status, ofADay }: ReportFindings): void {
    for (const [name, value] of variables) if (!this.#variables.has(name)) this.#variables.set(name, value);
    if (this.#readings > 0) return;
    for (const [name, value] of status) if (!this.#reading.has(name)) this.#reading.set(name, value);
    if (ofADay === null || this.#reading.size > 0) return;
    this.#reading = new Map(ofADay);
    this.#isOfADay = true;
  }
}

const processColumns = ['ID', 'USER', 'HOST', 'DB', 'COMMAND', 'TIME', 'STATE', 'INFO'];

function hostPiece(said: {
  memoryBytes?: number | undefined;
  memoryAvailableBytes?: number | undefined;
  dataBytes?: number | undefined;
  cpus?: number | undefined;
}): Piece[] {
  const facts = defined(said);
  return Object.keys(facts).length === 0 ? [] : [{ kind: 'host', ...facts }];
}

function unquotedText(text: string): string {
  return text.replace(/^(["'])(.{0,2000})\1,?$/, '$2');
}
