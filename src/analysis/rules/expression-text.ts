import { namespaces, type Reference, referenceTo } from './reference';

/** An expression prepared for the CEL library, with the inputs it names. */
export interface PreparedExpression {
  cel: string;
  references: Reference[];
  /** Inputs that stand inside `known(...)`. */
  asked: Reference[];
}

const token =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)|(\d+)|([A-Za-z_]\w*)|(\s+)|(.)/gs;

/**
 * Turns the house dialect into plain CEL: every number is a double (CEL does not mix int and double), and
 * `known(x)` is CEL's `has(x)`. Collects the inputs on the way; text inside quotes is left alone.
 */
export function prepareExpression(source: string): PreparedExpression {
  const parts: string[] = [];
  const references: Reference[] = [];
  const asked: Reference[] = [];
  const words: { text: string; kind: 'word' | 'sign' }[] = [];

  for (const match of source.matchAll(token)) {
    const [whole, quoted, , integer, word, space] = match;
    if (integer !== undefined) parts.push(`${integer}.0`);
    else if (word === 'known') parts.push('has');
    else parts.push(whole);
    if (quoted !== undefined || space !== undefined) continue;
    words.push({ text: whole, kind: word === undefined ? 'sign' : 'word' });
    const reference = referenceAtEnd(words);
    if (reference === null) continue;
    references.push(reference);
    const before = words[words.length - 5];
    if (words[words.length - 4]?.text === '(' && before?.text === 'known') asked.push(reference);
  }
  return { cel: parts.join(''), references: unique(references), asked: unique(asked) };
}

/** The last three tokens as an input: a namespace, a dot and a name, not itself the member of something. */
function referenceAtEnd(words: { text: string; kind: 'word' | 'sign' }[]): Reference | null {
  const [first, dot, name] = words.slice(-3);
  if (first?.kind !== 'word' || dot?.text !== '.' || name?.kind !== 'word') return null;
  if (words[words.length - 4]?.text === '.') return null;
  const namespace = namespaces.find((candidate) => candidate === first.text);
  return namespace === undefined ? null : referenceTo(namespace, name.text);
}

function unique(references: Reference[]): Reference[] {
  const seen = new Map(references.map((one) => [one.text, one]));
  return [...seen.values()];
}
