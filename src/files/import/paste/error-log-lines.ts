import type { Cell } from '../../../shared/snapshot';
import { sizeValue } from './values';

/** What terminals, containers and the journal put before a line of a program: `db_1 | `, `Jan 14 04:32:33 host unit[12]: `. */
const frame =
  /^\s{0,40}(?:[\w.-]{1,60} {0,40}\| {1,4}|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,80} [\w.@-]{1,80}(?:\[\d{1,10}\])?: |\d{4}-\d\d-\d\dT[\d:.]{8,20}Z? std(?:out|err) [FP] )/;
/** `2026-11-21T07:17:10.123456Z 0 [System] [MY-010116] [Server] text`, `2017-08-22  8:22:53 140295123512064 [Warning] text`. */
const present =
  /^(\d{4}-\d\d-\d\d)[T ]{1,4}(\d{1,2}:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)? {1,4}(?:(\d{1,20}) {1,4})?\[(Note|Warning|ERROR|System)\] {0,4}(?:\[(MY-\d{1,8})\] {0,4}\[(\w{1,20})\] {0,4})?(.{0,4000})$/;
/** `170822  8:22:53 [Warning] text`, `150305 23:19:49 InnoDB: text`. */
const older =
  /^(\d\d)(\d\d)(\d\d) {1,4}(\d{1,2}:\d\d:\d\d) {1,4}(?:\d{1,12} )?(?:\[(Note|Warning|ERROR)\] {0,4})?(.{0,4000})$/;
/** A message whose time was not copied with it; a level of reports (`[OK]`, `[!!]`) is none. */
const untimed =
  /^(?:\[(Note|Warning|ERROR|System)\] (?:\[(MY-\d{1,8})\] \[(\w{1,20})\] )?|(?=InnoDB: |mysqld: Disk is full|Disk is full writing ))(.{1,4000})$/;

/** What nobody but the server writes. */
const ofServer = /\b(?:mysqld|mariadbd|InnoDB): |\[MY-\d{6}\]|^Disk is full writing /;

/**
 * What servers say where they do not name themselves. Programs write a time, a number and `[ERROR]` too, so that such a line
 * alone counts only beside one that is surely the server's.
 */
