import type { ServerIdentity } from '../../shared/server';
import { functionsWithFrom, pureFunctions } from './functions';
import {
  clauseWords,
  expressionWords,
  joinWords,
  noAlias,
  setOperators,
  unknownWords,
  wordsBeforeParenthesis,
  wordsOnlyAfter,
} from './keywords';
import { endToken, type PlainToken, plainTokens } from './plain-tokens';
import type { NotPlain } from './refusal';
import { type ReadTable, type SelectText, SelectWriter } from './select-text';
import { isSystemSchema } from './system-schemas';
import {
  commonNames,
  endsCondition,
  fold,
  isIntroducer,
  isJoin,
  isSetOperator,
  isWord,
  nameOf,
} from './token-kinds';

class Refused extends Error {
  readonly why: NotPlain;
  constructor(why: NotPlain) {
    super(why);
    this.why = why;
  }
}

/** Names that a WITH brings in, and where it is looked on for more. */
interface Scope {
  names: Set<string>;
  outer: Scope | null;
}

interface Expression {
  /** The function whose arguments these are. */
  call?: string;
  /** The list of a SELECT, or its ON: ends where the next part begins. */
  ends?: (token: PlainToken, next: PlainToken) => boolean;
}

/**
 * Reads one SELECT that Latchkey did not write. What comes out is not its text but what was understood of it: it can be
 * rewritten, with every table in full (`SelectText.write`), so that the server reads what was read here and nothing
 * else. Every function is one that this server has built in and that only computes; every word that is none of the language
 * becomes a quoted name. Refused, beside what can write, wait, lock or depend on the session: variables, sequences, INTO,
 * PROCEDURE, FOR UPDATE, LATERAL, JSON_TABLE and other table functions, VALUES, TABLE, FOR SYSTEM_TIME, `{fn ...}`, and all
 * that is not understood. Aliases and columns are no objects: they never reach one.
 * @param schema the default schema of the session that ran it; null: not known
 */
export function readSelect(
  sql: string,
  schema: string | null,
  server: Pick<ServerIdentity, 'flavour' | 'version'>,
): SelectText | NotPlain {
  const tokens = plainTokens(sql);
  if (!Array.isArray(tokens)) return tokens;
  const unknown = unknownWords(server);
  const calls = tokens.some(
    ({ kind, text }, index) => kind === 'word' && unknown.has(text) && tokens[index + 1]?.raw === '(',
  );
  if (calls) return 'function';
  try {
    return new SelectReader(tokens, schema, pureFunctions(server)).read();
  } catch (error) {
    if (error instanceof Refused) return error.why;
    throw error;
  }
}

class SelectReader {
  readonly #tokens: readonly PlainToken[];
  readonly #schema: string | null;
  readonly #functions: ReadonlySet<string>;
  /** Whatever is followed by `AS (`, also the names of windows: a table of such a name is distinguished from it by scope alone. */
  readonly #commonNames: ReadonlySet<string>;
  readonly #out = new SelectWriter();
  #at = 0;

  constructor(tokens: readonly PlainToken[], schema: string | null, functions: ReadonlySet<string>) {
    this.#tokens = tokens;
    this.#schema = schema;
    this.#functions = functions;
    this.#commonNames = commonNames(tokens);
  }

