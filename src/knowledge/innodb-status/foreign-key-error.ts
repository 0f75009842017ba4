import { timeOf } from './deadlock';
import { Cursor, isFiller, type Line, ownText, type TakeUnknown } from './line';
import { isRecordData } from './lock';
import { type InnodbTransaction, readTransaction, transactionStart } from './transaction';

/**
 * LATEST FOREIGN KEY ERROR (row0ins.cc row_ins_foreign_report_err and row_ins_foreign_report_add_err, dict0dict.cc).
 * MySQL from 9.6 on checks foreign keys above InnoDB and prints it only with innodb_native_foreign_keys.
 */
export interface ForeignKeyError {
  /** Time in the server's zone, as in a deadlock; null: not printed. */
  at: string | null;
  /** Null for an error in the definition of a key. */
  transaction: InnodbTransaction | null;
  /** Table of the key, as printed with its quotes; null: not printed. */
  childTable: string | null;
  parentTable: string | null;
  constraint: string | null;
  /** Definition as printed: ``CONSTRAINT `c` FOREIGN KEY (`p`) REFERENCES `parent` (`id`)``. */
  definition: string | null;
  /** Whether the row was refused in the child (no parent) or in the parent (a child is left). */
  refusedIn: 'child' | 'parent' | null;
  /** Indexes in which the child's and the parent's key were looked up. */
  childIndex: string | null;
  parentIndex: string | null;
  /** What else the server says, in particular on an error in a definition; never rows. */
  explanation: string[];
}

const fails = /^Foreign key constraint fails for table (.{1,600}?):?$/;
const constraint = /^ {0,4}CONSTRAINT (`[^`]{1,256}`) FOREIGN KEY /;
const trying =
  /^Trying (?:to |an )?([a-z ]{1,40}) in (child|parent) table, in index (.{1,300}?)(?: tuple)?:?$/;
/** MariaDB (10.5 and later, seen to 11.8) prints the rest of that line behind the definition when a parent is missing. */
const tryingBehind = / in (child|parent) table, in index ([^ ]{1,300}) tuple:$/;
const other = /^But in (child|parent) table (.{1,600}?), in index (.{1,300}?),(?: there is a record:)?$/;
const definitionError =
  /^(?:\d[\d: -]{14,18}(?: \S{1,32})? )?Error in foreign key constraint of table (.{1,600}?):?$/;

export function readForeignKeyError(lines: readonly Line[], unknown: TakeUnknown): ForeignKeyError {
  const error: ForeignKeyError = {
    at: null,
    transaction: null,
    childTable: null,
    parentTable: null,
    constraint: null,
    definition: null,
    refusedIn: null,
    childIndex: null,
    parentIndex: null,
    explanation: [],
  };
  const cursor = new Cursor(lines);
  for (let line = cursor.next(); line !== undefined; line = cursor.next()) {
    const text = ownText(line);
    const transaction = error.transaction === null ? transactionStart(line) : null;
    if (text === null) unknown(line);
    else if (transaction !== null) {
      error.transaction = transaction;
      readTransaction(transaction, cursor, (next) => fails.test(next.text.slice(0, 1024)), unknown);
    } else if (!readReport(error, text) && !isFiller(line) && text !== ',' && !isRecordData(line))
      error.explanation.push(text);
  }
  return error;
}

/** A line of the report; false when it is none. */
function readReport(error: ForeignKeyError, text: string): boolean {
  const time = error.at === null ? timeOf(text) : null;
  const failed = fails.exec(text)?.[1];
  const wrong = definitionError.exec(text)?.[1];
  const name = constraint.exec(text)?.[1];
  const tried = trying.exec(text);
  const looked = other.exec(text);
  if (time !== null) error.at = time;
  if (failed !== undefined || wrong !== undefined) error.childTable ??= failed ?? wrong ?? null;
  else if (name !== undefined) readDefinition(error, text, name);
  else if (tried !== null) tryIn(error, tried[2], tried[3]);
  else if (looked !== null) {
    if (looked[1] === 'parent') {
      error.parentTable ??= looked[2] ?? null;
      error.parentIndex ??= plain(looked[3]);
    } else {
      error.childTable ??= looked[2] ?? null;
      error.childIndex ??= plain(looked[3]);
    }
  } else return time !== null || text === 'the closest match we can find is record:';
  return true;
}

function readDefinition(error: ForeignKeyError, text: string, name: string): void {
  const behind = tryingBehind.exec(text);
  error.constraint ??= plain(name);
  error.definition ??= (behind === null ? text : text.slice(0, behind.index)).trim().replace(/,$/, '');
  // The rest of a line lost in MariaDB names the parent's table, where the missing row was looked for.
  if (behind !== null) tryIn(error, behind[1] === 'parent' ? 'child' : 'parent', behind[2]);
}

function tryIn(error: ForeignKeyError, table: string | undefined, index: string | undefined): void {
  if (table === 'child') {
    error.refusedIn ??= 'child';
    error.childIndex ??= plain(index);
  } else if (table === 'parent') {
    error.refusedIn ??= 'parent';
    error.parentIndex ??= plain(index);
  }
}

function plain(name: string | undefined): string | null {
  return name === undefined ? null : name.replaceAll('`', '');
}
