import { removeLiterals } from '../../evidence/redaction/literals';
import { collectedSections, type SectionId } from '../../evidence/sections';
import { leftOut } from '../../evidence/sections/left-out';
import { isOffered } from '../../knowledge/catalog/managed-hosting';
import { defined } from '../../shared/base/defined';
import { LatchkeyError } from '../../shared/base/error';
import { addTo } from '../../shared/base/grouped';
import { counted, formatBytes, parseSize } from '../../shared/base/units';
import type { ImportRequest } from '../../shared/import';
import { type Flavour, type Hosting, hostingWords } from '../../shared/server';
import type { Capture, Cell, Host, Section, Snapshot } from '../../shared/snapshot';
import { snapshotSchemaName } from '../../shared/snapshot';
import { type RecognisedServer, recogniseServer } from './identify';
import { joinedMembers } from './joined-members';
import { withMonitorCounters } from './monitor-counters';
import type { SnapshotParts } from './parts';
import type { HostSettings } from './paste/host-settings';
import type { Piece, StatedSpace, StatusPiece, VariablesPiece } from './piece';
import { wholeList } from './piece';
import { poolSizeOf } from './pool-size';
import { joinReadings, mayFollow, type Timeline, timeSeries, uptimeOf } from './readings';
import { keptDigests, type SlowLogDigests } from './slow-digest';
import { texts as catalogue } from './texts';
import { stalkCapture, stalkTime } from './tools';
import { withAges } from './transaction-ages';
import { unsetSettings } from './unset-settings';

/** A piece with the file that it came from. */
export interface Found {
  path: string;
  modifiedAt: Date | null;
  piece: Piece;
  /** Read line by line, not in the form of a client. */
  pasted?: boolean;
}

export interface AssembleContext {
  id: string;
  createdBy: string;
  now: Date;
  /** Name of what was imported, without its folder. */
  name: string;
  tool: string;
  parts: SnapshotParts;
}

export interface Assembled {
  snapshot: Snapshot;
  remarks: string[];
  /** Files whose pieces were not used, and why. */
  unused: Map<string, string>;
}

/** Makes one snapshot of the pieces. Throws `file-unreadable` when they are of several servers, or too few. */
export function assemble(all: readonly Found[], request: ImportRequest, context: AssembleContext): Assembled {
  return new Assembly(all, request, context).make();
}

/** Sections whose rows count since the server started, or since somebody truncated the table. */
const counting: ReadonlySet<SectionId> = new Set([
  ...(['statement-digests', 'statements-by-event', 'stages', 'error-counts'] as const),
  ...(['pfs-waits-global', 'table-io', 'file-io'] as const),
]);

/** A list of so many rows is no selection by hand. */
const wholeSelection = 100;

const gone = { code: 'absent', text: 'The imported files do not hold it.' } as const;

class Assembly {
  readonly #request: ImportRequest;
  readonly #context: AssembleContext;
  readonly #found: readonly Found[];
  readonly #remarks: string[] = [];
  readonly #unused = new Map<string, string>();
  /** Variables that are taken to have their defaults. */
  #unset: ReadonlySet<string> = new Set();
  readonly #sections: { [S in SectionId]?: Section } = {};

  constructor(all: readonly Found[], request: ImportRequest, context: AssembleContext) {
    this.#request = request;
    this.#context = context;
    this.#found = this.#latestCapture(all);
  }

