import type { Predicate } from './statement';
import { type Token, tokensOf } from './tokens';

/** A table that a join reads, under the name that the statement gives it. */
export interface JoinedTable {
  schema: string | null;
  table: string;
  alias: string;
  /** It is the right side of a LEFT JOIN: rows of it are looked up for rows of the tables before it, never the other way. */
  outer: boolean;
}

/** A column, with the table as the statement names it; null: it names none. */
interface JoinColumn {
  of: string | null;
  column: string;
}

/** A SELECT over several tables, as far as an index on one of them can serve it. */
export interface JoinStatement {
  tables: JoinedTable[];
  /** Comparisons of a column with values. */
  values: (JoinColumn & { kind: Predicate['kind'] })[];
  /** Columns that must be equal. */
  equal: [JoinColumn, JoinColumn][];
}

const joinWords = /^(JOIN|INNER|LEFT|RIGHT|OUTER|CROSS|STRAIGHT_JOIN|NATURAL)$/;
const afterFrom = /^(WHERE|GROUP|HAVING|ORDER|LIMIT|FOR|LOCK|UNION|INTO|PROCEDURE|WINDOW)$/;

/**
 * Reads the normalised text of a SELECT that joins tables by name. null: it is none, or holds what one index does not answer (subqueries,
 * unions, RIGHT and NATURAL joins).
 */
export function parseJoin(digestText: string): JoinStatement | null {
  const tokens = tokensOf(digestText);
  if (tokens === null || !isWord(tokens[0], /^(SELECT|EXECUTE)$/)) return null;
  if (tokens.filter((token) => isWord(token, /^SELECT$/)).length !== 1) return null;
  if (tokens.some((token) => isWord(token, /^(UNION|RIGHT|NATURAL|USING)$/))) return null;
  const from = indexAtTop(tokens, /^FROM$/, 0);
  if (from === -1) return null;
  const end = indexAtTop(tokens, afterFrom, from + 1);
  const parts = fromParts(tokens.slice(from + 1, end === -1 ? tokens.length : end));
  if (parts === null || parts.tables.length < 2) return null;
  const where = end !== -1 && isWord(tokens[end], /^WHERE$/) ? whereOf(tokens, end + 1) : [];
  const read: JoinStatement = { tables: parts.tables, values: [], equal: [] };
  for (const condition of [...parts.conditions, ...where].flatMap(conjuncts)) addCondition(condition, read);
  return read;
}

function fromParts(tokens: Token[]): { tables: JoinedTable[]; conditions: Token[][] } | null {
  const tables: JoinedTable[] = [];
  const conditions: Token[][] = [];
  let at = 0;
  let outer = false;
  while (at < tokens.length) {
    const named = tableAt(tokens, at);
    if (named === null) return null;
    tables.push({ ...named.table, outer });
    at = named.next;
    if (isWord(tokens[at], /^ON$/)) {
      const start = at + 1;
      at = start;
      for (let depth = 0; at < tokens.length; at += 1) {
        const token = tokens[at];
        if (isSign(token, '(')) depth += 1;
        if (isSign(token, ')')) depth -= 1;
        if (depth === 0 && (isSign(token, ',') || startsJoin(tokens, at))) break;
      }
      conditions.push(tokens.slice(start, at));
    }
    const start = at;
    while (isSign(tokens[at], ',') || isWord(tokens[at], joinWords)) at += 1;
    if (at === start && at < tokens.length) return null;
    outer = tokens.slice(start, at).some((token) => isWord(token, /^LEFT$/));
  }
  return { tables, conditions };
}

function tableAt(tokens: Token[], start: number): { table: Omit<JoinedTable, 'outer'>; next: number } | null {
  const nameAt = (index: number) => {
    const token = tokens[index];
    return token?.kind === 'name' ? token.text : null;
  };
  let at = start;
  let table = nameAt(at);
  if (table === null) return null;
  let schema: string | null = null;
  at += 1;
  if (isSign(tokens[at], '.')) {
    schema = table;
    table = nameAt(at + 1);
    if (table === null) return null;
    at += 2;
  }
  if (isWord(tokens[at], /^AS$/)) at += 1;
  const alias = nameAt(at);
  if (alias !== null) at += 1;
  return { table: { schema, table, alias: alias ?? table }, next: at };
}

