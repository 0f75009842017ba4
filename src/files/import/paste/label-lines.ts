import { isNumeric, type KnownName, knownName } from './names';
import { plainValue, sizeValue, spanSeconds } from './values';

/** What a line of a monitor or a summary says, in the words that it has for people. */
export interface LabelFindings {
  variables: Map<string, string>;
  /** Counts as they stand at the moment. */
  status: Map<string, string>;
  /** Averages a second. */
  rates: Map<string, number>;
  historyLength: number | null;
  memoryBytes: number | null;
  cpus: number | null;
}

/** What a label is the label of. */
type Target = KnownName | { kind: 'memory' | 'cpus' | 'history' | 'log-files' | 'started'; name: string };

const variable = (name: string): KnownName => ({ kind: 'variable', name });

/** Labels of pt-mysql-summary that are no names of the server, in small letters. */
const summaryLabels: ReadonlyMap<string, Target> = new Map<string, Target>([
  ['file per table', variable('innodb_file_per_table')],
  ['page size', variable('innodb_page_size')],
  ['log file size', { kind: 'log-files', name: '' }],
  ['log buffer size', variable('innodb_log_buffer_size')],
  ['buffer pool size', variable('innodb_buffer_pool_size')],
  ['flush method', variable('innodb_flush_method')],
  ['flush log at commit', variable('innodb_flush_log_at_trx_commit')],
  ['i/o capacity', variable('innodb_io_capacity')],
  ['thread concurrency', variable('innodb_thread_concurrency')],
  ['txn isolation level', variable('transaction_isolation')],
  ['adaptive flushing', variable('innodb_adaptive_flushing')],
  ['key cache', variable('key_buffer_size')],
  ['history list len', { kind: 'history', name: '' }],
  ['started', { kind: 'started', name: '' }],
]);

/** Labels of pt-mysql-summary that mean something else in a section of their own. */
const sectionLabels: ReadonlyMap<string, Target> = new Map<string, Target>([
  ['innodb: version', variable('innodb_version')],
]);

/** Labels of monitors that are no names of the server, in small letters. */
const labels: ReadonlyMap<string, Target> = new Map<string, Target>([
  ['innodb buffer pool size', variable('innodb_buffer_pool_size')],
  ['history list length', { kind: 'history', name: '' }],
  ['innodb history list length', { kind: 'history', name: '' }],
  ['rollbacksegmenthistorylistlength', { kind: 'history', name: '' }],
  ['mysql uptime', { kind: 'status', name: 'Uptime' }],
  ['total memory', { kind: 'memory', name: '' }],
  ['total ram', { kind: 'memory', name: '' }],
  ['node ram', { kind: 'memory', name: '' }],
  ['number of cpus', { kind: 'cpus', name: '' }],
  ['number of cores', { kind: 'cpus', name: '' }],
]);

/** Labels of rates, which monitors write without `per second`. */
const rateLabels: ReadonlyMap<string, Target> = new Map<string, Target>([
  ['current qps', { kind: 'status', name: 'Queries' }],
  ['mysql current qps', { kind: 'status', name: 'Queries' }],
]);
/** A figure of each second by its own unit. */
const isOfASecond = /\d ?[KMG]? ?(?:qps|(?:ops|c|reqs?|rows)?\/s)$/i;

/** Words that make a label a rate of each second. */
const ofASecond = / ?(?:per second|\(per second\)|\/ ?s(?:ec)?|\(\/s\)|\(per sec\)|per sec)$/i;
const product = /^(?:mysql|mariadb|percona(?: server)?|linux|zabbix): /i;
/** Summaries right-align their labels before a bar. */
const summaryRow = /^\s{2,40}([A-Z][\w./ ]{2,40}?) \| (\S.{0,200})$/;
/** `# InnoDB ####################`, the heading of a section of a summary. */
const sectionHeading = /^# (\S.{0,60}?) #{4,100}$/;
const countersHeading = /^\s{0,4}Variable\s{2,60}Per day\s{1,20}Per second\b/;
const countersRow = /^\s{0,4}([A-Z]\w{2,60})\s{2,60}(\d{1,20})(?:\s{1,30}\d{1,15}){0,2}\s{0,10}$/;
const readingTime = /^\d{4}-\d\d-\d\d \d\d:\d\d/;
const secondsOfDay = 86_400;
/** Headings of the figures of a panel; the average of a rate, the latest of a state. */
const averageHeading = /^(?:avg|mean|average|durchschnitt|moyenne|promedio)$/i;
const latestHeading = /^(?:current|last|last \*|now|aktuell|latest)$/i;