  make(): Assembled {
    const timeline = withMonitorCounters(this.#timeline(), this.#last('innodb-status')?.text);
    const variables = this.#variables(timeline);
    const log = this.#last('slow-log')?.log ?? null;
    const spanMs = timeline.readings.at(-1)?.timeMs ?? 0;
    const endMs = this.#endTime(log, spanMs);
    const start = new Date(endMs - spanMs).toISOString();
    const end = new Date(endMs).toISOString();
    for (const id of collectedSections) {
      this.#sections[id] = { status: 'skipped', reason: gone, tookMs: 0 };
    }
    const last = timeline.readings.at(-1)?.values ?? new Map<string, string>();
    const server = recogniseServer(
      variables,
      [...last.keys()],
      this.#all('table').map(({ piece }) => piece.section),
      this.#request.serverVersion,
      log?.version ?? null,
      this.#last('stated-server') ?? null,
      this.#last('stated-hosting')?.hosting ?? 'unknown',
    );
    const hosting = this.#hosting(variables, server);
    this.#addDefaults(variables, server, hosting);
    this.#addVariables(variables, end);
    this.#addStatus(timeline, start, end);
    this.#addTables(start, end, spanMs);
    this.#addInnodbStatus(start, end, spanMs);
    if (log !== null) this.#addSlowLog(log, end);
    if (server.assumed !== null) this.#remarks.push(server.assumed);
    const performanceSchema = variables.get('performance_schema');
    const snapshot: Snapshot = {
      schema: snapshotSchemaName,
      id: this.#context.id,
      createdAt: start,
      createdBy: this.#context.createdBy,
      origin: {
        kind: 'import',
        target: this.#context.name,
        tool: this.#context.tool,
        importedAt: this.#context.now.toISOString(),
        ...(this.#all('status').some(({ piece }) => piece.ofADay === true)
          ? { averages: 'of a day' as const }
          : {}),
      },
      complete: true,
      literals: this.#request.keepLiterals ? 'kept' : 'removed',
      windowSeconds: spanMs > 0 ? spanMs / 1000 : null,
      server: {
        flavour: server.flavour,
        version: server.version,
        versionText: server.versionText,
        ...defined({ possible: server.possible }),
        comment: server.comment,
        hosting,
        uptimeSeconds: uptimeOf(last),
        serverKey: serverKey(variables) ?? `import:${this.#context.name}`,
        privileges: null,
        performanceSchema: performanceSchema === undefined ? null : /^(?:on|1)$/i.test(performanceSchema),
      },
      host: this.#host(),
      sections: this.#sections,
      samples:
        timeline.intervalMs === null
          ? null
          : this.#context.parts.samples(start, timeline.intervalMs, timeline.readings),
      statements: [],
    };
    return { snapshot, remarks: this.#remarks, unused: this.#unused };
  }

  /** By what the server itself shows; else by what the text says. */
  #hosting(
    variables: ReadonlyMap<string, string>,
    { versionText, flavour }: { versionText: string; flavour: Flavour },
  ): Hosting {
    const shown = this.#context.parts.hosting(variables, versionText);
    const stated = this.#last('stated-hosting')?.hosting;
    // A service that has no such server is that of another one which the text speaks of.
    if (shown !== 'unknown' || stated === undefined || !isOffered(flavour, stated)) return shown;
    this.#remarks.push(`The server runs on ${hostingWords[stated]}, as the text says`);
    return stated;
  }

  /** Of several captures of pt-stalk in one folder the latest; their windows have nothing to do with each other. */
  #latestCapture(all: readonly Found[]): readonly Found[] {
    const captures = [...new Set(all.flatMap(({ path }) => stalkCapture(path) ?? []))].sort();
    const latest = captures.at(-1);
    if (captures.length < 2 || latest === undefined) return all;
    this.#remarks.push(
      `The file holds ${counted(captures.length, 'capture')}; the latest, ${latest}, was taken. Import another with --only ${captures[0]}`,
    );
    return all.filter(({ path }) => {
      const capture = stalkCapture(path);
      if (capture === null || capture === latest) return true;
      this.#unused.set(path, `it belongs to another capture (--only ${capture})`);
      return false;
    });
  }

  #all<K extends Piece['kind']>(kind: K): { path: string; piece: Extract<Piece, { kind: K }> }[] {
    return this.#found.flatMap(({ path, piece }) => (isKind(piece, kind) ? [{ path, piece }] : []));
  }

  #last<K extends Piece['kind']>(kind: K): Extract<Piece, { kind: K }> | undefined {
    return this.#all(kind).at(-1)?.piece;
  }

  /** The variables, and what the status says of one that nobody read. */
  #variables(timeline: Timeline): Map<string, string> {
    const variables = this.#statedVariables();
    // Its name before MySQL 5.1.3.
    const tableCache = variables.get('table_cache');
    if (tableCache !== undefined && !variables.has('table_open_cache'))
      variables.set('table_open_cache', tableCache);
    const pool = variables.has('innodb_buffer_pool_size')
      ? null
      : poolSizeOf(timeline.readings.at(-1)?.values);
    if (pool !== null) {
      variables.set('innodb_buffer_pool_size', String(pool));
      this.#remarks.push(
        `The buffer pool has ${formatBytes(pool)}, by Innodb_buffer_pool_pages_total and the page size`,
      );
    }
    const monitor = this.#last('innodb-status')?.text ?? '';
    if (!variables.has('innodb_adaptive_hash_index') && /has waited at btr0sea\./.test(monitor)) {
      // Nobody takes its latch where it is off (btr_search_enabled, btr0sea.cc).
      variables.set('innodb_adaptive_hash_index', 'ON');
      this.#remarks.push('innodb_adaptive_hash_index is ON: threads wait for its latch');
    }
    return variables;
  }

  /** The variables as the files have them; of an option file where there is nothing better. */
  #statedVariables(): Map<string, string> {
    const readings = this.#all('variables').filter(({ piece }) => piece.values.size > 0);
    refuseSeveralServers(readings);
    // A part (LIKE 'innodb%') adds to the whole; of two whole ones the later wins.
    const merged = new Map<string, string>();
    for (const { piece } of readings) for (const [name, value] of piece.values) merged.set(name, value);
    if (merged.size >= wholeList) return merged;
    const options = this.#all('options').filter(({ piece }) => piece.values.size > 0);
    if (options.length === 0) return merged;
    this.#remarks.push(
      merged.size === 0
        ? 'The variables are those of the option file alone: what it does not set is unknown, and so is whether the server runs with it'
        : 'Variables that the answers of the server do not hold are those of the option file; whether the server runs with it is not known',
    );
    const ofFile = options.flatMap(({ piece }) =>
      [...piece.values].map(([name, value]) => [name, asServer(name, value)] as const),
    );
    return new Map([...ofFile, ...merged]);
  }

  /** What a server that starts with these settings alone has besides them. */
  #addDefaults(variables: Map<string, string>, server: RecognisedServer, hosting: Hosting): void {
    const isAll = this.#all('options').some(({ piece }) => piece.isAll === true);
    if (!isAll || variables.size >= wholeList) return;
    const unset = unsetSettings(variables, server, hosting);
    if (unset.size === 0) return;
    for (const [name, value] of unset) variables.set(name, value);
    this.#unset = new Set(unset.keys());
    const listed = [...unset].map(([name, value]) => `${name} ${value}`).join(', ');
    this.#remarks.push(`Not set in what is shown of the server's start, so the defaults count: ${listed}`);
  }

  #addVariables(variables: ReadonlyMap<string, string>, at: string): void {
    const sources = new Map(this.#all('variables').flatMap(({ piece }) => [...piece.sources]));
    const fromFile = !this.#all('variables').some(({ piece }) => piece.values.size > 0);
    const table = (values: Iterable<readonly [string, string]>) => ({
      columns: ['name', 'value', 'source', 'path', 'min', 'max'],
      rows: [...values].map(([name, value]): Cell[] => [
        name,
        value,
        sources.get(name) ?? (this.#unset.has(name) ? 'default' : fromFile ? 'option file' : null),
        null,
        null,
        null,
      ]),
    });
    if (variables.size > 0) this.#put('variables', { at, tookMs: 0, table: table(variables) });
    const options = this.#all('options').flatMap(({ piece }) => [...piece.values]);
    if (options.length === 0) return;
    // Its settings may hold passwords just as variables do.
    const capture = removeLiterals<Capture>(
      'option-file',
      { at, tookMs: 0, table: table(new Map(options)) },
      this.#request.keepLiterals,
    );
    this.#sections['option-file'] = { status: 'ok', tookMs: 0, rows: options.length, data: { end: capture } };
  }

  /** The file with the longest series gives the window; single readings of several files are joined. */
  #timeline(): Timeline {
    const files = new Map<string, StatusPiece[]>();
    for (const { path, piece } of this.#all('status')) addTo(files, path, piece);
    const [longest] = [...files].sort(([, a], [, b]) => b.length - a.length);
    if (longest === undefined) return { readings: [], intervalMs: null, remarks: [] };
    const [path, series] = longest;
    let chosen = series;
    if (series.length > 1) {
      for (const other of files.keys()) {
        const more = this.#found.some((one) => one.path === other && one.piece.kind !== 'status');
        if (other !== path && !more)
          this.#unused.set(other, `its status readings: the longer series in ${path} is used`);
      }
    } else if (files.size > 1) {
      chosen = joinReadings([...files.values()].flat());
      refuseForeignReadings(chosen, [...files.keys()]);
    }
    const timeline = timeSeries(chosen);
    this.#remarks.push(...timeline.remarks);
    if (timeline.intervalMs === null && timeline.readings.length > 0 && timeline.remarks.length === 0) {
      this.#remarks.push(
        'The status was read once only: there is no window and no rate. mysqladmin extended-status -i1 -c30 would give one',
      );
    }
    return timeline;
  }

  #addStatus(timeline: Timeline, start: string, end: string): void {
    const first = timeline.readings[0];
    const last = timeline.readings.at(-1);
    if (first === undefined || last === undefined) return;
    const capture = (at: string, values: ReadonlyMap<string, string>): Capture => ({
      at,
      tookMs: 0,
      table: { columns: ['name', 'value'], rows: [...values].map(([name, value]) => [name, value]) },
    });
    this.#put(
      'status',
      capture(end, last.values),
      timeline.intervalMs === null ? undefined : capture(start, first.values),
    );
  }

  #addTables(start: string, end: string, spanMs: number): void {
    const bySection = new Map<SectionId, Extract<Piece, { kind: 'table' }>[]>();
    const clock = this.#last('clock')?.at;
    for (const { piece } of this.#all('table')) {
      addTo(bySection, piece.section, withAges(piece, clock ?? null));
    }
    for (const [section, all] of bySection) {
      const found = section === 'group-replication' ? joinedMembers(all) : ofOneForm(section, all);
      // Files are read in the order of their names: `end` comes before `start`.
      const pieces = found.every(({ at }) => at !== null)
        ? [...found].sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
        : found;
      const first = pieces[0];
      const last = pieces.at(-1);
      if (first === undefined || last === undefined) continue;
      const capture = (piece: typeof last, at: string): Capture => ({
        at,
        tookMs: 0,
        table: { columns: piece.columns, rows: piece.rows },
      });
      const timed = first.at !== null && last.at !== null && last.at > first.at;
      // Without times of their own, two captures may be the ends of the window only where there is one.
      const paired = pieces.length > 1 && (timed || spanMs > 0);
      const at = (piece: typeof last, fallback: string) =>
        timed && piece.at !== null ? new Date(piece.at).toISOString() : fallback;
      const later = capture(last, at(last, end));
      if (paired || !counting.has(section)) {
        this.#put(section, later, paired ? capture(first, at(first, start)) : undefined);
      } else {
        // People select those with most.
        const part = last.rows.length < wholeSelection ? { truncated: leftOut.selected } : {};
        this.#put(section, { ...later, ...part }, this.#zero(last, later.at));
      }
    }
  }

  /**
   * Of an answer that counts since the server started and was read once: nothing was counted at the start. Where the uptime
   * is not known, both stand at one time, so that shares can be had and rates cannot. Averages of a second began a second before.
   */
  #zero({ columns, isOfASecond }: Extract<Piece, { kind: 'table' }>, at: string): Capture {
    const uptime =
      isOfASecond === true
        ? 1
        : uptimeOf(this.#all('status').at(-1)?.piece.values ?? new Map<string, string>());
    const from = new Date(Date.parse(at) - 1000 * (uptime ?? 0)).toISOString();
    return { at: from, tookMs: 0, table: { columns, rows: [] } };
  }

  #addInnodbStatus(start: string, end: string, spanMs: number): void {
    const texts = this.#all('innodb-status');
    const first = texts[0]?.piece;
    const last = texts.at(-1)?.piece;
    if (first === undefined || last === undefined) return;
    const pair = texts.length > 1 && spanMs > 0;
    this.#put(
      'innodb-status',
      { at: end, tookMs: 0, text: last.text },
      pair ? { at: start, tookMs: 0, text: first.text } : undefined,
    );
  }

  /** The digests take the place of the Performance Schema's where it gave none: same columns, times in picoseconds. */
  #addSlowLog(log: SlowLogDigests, end: string): void {
    const capture: Capture = {
      at: log.last === null ? end : new Date(log.last).toISOString(),
      tookMs: 0,
      table: digestTable(log),
      truncated: leftOut.slowLog,
    };
    const { first, spanSeconds } = log;
    const from =
      first !== null
        ? new Date(first).toISOString()
        : new Date(Date.parse(capture.at) - 1000 * (spanSeconds ?? 0)).toISOString();
    const taken = this.#sections['statement-digests']?.status === 'ok';
    // Nothing of the log had happened before its first statement. Where nobody knows when that was, there are shares and no rates.
    const before: Capture = { at: from, tookMs: 0, table: { columns: digestColumns, rows: [] } };
    this.#put(taken ? 'slow-log' : 'statement-digests', capture, before);
  }

  #put(section: SectionId, end: Capture, start?: Capture): void {
    const { keepLiterals } = this.#request;
    const redact = (capture: Capture) => removeLiterals(section, capture, keepLiterals);
    const data = { ...(start === undefined ? {} : { start: redact(start) }), end: redact(end) };
    const redacted = JSON.stringify(data.end) !== JSON.stringify(end);
    this.#sections[section] = {
      status: 'ok',
      tookMs: 0,
      ...(end.table === undefined ? {} : { rows: end.table.rows.length }),
      ...(redacted
        ? {
            reason: {
              code: 'redacted',
              text: keepLiterals
                ? 'Passwords are replaced by ?.'
                : 'Values in statements and rows are replaced by ?.',
              ...(keepLiterals ? {} : { remedy: 'Import with --keep-literals.' }),
            },
          }
        : {}),
      data,
    };
  }

  #host(): Host {
    const host = {
      ...this.#context.parts.host(this.#request.declaredHost, 'The imported files do not say.'),
    };
    const stated = this.#all('host')
      .map(({ piece }) => piece)
      .sort((a, b) => Number(b.by === 'prose') - Number(a.by === 'prose'));
    const memoryBytes = stated.findLast((piece) => piece.memoryBytes !== undefined)?.memoryBytes;
    const dataBytes = stated.findLast((piece) => piece.dataBytes !== undefined)?.dataBytes;
    if (memoryBytes !== undefined && host.memoryBytes.value === undefined) {
      this.#remarks.push(`The host has ${formatBytes(memoryBytes)} of memory, as the files say`);
      host.memoryBytes = { origin: 'imported', value: memoryBytes };
    }
    const available = stated.findLast((piece) => piece.memoryAvailableBytes !== undefined);
    if (available?.memoryAvailableBytes !== undefined && host.memoryAvailableBytes?.value === undefined)
      host.memoryAvailableBytes = { origin: 'imported', value: available.memoryAvailableBytes };
    const kills = stated.findLast((piece) => piece.oomKills !== undefined)?.oomKills;
    if (kills !== undefined && host.oomKills?.value === undefined) {
      host.oomKills = { origin: 'imported', value: kills };
      // Of other processes nothing is read.
      host.serverOomKills = { origin: 'imported', value: kills };
    }
    for (const name of ['swapUsed', 'swapInPages', 'swapOutPages'] as const) {
      const value = stated.findLast((piece) => piece[name] !== undefined)?.[name];
      if (value !== undefined && host[name]?.value === undefined) host[name] = { origin: 'imported', value };
    }
    const measured = stated.findLast((piece) => piece.measured !== undefined)?.measured ?? {};
    for (const [name, value] of Object.entries(measured))
      Object.assign(host, { [name]: { origin: 'imported', value } });
    const settings = stated.findLast((piece) => piece.settings !== undefined)?.settings ?? {};
    const space = stated.findLast((piece) => piece.space !== undefined)?.space ?? {};
    const rest = Object.entries({ ...settings, ...space }) as [
      keyof HostSettings | keyof StatedSpace,
      never,
    ][];
    for (const [name, value] of rest)
      if (host[name]?.value === undefined) host[name] = { origin: 'imported', value };
    const storage = stated.findLast((piece) => piece.storage !== undefined)?.storage;
    if (storage !== undefined && host.storage.value === undefined)
      host.storage = { origin: 'imported', value: storage };
    const cpus = stated.findLast((piece) => piece.cpus !== undefined)?.cpus;
    if (cpus !== undefined && host.cpus.value === undefined) {
      this.#remarks.push(`The host has ${counted(cpus, 'processor')}, as the files say`);
      host.cpus = { origin: 'imported', value: cpus };
    }
    if (dataBytes !== undefined && host.dataBytes?.value === undefined) {
      this.#remarks.push(`The tables hold ${formatBytes(dataBytes)}, as the files say`);
      host.dataBytes = { origin: 'imported', value: dataBytes };
    }
    return host;
  }

  /** When the data ends: times in the files, else the name of the capture (its start), else the date of the file, else now. */
  #endTime(log: SlowLogDigests | null, spanMs: number): number {
    const statedBytes = this.#found.flatMap(({ piece }) =>
      'at' in piece && piece.at !== null ? [piece.at] : [],
    );
    if (statedBytes.length > 0) return Math.max(...statedBytes);
    const captures = this.#found.flatMap(({ path }) => stalkTime(stalkCapture(path)) ?? []);
    if (captures.length > 0) return Math.max(...captures) + spanMs;
    if (log?.last != null) return log.last;
    const dates = this.#found.flatMap(({ modifiedAt }) => modifiedAt?.getTime() ?? []);
    const latest = dates.length > 0 ? Math.max(...dates) : Number.NaN;
    return Number.isFinite(latest) && latest > 0 ? latest : this.#context.now.getTime();
  }
}