  read(): SelectText {
    const first = this.#tokens.find(({ raw }) => raw !== '(');
    if (first === undefined || !isWord(first, 'SELECT', 'WITH')) throw new Refused('not-select');
    this.#query({ names: new Set(), outer: null });
    if (this.#peek().kind !== 'end') throw new Refused('unreadable');
    if (!this.#out.readsTable()) throw new Refused('no-table');
    return this.#out.done();
  }

  /** [WITH ...] SELECT ... or (query), with UNION, EXCEPT, INTERSECT between them, and ORDER BY or LIMIT of the whole. */
  #query(outer: Scope): void {
    const scope: Scope = { names: new Set(), outer };
    if (this.#takeWord('WITH')) this.#commonTables(scope);
    for (;;) {
      if (this.#takeSign('(')) {
        this.#query(scope);
        this.#expectSign(')');
      } else if (isWord(this.#peek(), 'SELECT')) this.#select(scope);
      else throw new Refused('not-select');
      if (isWord(this.#peek(), 'ORDER', 'LIMIT', 'OFFSET', 'FETCH'))
        this.#expression(scope, { ends: isSetOperator });
      if (!isSetOperator(this.#peek())) return;
      this.#takeWord(this.#peek().text);
      if (!this.#takeWord('ALL')) this.#takeWord('DISTINCT');
    }
  }

  #commonTables(scope: Scope): void {
    const recursive = this.#takeWord('RECURSIVE');
    do {
      const name = this.#name();
      this.#out.name(name);
      if (this.#peek().raw === '(') this.#nameList();
      if (!this.#takeWord('AS')) throw new Refused('unreadable');
      this.#expectSign('(');
      const inner: Scope = { names: new Set(recursive ? [fold(name)] : []), outer: scope };
      this.#query(inner);
      this.#expectSign(')');
      scope.names.add(fold(name));
    } while (this.#takeSign(','));
  }

  #select(scope: Scope): void {
    this.#takeWord('SELECT');
    if (this.#peek().kind === 'hint') this.#out.raw(this.#next().raw);
    // Before the writers of MyISAM: not for Latchkey.
    if (isWord(this.#peek(), 'HIGH_PRIORITY')) this.#next();
    this.#takeWord('STRAIGHT_JOIN');
    this.#expression(scope, { ends: (token) => isWord(token, 'FROM') || isSetOperator(token) });
    if (!this.#takeWord('FROM')) return;
    this.#tables(scope);
    this.#expression(scope, { ends: isSetOperator });
  }

  /** Tables and joins, to what follows them. */
  #tables(scope: Scope): void {
    this.#factor(scope);
    for (;;) {
      const token = this.#peek();
      if (this.#takeSign(',')) this.#factor(scope);
      else if (isJoin(token, this.#peek(1))) {
        this.#join();
        this.#factor(scope);
      } else if (this.#takeWord('ON')) this.#expression(scope, { ends: endsCondition });
      else if (this.#takeWord('USING')) this.#nameList();
      else if (token.kind === 'end' || token.raw === ')') return;
      else if (token.kind === 'word' && (clauseWords.has(token.text) || isSetOperator(token))) return;
      else throw new Refused('unreadable');
    }
  }

  #join(): void {
    let last = '';
    while (isJoin(this.#peek(), this.#peek(1)) && last !== 'JOIN' && last !== 'STRAIGHT_JOIN') {
      last = this.#peek().text;
      this.#takeWord(last);
    }
    if (last !== 'JOIN' && last !== 'STRAIGHT_JOIN') throw new Refused('unreadable');
  }

  #factor(scope: Scope): void {
    if (this.#takeSign('(')) {
      if (!this.#queryAhead()) {
        this.#tables(scope);
        this.#expectSign(')');
        return;
      }
      this.#query(scope);
      this.#expectSign(')');
      if (this.#alias() && this.#peek().raw === '(') this.#nameList();
      return;
    }
    if (isWord(this.#peek(), 'DUAL')) this.#out.raw(this.#next().text);
    else this.#table(scope);
  }

  /** Whether the parentheses that open here lead to a query: then all of them are its own. */
  #queryAhead(): boolean {
    let ahead = 0;
    while (this.#peek(ahead).raw === '(') ahead += 1;
    return isWord(this.#peek(ahead), 'SELECT', 'WITH');
  }

  #table(scope: Scope): void {
    const first = this.#name();
    const second = this.#dot() ? this.#name() : null;
    if (second === null && this.#commonNames.has(fold(first))) {
      if (!inScope(scope, fold(first))) throw new Refused('ambiguous');
      this.#out.name(first);
      this.#alias();
      return;
    }
    const schema = second === null ? this.#schema : first;
    if (schema === null || schema === '') throw new Refused('no-schema');
    if (isSystemSchema(schema)) throw new Refused('system-schema');
    const table: ReadTable = { schema, table: second ?? first };
    this.#out.table(table);
    if (this.#takeWord('PARTITION')) this.#nameList();
    this.#alias();
    if (!this.#indexHints()) this.#out.indexesOf(table);
  }

  /** A dot is written by who writes the names. */
  #dot(): boolean {
    const found = this.#peek().raw === '.';
    if (found) this.#next();
    return found;
  }

  #alias(): boolean {
    const as = isWord(this.#peek(), 'AS');
    if (as) this.#next();
    const { kind, text } = this.#peek();
    const taken =
      kind === 'name' ||
      (kind === 'word' &&
        !noAlias.has(text) &&
        !clauseWords.has(text) &&
        !joinWords.has(text) &&
        !setOperators.has(text));
    if (as && !taken) throw new Refused('unreadable');
    if (!taken) return false;
    this.#out.raw('AS');
    this.#out.name(this.#name());
    return true;
  }

  /** Whether there are any. */
  #indexHints(): boolean {
    let any = false;
    while (isWord(this.#peek(), 'USE', 'FORCE', 'IGNORE')) {
      any = true;
      this.#takeWord(this.#peek().text);
      if (!this.#takeWord('INDEX') && !this.#takeWord('KEY')) throw new Refused('unreadable');
      if (this.#takeWord('FOR') && !this.#takeWord('JOIN')) {
        if (!this.#takeWord('ORDER') && !this.#takeWord('GROUP')) throw new Refused('unreadable');
        if (!this.#takeWord('BY')) throw new Refused('unreadable');
      }
      this.#nameList();
    }
    return any;
  }

  /** Everything to the parenthesis that closes around it, the end, or what `ends` it. */
  #expression(scope: Scope, { call, ends }: Expression): void {
    for (;;) {
      const token = this.#peek();
      if (token.kind === 'end' || token.raw === ')') return;
      if (ends?.(token, this.#peek(1)) === true) return;
      if (token.raw === '(' && token.kind === 'sign') this.#group(scope);
      else this.#term(scope, token, call);
    }
  }

  #group(scope: Scope): void {
    this.#expectSign('(');
    if (isWord(this.#peek(), 'SELECT', 'WITH')) this.#query(scope);
    else {
      this.#expression(scope, { ends: isSetOperator });
      // ((SELECT ...) UNION (SELECT ...)): the first was read as a value.
      while (isSetOperator(this.#peek())) {
        this.#takeWord(this.#peek().text);
        if (!this.#takeWord('ALL')) this.#takeWord('DISTINCT');
        this.#query(scope);
      }
    }
    this.#expectSign(')');
  }

  #term(scope: Scope, token: PlainToken, call: string | undefined): void {
    const next = this.#peek(1);
    if (next.raw === '(' && token.kind !== 'sign') {
      this.#call(scope, token);
      return;
    }
    this.#next();
    if (token.kind === 'string') this.#string(token);
    else if (token.kind === 'number' || token.kind === 'sign') this.#out.raw(token.text);
    else if (token.kind === 'name') this.#out.name(nameOf(token));
    else if (token.kind === 'word') this.#word(token, next, call);
    else throw new Refused('unreadable');
  }

  /** Escapes do not survive other quotes. */
  #string(token: PlainToken): void {
    if (token.raw.startsWith('"') && token.text.includes('\\') && token.text.includes("'"))
      throw new Refused('unreadable');
    this.#out.string(token);
  }

  #word(token: PlainToken, next: PlainToken, call: string | undefined): void {
    const { text } = token;
    const introduces = next.kind === 'string' && next.adjacent && next.raw.startsWith("'");
    if (introduces && isIntroducer(text)) this.#out.introducer(token.raw);
    else if (text === 'FROM' || text === 'FOR') {
      if (call === undefined || !functionsWithFrom.has(call)) throw new Refused('unreadable');
      this.#out.raw(text);
    } else if (text === 'WITH' || text === 'NATURAL') {
      if (!isWord(next, 'ROLLUP', 'QUERY', 'LANGUAGE')) throw new Refused('unreadable');
      this.#out.raw(text);
    } else if (expressionWords.has(text) || (text === 'QUERY' && isWord(next, 'EXPANSION')))
      this.#out.raw(text);
    else if (noAlias.has(text) || joinWords.has(text) || isSetOperator(token))
      throw new Refused('unreadable');
    else this.#out.name(token.raw);
  }

  #call(scope: Scope, token: PlainToken): void {
    const { kind, text } = token;
    if (kind !== 'word') throw new Refused('function');
    if (!this.#functions.has(text)) {
      if (!wordsBeforeParenthesis.has(text) || !expressionWords.has(text)) throw new Refused('function');
      const leads = wordsOnlyAfter.get(text);
      if (leads !== undefined && this.#before().text !== leads) throw new Refused('function');
      this.#next();
      this.#out.wordBeforeParenthesis(text);
      return;
    }
    this.#next();
    this.#out.call(text);
    this.#next();
    this.#expression(scope, { call: text });
    this.#expectSign(')');
  }

  #nameList(): void {
    this.#expectSign('(');
    while (this.#peek().raw !== ')') {
      this.#out.name(this.#name());
      if (!this.#takeSign(',')) break;
    }
    this.#expectSign(')');
  }

  #name(): string {
    const token = this.#next();
    if (token.kind !== 'name' && token.kind !== 'word') throw new Refused('unreadable');
    if (token.kind === 'word' && noAlias.has(token.text)) throw new Refused('unreadable');
    if (this.#peek().raw === '(' && this.#functions.has(token.text)) throw new Refused('function');
    return nameOf(token);
  }

  #peek(ahead = 0): PlainToken {
    return this.#tokens[this.#at + ahead] ?? endToken;
  }

  #before(): PlainToken {
    return this.#tokens[this.#at - 1] ?? endToken;
  }

  #next(): PlainToken {
    const token = this.#peek();
    this.#at += 1;
    return token;
  }

  #takeWord(word: string): boolean {
    if (!isWord(this.#peek(), word)) return false;
    this.#next();
    this.#out.raw(word);
    return true;
  }

  #takeSign(sign: string): boolean {
    const { kind, raw } = this.#peek();
    if (kind !== 'sign' || raw !== sign) return false;
    this.#next();
    this.#out.raw(sign);
    return true;
  }

  #expectSign(sign: string): void {
    if (!this.#takeSign(sign)) throw new Refused('unreadable');
  }
}

function inScope(scope: Scope | null, name: string): boolean {
  return scope !== null && (scope.names.has(name) || inScope(scope.outer, name));
}
