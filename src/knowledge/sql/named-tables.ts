import { type SqlToken, significantTokens } from './lexer';

/** A table as a statement names it, or by the default schema. */
export interface NamedTable {
  schema: string;
  table: string;
}

const beforeTables = new Set(['FROM', 'JOIN', 'STRAIGHT_JOIN', 'UPDATE', 'INTO']);
/** Words that end a list of tables, and so are no alias. */
const clauses = new Set(
  'JOIN WHERE ON USING LEFT RIGHT INNER CROSS NATURAL STRAIGHT_JOIN ORDER GROUP HAVING LIMIT SET FORCE USE IGNORE VALUES SELECT UNION FOR PARTITION'.split(
    ' ',
  ),
);
const asWord = new Set(['AS']);
const noTables = new Set(['SELECT', 'DUAL', 'LATERAL', 'JSON_TABLE']);

/**
 * The tables that a normalised statement names after FROM, JOIN, STRAIGHT_JOIN, UPDATE and INTO, as far as its text shows (the server then
 * knows none of the names that are no table's).
 */
export function namedTables({ schema, text }: { schema: string; text: string }): NamedTable[] {
  const tokens = significantTokens(text);
  const found: NamedTable[] = [];
  const add = (one: NamedTable) => {
    if (noTables.has(one.table.toUpperCase())) return;
    if (!found.some((known) => known.schema === one.schema && known.table === one.table)) found.push(one);
  };
  tokens.forEach((token, index) => {
    if (!isWord(token, beforeTables) || tokens[index - 1]?.text === '.') return;
    let at = index + 1;
    while (tokens[at]?.text === '(') at += 1;
    for (let named = nameAt(tokens, at, schema); named !== null; ) {
      add(named.table);
      at = afterAlias(tokens, named.end);
      named = tokens[at]?.text === ',' ? nameAt(tokens, at + 1, schema) : null;
    }
  });
  return found;
}

function isWord(token: SqlToken | undefined, words: ReadonlySet<string>): boolean {
  return token?.kind === 'word' && words.has(token.text.toUpperCase());
}

/** A table, with or without its schema; null: no name stands here. */
function nameAt(
  tokens: readonly SqlToken[],
  at: number,
  schema: string,
): { table: NamedTable; end: number } | null {
  const first = nameOf(tokens[at]);
  if (first === null) return null;
  const second = tokens[at + 1]?.text === '.' ? nameOf(tokens[at + 2]) : null;
  return second === null
    ? { table: { schema, table: first }, end: at + 1 }
    : { table: { schema: first, table: second }, end: at + 3 };
}

function nameOf(token: SqlToken | undefined): string | null {
  if (token?.kind === 'word') return token.text;
  return token?.kind === 'name' ? token.text.slice(1, -1).replaceAll('``', '`') : null;
}

function afterAlias(tokens: readonly SqlToken[], at: number): number {
  const alias = isWord(tokens[at], asWord) ? at + 1 : at;
  return nameOf(tokens[alias]) === null || isWord(tokens[alias], clauses) ? at : alias + 1;
}
