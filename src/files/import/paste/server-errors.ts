import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';
import { type Pair, pairOf } from './pairs';

/**
 * Errors that clients are given (MySQL manual, "Server Error Message Reference"): their words are those of every client and
 * driver, their number is not. Of those that are also
 * prose, the frame of a program says that they are quoted.
 */
const errors: readonly { number: number; name: string; text: RegExp; isAlsoProse?: true }[] = [
  {
    number: 1153,
    name: 'ER_NET_PACKET_TOO_LARGE',
    text: /Got a packet bigger than '?max_allowed_packet'? bytes|Packet for query is too large \(/i,
    isAlsoProse: true,
  },
  {
    number: 1040,
    name: 'ER_CON_COUNT_ERROR',
    text: /\bToo many connections\b/i,
    isAlsoProse: true,
  },
  {
    number: 1203,
    name: 'ER_TOO_MANY_USER_CONNECTIONS',
    text: /\balready has more than '?max_user_connections'? active connections|\bhas exceeded the '[a-z_]{3,40}' resource \(/i,
  },
  {
    number: 1205,
    name: 'ER_LOCK_WAIT_TIMEOUT',
    text: /\bLock wait timeout exceeded; try restarting/i,
  },
  {
    number: 1213,
    name: 'ER_LOCK_DEADLOCK',
    text: /\bDeadlock found when trying to get lock\b/i,
  },
  {
    number: 1461,
    name: 'ER_MAX_PREPARED_STMT_COUNT_REACHED',
    text: /\bCan't create more than max_prepared_stmt_count statements/i,
  },
  {
    number: 1206,
    name: 'ER_LOCK_TABLE_FULL',
    text: /\bThe total number of locks exceeds the lock table size/i,
  },
  {
    number: 1038,
    name: 'ER_OUT_OF_SORTMEMORY',
    text: /\bOut of sort memory\b/i,
  },
  {
    number: 1436,
    name: 'ER_STACK_OVERRUN_NEED_MORE',
    text: /\bThread stack overrun: {1,3}\d{1,9} bytes used/i,
  },
  {
    number: 1290,
    name: 'ER_OPTION_PREVENTS_STATEMENT',
    text: /\brunning with the -{1,2}(?:super[-_])?read[-_]only option/i,
  },
  {
    number: 1135,
    name: 'ER_CANT_CREATE_THREAD',
    text: /\bCan't create a new thread \(errno/i,
  },
  {
    number: 3024,
    name: 'ER_QUERY_TIMEOUT',
    text: /\bQuery execution was interrupted,? ?\(?(?:maximum statement execution time exceeded|max_statement_time exceeded)/i,
  },
  {
    number: 1197,
    name: 'ER_TRANS_CACHE_FULL',
    text: /\btransaction required more than '?max_binlog_cache_size'? bytes/i,
  },
  {
    number: 1104,
    name: 'ER_TOO_BIG_SELECT',
    text: /\bwould examine (?:more than MAX_JOIN_SIZE|too many) rows/i,
  },
  {
    number: 1021,
    name: 'ER_DISK_FULL',
    text: /\bNo space left on device\b|\bDisk (?:is )?full \(|\bGot error 28\b|\b(?:errno|errcode|error number):? 28\b/i,
    isAlsoProse: true,
  },
  {
    number: 1016,
    name: 'ER_CANT_OPEN_FILE',
    text: /\bToo many open files\b|\b(?:errno|errcode|error number):? 24\b/i,
    isAlsoProse: true,
  },
  {
    number: 1041,
    name: 'ER_OUT_OF_RESOURCES',
    text: /\bOut of memory; (?:restart server|check if mysqld)|\bOut of memory \(Needed \d|\b(?:errno|errcode):? 12 ?["\u2013-] ?"?Cannot allocate memory/i,
  },
  {
    number: 1194,
    name: 'ER_CRASHED_ON_USAGE',
    text: /\bis marked as crashed and (?:should be repaired|last \(automatic\?\) repair failed)/i,
  },
  {
    number: 1799,
    name: 'ER_INNODB_ONLINE_LOG_TOO_BIG',
    text: /\brequired more than '?innodb_online_alter_log_max_size'? bytes of modification log/i,
  },
  {
    number: 1118,
    name: 'ER_TOO_BIG_ROWSIZE',
    text: /\bBLOB\/TEXT data inserted in one transaction is greater than 10% of (?:the )?redo log/i,
  },
  {
    number: 2006,
    name: 'CR_SERVER_GONE_ERROR',
    text: /\bMySQL server has gone away\b|\bLost connection to (?:MySQL |MariaDB )?server during query\b/i,
    isAlsoProse: true,
  },
  { number: 1114, name: 'ER_RECORD_FILE_FULL', text: /The table '[^']{1,200}' is full/i, isAlsoProse: true },
  {
    number: 1615,
    name: 'ER_NEED_REPREPARE',
    text: /Prepared statement needs to be re-?prepared/i,
    isAlsoProse: true,
  },
  {
    // The largest value of an integer type is a duplicate only once it is used up.
    number: 1467,
    name: 'ER_AUTOINC_READ_FAILED',
    text: /\bFailed to read auto-increment value from storage engine\b|\bDuplicate entry '(?:127|255|32767|65535|8388607|16777215|2147483647|4294967295|9223372036854775807|18446744073709551615)' for key\b/i,
  },
  {
    number: 4031,
    name: 'ER_CLIENT_INTERACTION_TIMEOUT',
    text: /client was disconnected by the server because of inactivity|longer than the server configured value of 'wait_timeout'/i,
    isAlsoProse: true,
  },
];
/** What programs write around an error: a sentence without it may tell a story. */
const framed =
  /\berror\b|\berrno\b|SQLSTATE|exception|\bfail|\baborted connection\b|\bfatal\b|\(\d{4}, ?["']|caused by|^\s{0,20}The last packet|\bHY000\b/i;
/** Limits that an error gives. */
const limits: readonly { name: string; pattern: RegExp }[] = [
  // `(5,243,081 > 4,194,304)` of Connector/J: what was sent, and the limit; it says -1 where it does not know.
  {
    name: 'max_allowed_packet',
    pattern: /Packet for query is too large \(\d[\d,]{0,20} > (\d[\d,]{2,20})\)/,
  },
  {
    name: 'max_prepared_stmt_count',
    pattern: /max_prepared_stmt_count statements \(current value: (\d{1,9})\)/,
  },
  {
    name: 'thread_stack',
    pattern: /Thread stack overrun: {1,3}\d{1,9} bytes used of a (\d{1,9}) byte stack/,
  },
  {
    name: 'max_user_connections',
    pattern: /has exceeded the 'max_user_connections' resource \(current value: (\d{1,9})\)/,
  },
];

function limitIn(line: string): Pair | null {
  for (const { name, pattern } of limits) {
    const limit = pattern.exec(line)?.[1]?.replaceAll(',', '');
    if (limit !== undefined) return pairOf({ kind: 'variable', name, by: 'prose' }, limit);
  }
  return null;
}

/** A temporary table of a statement is full when its file is: no setting for tables in memory holds it. */
const temporary = /The table '[^']{0,200}#sql/i;
/** A message of the error log is of a file of the server: a table that is full is read there. */
const ofErrorLog = /^\d{4}-\d\d-\d\d[T ].{4,60}\[(?:ERROR|Warning)\] \S{0,80}mysqld: The table/;

/** Errors of the server that a text quotes from its clients. Push lines, then `end()`. */
export class ServerErrors {
  readonly #counts = new Map<number, { name: string; times: number }>();
  #before = '';

  /** A setting that the error gives; null: none. */
  push(line: string): Pair | null {
    const before = this.#before;
    this.#before = line.slice(0, 300);
    if (line.length > 20_000 || ofErrorLog.test(line) || temporary.test(line)) return null;
    const found = errors.find(({ text }) => text.test(line));
    if (found === undefined) return null;
    if (found.isAlsoProse === true && !(framed.test(line) || framed.test(before))) return null;
    const { number, name } = found;
    this.#counts.set(number, { name, times: (this.#counts.get(number)?.times ?? 0) + 1 });
    return limitIn(line);
  }

  /** A deadlock that is shown without the status around it was met by somebody; in a whole status it may be years old. */
  addDeadlocks(times: number): void {
    if (times > 0) this.#counts.set(1213, { name: 'ER_LOCK_DEADLOCK', times });
  }

  /** Rows of the counts of errors, without times; null: there is none. */
  end(): { section: SectionId; columns: string[]; rows: Cell[][] } | null {
    if (this.#counts.size === 0) return null;
    const rows = [...this.#counts].map(([number, { name, times }]): Cell[] => [number, name, times]);
    return { section: 'error-counts', columns: ['ERROR_NUMBER', 'ERROR_NAME', 'SUM_ERROR_RAISED'], rows };
  }
}
