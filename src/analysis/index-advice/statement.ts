import { type Token, tokensOf } from './tokens';

/** How one column is compared with a value. */
export interface Predicate {
  column: string;
  /**
   * `equal`: =, <=>, IS NULL. `list`: IN, several equal values. `range`: <, >, BETWEEN. `pattern`: LIKE, a range unless
   * its value, which a digest does not show, begins with a wildcard. `other`: an index cannot narrow it down.
   */
  kind: 'equal' | 'list' | 'range' | 'pattern' | 'other';
}

export interface SortColumn {
  column: string;
  descending: boolean;
}

/** A statement on one table, as far as an index can serve it. */
export interface TableStatement {
  kind: 'select' | 'update' | 'delete';
  schema: string | null;
  table: string;
  where: Predicate[];
  /** ORDER BY, or GROUP BY where there is no other order. Empty: none, or one that no index delivers. */
  sort: SortColumn[];
  limited: boolean;
  /** Columns that a SELECT returns; null: all, or more than names. */
  returned: string[] | null;
}

/** Why nothing can be said of a statement. */
type NotUnderstood = { reason: string };

class Beyond extends Error {}

/**
 * Reads the normalised text of a SELECT, UPDATE or DELETE on one table. Joins are read by `parseJoin`; subqueries, unions
 * and OR are beyond both: for those one index is no answer.
 */
export function parseStatement(digestText: string): TableStatement | NotUnderstood {
  const tokens = tokensOf(digestText);
  if (tokens === null) return { reason: 'its text was cut by the server' };
  try {
    return new Parser(tokens).statement();
  } catch (thrown) {
    if (thrown instanceof Beyond) return { reason: thrown.message };
    throw thrown;
  }
}

const clauseWords = new Set([
  'WHERE',
  'GROUP',
  'HAVING',
  'ORDER',
  'LIMIT',
  'FOR',
  'LOCK',
  'UNION',
  'INTO',
  'PROCEDURE',
  'WINDOW',
]);
const ranges = new Set(['<', '<=', '>', '>=']);

