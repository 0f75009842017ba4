import { sectionTitles } from '../../../knowledge/innodb-status';
import {
  isBoundary,
  isOwnLine,
  recordField,
  threadLine,
  transactionLine,
  transactionStart,
} from '../../../knowledge/innodb-status/own-lines';
import { redactStatement, redactWithState } from './sql-text';

/**
 * Bytes of a statement that InnoDB prints at most: 600 in the list of transactions, elsewhere as many as fit its buffer
 * of 1024 (lock_trx_print_..., trx_print_low, thd_security_context). A shorter one that ends within a literal goes on.
 */
const mostBytes = { list: 600, elsewhere: 1024 };

/**
 * Removes what users stored or asked from the text of SHOW ENGINE INNODB STATUS: literals of the statement under each
 * transaction (kept when `keepLiterals`, passwords never), the contents of records in the latest deadlock and foreign
 * key error (likewise). Lines of no known form in those sections are left out. Line breaks within a statement are
 * printed as they are, so that its lines may look like InnoDB's own: where it is not certain which they are, they are
 * taken for the statement's.
 */
export function redactInnodbStatus(text: string, keepLiterals: boolean): string {
  const lines = text.split('\n');
  const out: string[] = [];
  const titles = titlesOf(lines);
  let section = -1;
  let statement: string[] | null = null;
  let mayName = false;
  const flush = () => {
    if (statement !== null && statement.length > 0)
      out.push(redactStatement(statement.join('\n'), keepLiterals));
    statement = null;
  };
  lines.forEach((line, index) => {
    const inData = sectionTitles[section]?.quotesUsers === true;
    const header = headerAt(titles, index, section);
    if (inData && statement !== null) {
      const title = header !== null || headerAt(titles, index + 1, section) !== null;
      const most = sectionTitles[section]?.title === 'TRANSACTIONS' ? mostBytes.list : mostBytes.elsewhere;
      if (!endsBefore(statement, line, title, most)) {
        statement.push(line);
        return;
      }
    }
    if (header !== null) {
      flush();
      section = header;
      out.push(line);
    } else if (!inData) {
      out.push(line);
    } else if (mayName && threadLine.test(line)) {
      flush();
      out.push(line);
      statement = [];
    } else if (isOwnLine(line)) {
      flush();
      out.push(keepLiterals ? line : withoutData(line));
    } else {
      flush();
      out.push(keepLiterals ? redactStatement(line, true) : '(line left out)');
    }
    mayName = transactionLine.test(line) || transactionStart.test(line);
  });
  flush();
  return out.join('\n');
}

/** One of InnoDB's own lines without the contents of a record, or words not known after a transaction's state. */
function withoutData(line: string): string {
  const start = transactionLine.test(line) ? null : transactionStart.exec(line);
  return start === null ? line.replace(recordField, '$1 hex ?; asc ?;') : start[0];
}

/** Sections by the line that is their title, between two lines of dashes as long as it; -1 elsewhere. */
interface Titles {
  at: readonly number[];
  /** The last line with the title of each section; -1 without one. */
  last: readonly number[];
}

function titlesOf(lines: readonly string[]): Titles {
  const at = lines.map((line, index) => {
    const found = sectionTitles.findIndex(({ title }) => title === line);
    const dashes = '-'.repeat(found < 0 ? 0 : line.length);
    return found >= 0 && lines[index - 1] === dashes && lines[index + 1] === dashes ? found : -1;
  });
  return { at, last: sectionTitles.map((_, section) => at.lastIndexOf(section)) };
}

/**
 * The section that begins at this line; null when none does, or its title is not believed. After a section that quotes
 * users it must follow in InnoDB's order; one that ends redaction must be the last of its kind, with the titles after it
 * in order too: users' text stands before the real ones.
 */
function headerAt({ at, last }: Titles, index: number, current: number): number | null {
  const found = at[index] ?? -1;
  if (found < 0) return null;
  if (sectionTitles[current]?.quotesUsers !== true) return found;
  if (found <= current) return null;
  if (sectionTitles[found]?.quotesUsers === true) return found;
  // Some servers print the transactions last.
  const contradicted = sectionTitles.some(
    ({ quotesUsers }, other) =>
      (other === found || (other < found && !quotesUsers)) && (last[other] ?? -1) > index,
  );
  return contradicted ? null : found;
}

/** Whether the statement ends before this line, which may be one of InnoDB's own or look like one. */
function endsBefore(statement: string[], line: string, header: boolean, most: number): boolean {
  const boundary = header || isBoundary(line);
  if (!boundary && (/^\s*$/.test(line) || !isOwnLine(line))) return false;
  const soFar = statement.join('\n');
  if (Buffer.byteLength(soFar) >= most) return true;
  const { certain, open } = redactWithState(soFar);
  return boundary ? !open : certain;
}
