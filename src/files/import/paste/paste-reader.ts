import { StatusFragment } from '../../../knowledge/innodb-status/fragment';
import { defined } from '../../../shared/base/defined';
import { parseSize } from '../../../shared/base/units';
import type { Piece } from '../piece';
import { heldByPool } from '../pool-size';
import { processListColumns } from '../results/result-kind';
import { AskedVariables } from './asked-variables';
import { BinaryLogFiles } from './binary-log-files';
import { BlockedHosts } from './blocked-hosts';
import { BrokenRows } from './broken-rows';
import { ClientStatus } from './client-status';
import { ClusterStatus } from './cluster-status';
import { ColumnTables } from './columns';
import { CountedStates } from './counted-states';
import { DiffLines } from './diff-lines';
import { DottedMetrics } from './dotted-metrics';
import { DumpSlowLines } from './dump-slow';
import { DuplicateKeys } from './duplicate-keys';
import { EmptyAnswers } from './empty-answers';
import { ErrorLogLines, errorLogColumns } from './error-log-lines';
import { ExplainLines } from './explain-lines';
import { FileSystems } from './file-systems';
import { FolderSizes } from './folder-sizes';
import { HostLineReader } from './host-lines';
import { HostSettingLines } from './host-settings';
import { HostTools } from './host-tools';
import { JsonBlocks } from './json-blocks';
import { keylessTables } from './keyless-tables';
import { LabelLines } from './label-lines';
import { lineProtocol } from './line-protocol';
import { plainLine } from './lines';
import { ListenOverflows } from './listen-overflows';
import { LoadLines } from './load-lines';
import { MemoryKills } from './memory-kills';
import { MemoryRows } from './memory-rows';
import type { KnownName } from './names';
import { OptionLines } from './option-lines';
import { asValue, type Pair, pairOf, pairsOf } from './pairs';
import { PasteValues } from './paste-values';
import { ProcessRows } from './process-rows';
import { ProxySettings } from './proxy-settings';
import { QueryDigestLines } from './query-digest';
import { QuotedDefinitions } from './quoted-definitions';
import { QuotedJoins } from './quoted-joins';
import { replicaOfLog } from './replica-errors';
import { ReplicaLines } from './replica-lines';
import { ReportReader } from './reports';
import { ServerErrors } from './server-errors';
import { ServiceMetrics } from './service-metrics';
import { SlowLogLines } from './slow-log-lines';
import { spokenSettings } from './spoken-settings';
import { StackLines } from './stack-lines';
import { StatedHostingReader } from './stated-hosting';
import { StatedServerReader } from './stated-server';
import { StatedStorage } from './stated-storage';
import { StatusColumns } from './status-columns';
import { StorageEvents } from './storage-events';
import { StorageTests } from './storage-tests';
import { TableRows } from './table-rows';
import { TablespaceFiles } from './tablespace-files';
import { VerticalPairs } from './vertical-pairs';
import { VmstatLines } from './vmstat-lines';

const poolSize = 'innodb_buffer_pool_size';