/** `128M`, and a switch without a value, as the server would print it. */
function asServer(name: string, value: string): string {
  if (value === '' && name.startsWith('skip_')) return 'ON';
  const bytes = /^\d+[KMGTPE]$/i.test(value) ? parseSize(value) : null;
  return bytes === null ? value : String(bytes);
}

function isKind<K extends Piece['kind']>(piece: Piece, kind: K): piece is Extract<Piece, { kind: K }> {
  return piece.kind === kind;
}

const digestColumns = [
  'SCHEMA_NAME',
  'DIGEST',
  'DIGEST_TEXT',
  'COUNT_STAR',
  'SUM_TIMER_WAIT',
  'MIN_TIMER_WAIT',
  'AVG_TIMER_WAIT',
  'MAX_TIMER_WAIT',
  'SUM_LOCK_TIME',
  'SUM_ROWS_AFFECTED',
  'SUM_ROWS_SENT',
  'SUM_ROWS_EXAMINED',
  'SUM_NO_INDEX_USED',
  'FIRST_SEEN',
  'LAST_SEEN',
];

function digestTable({ digests }: SlowLogDigests): { columns: string[]; rows: Cell[][] } {
  const picoseconds = (seconds: number) => BigInt(Math.round(seconds * 1e6)) * 1_000_000n;
  const stamp = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    columns: digestColumns,
    rows: digests
      .slice(0, keptDigests)
      .map((one): Cell[] => [
        one.schema,
        one.digest,
        one.text,
        one.count,
        String(picoseconds(one.seconds)),
        String(picoseconds(one.minSeconds)),
        String(picoseconds(one.seconds / one.count)),
        String(picoseconds(one.maxSeconds)),
        String(picoseconds(one.lockSeconds)),
        one.rowsAffected,
        one.rowsSent,
        one.rowsExamined,
        one.fullScans,
        stamp(one.firstSeen),
        stamp(one.lastSeen),
      ]),
  };
}

