import { MysqlReportReader, type ReportedNumbers } from './mysqlreport';
import { MytopReader } from './mytop';
import { countValue, sizeValue, spanSeconds } from './values';

/** What a report's numbers amount to. */
export interface ReportFindings {
  /** The tool; null: no report. */
  report: string | null;
  variables: Map<string, string>;
  status: Map<string, string>;
  memoryBytes?: number;
  dataBytes?: number;
  /** Numbers that the report had rounded for people. */
  rounded: number;
  /** Counters of a day, by averages whose time the report does not give; null: it gives it, or none. */
  ofADay: Map<string, string> | null;
}

interface Context {
  variable(name: string, value: number | string | null): void;
  status(name: string, printed: string | undefined): void;
  /** A counter that follows from others; exact where they are. */
  total(name: string, value: number | null): void;
  memory(bytes: number | null): void;
  /** Memory that follows from rounded numbers: counts where it is not stated. */
  roughMemory(bytes: number): void;
  data(bytes: number | null): void;
  /** A part of the data: data and indexes stand on lines of their own. */
  moreData(bytes: number | null): void;
  /** A counter of which the average per second since the start stands there, rounded. */
  rate(name: string, perSecond: number): void;
  uptime(): number | null;
  /** A counter that an earlier line gave. */
  counted(name: string): number | null;
}

interface ReportLine {
  pattern: RegExp;
  take(match: RegExpExecArray, context: Context): void;
}

const count = '(\\d[\\d.]{0,20}[KMBG]?)';
const size = '(\\d[\\d.]{0,20} ?[KMGTB]?)';
/** A line of a report, by its words; `#` stands for a count, `~` for a size. */
const words = (text: string) => new RegExp(text.replaceAll('#', count).replaceAll('~', size));
/** Such a line that gives counters of the status, in their order. */
const counts = (text: string, ...names: string[]): ReportLine => ({
  pattern: words(text),
  take: (match, context) => {
    for (const [index, name] of names.entries()) if (name !== '') context.status(name, match[index + 1]);
  },
});
/** Such a line that gives sizes of variables. */
const sizes = (text: string, ...names: string[]): ReportLine => ({
  pattern: words(text),
  take: (match, context) => {
    for (const [index, name] of names.entries())
      if (name !== '') context.variable(name, sizeValue(match[index + 1] ?? ''));
  },
});
const says = (text: string, name: string, value: string): ReportLine => ({
  pattern: new RegExp(text),
  take: (_match, context) => context.variable(name, value),
});

