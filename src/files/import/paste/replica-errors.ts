import type { Cell } from '../../../shared/snapshot';

/** A thread of a replica that has ended with an error, in the words of MySQL 5.5 to 9.7 and of MariaDB. */
const failed =
  /\b(?:Slave|Replica) (SQL|I\/O|IO)\b(?: thread)?(?: for channel '[^']{0,64}')?\s?:\s?(.{1,2000})$/i;
/** What a thread says that has begun again, or was stopped by hand. */
const goesOn =
  /\b(?:Slave|Replica) (SQL|I\/O|IO)\b thread\b.{0,80}?\b(?:initialized|started|connected|starting)|\b(?:slave|replica) I\/O thread.{0,60}connected to/i;
/** The errors of a log name the number last: `Error_code: 1062`, `Error_code: MY-001062`, MariaDB `Internal MariaDB error code: 1062`. */
const numbers = /(?:error[_ ]code|errno): (?:MY-0{0,6})?(\d{3,6})/gi;
const ofSource = /\bGot fatal error (\d{3,6}) from (?:master|source)/i;

/**
 * The status of a replica as its error log shows it: which of its threads ended last, and with which error. null: none of them, or it runs
 * again.
 * @param messages of the error log, oldest first
 */
export function replicaOfLog(messages: readonly string[]): { columns: string[]; rows: Cell[][] } | null {
  const ended = new Map<'IO' | 'SQL', { number: string; text: string }>();
  for (const message of messages) {
    const [, begun] = goesOn.exec(message) ?? [];
    if (begun !== undefined) ended.delete(threadOf(begun));
    const [, thread, text = ''] = failed.exec(message) ?? [];
    const number = ofSource.exec(text)?.[1] ?? [...text.matchAll(numbers)].at(-1)?.[1];
    if (thread !== undefined && number !== undefined && Number(number) > 0)
      ended.set(threadOf(thread), { number, text });
  }
  if (ended.size === 0) return null;
  const cells = new Map<string, Cell>();
  for (const thread of ['IO', 'SQL'] as const) {
    const one = ended.get(thread);
    cells.set(`SLAVE_${thread}_RUNNING`, one === undefined ? 'Yes' : 'No');
    cells.set(`LAST_${thread}_ERRNO`, one?.number ?? '0');
    cells.set(`LAST_${thread}_ERROR`, one?.text ?? '');
  }
  return { columns: [...cells.keys()], rows: [[...cells.values()]] };
}

function threadOf(word: string): 'IO' | 'SQL' {
  return /sql/i.test(word) ? 'SQL' : 'IO';
}
