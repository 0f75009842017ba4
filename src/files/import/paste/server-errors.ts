import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';
import { type Pair, pairOf } from './pairs';

/**
 * Errors that clients are given (MySQL manual, "Server Error Message Reference"): their words are those of every client and
 * driver, their number is not.
 */
const errors: readonly { number: number; name: string; text: RegExp }[] = [
  {
    number: 1153,
    name: 'ER_NET_PACKET_TOO_LARGE',
    text: /Got a packet bigger than '?max_allowed_packet'? bytes|Packet for query is too large \(/i,
  },
  { number: 1114, name: 'ER_RECORD_FILE_FULL', text: /The table '[^']{1,200}' is full/i },
  { number: 1615, name: 'ER_NEED_REPREPARE', text: /Prepared statement needs to be re-?prepared/i },
  {
    number: 4031,
    name: 'ER_CLIENT_INTERACTION_TIMEOUT',
    text: /client was disconnected by the server because of inactivity|longer than the server configured value of 'wait_timeout'/i,
  },
];
/** What programs write around an error: a sentence without it may tell a story. */
const framed =
  /\berror\b|\berrno\b|SQLSTATE|exception|\bfail|\baborted connection\b|\bfatal\b|\(\d{4}, ?["']|caused by|^\s{0,20}The last packet|\bHY000\b/i;
/** `(5,243,081 > 4,194,304)` of Connector/J: what was sent, and max_allowed_packet; it says -1 where it does not know. */
const packetLimit = /Packet for query is too large \(\d[\d,]{0,20} > (\d[\d,]{2,20})\)/;
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
    if (found === undefined || !(framed.test(line) || framed.test(before))) return null;
    const { number, name } = found;
    this.#counts.set(number, { name, times: (this.#counts.get(number)?.times ?? 0) + 1 });
    const limit = packetLimit.exec(line)?.[1]?.replaceAll(',', '');
    return limit === undefined
      ? null
      : pairOf({ kind: 'variable', name: 'max_allowed_packet', by: 'prose' }, limit);
  }

  /** Rows of the counts of errors, without times; null: there is none. */
  end(): { section: SectionId; columns: string[]; rows: Cell[][] } | null {
    if (this.#counts.size === 0) return null;
    const rows = [...this.#counts].map(([number, { name, times }]): Cell[] => [number, name, times]);
    return { section: 'error-counts', columns: ['ERROR_NUMBER', 'ERROR_NAME', 'SUM_ERROR_RAISED'], rows };
  }
}