/** LEFT and its like begin a join unless they are the function of that name. */
function startsJoin(tokens: Token[], at: number): boolean {
  return isWord(tokens[at], joinWords) && !isSign(tokens[at + 1], '(') && tokens[at + 1]?.kind !== 'value';
}

function whereOf(tokens: Token[], start: number): Token[][] {
  const end = indexAtTop(tokens, afterFrom, start);
  return [tokens.slice(start, end === -1 ? tokens.length : end)];
}

/** The conditions that AND joins; none where OR joins any of them. */
function conjuncts(tokens: Token[]): Token[][] {
  const found: Token[][] = [];
  let depth = 0;
  let between = false;
  let start = 0;
  tokens.forEach((token, at) => {
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    if (depth > 0) return;
    if (isWord(token, /^BETWEEN$/)) between = true;
    else if (isSign(token, '&&') || isWord(token, /^AND$/)) {
      if (!between) {
        found.push(tokens.slice(start, at));
        start = at + 1;
      }
      between = false;
    }
  });
  found.push(tokens.slice(start));
  if (indexAtTop(tokens, /^(OR|XOR)$/, 0) !== -1 || tokens.some((token) => isSign(token, '||'))) return [];
  return found.flatMap((one) => {
    const inner = withoutBrackets(one);
    return inner === one ? [one] : conjuncts(inner);
  });
}

function withoutBrackets(tokens: Token[]): Token[] {
  if (!isSign(tokens[0], '(') || !isSign(tokens.at(-1), ')')) return tokens;
  let depth = 0;
  const closes = tokens.findIndex((token) => {
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    return depth === 0;
  });
  return closes === tokens.length - 1 ? tokens.slice(1, -1) : tokens;
}

function addCondition(tokens: Token[], read: JoinStatement): void {
  const left = columnAt(tokens, 0);
  if (left === null) {
    const right = columnAt(tokens, 2);
    const kind = kindOf(tokens[1]);
    if (tokens[0]?.kind === 'value' && kind !== null && right !== null && right.next === tokens.length) {
      read.values.push({ ...right.column, kind });
    }
    return;
  }
  const rest = tokens.slice(left.next);
  const other = isSign(rest[0], '=') || isSign(rest[0], '<=>') ? columnAt(rest, 1) : null;
  if (other !== null && other.next === rest.length) {
    read.equal.push([left.column, other.column]);
    return;
  }
  const kind = comparedWithValue(rest);
  if (kind !== null) read.values.push({ ...left.column, kind });
}

function comparedWithValue(rest: Token[]): Predicate['kind'] | null {
  const [first, second] = rest;
  const isValue = (token: Token | undefined) => token?.kind === 'value';
  if (isWord(first, /^IS$/) && isWord(second, /^NULL$/) && rest.length === 2) return 'equal';
  if (isWord(first, /^BETWEEN$/))
    return isValue(second) && isValue(rest[3]) && rest.length === 4 ? 'range' : null;
  if (!isValue(second) || rest.length !== 2) return null;
  if (isWord(first, /^IN$/)) return 'list';
  if (isWord(first, /^LIKE$/)) return 'pattern';
  return kindOf(first);
}

function kindOf(token: Token | undefined): Predicate['kind'] | null {
  if (token?.kind !== 'sign') return null;
  if (/^(=|<=>)$/.test(token.text)) return 'equal';
  if (/^(<|<=|>|>=)$/.test(token.text)) return 'range';
  return null;
}

function columnAt(tokens: Token[], start: number): { column: JoinColumn; next: number } | null {
  const names: string[] = [];
  let at = start;
  for (let token = tokens[at]; token?.kind === 'name'; token = tokens[at]) {
    names.push(token.text);
    at += 1;
    if (!isSign(tokens[at], '.')) break;
    at += 1;
  }
  const column = names.at(-1);
  if (column === undefined || isSign(tokens[at], '(')) return null;
  return { column: { of: names.at(-2) ?? null, column }, next: at };
}

function indexAtTop(tokens: Token[], word: RegExp, start: number): number {
  let depth = 0;
  return tokens.findIndex((token, at) => {
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    return at >= start && depth === 0 && isWord(token, word);
  });
}

function isWord(token: Token | undefined, pattern: RegExp): boolean {
  return token?.kind === 'word' && pattern.test(token.text);
}

function isSign(token: Token | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text;
}
