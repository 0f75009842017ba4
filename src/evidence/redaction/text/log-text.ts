import { withoutNamedSecrets } from './secret-option';
import { redactLiterals, redactStatement } from './sql-text';

/** What a quoted word names when it follows one of these: an object of the server, no value of a user. */
const objectBefore =
  /(?:plugin|table|tablespace|index|variable|option|engine|component|database|file|directory|function|parameter|thread|channel)\s*$/i;

/**
 * Removes what users stored or asked and who they are from one message of an error log: quoted text but for names of
 * objects, statements' literals, addresses, host names, accounts. Numbers of threads, errors and files stay.
 */
export function redactLogMessage(message: string, keepLiterals: boolean): string {
  // A secret goes in any case, and before anything that would hide its name.
  const text = withoutNamedSecrets(message);
  if (keepLiterals && redactStatement(text, true) === text) return text;
  // Quoted as they are: a quote within a statement or value cannot be distinguished from the closing one, so the rest goes.
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
  return (
    withoutQuotes(text)
      .replace(/\b(host(?:name)?|user|address|login)(\s*[:=]\s*)[^\s,;)]+/gi, '$1$2?')
      // From the start of a run only: from each of its letters, a run without `@` would take the square of its length.
      .replace(/(?<![^\s'"`(),;:=<>[\]])[^\s'"`(),;:=<>[\]]+@[^\s'"`(),;]+/g, '?')
      .replace(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '?')
      .replace(/(?<![\w.:])[0-9a-f:]+(?![\w.:])/gi, (text) =>
        text.includes('::') || text.split(':').length === 8 ? '?' : text,
      )
      .replace(/(?<![\w/.-])[a-z0-9-]+(?:\.[a-z0-9-]+)+\.[a-z]{2,}(?::\d+)?(?![\w/.])/gi, (name) =>
        /\.(?:so|cnf|pem|ibd|ini|err|log|cc|h|dll|sock|pid)(?::\d+)?$/.test(name) ? name : '?',
      )
  );
}

/** The name of an object; of an option with its value the name: `unknown variable 'query_cache_size=64M'`. */
function keptOf(inner: string): string | null {
  const [, option] = /^(-{0,2}[a-z][\w-]{1,80})=/i.exec(inner) ?? [];
  if (option !== undefined) return `${option}=?`;
  return /^[\w./@#$-]+$/.test(inner) ? inner : null;
}

/** What stands before a quote is looked at no further back. */
const longestObject = 40;

function withoutQuotes(text: string): string {
  const out: string[] = [];
  const opening = /(?<![A-Za-z])['"]/g;
  let at = 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const open = found.index;
    const close = text.indexOf(found[0], open + 1);
    out.push(text.slice(at, open));
    if (close < 0) return `${out.join('')}?`;
    const before = text.slice(Math.max(at, open - longestObject), open);
    const inner = text.slice(open + 1, close);
    const kept = objectBefore.test(before) ? keptOf(inner) : null;
    out.push(kept === null ? '?' : `${found[0]}${kept}${found[0]}`);
    at = close + 1;
    opening.lastIndex = at;
  }
  out.push(text.slice(at));
  return out.join('');
}