/** Figures of monitors and summaries, by their labels. Push lines, then `end()`. */
export class LabelLines {
  readonly #found: LabelFindings = {
    variables: new Map(),
    status: new Map(),
    rates: new Map(),
    historyLength: null,
    memoryBytes: null,
    cpus: null,
  };
  #isCounters = false;
  /** Of the summary that is being read, in small letters. */
  #section = '';
  /** Which of the figures behind a label are the average and the latest; null: no such heading. */
  #figures: { average: number; latest: number; all: number } | null = null;

  /** Whether the line is one of them. */
  push(line: string): boolean {
    this.#section = sectionHeading.exec(line)?.[1]?.toLowerCase() ?? this.#section;
    if (line.length > 400 || !/\S {0,3}(?:\||\t| {2})/.test(line)) return this.#leave(line);
    if (this.#takeCounters(line)) return true;
    const summary = summaryRow.exec(line);
    if (summary !== null) this.#figures = null;
    if (summary !== null) return this.#takeSummary(summary[1] ?? '', summary[2] ?? '');
    const cells = line
      .trim()
      .split(/\t| {2,}| \| /)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '');
    if (this.#takeHeading(cells)) return true;
    // A row of another number of figures is of another table.
    if (this.#figures?.all !== cells.filter((cell) => !readingTime.test(cell)).length - 1)
      this.#figures = null;
    const at = cells.findIndex(
      (cell, index) => index < cells.length - 1 && this.#targetOf(cell, cells[index + 1]) !== null,
    );
    if (at < 0) return false;
    // Some monitors put the time of the reading between the label and the value.
    const figures = cells.slice(at + 1).filter((cell) => !readingTime.test(cell));
    return this.#takeLabel(cells[at] ?? '', figures);
  }

  end(): LabelFindings {
    return this.#found;
  }

  #leave(line: string): false {
    if (line.trim() === '') this.#isCounters = false;
    // A heading holds for its own table; a rule below it is part of that.
    if (!/^\s*[-=+|]{2}[-=+|\s]*$/.test(line)) this.#figures = null;
    return false;
  }

  /** `Status Counters` of pt-mysql-summary: rounded to one or two digits, a day and a second. */
  #takeCounters(line: string): boolean {
    if (countersHeading.test(line)) {
      this.#isCounters = true;
      return true;
    }
    const [, name = '', day] = (this.#isCounters ? countersRow.exec(line) : null) ?? [];
    if (day === undefined) {
      if (line.startsWith('#')) this.#isCounters = false;
      return false;
    }
    const known = knownName(name);
    // Its own rate, rounded, is no time since the start.
    if (known?.kind === 'status' && known.name !== 'Uptime')
      this.#found.rates.set(known.name, Number(day) / secondsOfDay);
    return true;
  }

  #takeHeading(cells: readonly string[]): boolean {
    const average = cells.findIndex((cell) => averageHeading.test(cell));
    const latest = cells.findIndex((cell) => latestHeading.test(cell));
    if (average < 1 || cells.length < 3 || cells.some((cell) => /\d/.test(cell))) return false;
    const named = /^(?:name|metric|series|legend)?$/i.test(cells[0] ?? '') ? 1 : 0;
    this.#figures = { average: average - named, latest: latest - named, all: cells.length - named };
    return true;
  }

  /** A label of pt-mysql-summary means what it says there only. */
  #takeSummary(label: string, text: string): boolean {
    const name = label.trim().toLowerCase();
    const target = sectionLabels.get(`${this.#section}: ${name}`) ?? summaryLabels.get(name);
    return target === undefined ? this.#takeLabel(label, [text]) : this.#takeFigure(target, false, text);
  }

  #targetOf(cell: string, figure = ''): { target: Target; isRate: boolean } | null {
    if (cell.length > 80 || !/^[A-Za-z]/.test(cell)) return null;
    const bare = cell.replace(product, '').trim();
    const rate = rateLabels.get(bare.toLowerCase());
    if (rate !== undefined) return { target: rate, isRate: true };
    const isRate = ofASecond.test(bare) || isOfASecond.test(figure);
    const label = bare
      .replace(ofASecond, '')
      .replace(/ \(ms\)$/, '')
      .trim();
    // A name with blanks and nothing more is read where lines are: what makes it a label is shown by words around it.
    const isLabel = isRate || product.test(cell) || this.#figures !== null;
    const target =
      labels.get(label.toLowerCase()) ?? (isLabel ? knownName(label.replaceAll(' ', '_')) : null);
    return target === null ? null : { target, isRate };
  }

  #takeLabel(cell: string, figures: readonly string[]): boolean {
    const found = this.#targetOf(cell, figures[0]);
    if (found === null || figures.length === 0) return false;
    const { target, isRate } = found;
    const heading = this.#figures?.all === figures.length ? this.#figures : null;
    const place = heading === null ? 0 : isRate || heading.latest < 0 ? heading.average : heading.latest;
    return this.#takeFigure(target, isRate, figures[place] ?? '');
  }

  #takeFigure(target: Target, isRate: boolean, text: string): boolean {
    if (target.kind === 'memory') return this.#size(text, (bytes) => (this.#found.memoryBytes = bytes));
    if (target.kind === 'log-files') return this.#logFiles(text);
    if (target.kind === 'started') return this.#startedFor(text);
    const value = figureOf(text, target);
    if (value === null) return false;
    if (target.kind === 'cpus') this.#found.cpus = Number(value);
    else if (target.kind === 'history') this.#found.historyLength = Number(value);
    else if (target.kind === 'variable') this.#found.variables.set(target.name, value);
    else if (isRate) this.#found.rates.set(target.name, Number(value));
    else this.#found.status.set(target.name, value);
    return true;
  }

  #size(text: string, take: (bytes: number) => void): boolean {
    const bytes = sizeValue(text);
    if (bytes !== null) take(bytes);
    return bytes !== null;
  }

  /** `2012-03-30 21:45 (up 0+00:48:00)` */
  #startedFor(text: string): boolean {
    const up = /\(up (\d{1,5})\+(\d\d:\d\d:\d\d)\)/.exec(text);
    const seconds = up === null ? null : uptimeOf(`${up[1]}d ${up[2]}`);
    if (seconds !== null) this.#found.status.set('Uptime', seconds);
    return seconds !== null;
  }

  /** `2 * 4.0G = 8.0G` */
  #logFiles(text: string): boolean {
    const [, files = '', size = ''] = /^(\d{1,3}) \* (\d{1,6}(?:\.\d)? ?[KMGT])/.exec(text) ?? [];
    const bytes = sizeValue(size);
    if (bytes === null) return false;
    this.#found.variables.set('innodb_log_file_size', String(bytes));
    this.#found.variables.set('innodb_log_files_in_group', files);
    return true;
  }
}