/** What was read of a text, and what not. */
export interface PasteResult {
  pieces: Piece[];
  /** What the text says of the machine, its service and the version of the server: worth nothing without a piece. */
  about: Piece[];
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

const strangeLines = 20;

/**
 * Reads variables and status out of a text as people paste it: answers of the server in any form, mixed, without
 * headings, with prose around them, and what reports print. Push lines, then `end()`.
 */
export class PasteReader {
  readonly #diff = new DiffLines();
  readonly #proxy = new ProxySettings();
  readonly #rows = new BrokenRows();
  readonly #vertical = new VerticalPairs();
  readonly #values: PasteValues;
  readonly #reports = new ReportReader();
  readonly #options = new OptionLines();
  readonly #tables = new ColumnTables();
  readonly #beside = new StatusColumns();
  readonly #host = new HostLineReader();
  readonly #kills = new MemoryKills();
  readonly #memory = new MemoryRows();
  readonly #stacks = new StackLines();
  readonly #vmstat = new VmstatLines();
  readonly #tools = new HostTools();
  readonly #settings = new HostSettingLines();
  readonly #metrics = new ServiceMetrics();
  readonly #states = new CountedStates();
  readonly #empty = new EmptyAnswers();
  readonly #storage = new StorageTests();
  readonly #storageKind = new StatedStorage();
  readonly #storageEvents = new StorageEvents();
  readonly #listen = new ListenOverflows();
  readonly #space = new FileSystems();
  readonly #folders = new FolderSizes();
  readonly #dotted = new DottedMetrics();
  readonly #rowsOfTables = new TableRows();
  readonly #asked = new AskedVariables();
  readonly #keys = new DuplicateKeys();
  readonly #hosts = new BlockedHosts();
  readonly #errors = new ServerErrors();
  readonly #plans = new ExplainLines();
  readonly #definitions = new QuotedDefinitions();
  readonly #joins = new QuotedJoins();
  readonly #binaryLogs = new BinaryLogFiles();
  readonly #tablespaces = new TablespaceFiles();
  readonly #clientStatus = new ClientStatus();
  readonly #replica = new ReplicaLines();
  readonly #errorLog = new ErrorLogLines();
  readonly #labels = new LabelLines();
  readonly #json = new JsonBlocks();
  readonly #cluster = new ClusterStatus();
  readonly #processes = new ProcessRows();
  readonly #load: LoadLines;
  readonly #digest: QueryDigestLines;
  readonly #dump: DumpSlowLines;
  readonly #slowLog: SlowLogLines;
  readonly #stated = new StatedServerReader();
  readonly #hosting = new StatedHostingReader();
  readonly #monitor = new StatusFragment();
  readonly #strange: string[] = [];
  /** The line before, where it is of no known form: a sentence may go on. */
  #before = '';
  #wasBlank = false;
  /** Transactions that a deadlock rolled back, as the InnoDB status shows the latest. */
  #deadlocks = 0;
  /** When the text was taken, as a sentence says. */
  #clock: number | null = null;
  #open: KnownName | null = null;
  #within: KnownName['kind'] | null = null;

  /** @param redactStatement replaces the literals of a statement, unless they are to be kept */
  constructor(readings: number, redactStatement: (sql: string) => string) {
    this.#values = new PasteValues(readings);
    this.#load = new LoadLines(redactStatement);
    this.#digest = new QueryDigestLines(redactStatement);
    this.#dump = new DumpSlowLines(redactStatement);
    this.#slowLog = new SlowLogLines(redactStatement);
  }