/** MySQLTuner 1.x and 2.x: one line of its report each. Add a line where it prints another. */
const tunerLines: readonly ReportLine[] = [
  {
    pattern:
      /\b(?:Currently running (?:un)?supported MySQL version|Your MySQL version) (\d{1,2}\.[\w.+~:-]{1,60})/,
    take: ([, version], context) => context.variable('version', version ?? null),
  },
  {
    pattern: words('Up for: ([^(]{2,60})\\(# q \\[([\\d.K]{1,12}) qps\\], # conn'),
    take: ([, span = '', questions, rate = '', connections], context) => {
      const seconds = spanSeconds(span);
      context.total('Uptime', seconds);
      // The rate has three decimals, so that it says more than the rounded total.
      const perSecond = /^[\d.]+$/.test(rate) ? Number(rate) : null;
      if (seconds !== null && perSecond !== null) context.total('Questions', Math.round(seconds * perSecond));
      else context.status('Questions', questions);
      context.status('Connections', connections);
    },
  },
  {
    pattern: words('Physical Memory *: ~'),
    take: ([, text = ''], context) => context.memory(sizeValue(text)),
  },
  {
    pattern: words('Maximum possible memory usage: ~ \\(([\\d.]{1,12})% of installed RAM\\)'),
    take: ([, text = '', share = ''], context) => {
      const [bytes, percent] = [sizeValue(text), Number(share)];
      // Two rounded numbers: the line that states the memory is better.
      if (bytes !== null && percent > 0) context.roughMemory((100 * bytes) / percent);
    },
  },
  {
    pattern: words('Total buffers: ~ global \\+ ~ per thread \\((\\d{1,6}) max threads\\)'),
    take: ([, , , most = ''], context) => context.variable('max_connections', most),
  },
  counts('Slow queries: \\d{1,3}% \\(#/', 'Slow_queries'),
  {
    pattern:
      /Highest (?:usage of available connections|connection usage): \d{1,6}% *\((\d{1,6})\/(\d{1,6})\)/,
    take: ([, used, most = ''], context) => {
      context.status('Max_used_connections', used);
      context.variable('max_connections', most);
    },
  },
  counts('Aborted connections: [\\d.]{1,8}% *\\(#/#\\)', 'Aborted_connects', 'Connections'),
  {
    // Releases before 1.4 print the share alone, of all connections.
    pattern: /^\[..\] Connections aborted: (\d{1,3})%$/,
    take: ([, share = ''], context) => {
      const all = context.counted('Connections');
      if (all !== null) context.total('Aborted_connects', Math.round((all * Number(share)) / 100));
    },
  },
  sizes('Key buffer size / total MyISAM indexes: ~/', 'key_buffer_size'),
  counts(
    '(?:Read )?Key buffer hit rate: [\\d.]{1,8}% \\(# cached / # reads\\)',
    'Key_read_requests',
    'Key_reads',
  ),
  says('Query cache is disabled$', 'query_cache_size', '0'),
  {
    pattern: words('Query cache prunes per day: #'),
    take: ([, perDay = ''], context) => {
      const [day, seconds] = [countValue(perDay), context.uptime()];
      if (day !== null && seconds !== null)
        context.total('Qcache_lowmem_prunes', Math.round((day * seconds) / 86_400));
    },
  },
  {
    pattern: words('Query cache efficiency: [\\d.]{1,8}% \\(# cached / # selects\\)'),
    take: ([, cached = '', selects = ''], context) => {
      context.status('Qcache_hits', cached);
      // The report gives Com_select + Qcache_hits.
      const [hits, all] = [countValue(cached), countValue(selects)];
      if (hits !== null && all !== null && all > hits) context.total('Com_select', all - hits);
    },
  },
  {
    pattern: words('Sorts requiring temporary tables: [\\d.]{1,8}% \\(# temp sorts / # sorts\\)'),
    take: ([, passes, sorts], context) => {
      context.status('Sort_merge_passes', passes);
      // The report gives Sort_scan + Sort_range.
      context.status('Sort_scan', sorts);
      context.status('Sort_range', '0');
    },
  },
  counts('Joins performed without indexes: #', 'Select_full_join'),
  {
    pattern: /\[OK\] No joins without indexes/,
    take: (_match, context) => context.total('Select_full_join', 0),
  },
  counts(
    'Temporary tables created on disk: [\\d.]{1,8}% \\(# on disk / # total\\)',
    'Created_tmp_disk_tables',
    'Created_tmp_tables',
  ),
  says('Thread cache is disabled', 'thread_cache_size', '0'),
  counts(
    'Thread cache hit rate: [\\d.]{1,8}% \\(# created / # connections\\)',
    'Threads_created',
    'Connections',
  ),
  counts('Table cache hit rate: [\\d.]{1,8}% \\(# open / # opened\\)', 'Open_tables', 'Opened_tables'),
  {
    pattern: words('Table cache hit rate: [\\d.]{1,8}% \\(# hits / # requests\\)'),
    take: ([, hits = '', requests = ''], context) => {
      const [hit, all] = [countValue(hits), countValue(requests)];
      context.status('Table_open_cache_hits', hits);
      // Of two rounded numbers the difference says nothing.
      if (hit !== null && all !== null && /^\d+$/.test(requests) && all >= hit)
        context.total('Table_open_cache_misses', all - hit);
    },
  },
  {
    pattern: words('Open file limit used: [\\d.]{1,8}% \\(#/(\\d{1,9})\\)'),
    take: ([, open, , limit = ''], context) => {
      context.status('Open_files', open);
      if (limit !== '') context.variable('open_files_limit', limit);
    },
  },
  counts('Table locks acquired immediately: [\\d.]{1,8}% \\(# immediate', 'Table_locks_immediate'),
  {
    pattern: words('InnoDB buffer pool */ *data size: ~ */ ?~'),
    take: ([, pool = '', data = ''], context) => {
      const bytes = sizeValue(pool);
      // Some releases print 0B for every pool.
      if (bytes !== 0) context.variable('innodb_buffer_pool_size', bytes);
      context.data(sizeValue(data));
    },
  },
  {
    pattern: words('InnoD[Bb] Buffer Pool size *\\( ?~ ?\\)'),
    take: ([, pool = ''], context) => context.variable('innodb_buffer_pool_size', sizeValue(pool)),
  },
  {
    pattern: words('InnoDB data size / buffer pool: ~/~'),
    take: ([, data = '', pool = ''], context) => {
      context.variable('innodb_buffer_pool_size', sizeValue(pool));
      context.data(sizeValue(data));
    },
  },
  {
    pattern: words('Data in InnoDB tables: ~ \\(Tables'),
    take: ([, data = ''], context) => context.data(sizeValue(data)),
  },
  {
    pattern: words('InnoDB log file size ?/ ?InnoDB Buffer pool size[^:]{0,20}: ~ \\* (\\d{1,3}) ?/'),
    take: ([, bytes = '', files = ''], context) => {
      context.variable('innodb_log_file_size', sizeValue(bytes));
      context.variable('innodb_log_files_in_group', files);
    },
  },
  {
    pattern: /InnoDB buffer pool instances: (\d{1,3})$/,
    take: ([, instances = ''], context) => context.variable('innodb_buffer_pool_instances', instances),
  },
  {
    pattern: /InnoDB Read buffer efficiency: [\d.]{1,8}% \((\d{1,20}) hits ?\/ ?(\d{1,20}) total\)/,
    take: ([, hits = '', total = ''], context) => {
      const [hit, all] = [Number(hits), Number(total)];
      context.total('Innodb_buffer_pool_read_requests', all);
      // Releases before 1.4 print the reads as hits: far fewer than half of all.
      if (all > 0) context.total('Innodb_buffer_pool_reads', hit < all / 2 ? hit : all - hit);
    },
  },
  counts('InnoDB log waits: [\\d.]{1,8}% \\(# waits / # writes\\)', 'Innodb_log_waits', 'Innodb_log_writes'),
  {
    pattern: /table_definition_cache ?\((\d{1,9})\) is (?:lower|upper|greater|less) than number of tables/,
    take: ([, size_ = ''], context) => context.variable('table_definition_cache', size_),
  },
  says('name resolution is active', 'skip_name_resolve', 'OFF'),
  says('Binary logging is enabled', 'log_bin', 'ON'),
  says('Binary logging is disabled', 'log_bin', 'OFF'),
];

