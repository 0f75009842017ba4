/**
 * The lines that InnoDB itself prints where it also quotes statements and rows, each in its full form (srv0srv.cc,
 * lock0lock.cc, trx0trx.cc, row0ins.cc, rem0rec.cc), so that a line of a user's text hardly looks like one.
 */

const name = '`(?:[^`]|``){1,256}`';
const table = `${name}(?:\\.${name})?(?: /\\* (?:Partition|Subpartition) ${name}(?:, Subpartition ${name})? \\*/)?`;
const index = `(?:${name}|[\\w$]{1,64})`;
// Without a century up to 5.5.
const time = '(?:\\d{4}-\\d\\d-\\d\\d \\d\\d|\\d{6} [ \\d]\\d):\\d\\d:\\d\\d(?: (?:0x)?[0-9a-f]+)?';
const lockMode =
  'lock[_ ]mode (?:IS|IX|S|X|AUTO-INC)(?:,(?:GAP|REC_NOT_GAP|INSERT_INTENTION))*(?: (?:locks|gap|before|rec|but|not|insert|intention|predicate|prdt|page|waiting))*';
const physical =
  'PHYSICAL RECORD: n_fields \\d+; (?:compact format|\\d-byte offsets|\\d-byte offs (?:TRUE|FALSE|true|false)); info bits \\d+';
// MySQL 5.0 and 5.1 print ids in halves, and the thread in the system.
const id = '\\(?(?:0x)?[0-9a-fA-F]+(?: \\d+)?\\)?';
const state =
  '(?:not started|ACTIVE(?: \\(PREPARED\\))?|COMMITTED IN MEMORY|PREPARED)(?: \\d+ sec)?(?: recovered trx)?(?:, process no \\d+)?(?:, OS thread id \\d+)?';
/** What a transaction does right now (trx_t::op_info). */
const work =
  '(?: (?:starting|index|read|fetching|rows?|inserting|updating|or|deleting|unlock_row|committing|commit|rollback|rolling|back|of|SQL|statement|sleeping|before|entering|joining|InnoDB|queue|estimating|records|in|range|setting|table|lock|auto-inc|creating|dropping|adding|truncating|renaming|tablespace|flushing|log|preparing|for|undo|purge|waiting|checking|foreign|keys?))*';

const whole = (...forms: string[]): RegExp => new RegExp(`^(?:${forms.join('|')})$`);

/** Begins a transaction of the list; what it does may be in words not known here. */
export const transactionStart = new RegExp(`^---TRANSACTION ${id}, ${state}(?![\\w])`);

/** Begins a part of the report on a deadlock. */
const deadlockPart = whole(
  '\\*\\*\\* (?:\\(\\d+\\) )?(?:TRANSACTION|HOLDS THE LOCK\\(S\\)|WAITING FOR THIS LOCK TO BE GRANTED|CONFLICTING WITH):',
  '\\*\\*\\* WE ROLL BACK TRANSACTION \\(\\d+\\)',
);

/** True for a line that begins a transaction, or a part of the report on a deadlock. */
export function isBoundary(line: string): boolean {
  return transactionStart.test(line) || deadlockPart.test(line);
}

/** Describes the transaction; the line of its thread follows. */
export const transactionLine = whole(
  `(?:---|${time} )?TRANSACTION ${id}, ${state}${work}(?:, thread declared inside InnoDB \\d+)?`,
  'mysql tables in use \\d+, locked \\d+',
  '(?:LOCK WAIT |ROLLING BACK |COMMITTING |RECOVERED TRX )*\\d+ lock struct\\(s\\), heap size \\d+(?:, \\d+ row lock\\(s\\))?(?:, holds adaptive hash latch)?(?:, undo log entries \\d+)?',
);

/** The thread; InnoDB prints its running statement on the lines after it (innobase_mysql_print_thd). */
export const threadLine =
  /^(?:MySQL |MariaDB )?thread id \d+(?:, OS thread handle (?:0x)?[0-9a-f]+)?, query id \d+(?: .*)?$/;

/** The contents of a record: ` 0: len 4; hex 80000001; asc     ;;`. */
export const recordField = /^( *\d+: len \d+;) hex .*$/;

/** Any other line. */
export const otherLine = whole(
  '-+',
  time,
  `${time} Transaction:`,
  'Trx id counter [0-9A-F]+(?: [0-9A-F]+)?',
  "Purge done for trx's n:o < [0-9A-F]+(?: [0-9A-F]+)? undo n:o < [0-9A-F]+(?: [0-9A-F]+)?(?: state: (?:running|running but idle|disabled|stopped|not enabled|enabled|exited|running, limited))?",
  'History list length \\d+',
  'Total number of lock structs in row lock hash table \\d+',
  'LIST OF TRANSACTIONS FOR EACH SESSION:',
  'Trx read view will not see trx with id >= [0-9A-F]+(?: [0-9A-F]+)?, sees < [0-9A-F]+(?: [0-9A-F]+)?',
  '(?:TOO MANY|\\d+) LOCKS PRINTED FOR THIS TRX: SUPPRESSING FURTHER PRINTS',
  'TOO DEEP OR LONG SEARCH IN THE LOCK TABLE WAITS-FOR GRAPH, WE WILL ROLL BACK FOLLOWING TRANSACTION ?',
  // Where the server left out transactions because the text passed 1 MB.
  '\\.\\.\\. truncated\\.\\.\\.',
  'Trx #rec lock waits \\d+ #table lock waits \\d+',
  'Trx total (?:rec|table) lock wait time \\d+ SEC',
  '-+ TRX HAS BEEN WAITING \\d+ (?:SEC|sec|ms|us|ns) FOR THIS LOCK TO BE GRANTED:',
  `RECORD LOCKS space id \\d+ page no \\d+ n bits \\d+ index ${index} of table ${table} trx id [0-9A-F]+(?: \\d+)? ${lockMode}`,
  `TABLE LOCK table ${table} trx id [0-9A-F]+(?: \\d+)? ${lockMode}`,
  `Record lock, heap no \\d+(?: ${physical})?`,
  physical,
  ' *\\d+: len \\d+; hex .*',
  ' *\\d+: SQL NULL(?:, size \\d+)? ?;',
  'Transaction:',
  `Foreign key constraint fails for table ${table}:`,
  ',',
  ` *CONSTRAINT ${name} FOREIGN KEY \\(${name}(?:, ${name})*\\) REFERENCES ${table} \\(${name}(?:, ${name})*\\)(?: ON (?:DELETE|UPDATE) (?:CASCADE|RESTRICT|NO ACTION|SET NULL|SET DEFAULT))*,?(?: in (?:child|parent) table, in index ${index} tuple:)?`,
  `Trying to (?:add|delete|update|insert|delete or update|add or update)(?: or update)? in (?:child|parent) table, in index ${index}(?: tuple)?:?`,
  `But in (?:child|parent) table ${table}, in index ${index},(?: there is a record:)?`,
  '(?:DATA|UNDO) TUPLE: \\d+ fields;',
  '(?:the )?closest match we can find is record:',
  '\\(line left out\\)',
  'END OF INNODB MONITOR OUTPUT',
  '=+',
);

/** True for a line in the full form of one of InnoDB's own. */
export function isOwnLine(line: string): boolean {
  return /^\s*$/.test(line) || isBoundary(line) || transactionLine.test(line) || otherLine.test(line);
}