  push(line: string): void {
    const isBlank = line.trim() === '';
    // A second blank line parts no more than the first.
    if (isBlank && this.#wasBlank) return;
    this.#wasBlank = isBlank;
    const current = this.#diff.take(line);
    if (current === null || this.#proxy.push(current)) return;
    this.#hosting.push(current);
    this.#plans.push(current);
    this.#keys.push(current);
    if (/^\*{3} WE ROLL BACK TRANSACTION \(\d\)/.test(current)) this.#deadlocks += 1;
    if (!this.#definitions.push(current)) this.#joins.push(current);
    this.#cluster.push(current);
    const block = this.#json.push(current);
    if (block !== null) this.#values.push(block);
    for (const part of plainLine(current).split('\n')) {
      this.#monitor.push(quotedQueue(part) ?? quotedHistory(part) ?? part);
      if (!this.#isScrap(part)) for (const row of this.#rows.push(part)) this.#take(row);
    }
  }

  /** Too short for a name, no value, and nothing waits for it: many short lines cost the most of all texts. */
  #isScrap(part: string): boolean {
    if (part.length === 0 || part.length > 5 || this.#open !== null) return false;
    return !this.#rows.isOpen && !this.#vertical.isOpen && !/[\d|[\]:=\s.…]/.test(part);
  }

  end(): PasteResult {
    for (const row of this.#rows.end()) this.#take(row);
    const options = this.#options.end();
    const said = this.#reports.end();
    const labelled = this.#labels.end();
    this.#dotted.addTo(labelled);
    const log = this.#errorLog.end();
    const historyLength = labelled.historyLength ?? this.#json.historyLength;
    for (const [label, figures] of this.#json.metrics) this.#metrics.take(label, figures);
    const service = this.#metrics.end();
    for (const [name, value] of service.status)
      this.#values.push(pairOf({ kind: 'status', name, by: 'prose' }, value));
    if (historyLength !== null) this.#monitor.push(`History list length ${historyLength}`);
    const files = this.#binaryLogs.end();
    const logged = new Map([
      ...(files === null ? [] : [['log_bin', 'ON'] as const]),
      ...(log?.variables ?? []),
    ]);
    const { readings, remarks } = this.#values.end(said, labelled, logged, options, this.#beside.end());
    const { variables } = this.#values;
    const pools = [variables, options].map((given) => given.get(poolSize));
    this.#host.poolBytes = Math.max(0, ...pools.map((pool) => parseSize(String(pool ?? '')) ?? 0));
    this.#host.heldBytes = heldByPool(readings.at(-1)?.values);
    const memoryBytes = said.memoryBytes ?? labelled.memoryBytes ?? this.#host.memoryBytes;
    const dataBytes = said.dataBytes ?? this.#folders.bytes ?? undefined;
    const cpus = labelled.cpus ?? this.#host.cpus;
    const names = new Set(readings.flatMap(({ values }) => [...values.keys()]));
    const pieces: Piece[] = [...readings];
    if (variables.size > 0)
      pieces.push({ kind: 'variables', values: variables, sources: new Map(), at: null });
    const monitor = this.#monitor.end();
    if (monitor === null) this.#errors.addDeadlocks(this.#deadlocks);
    if (monitor !== null) pieces.push({ kind: 'innodb-status', text: monitor, at: null });
    const isAll = this.#options.isAll(options) || this.#host.isBareStart;
    if (options.size > 0 || isAll)
      pieces.push({ kind: 'options', values: options, ...(isAll ? { isAll } : {}) });
    const messages = (log?.rows ?? []).map((row) => String(row.at(-1) ?? ''));
    const replica = this.#replica.end() ?? replicaOfLog(messages);
    if (replica !== null) pieces.push({ kind: 'table', section: 'replication', ...replica, at: null });
    const counted = this.#states.end();
    const processes = this.#processes.end() ?? (counted.length === 0 ? null : counted);
    if (processes !== null)
      pieces.push({
        kind: 'table',
        section: 'processlist',
        columns: processListColumns,
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
    for (const table of [
      files,
      this.#tablespaces.end(),
      this.#hosts.end(),
      this.#errors.end(),
      this.#plans.end(),
      keylessTables(this.#definitions.whole),
      this.#joins.end(this.#definitions.whole),
      this.#cluster.end(),
      this.#memory.end(),
      this.#stacks.end(),
      this.#keys.end(),
      ...this.#empty.end(),
    ])
      if (table !== null) pieces.push({ kind: 'table', ...table, at: null });
    for (const table of this.#load.end())
      pieces.push({ kind: 'table', ...table, at: null, isOfASecond: true });
    const kills = Math.max(this.#kills.end(), this.#host.oomKills);
    if (kills > 0) pieces.push({ kind: 'host', oomKills: kills });
    const fsyncLatency = this.#storage.end();
    const listenOverflows = this.#listen.end();
    const measured = {
      ...service.measured,
      ...this.#tools.end(),
      ...(fsyncLatency === null ? {} : { fsyncLatency }),
      ...(listenOverflows === null ? {} : { listenOverflows }),
    };
    if (Object.keys(measured).length > 0) pieces.push({ kind: 'host', measured });
    if (Object.keys(service.about).length > 0) pieces.push({ kind: 'host', ...service.about });
    const event = this.#storageEvents.end();
    if (event !== null) pieces.push({ kind: 'host', space: event });
    const settings = this.#settings.end();
    if (settings !== null) pieces.push({ kind: 'host', settings });
    const slow = this.#slowLog.end() ?? this.#digest.end() ?? this.#dump.end();
    if (slow !== null) pieces.push({ kind: 'slow-log', log: slow });
    const host = [
      ...hostPiece(this.#host.stated).map((piece): Piece => ({ ...piece, by: 'prose' })),
      ...hostPiece({ memoryBytes, memoryAvailableBytes: this.#host.memoryAvailableBytes, dataBytes, cpus }),
    ];
    // What a report of a tool says of the machine is worth something by itself.
    const isReport = said.memoryBytes !== undefined || said.dataBytes !== undefined;
    if (isReport) pieces.push(...host);
    const space = this.#space.end(files !== null);
    const stated = this.#stated.end();
    const hosting = this.#hosting.end();
    const swapping = defined({ swapUsed: this.#host.swapUsedBytes, ...(this.#vmstat.end() ?? {}) });
    const storage = this.#storageKind.kind;
    const room: Piece[] =
      space === null && Object.keys(service.space).length === 0
        ? []
        : [{ kind: 'host', space: { ...service.space, ...space } }];
    if (this.#space.isOfServer) pieces.push(...room);
    const about: Piece[] = [
      ...(storage === undefined ? [] : [{ kind: 'host' as const, storage, by: 'prose' as const }]),
      ...(Object.keys(swapping).length === 0 ? [] : [{ kind: 'host' as const, ...swapping }]),
      ...(this.#space.isOfServer ? [] : room),
      ...(isReport ? [] : host),
      ...(stated === null ? [] : [{ kind: 'stated-server' as const, ...stated }]),
      ...(hosting === null ? [] : [{ kind: 'stated-hosting' as const, hosting }]),
      ...(this.#clock === null ? [] : [{ kind: 'clock' as const, at: this.#clock }]),
    ];
    return {
      pieces,
      about,
      readings: readings.length,
      variables: variables.size,
      status: names.size,
      options: options.size,
      innodbStatus: monitor !== null,
      report: said.report,
      rounded: said.rounded,
      strange: this.#strange,
      leftOut: this.#host.leftOut,
      remarks,
    };
  }

  #take(line: string): void {
    const before = this.#before;
    this.#before = '';
    this.#host.push(line);
    this.#beside.push(line);
    this.#values.readLine(line);
    this.#kills.push(line);
    this.#memory.push(line);
    this.#stacks.push(line);
    this.#vmstat.push(line);
    this.#tools.push(line);
    this.#settings.push(line);
    this.#metrics.push(line);
    this.#states.push(line);
    this.#load.push(line);
    this.#empty.push(line);
    this.#storage.push(line);
    this.#storageKind.push(line);
    this.#storageEvents.push(line);
    this.#listen.push(line);
    this.#clock = clockOf(line, before) ?? this.#clock;
    this.#space.push(line);
    this.#folders.push(line);
    this.#dotted.push(line);
    for (const given of [...this.#asked.push(line), ...lineProtocol(line)]) this.#values.push(given);
    this.#hosts.push(line);
    for (const given of [this.#errors.push(line), openFilesOf(line)])
      if (given !== null) this.#values.push(given);
    if (this.#errorLog.push(line)) {
      // Some messages have figures that a report's reader knows.
      this.#reports.push(line);
      this.#stated.push(line);
      this.#open = null;
      return;
    }
    const isOfLog = this.#slowLog.push(line) || this.#digest.push(line) || this.#dump.push(line);
    if (isOfLog || this.#processes.push(line)) {
      this.#open = null;
      return;
    }
    if (this.#options.push(line)) {
      // A comment says of which server the file is.
      if (/^\s*[#;]/.test(line)) this.#stated.push(line);
      this.#open = null;
      return;
    }
    const counted = this.#clientStatus.push(line);
    if (counted !== null) for (const pair of counted) this.#values.push(pair);
    const isFile = this.#binaryLogs.push(line) || this.#tablespaces.push(line);
    if (counted !== null || isFile || this.#replica.push(line)) {
      this.#open = null;
      return;
    }
    const cells = this.#tables.push(line);
    if (cells !== null) {
      for (const pair of cells) this.#values.push(pair);
      this.#open = null;
      return;
    }
    const vertical = this.#vertical.push(line);
    if (vertical !== null) for (const pair of vertical) this.#values.push(pair);
    if (vertical !== null || this.#reports.push(line) || this.#labels.push(line)) {
      this.#open = null;
      return;
    }
    const open = this.#open;
    const alone = open === null ? null : asValue(line);
    if (open !== null && alone !== null) {
      this.#values.push(pairOf(open, alone));
      this.#open = null;
      return;
    }
    const isColumn = this.#rowsOfTables.push(line);
    if (line.trim() === '' || isColumn) return;
    this.#stated.push(line);
    const { pairs, open: next, strange } = pairsOf(line, before);
    this.#before = pairs.length === 0 ? line.slice(-300) : '';
    this.#open = next;
    for (const pair of pairs) this.#values.push(pair);
    for (const pair of spokenSettings(line, before)) this.#values.push(pair);
    this.#within = pairs.at(-1)?.kind ?? (strange === null ? null : this.#within);
    if (strange === null) return;
    // Within a list of variables an unknown name is one of a plugin, or newer than the catalog.
    if (this.#within !== null) this.#values.push({ ...strange, kind: this.#within });
    else if (this.#strange.length < strangeLines) this.#strange.push(line.trim().slice(0, 120));
  }
}

/** The length of the history list within a sentence, as the line of the InnoDB status; null: none. */
function quotedHistory(line: string): string | null {
  const [, digits = '', unit = ''] =
    /\S.{0,1000}?\b(?:history list(?: length)?|HLL)(?: (?:is|was|at|of|now|currently|grew to|has|about|around|over|above|reached))*[ :=(~]{1,3}(\d[\d,.']{2,15}|\d{1,3}) ?(k|m|mio|million|millions)?\b/i.exec(
      ` ${line.slice(0, 1_000)}`,
    ) ?? [];
  if (digits === '') return null;
  const factor = unit === '' ? 1 : /^k/i.test(unit) ? 1e3 : 1e6;
  const length =
    factor === 1 ? Number(digits.replaceAll(/[,.']/g, '')) : Number(digits.replace(',', '.')) * factor;
  return Number.isFinite(length) ? `History list length ${Math.round(length)}` : null;
}

/** `now is 2024-05-03 12:01:45`: milliseconds since 1970, in the zone of the server, as all times of a text; null: none. */
function clockOf(line: string, before: string): number | null {
  const isAnswer = /\bselect\s{1,4}(?:now|sysdate|current_timestamp|utc_timestamp)\(\)/i.test(before);
  const [, day, time] =
    (isAnswer ? /^[\s|>-]{0,10}(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(line) : null) ??
    /\b(?:now(?:\(\))?|current(?: server)? time|server time|time is)\b(?: is| was)?[\s:=|'"]{1,6}(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/i.exec(
      line.slice(0, 500),
    ) ??
    [];
  const at = Date.parse(`${day}T${time}Z`);
  return day === undefined || Number.isNaN(at) ? null : at;
}

/** The line of the InnoDB status on its queue, within a sentence; null: none. */
function quotedQueue(line: string): string | null {
  return (
    /["'“(: ](\d{1,6} quer(?:y|ies) inside InnoDB, \d{1,6} quer(?:y|ies) in queue)\b/.exec(
      line.slice(0, 1_000),
    )?.[1] ?? null
  );
}

/** `Max open files  1073741816  1073741816  files` of /proc/PID/limits: containers inherit it, and the server takes it. */
function openFilesOf(line: string): Pair | null {
  const limit = /^\s{0,20}Max open files\s{1,40}(\d{1,12})\s{1,40}(?:\d{1,12}|unlimited)\s{1,40}files\b/.exec(
    line,
  )?.[1];
  return limit === undefined
    ? null
    : pairOf({ kind: 'variable', name: 'open_files_limit', by: 'prose' }, limit);
}

function hostPiece(said: {
  memoryBytes?: number | undefined;
  memoryAvailableBytes?: number | undefined;
  dataBytes?: number | undefined;
  cpus?: number | undefined;
}): Extract<Piece, { kind: 'host' }>[] {
  const facts = defined(said);
  return Object.keys(facts).length === 0 ? [] : [{ kind: 'host', ...facts }];
}