/** tuning-primer, which names variables as the server does in most lines. */
const primerLines: readonly ReportLine[] = [
  {
    pattern: /^MySQL Version (\d{1,2}\.\d[\w.+~:-]{0,60})/,
    take: ([, version = ''], context) => context.variable('version', version),
  },
  {
    pattern: words('^Current InnoDB (?:data|index) space = ~$'),
    take: ([, text = ''], context) => context.moreData(sizeValue(text)),
  },
  counts('^You have # out of # that take longer than', 'Slow_queries', 'Questions'),
  {
    pattern: /^Historic threads_per_sec = (\d{1,6})$/,
    take: ([, rate = ''], context) => context.rate('Threads_created', Number(rate)),
  },
  {
    pattern: /^Of (\d{1,15}) temp tables, (\d{1,2})% were created on disk$/,
    take: ([, tables = '', percent = ''], context) => {
      context.status('Created_tmp_tables', tables);
      // The report divides by the sum of both.
      const onDisk = (Number(tables) * Number(percent)) / (100 - Number(percent));
      context.status('Created_tmp_disk_tables', String(Math.round(onDisk)));
    },
  },
  {
    pattern: words('^Physical Memory *: ~$'),
    take: ([, text = ''], context) => context.memory(sizeValue(text)),
  },
  {
    pattern: words('^You have # open tables'),
    take: ([, open], context) => context.status('Open_tables', open),
  },
  {
    pattern: /^You have had (\d{1,15}) queries where a join could not use an index/,
    take: ([, joins], context) => context.status('Select_full_join', joins),
  },
  {
    pattern: /^You have had (\d{1,15}) joins without keys that check for key usage/,
    take: ([, joins], context) => context.status('Select_range_check', joins),
  },
  {
    pattern: /^Historic max_used_connections = (\d{1,6})/,
    take: ([, used], context) => context.status('Max_used_connections', used),
  },
  {
    pattern: /^Uptime = (\d{1,6} days .{2,60})$/,
    take: ([, span = ''], context) => context.total('Uptime', spanSeconds(span.split(':')[0] ?? '')),
  },
];

