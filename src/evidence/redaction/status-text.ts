import { sectionTitles } from '../../knowledge/innodb-status';
import { isOwnLine, recordField, threadLine } from '../../knowledge/innodb-status/own-lines';
import type { StandIns } from './stand-ins';

/** Nothing of a statement is left. */
export const removed = '(removed)';

/** Where thread, host, address and user stand: nothing distinguishes them, so that all of them go. */
const threadOnly =
  /^((?:MySQL |MariaDB )?thread id \d+(?:, OS thread handle (?:0x)?[0-9a-f]+)?, query id \d+)(?: .*)?$/;

/**
 * SHOW ENGINE INNODB STATUS without what the classes name. In the sections that quote users, only lines in the full
 * form of one of InnoDB's own stay, and of these not who and what they name.
 */
export function redactStatusText(text: string, names: StandIns): string {
  const noStatements = names.wants('statements') || names.wants('names');
  const noPeople = names.wants('hosts') || names.wants('users');
  const out: string[] = [];
  let quotesUsers = false;
  for (const line of text.split('\n')) {
    const title = sectionTitles.find((one) => one.title === line);
    if (title !== undefined) quotesUsers = title.quotesUsers === true;
    const isThread = threadLine.test(line);
    if (noStatements && quotesUsers && title === undefined && !isThread && !isOwnLine(line)) {
      if (out.at(-1) !== removed) out.push(removed);
      continue;
    }
    // Without the statements as well: the words of the state name none, but end where nobody knows.
    const known = isThread && (noPeople || noStatements) ? line.replace(threadOnly, '$1') : line;
    const plain = noStatements ? known.replace(recordField, '$1 hex ?; asc ?;') : known;
    out.push(names.wants('names') ? withoutNames(plain, names) : plain);
  }
  return out.join('\n');
}

function withoutNames(line: string, names: StandIns): string {
  return line
    .replace(
      /`((?:[^`]|``)*)(`|$)/g,
      (_, name: string, end: string) => `\`${names.of('names', plainName(name))}${end}`,
    )
    .replace(
      /\b(index) ([^\s`]+) (of table)/g,
      (_, before: string, name: string, after: string) => `${before} ${names.of('names', name)} ${after}`,
    );
}

/** A name between backquotes, where one of its own stands twice. */
export function plainName(quoted: string): string {
  return quoted.replaceAll('``', '`');
}

/** Host, address and user on the lines of threads; a state may follow. */
export function peopleIn(text: string): { hosts: string[]; users: string[] } {
  const hosts: string[] = [];
  const users: string[] = [];
  for (const line of text.split('\n')) {
    if (!threadLine.test(line)) continue;
    const tail =
      line.replace(threadOnly, '').length === 0 ? line.slice(line.lastIndexOf('query id ') + 9) : '';
    const [, first = '', second = '', third = ''] = tail.split(' ');
    const isAddress = /^[\d.]+$|:/.test(second);
    hosts.push(first, ...(isAddress ? [second] : []));
    users.push(isAddress ? third : second);
  }
  return { hosts, users };
}
