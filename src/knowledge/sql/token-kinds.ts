import { clauseWords, joinWords, setOperators } from './keywords';
import type { PlainToken } from './plain-tokens';

export function isWord(token: PlainToken, ...words: string[]): boolean {
  return token.kind === 'word' && words.includes(token.text);
}

export function isSetOperator(token: PlainToken): boolean {
  return token.kind === 'word' && setOperators.has(token.text);
}

/** LEFT(x, 1) and RIGHT(x, 1) are functions. */
export function isJoin(token: PlainToken, next: PlainToken): boolean {
  if (token.kind !== 'word' || !joinWords.has(token.text)) return false;
  return next.raw !== '(' || token.text === 'JOIN' || token.text === 'STRAIGHT_JOIN';
}

export function endsCondition(token: PlainToken, next: PlainToken): boolean {
  if (token.raw === ',' || isSetOperator(token) || isJoin(token, next)) return true;
  return (
    token.kind === 'word' && (clauseWords.has(token.text) || token.text === 'ON' || token.text === 'USING')
  );
}

/** `x'41'`, `b'01'`, `N'a'`, `_utf8'a'`. */
export function isIntroducer(word: string): boolean {
  return /^(?:X|B|N|_[A-Z0-9]+)$/.test(word);
}

export function nameOf({ kind, text, raw }: PlainToken): string {
  return kind === 'name' ? text : raw;
}

/** Names of a WITH are compared without case. */
export function fold(name: string): string {
  return name.toLowerCase();
}

/** What stands before `AS (`, or before the list of its columns: names of a WITH, and of windows. */
export function commonNames(tokens: readonly PlainToken[]): ReadonlySet<string> {
  const found = new Set<string>();
  const opened: number[] = [];
  let beforeGroup: PlainToken | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.raw === '(') opened.push(index);
    if (token.raw === ')') beforeGroup = tokens[(opened.pop() ?? 0) - 1];
    if (!isWord(token, 'AS') || tokens[index + 1]?.raw !== '(') continue;
    const before = tokens[index - 1];
    const name = before?.raw === ')' ? beforeGroup : before;
    if (name !== undefined) found.add(fold(nameOf(name)));
  }
  return found;
}