const wordsOfServer =
  /\b(?:InnoDB|mysqld|mariadbd|MariaDB|WSREP|Aria|MyISAM|Event Scheduler|Plugin '|Table '|Slave |Replica |Master |Source |Aborted connection|Access denied for user|Got (?:fatal )?error \d|Incorrect (?:key file|definition)|unknown (?:variable|option)|Unknown\/unsupported storage|Can't (?:start|init|open the mysql)|Fatal error: |Aborting$|Changed limits|IP address '|Host ?name '|Too many connections|Out of memory)/;

/** Values that messages of a start and of a limit give; the last word is the server's. */
const stated: readonly { pattern: RegExp; name: string; isSize?: true }[] = [
  { pattern: /Changed limits: max_open_files: (\d{1,9}) \(requested/, name: 'open_files_limit' },
  {
    pattern: /Could not increase number of max_open_files to more than (\d{1,9}) \(request/,
    name: 'open_files_limit',
  },
  { pattern: /Changed limits: max_connections: (\d{1,9}) \(requested/, name: 'max_connections' },
  { pattern: /Changed limits: table_(?:open_)?cache: (\d{1,9}) \(requested/, name: 'table_open_cache' },
  // MariaDB, and MySQL before 5.6: all in one message.
  { pattern: /Changed limits: max_open_files: (\d{1,9}) {1,4}max_connections: /, name: 'open_files_limit' },
  {
    pattern: /Changed limits: max_open_files: \d{1,9} {1,4}max_connections: (\d{1,9})/,
    name: 'max_connections',
  },
  {
    pattern: /Changed limits: max_open_files: .{1,60}table_(?:open_)?cache: (\d{1,9})/,
    name: 'table_open_cache',
  },
  {
    pattern: /Initializing buffer pool, (?:total )?size = (\d{1,12}(?:\.\d{1,6})? ?[KMGT]?)(?![\w.])/,
    name: 'innodb_buffer_pool_size',
    isSize: true,
  },
];

const mostMessages = 2_000;

export interface ErrorLogFindings {
  /** LOGGED, PRIO, ERROR_CODE, SUBSYSTEM, DATA; oldest first. */
  rows: Cell[][];
  /** Milliseconds since 1970 of the latest message with a time; a time without a zone is taken for UTC. */
  latest: number | null;
  variables: ReadonlyMap<string, string>;
}

/** Messages of an error log within a text, whatever runs the server. Push lines, then `end()`. */
export class ErrorLogLines {
  readonly #rows: { row: Cell[]; isSure: boolean }[] = [];
  readonly #variables = new Map<string, string>();
  #latest: number | null = null;

  /** Whether the line is a message: no name in it has a value. */
  push(line: string): boolean {
    // Every form has a level in brackets, a time of digits, or one of these words.
    if (line.length > 4_200 || !/\d:\d\d|InnoDB: |Disk is full|\[/.test(line)) return false;
    const row = messageOf(line.replace(frame, '').trim());
    if (row === null) return false;
    const text = String(row.at(-1) ?? '');
    for (const { pattern, name, isSize } of stated) {
      const value = pattern.exec(text)?.[1];
      const amount = value === undefined || isSize !== true ? value : bytesOf(value);
      if (amount !== undefined) this.#variables.set(name, amount);
    }
    const at = typeof row[0] === 'string' ? Date.parse(row[0]) : Number.NaN;
    if (!Number.isNaN(at)) this.#latest = Math.max(this.#latest ?? at, at);
    if (this.#rows.length < mostMessages) this.#rows.push({ row, isSure: isSure(row) });
    return true;
  }

  /** null: there is none. */
  end(): ErrorLogFindings | null {
    const hasSure = this.#rows.some((one) => one.isSure);
    return hasSure
      ? { rows: this.#rows.map(({ row }) => row), latest: this.#latest, variables: this.#variables }
      : null;
  }
}

export const errorLogColumns = ['LOGGED', 'PRIO', 'ERROR_CODE', 'SUBSYSTEM', 'DATA'];

function messageOf(line: string): Cell[] | null {
  const [now, day, time, zone = 'Z', thread, level, code, subsystem, text] = present.exec(line) ?? [];
  const logged = `${day}T${time?.padStart(8, '0')}${zone}`;
  // Other programs write a date, a time and a level too.
  if (now !== undefined && isTime(logged) && (thread ?? code ?? ofServer.exec(text ?? '')?.[0]) !== undefined)
    return [logged, level ?? null, code ?? null, subsystem ?? null, text ?? ''];
  const [old, year, month, date, at, prio, said = ''] = older.exec(line) ?? [];
  // Six digits and a time head lines of other tools too.
  if (
    old !== undefined &&
    isTime(`20${year}-${month}-${date}T${at?.padStart(8, '0')}Z`) &&
    (prio !== undefined || /^(?:InnoDB|mysqld): |^mysqld|^Could not|^Aborted /.test(said))
  )
    return [`20${year}-${month}-${date}T${at?.padStart(8, '0')}Z`, prio ?? null, null, null, said];
  const [bare, severity, number, part, message] = untimed.exec(line) ?? [];
  const isOfServer = ofServer.test(bare ?? '') || stated.some(({ pattern }) => pattern.test(message ?? ''));
  return bare === undefined || !isOfServer
    ? null
    : [null, severity ?? null, number ?? null, part ?? null, message ?? ''];
}

/** A message has a code or a level that other programs do not write, or words of the server. */
function isSure([, prio, code, , text]: readonly Cell[]): boolean {
  return (
    code != null ||
    (prio != null && prio !== 'ERROR') ||
    wordsOfServer.test(String(text ?? '')) ||
    prio == null
  );
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function bytesOf(text: string): string | undefined {
  const bytes = /[KMGT]$/i.test(text) ? sizeValue(text.replace(/\.0(?=[KMGT]$)/i, '')) : Number(text);
  return bytes === null ? undefined : String(bytes);
}
