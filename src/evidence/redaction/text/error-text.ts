import { redactStatement } from './sql-text';

/** Quotes that hold no user's value, or that surround another message of the server: what follows may be read on. */
const harmless = [
  /^[^'"]*\btransaction '(?:ANONYMOUS|NOT_YET_DETERMINED|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::\w{1,32})?:\d+)'/,
  /^[^'"]*\bGot fatal error \d+ from (?:master|source) when reading data from binary log: '/,
];

/** The server's own words within `Error '...'` (errmsg-utf8.txt). Any others may be users': SIGNAL sets any text. */
const ownWords = new RegExp(
  `^(?:${[
    'Duplicate (?:entry|column name|key name)',
    "Table(?= ')",
    'Unknown (?:column|table|database)',
    "Can't (?:create|drop) (?:table|database)",
    "Can't DROP",
    'Incorrect \\w+ value:',
    '(?:Data too long|Out of range value|Data truncated) for column',
    'Truncated incorrect \\w+ value:',
    'Lock wait timeout exceeded; try restarting transaction',
    'Deadlock found when trying to get lock; try restarting transaction',
    'You have an error in your SQL syntax',
    'Cannot (?:add or update a child|delete or update a parent) row: a foreign key constraint fails',
  ].join('|')})`,
);

/**
 * Removes what users stored or asked from an error of replication. The server quotes a value without escaping it, so a
 * quote within it cannot be distinguished from the closing one: the message stays up to its first quote, the rest goes. The
 * number of the error stands in a column of its own.
 */
export function redactError(text: string, keepLiterals: boolean): string {
  if (keepLiterals && redactStatement(text, true) === text) return text;
  if (text.startsWith("Error '")) {
    const own = ownWords.exec(text.slice("Error '".length))?.[0];
    return own === undefined ? 'Error ?' : `Error '${own} ?`;
  }
  const from = Math.max(...harmless.map((pattern) => pattern.exec(text)?.[0].length ?? 0));
  const quote = text.slice(from).search(/['"]/);
  return quote < 0 ? text : `${text.slice(0, from + quote)}?`;
}