const secondsOfDay = 86_400;
const secondsOf: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

/** phpMyAdmin: the status and the advisor, whose rates are over the time since start. */
const phpMyAdminLines: readonly ReportLine[] = [
  {
    pattern: /This (?:MySQL|MariaDB) server has been running for (.{5,100})/,
    take: ([, span = ''], context) => context.total('Uptime', spanSeconds(span.split('. It')[0] ?? '')),
  },
  {
    pattern: /^Questions since startup: ([\d,.' ]{1,30})/,
    take: ([, text = ''], context) => context.status('Questions', text.replaceAll(/[,.' ]/g, '')),
  },
  {
    pattern: /^max\. concurrent connections\s+([\d,.' ]{1,20})/i,
    take: ([, text = ''], context) => context.status('Max_used_connections', text.replaceAll(/[,.' ]/g, '')),
  },
  // The heading of that table is no value of Connections.
  { pattern: /^(?:Connections|Traffic|Statements)\s+(?:ø|#)/, take: () => undefined },
  connectionsRow('Failed attempts', 'Aborted_connects'),
  connectionsRow('Aborted', 'Aborted_clients'),
  connectionsRow('Total', 'Connections'),
];

/** A row of phpMyAdmin's table of connections: how many, how many an hour, and their share, which other rows lack. */
function connectionsRow(label: string, name: string): ReportLine {
  const number = "([\\d,.' ]{1,20})";
  return {
    pattern: new RegExp(`^${label}\\s+${number}\\s+${number}\\s+[\\d,.]{1,10} ?%$`),
    take: ([, count = '', hourly = ''], context) => {
      const digits = count.replaceAll(/[,.' ]/g, '');
      context.status(name, digits);
      const each = Number(hourly.trim().replaceAll(',', ''));
      // The row of all connections has the most digits, so that it says best over what time they were counted.
      if (name === 'Connections' && context.uptime() === null && each > 0 && Number(digits) >= 100)
        context.total('Uptime', Math.round((3600 * Number(digits)) / each));
    },
  };
}

/** Of which counter a justification of phpMyAdmin's advisor gives the rate: `Used variable / formula: Opened_tables / Uptime`. */
const formulaOfRate = /^(?:Used variable \/ formula:)?\s*([A-Z]\w{2,60}) ?\/ ?Uptime\s*$/;
const rateLine = /: ([\d.,]{1,20}) per (second|minute|hour|day)(?:, this value should be|$)/;
/** `1914% of all sorts cause temporary tables`: the merge passes for each 100 sorts. */
const mergedSorts = /^([\d.,]{1,12}) ?% of all sorts cause temporary tables/;
/** The same where the words are those of another language: a number with a bound, before the formula. */
const foreignRate = /[:：] ?([\d.,]{1,20}) (\S{1,12})[,，].{2,60} 1 \S{1,12}$/;
/** Seconds in the unit of a rate; undefined: it is none. */
function secondsIn(unit: string): number | undefined {
  const units = Object.hasOwn(secondsOf, unit) ? secondsOf : foreignUnits;
  return Object.hasOwn(units, unit) ? units[unit] : undefined;
}

const foreignUnits: Readonly<Record<string, number>> = {
  每秒: 1,
  每分钟: 60,
  每小时: 3_600,
  每天: 86_400,
  每分鐘: 60,
  每小時: 3_600,
};

const reports: readonly { name: string; sign: RegExp; lines: readonly ReportLine[] }[] = [
  {
    name: 'MySQLTuner',
    // Its marks may be lost where single lines were copied.
    sign: /^\s*\[(?:OK|!!|--|–)\]|^\s*[✔✘ℹ]|^InnoDB (?:Read|Write|log|buffer|data) ?[a-z /]{1,30}:|^Maximum (?:reached|possible) memory usage:|^(?:Total buffers|Highest usage of available connections|Temporary tables created on disk|Table cache hit rate|Thread cache hit rate|Joins performed without indexes|Sorts requiring temporary tables|(?:Read )?Key buffer hit rate|Query cache (?:efficiency|prunes per day)):|^Data in InnoDB tables:|^Up for: /i,
    lines: tunerLines,
  },
  {
    name: 'phpMyAdmin',
    sign: /^This (?:MySQL|MariaDB) server has been running|^Questions since startup|^max\. concurrent|^(?:Failed attempts|Aborted|Total)\s[^%]{3,60}%$|^(?:Connections|Traffic|Statements)\s+(?:ø|#)/i,
    lines: phpMyAdminLines,
  },
  {
    name: 'tuning-primer',
    sign: /^(?:Physical Memory|You have|Historic (?:max_used|threads_per)|Uptime = \d{1,6} days|Configured Max|Max Memory|MySQL Version \d|Current InnoDB (?:data|index) space|Of \d+ temp tables)/,
    lines: primerLines,
  },
];

/** The lines of a client and of a server that say what it is, and of its error log. */
const serverLines: readonly ReportLine[] = [
  {
    // log0log.cc: the age and the limit, each on a line of its own.
    pattern: /\bthe age of the last checkpoint is (\d{1,20})\b/,
    take: ([, age], context) => context.status('Innodb_checkpoint_age', age),
  },
  {
    pattern: /\bwhich exceeds the log group capacity (\d{1,20})\b/,
    take: ([, limit], context) => context.status('Innodb_checkpoint_max_age', limit),
  },
  {
    pattern: /^Server version:\s+(\d{1,2}\.\d[\w.+~:-]{0,60})(?: (.{1,80}))?$/,
    take: ([, version = '', comment], context) => {
      context.variable('version', version);
      if (comment !== undefined) context.variable('version_comment', comment.trim());
    },
  },
  {
    pattern: /^\s*(?:\| )?(?:version\(\)|@@version)\s*[|:=]\s*(\d{1,2}\.\d[\w.+~:-]{0,60})/i,
    take: ([, version = ''], context) => context.variable('version', version),
  },
  {
    pattern:
      /^Uptime: (\d{1,10})\s{1,4}Threads: (\d{1,7})\s{1,4}Questions: (\d{1,20})\s{1,4}Slow queries: (\d{1,15})\s{1,4}Opens: (\d{1,15})/,
    take: ([, uptime, threads, questions, slow, opens], context) => {
      context.status('Uptime', uptime);
      context.status('Threads_connected', threads);
      context.status('Questions', questions);
      context.status('Slow_queries', slow);
      context.status('Opened_tables', opens);
    },
  },
];

/** Reads the numbers out of reports of other tools, line by line. */
export class ReportReader {
  readonly #found: ReportFindings = {
    report: null,
    variables: new Map(),
    status: new Map(),
    rounded: 0,
    ofADay: null,
  };
  readonly #mysqlReport = new MysqlReportReader();
  readonly #mytop = new MytopReader();
  readonly #rates: { name: string; perSecond: number }[] = [];
  #rate: number | null = null;
  #mergesForEachSort = 0;

  /** Whether the line is one of a report: nothing else is to be read in it. */
  push(line: string): boolean {
    if (line.length > 2_000) return false;
    if (this.#takeRate(line)) return true;
    if (this.#takeMysqlReport(line)) return true;
    const trimmed = line.trim();
    const ofServer = /\d/.test(trimmed)
      ? serverLines.find(({ pattern }) => pattern.test(trimmed))
      : undefined;
    if (ofServer !== undefined) {
      this.#apply(ofServer, trimmed);
      return true;
    }
    const report = reports.find(({ sign }) => sign.test(trimmed));
    if (report === undefined) return false;
    const known = report.lines.filter(({ pattern }) => pattern.test(trimmed));
    for (const one of known) this.#apply(one, trimmed);
    if (known.length > 0) this.#found.report ??= report.name;
    // A line of MySQLTuner without a number of its own may still hold a name and a value.
    return known.length > 0;
  }

  end(): ReportFindings {
    const merges = this.#rates.find(({ name }) => name === 'Sort_merge_passes');
    if (merges !== undefined && this.#mergesForEachSort > 0)
      this.#rates.push(
        { name: 'Sort_scan', perSecond: merges.perSecond / this.#mergesForEachSort },
        { name: 'Sort_range', perSecond: 0 },
      );
    const uptime = Number(this.#found.status.get('Uptime') ?? Number.NaN);
    if (!Number.isFinite(uptime) && this.#rates.length > 0)
      this.#found.ofADay = new Map(
        this.#rates.map(({ name, perSecond }) => [name, String(Math.round(perSecond * secondsOfDay))]),
      );
    for (const { name, perSecond } of this.#rates) {
      if (!Number.isFinite(uptime) || this.#found.status.has(name)) continue;
      this.#found.status.set(name, String(Math.round(perSecond * uptime)));
      this.#found.rounded += 1;
    }
    return this.#found;
  }

  /** The advisor states the rate first and what it is the rate of in one of the next lines. */
  #takeRate(line: string): boolean {
    const merged = mergedSorts.exec(line.trim())?.[1];
    if (merged !== undefined) {
      this.#mergesForEachSort = Number(merged.replaceAll(',', '')) / 100;
      return true;
    }
    const rate = rateLine.exec(line) ?? foreignRate.exec(line);
    const seconds = secondsIn(rate?.[2] ?? '');
    if (rate?.[1] !== undefined && seconds !== undefined) {
      const value = Number(rate[1].replaceAll(',', ''));
      this.#rate = Number.isFinite(value) ? value / seconds : null;
      this.#found.report ??= 'phpMyAdmin';
      return true;
    }
    const name = formulaOfRate.exec(line)?.[1];
    if (name === undefined) return false;
    if (this.#rate !== null) this.#rates.push({ name, perSecond: this.#rate });
    this.#rate = null;
    return true;
  }

  #takeMysqlReport(line: string): boolean {
    return (
      this.#takeNumbers('mysqlreport', this.#mysqlReport.push(line)) ||
      this.#takeNumbers('mytop', this.#mytop.push(line))
    );
  }

  #takeNumbers(report: string, numbers: ReportedNumbers | null): boolean {
    if (numbers === null) return false;
    for (const [name, value] of numbers.variables) this.#context.variable(name, value);
    for (const [name, printed] of numbers.status) this.#context.status(name, printed);
    this.#found.report ??= report;
    return true;
  }

  #apply({ pattern, take }: ReportLine, line: string): void {
    const match = pattern.exec(line);
    if (match !== null) take(match, this.#context);
  }

  readonly #context: Context = {
    variable: (name, value) => {
      if (value !== null && value !== '') this.#found.variables.set(name, String(value));
    },
    status: (name, printed) => {
      const value = printed === undefined ? null : countValue(printed);
      if (value === null || this.#found.status.has(name)) return;
      if (/[KMBG]$/.test(printed ?? '')) this.#found.rounded += 1;
      this.#found.status.set(name, String(value));
    },
    total: (name, value) => {
      if (value !== null) this.#found.status.set(name, String(value));
    },
    memory: (bytes) => {
      if (bytes !== null && bytes > 0) this.#found.memoryBytes = bytes;
    },
    roughMemory: (bytes) => {
      this.#found.memoryBytes ??= Math.round(bytes);
    },
    data: (bytes) => {
      if (bytes !== null && bytes > 0) this.#found.dataBytes = bytes;
    },
    moreData: (bytes) => {
      if (bytes !== null) this.#found.dataBytes = (this.#found.dataBytes ?? 0) + bytes;
    },
    rate: (name, perSecond) => {
      // Rounded to 0 it may be anything below one half.
      if (perSecond > 0) this.#rates.push({ name, perSecond });
    },
    counted: (name) => {
      const text = this.#found.status.get(name);
      return text === undefined ? null : Number(text);
    },
    uptime: () => {
      const text = this.#found.status.get('Uptime');
      return text === undefined ? null : Number(text);
    },
  };
}
