import { redactLiterals, redactStatement } from './redact-sql';

/** What a quoted word names when it follows one of these: an object of the server, no value of a user. */
const objectBefore =
  /(?:plugin|table|tablespace|index|variable|option|engine|component|database|file|directory|function|parameter|thread|channel)\s*$/i;

/**
 * Removes what users stored or asked and who they are from one message of an error log: quoted text but for names of
 * objects, statements' literals, addresses, host names, accounts. Numbers of threads, errors and files stay.
 */
export function redactLogMessage(text: string, keepLiterals: boolean): string {
  if (keepLiterals && redactStatement(text, true) === text) return text;
  // Quoted as they are: a quote within a statement or value cannot be told from the closing one, so the rest goes.
  const quoted =
    /(?:\bquery|\bstatement)\s*(?:\([0-9a-fx]+\))?:\s*['"]|\b(?:duplicate entry|error|value:?) ['"]/i.exec(
      text,
    );
  const statement = /\b(?:query|statement)\b\s*(?:\([0-9a-fx]+\))?:\s*/i.exec(text);
  if (quoted !== null && (statement === null || quoted.index <= statement.index))
    return `${words(text.slice(0, quoted.index + quoted[0].length - 1))}?`;
  if (statement !== null) {
    const from = statement.index + statement[0].length;
    return `${words(text.slice(0, from))}${redactLiterals(text.slice(from))}`;
  }
  return words(text);
}

function words(text: string): string {
  return withoutQuotes(text)
    .replace(/\b(host(?:name)?|user|address|login)(\s*[:=]\s*)[^\s,;)]+/gi, '$1$2?')
    .replace(/[^\s'"`(),;:=<>[\]]+@[^\s'"`(),;]+/g, '?')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '?')
    .replace(/(?<![\w.:])[0-9a-f:]*:[0-9a-f:]+(?![\w.:])/gi, (text) =>
      text.includes('::') || text.split(':').length === 8 ? '?' : text,
    )
    .replace(/(?<![\w/.-])[a-z0-9-]+(?:\.[a-z0-9-]+)+\.[a-z]{2,}(?::\d+)?(?![\w/.])/gi, (name) =>
      /\.(?:so|cnf|pem|ibd|ini|err|log|cc|h|dll|sock|pid)(?::\d+)?$/.test(name) ? name : '?',
    );
}

function withoutQuotes(text: string): string {
  let out = '';
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const open = rest.search(/(?<![A-Za-z])['"]/);
    if (open < 0) return out + rest;
    const quote = rest.charAt(open);
    const close = rest.indexOf(quote, open + 1);
    const before = rest.slice(0, open);
    if (close < 0) return `${out}${before}?`;
    const inner = rest.slice(open + 1, close);
    const kept = objectBefore.test(out + before) && /^[\w./@#$-]+$/.test(inner);
    out += `${before}${kept ? `${quote}${inner}${quote}` : '?'}`;
    at += close + 1;
  }
  return out;
}
