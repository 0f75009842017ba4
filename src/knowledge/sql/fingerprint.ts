import { lex, type SqlToken } from './lexer';

/**
 * What a statement is without its values, for telling statements apart quickly. It is only a key; the text that is kept is
 * made by the code that removes literals everywhere else.
 */
export function fingerprintKey(sql: string): string {
  const parts: string[] = [];
  let before: SqlToken | null = null;
  for (const token of lex(sql.slice(0, longestStatement), 'usual')) {
    const signed = token.kind === 'number' && parts.at(-1) === '-' && before?.end === token.start;
    if (signed && isNoOperand(parts.at(-2))) parts.pop();
    parts.push(keyPart(token));
    before = token;
  }
  return parts
    .join('')
    .toLowerCase()
    .replace(/ +/g, ' ')
    .replace(/\( ?\?(?: ?, ?\?)* ?\)(?: ?, ?\( ?\?(?: ?, ?\?)* ?\))*/g, '(?+)')
    .replace(/ ?([(),=<>+*]) ?/g, '$1')
    .trim();
}

/** What a minus after it belongs to the number for: the start, white space, an operator. */
function isNoOperand(part: string | undefined): boolean {
  return part === undefined || part === ' ' || /^[-+*/%=<>(,!&|^~]/.test(part);
}

function keyPart({ kind, text }: SqlToken): string {
  switch (kind) {
    case 'string':
    case 'number':
      return '?';
    case 'space':
    case 'comment':
    case 'run-comment':
      return ' ';
    case 'open':
      if (text.startsWith('/*')) return ' ';
      return text.startsWith('`') ? text : '?';
    default:
      return text;
  }
}

/** The same reading of lists in a text from which the literals are gone: `IN (?, ?)` and rows of VALUES become `(?+)`. */
export function collapseLists(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\( ?\?(?: ?, ?\?)* ?\)(?: ?, ?\( ?\?(?: ?, ?\?)* ?\))*/g, '(?+)')
    .trim();
}

/** Longer statements are distinguished by their beginning; `(?+)` makes most of them short anyway. */
export const longestStatement = 16 * 1024;