/**
 * Of a section that counts: the answers of one form. Another view of the same counters is no second reading of them. The form with
 * most rows, then with most columns.
 */
function ofOneForm(
  section: SectionId,
  all: Extract<Piece, { kind: 'table' }>[],
): Extract<Piece, { kind: 'table' }>[] {
  const forms = new Map<string, typeof all>();
  for (const piece of all) addTo(forms, [...piece.columns].sort().join(), piece);
  if (forms.size < 2 || !counting.has(section)) return all;
  const sizeOf = (form: typeof all) => Math.max(...form.map(({ rows }) => rows.length));
  const widthOf = (form: typeof all) => form[0]?.columns.length ?? 0;
  return (
    [...forms.values()].sort(
      (a, b) => sizeOf(b) - sizeOf(a) || widthOf(b) - widthOf(a) || b.length - a.length,
    )[0] ?? all
  );
}

/** What distinguishes one server from another: its UUID, or where it lives. null: too little to tell. */
function serverKey(variables: ReadonlyMap<string, string>): string | null {
  const uuid = variables.get('server_uuid');
  if (uuid !== undefined && uuid !== '') return uuid;
  const place = ['hostname', 'port', 'datadir'].map((name) => variables.get(name));
  return place.every((part) => part === undefined) ? null : place.map((part) => part ?? '').join(':');
}