const thousands: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, G: 1e9, T: 1e12 };

/** A figure as the server has it: `4.53 K`, `48.2`, `2 GB`, `41 days, 03:12:44`, `ON`; null: none. */
function figureOf(text: string, { kind, name }: Target): string | null {
  if (name === 'Uptime') return uptimeOf(text);
  const plain = plainValue(text, false);
  if (/^-?\d{1,20}(?:\.\d{1,9})?$/.test(plain)) return plain;
  if (kind === 'variable') {
    const bytes = /\d ?[KMGT](?:i?B)?$/i.test(text) ? sizeValue(text) : null;
    if (bytes !== null) return String(bytes);
    // `Dependent` is a type of item of a monitor.
    return !isNumeric(name) && /^[\w.:/,-]{1,80}$/.test(text) ? text : null;
  }
  const [, amount, unit = ''] =
    /^(\d{1,15}(?:\.\d{1,6})?) ?([KMBGT])?(?: ?(?:qps|ops|(?:ops|c|reqs?|rows)?\/s))?$/i.exec(text) ?? [];
  return amount === undefined
    ? null
    : String(Math.round(Number(amount) * (thousands[unit.toUpperCase()] ?? 1) * 1e6) / 1e6);
}

/** `41 days, 03:12:44`, `41d 3h 12m`, `864000`. */
function uptimeOf(text: string): string | null {
  if (/^\d{1,10}$/.test(text)) return text;
  const [, days = '0', hours = '', minutes = '', seconds = ''] =
    /^(?:(\d{1,5}) ?d(?:ays?)?,? )?(\d{1,2}):(\d\d):(\d\d)$/.exec(text) ?? [];
  if (hours !== '')
    return String(
      Number(days) * secondsOfDay + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    );
  const span = spanSeconds(text);
  return span === null ? null : String(span);
}
