import { redactStatement } from './redact-sql';

/** Sections of SHOW ENGINE INNODB STATUS that quote statements and rows. */
const sectionsWithData = ['TRANSACTIONS', 'LATEST DETECTED DEADLOCK', 'LATEST FOREIGN KEY ERROR'];

/** The line after which InnoDB prints the running statement (lock0lock.cc, innobase_mysql_print_thd). */
const statementFollows = /^(?:MySQL |MariaDB )?thread id \d+, OS thread handle /;

/** The contents of a record: ` 0: len 4; hex 80000001; asc     ;;`. */
const recordField = /^( *\d+: len \d+;) hex .*$/;

/** Lines of those sections that hold no data of users; anything else there is a statement, or is left out. */
const knownLines: readonly RegExp[] = [
  /^\s*$/,
  /^-+$/,
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S*$/,
  /^\d{6} +\d+:\d\d:\d\d *\S*$/,
  /^Trx id counter /,
  /^Purge done for trx's n:o < \S+ undo n:o < \S+ state: [\w ,()]+$/,
  /^History list length \d+/,
  /^Total number of lock structs in row lock hash table \d+$/,
  /^LIST OF TRANSACTIONS FOR EACH SESSION:$/,
  /^(?:---)?TRANSACTION \(?\w+\)?, /,
  /^mysql tables in use \d+, locked \d+$/,
  /^(?:LOCK WAIT |ROLLING BACK |COMMITTING |RECOVERED TRX )*\d+ lock struct\(s\), /,
  /^(?:MySQL |MariaDB )?thread id \d+, OS thread handle /,
  /^Trx read view will not see trx with id >= /,
  /^Trx #rec lock waits /,
  /^------- TRX HAS BEEN WAITING \d+ \w+ FOR THIS LOCK TO BE GRANTED:$/,
  /^-+ TRX HAS BEEN WAITING /,
  /^RECORD LOCKS space id \d+ page no \d+ /,
  /^TABLE LOCK table /,
  /^Record lock, heap no \d+/,
  /^ *\d+: (?:len \d+; hex|SQL NULL)/,
  /^\*\*\* \(\d+\) (?:TRANSACTION|HOLDS THE LOCK\(S\)|WAITING FOR THIS LOCK TO BE GRANTED):$/,
  /^\*\*\* (?:CONFLICTING WITH:|WE ROLL BACK TRANSACTION \(\d+\))$/,
  /^\*\*\* (?:TRX HAS BEEN WAITING|WAITING FOR)/,
  /^Transaction:$/,
  /^Foreign key constraint fails for table /,
  /^,$/,
  /^\s*CONSTRAINT `/,
  /^Trying to (?:add|delete|update|insert)/,
  /^(?:DATA|UNDO) TUPLE: \d+ fields;$/,
  /^But in (?:parent|child) table /,
  /^(?:the )?closest match we can find is record:$/,
  /^PHYSICAL RECORD: n_fields \d+;/,
  /^Error in foreign key constraint of table /,
];

/**
 * Removes what users stored or asked from the text of SHOW ENGINE INNODB STATUS: literals of the statement under each
 * transaction (kept when `keepLiterals`, passwords never), the contents of records in the latest deadlock and foreign
 * key error (likewise). Lines of no known form in those sections are left out.
 */
export function redactInnodbStatus(text: string, keepLiterals: boolean): string {
  const out: string[] = [];
  let statement: string[] | null = null;
  let inData = false;
  const lines = text.split('\n');
  const flush = () => {
    if (statement !== null && statement.length > 0)
      out.push(redactStatement(statement.join('\n'), keepLiterals));
    statement = null;
  };
  lines.forEach((line, index) => {
    if (
      /^[A-Z][A-Z /]+$/.test(line) &&
      /^-+$/.test(lines[index - 1] ?? '') &&
      /^-+$/.test(lines[index + 1] ?? '')
    ) {
      flush();
      inData = sectionsWithData.includes(line);
      out.push(line);
      return;
    }
    if (!inData || knownLines.some((known) => known.test(line))) {
      flush();
      out.push(inData && !keepLiterals ? line.replace(recordField, '$1 hex ?; asc ?;') : line);
      if (inData && statementFollows.test(line)) statement = [];
      return;
    }
    if (statement !== null) statement.push(line);
    else if (keepLiterals) out.push(redactStatement(line, keepLiterals));
    else out.push('(line left out)');
  });
  flush();
  return out.join('\n');
}