class Parser {
  readonly #tokens: Token[];
  #at = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  statement(): TableStatement {
    this.#takeWord('EXECUTE');
    if (this.#takeWord('SELECT')) return this.#select();
    if (this.#takeWord('UPDATE')) return this.#update();
    if (this.#takeWord('DELETE')) return this.#delete();
    throw new Beyond('it is no SELECT, UPDATE or DELETE');
  }

  #select(): TableStatement {
    const list = this.#until((token) => isWord(token, 'FROM'));
    if (!this.#takeWord('FROM')) throw new Beyond('it reads no table');
    if (list.some((token) => isWord(token, 'SELECT'))) throw new Beyond('it holds a subquery');
    return { kind: 'select', ...this.#tableAndRest(), returned: this.#returned(list) };
  }

  #update(): TableStatement {
    while (this.#takeWord('LOW_PRIORITY') || this.#takeWord('IGNORE'));
    const named = this.#table();
    if (!this.#takeWord('SET')) throw new Beyond('it changes several tables');
    const set = this.#until((token) => token.kind === 'word' && clauseWords.has(token.text));
    if (set.some((token) => isWord(token, 'SELECT'))) throw new Beyond('it holds a subquery');
    return { kind: 'update', ...named, ...this.#rest(), returned: null };
  }

  #delete(): TableStatement {
    while (this.#takeWord('LOW_PRIORITY') || this.#takeWord('QUICK') || this.#takeWord('IGNORE'));
    if (!this.#takeWord('FROM')) throw new Beyond('it deletes from several tables');
    return { kind: 'delete', ...this.#tableAndRest(), returned: null };
  }

  #tableAndRest() {
    return { ...this.#table(), ...this.#rest() };
  }

  #table(): { schema: string | null; table: string } {
    const first = this.#name();
    if (first === null) throw new Beyond('it reads from a subquery');
    const second = this.#takeSign('.') ? this.#name() : null;
    const named = second === null ? { schema: null, table: first } : { schema: first, table: second };
    this.#takeWord('AS');
    this.#name();
    this.#indexHint();
    if (this.#peekSign(',') || this.#peekWord(/^(JOIN|INNER|LEFT|RIGHT|CROSS|STRAIGHT_JOIN|NATURAL)$/)) {
      throw new Beyond('it joins tables; look at EXPLAIN for the one that is scanned');
    }
    return named;
  }

  #indexHint(): void {
    while (this.#peekWord(/^(USE|FORCE|IGNORE)$/)) {
      this.#until((token) => token.kind === 'sign' && token.text === '(');
      this.#parenthesis();
    }
  }

  #rest(): Pick<TableStatement, 'where' | 'sort' | 'limited'> {
    const where = this.#takeWord('WHERE') ? this.#conjunction() : [];
    let sort: SortColumn[] = [];
    if (this.#takeWord('GROUP')) {
      this.#expectWord('BY');
      sort = this.#sortColumns();
    }
    if (this.#takeWord('HAVING'))
      this.#until((token) => token.kind === 'word' && clauseWords.has(token.text));
    if (this.#takeWord('ORDER')) {
      this.#expectWord('BY');
      const order = this.#sortColumns();
      sort = sort.length === 0 || sameColumns(sort, order) ? order : [];
    }
    const limited = this.#takeWord('LIMIT');
    const left = this.#tokens.slice(this.#at);
    if (left.some((token) => isWord(token, 'UNION') || isWord(token, 'SELECT'))) {
      throw new Beyond('it is a union or holds a subquery');
    }
    return { where, sort, limited };
  }

  /** Predicates joined by AND, up to the next clause or closing bracket. */
  #conjunction(): Predicate[] {
    const found = [...this.#predicate()];
    while (this.#takeWord('AND') || this.#takeSign('&&')) found.push(...this.#predicate());
    if (this.#peekWord(/^(OR|XOR)$/) || this.#peekSign('||')) {
      throw new Beyond('it joins conditions by OR: each side would need an index of its own');
    }
    return found;
  }

  #predicate(): Predicate[] {
    if (this.#takeWord('NOT')) {
      this.#skipPredicate();
      return [];
    }
    if (this.#peekSign('(')) return this.#inBrackets();
    const start = this.#at;
    if (this.#takeValue() !== null) {
      const sign = this.#comparison();
      const column = this.#column();
      if (sign === null || column === null || !this.#endsHere()) return this.#opaque(start);
      return [{ column, kind: kindOf(sign) }];
    }
    const column = this.#column();
    if (column === null) return this.#opaque(start);
    const kind = this.#comparedWithValue();
    if (kind === null || !this.#endsHere()) return this.#opaque(start, column);
    return [{ column, kind }];
  }

  /** `( a = ? AND b = ? )`; anything else in brackets is ignored. */
  #inBrackets(): Predicate[] {
    const start = this.#at;
    this.#takeSign('(');
    const inner = this.#conjunction();
    if (this.#takeSign(')') && this.#endsHere()) return inner;
    this.#at = start;
    this.#skipPredicate();
    return [];
  }

  #comparedWithValue(): Predicate['kind'] | null {
    const negated = this.#takeWord('NOT');
    if (this.#takeWord('IN')) return this.#takeValue() === null ? null : negated ? 'other' : 'list';
    if (this.#takeWord('LIKE')) return this.#takeValue() === null ? null : negated ? 'other' : 'pattern';
    if (this.#takeWord('BETWEEN')) {
      const both = this.#takeValue() !== null && this.#takeWord('AND') && this.#takeValue() !== null;
      return both ? (negated ? 'other' : 'range') : null;
    }
    if (this.#takeWord('IS')) {
      const not = this.#takeWord('NOT');
      if (!this.#takeWord('NULL')) return null;
      return not ? 'other' : 'equal';
    }
    const sign = this.#comparison();
    return sign === null || this.#takeValue() === null ? null : kindOf(sign);
  }

  /** A condition that no index narrows down: kept for its column, where it has one, so that covering counts it. */
  #opaque(start: number, column: string | null = null): Predicate[] {
    this.#at = start;
    this.#skipPredicate();
    return column === null ? [] : [{ column, kind: 'other' }];
  }

  /** Passes over one condition: up to AND at its own level (not that of BETWEEN), a clause or a closing bracket. */
  #skipPredicate(): void {
    let between = false;
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (isWord(token, 'SELECT')) throw new Beyond('it holds a subquery');
      if (token.kind === 'sign' && token.text === ')') return;
      if (token.kind === 'word' && (clauseWords.has(token.text) || /^(OR|XOR)$/.test(token.text))) return;
      if (isWord(token, 'AND') && !between) return;
      if (isWord(token, 'BETWEEN')) between = true;
      else if (isWord(token, 'AND')) between = false;
      if (token.kind === 'sign' && token.text === '(') this.#parenthesis();
      else this.#at += 1;
    }
  }

  #parenthesis(): void {
    if (this.#peek()?.kind === 'value') {
      this.#at += 1;
      return;
    }
    let depth = 0;
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (isWord(token, 'SELECT')) throw new Beyond('it holds a subquery');
      this.#at += 1;
      if (token.kind !== 'sign') continue;
      if (token.text === '(') depth += 1;
      if (token.text === ')') depth -= 1;
      if (depth === 0) return;
    }
  }

  #sortColumns(): SortColumn[] {
    const columns: SortColumn[] = [];
    let plain = true;
    do {
      const start = this.#at;
      const column = this.#column();
      const descending = this.#takeWord('DESC');
      if (!descending) this.#takeWord('ASC');
      if (column === null || !(this.#peekSign(',') || this.#atClause())) {
        plain = false;
        this.#at = start;
        this.#until((token) => isComma(token) || (token.kind === 'word' && clauseWords.has(token.text)));
      } else columns.push({ column, descending });
    } while (this.#takeSign(','));
    return plain ? columns : [];
  }

  /** Columns of a select list; null where it holds more than names. */
  #returned(list: Token[]): string[] | null {
    const inner = new Parser(list.filter((token) => !isWord(token, 'DISTINCT')));
    const columns: string[] = [];
    do {
      const column = inner.#column();
      if (column === null) return null;
      columns.push(column);
      if (inner.#takeWord('AS')) inner.#name();
    } while (inner.#takeSign(','));
    return inner.#peek() === undefined ? columns : null;
  }

  /** A column, with or without its table; null (and nothing taken) where none stands here. */
  #column(): string | null {
    const start = this.#at;
    const parts: string[] = [];
    for (let name = this.#name(); name !== null; name = this.#takeSign('.') ? this.#name() : null)
      parts.push(name);
    const column = parts.at(-1);
    if (column === undefined || this.#peekSign('(') || this.#peek()?.kind === 'value' || parts.length > 3) {
      this.#at = start;
      return null;
    }
    return column;
  }

  #takeValue(): Token | null {
    const token = this.#peek();
    if (token?.kind !== 'value') return null;
    this.#at += 1;
    return token;
  }

  #comparison(): string | null {
    const token = this.#peek();
    if (token?.kind !== 'sign' || !/^(=|<=>|<|<=|>|>=|<>|!=)$/.test(token.text)) return null;
    this.#at += 1;
    return token.text;
  }

  /** After a whole condition: AND, OR, a clause, a closing bracket or the end. */
  #endsHere(): boolean {
    const token = this.#peek();
    if (token === undefined || this.#atClause()) return true;
    if (token.kind === 'word') return /^(AND|OR|XOR)$/.test(token.text);
    return token.kind === 'sign' && /^(\)|&&|\|\||;)$/.test(token.text);
  }

  #atClause(): boolean {
    const token = this.#peek();
    return (
      token === undefined || (token.kind === 'word' && clauseWords.has(token.text)) || isSign(token, ';')
    );
  }

  #name(): string | null {
    const token = this.#peek();
    if (token?.kind !== 'name') return null;
    this.#at += 1;
    return token.text;
  }

  #until(ends: (token: Token) => boolean): Token[] {
    const start = this.#at;
    let depth = 0;
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (depth === 0 && ends(token)) break;
      if (isSign(token, '(')) depth += 1;
      if (isSign(token, ')')) depth -= 1;
      this.#at += 1;
    }
    return this.#tokens.slice(start, this.#at);
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #peekSign(text: string): boolean {
    const token = this.#peek();
    return token !== undefined && isSign(token, text);
  }

  #peekWord(pattern: RegExp): boolean {
    const token = this.#peek();
    return token?.kind === 'word' && pattern.test(token.text);
  }

  #takeSign(text: string): boolean {
    if (!this.#peekSign(text)) return false;
    this.#at += 1;
    return true;
  }

  #takeWord(text: string): boolean {
    const token = this.#peek();
    if (token === undefined || !isWord(token, text)) return false;
    this.#at += 1;
    return true;
  }

  #expectWord(text: string): void {
    if (!this.#takeWord(text)) throw new Beyond('its text is not understood');
  }
}

function kindOf(sign: string): Predicate['kind'] {
  if (sign === '=' || sign === '<=>') return 'equal';
  return ranges.has(sign) ? 'range' : 'other';
}

function isWord(token: Token, text: string): boolean {
  return token.kind === 'word' && token.text === text;
}

function isSign(token: Token, text: string): boolean {
  return token.kind === 'sign' && token.text === text;
}

function isComma(token: Token): boolean {
  return isSign(token, ',');
}

function sameColumns(a: readonly SortColumn[], b: readonly SortColumn[]): boolean {
  return a.length === b.length && a.every(({ column }, index) => column === b[index]?.column);
}