function refuseSeveralServers(readings: readonly { path: string; piece: VariablesPiece }[]): void {
  const servers = new Map<string, string[]>();
  for (const { path, piece } of readings) {
    const key = serverKey(piece.values);
    const version = piece.values.get('version');
    if (key === null && version === undefined) continue;
    const id = `${key ?? ''}\n${version ?? ''}`;
    addTo(servers, id, path);
  }
  if (servers.size < 2) return;
  const list = [...servers].map(
    ([id, paths]) =>
      `${id.split('\n')[1] || 'one of unknown version'} (${[...new Set(paths)].slice(0, 3).join(', ')})`,
  );
  throw new LatchkeyError(
    'file-unreadable',
    catalogue.theFilesAreOfDifferent(servers.size, list.slice(0, 5).join('; ')),
    {
      hint: catalogue.importOneAtATime,
    },
  );
}

function refuseForeignReadings(readings: readonly StatusPiece[], paths: readonly string[]): void {
  const wrong = readings
    .slice(1)
    .some(({ values }, index) => !mayFollow(readings[index]?.values ?? new Map(), values));
  if (!wrong) return;
  throw new LatchkeyError('file-unreadable', catalogue.theStatusReadingsDoNot(paths.slice(0, 4).join(', ')), {
    hint: catalogue.importOneOfThemAlone,
  });
}
