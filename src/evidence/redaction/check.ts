import { domainToUnicode } from 'node:url';
import type { RedactionClass } from '../../shared/redaction';
import type { Snapshot } from '../../shared/snapshot';
import { secretsOf } from './secrets';

/** A name that an export was to take out and that is still there. */
export interface Leak {
  /** Where in the document, `sections.processlist.data.end.table.rows.3.1`. */
  place: string;
  name: string;
}

/**
 * Proves that a redacted snapshot is without what its classes name. It shares nothing with what took the names out but
 * which columns are names: every value of the classes that the original holds anywhere is looked for in every text of
 * the document, keys included, as part of any word, whatever its case, and behind percent, backslash, base64, hex,
 * punycode and file name encodings.
 */
export function checkRedacted(
  original: Snapshot,
  redacted: unknown,
  classes: readonly RedactionClass[],
): Leak[] {
  const find = finder(secretsOf(original, classes));
  const leaks: Leak[] = [];
  const clean = new Set<string>();
  const look = (place: string, text: string) => {
    if (clean.has(text)) return;
    const name = plainForms(text)
      .map(find)
      .find((found) => found !== null);
    if (name === undefined || name === null) clean.add(text);
    else leaks.push({ place, name });
  };
  walk(redacted, '', look);
  return leaks;
}

/**
 * Finds the first of many names in a text, in one pass. Of words only those are kept that begin with no other one: so
 * but one of the sorted words can stand at a place, however many there are.
 */
function finder(names: ReadonlySet<string>): (text: string) => string | null {
  const size = 4;
  const words: string[] = [];
  const byStart = new Map<string, { from: number; to: number; numbers: string[] }>();
  for (const name of [...names].sort()) {
    const start = name.slice(0, size);
    const group = byStart.get(start) ?? { from: words.length, to: words.length, numbers: [] };
    byStart.set(start, group);
    const last = words[group.to - 1];
    if (isNumbers(name)) group.numbers.push(name);
    else if (group.to === group.from || last === undefined || !name.startsWith(last))
      group.to = words.push(name);
  }
  return (text) => {
    for (let at = 0; at + size <= text.length; at += 1) {
      const group = byStart.get(text.slice(at, at + size));
      if (group === undefined) continue;
      const number = group.numbers.find((name) => text.startsWith(name, at) && !goesOn(text, at, name));
      if (number !== undefined) return number;
      let { from, to } = group;
      while (from < to) {
        const middle = (from + to) >>> 1;
        const name = words[middle] ?? '';
        if (text.startsWith(name, at)) return name;
        if (name < text.slice(at, at + name.length)) from = middle + 1;
        else to = middle;
      }
    }
    return null;
  };
}

function isNumbers(name: string): boolean {
  return /^[\d.]+$/.test(name);
}

/** 10.0.0.1 is not in 10.0.0.12, nor in 110.0.0.1. */
function goesOn(text: string, at: number, name: string): boolean {
  return /\d/.test(text.charAt(at - 1)) || /\d/.test(text.charAt(at + name.length));
}

/** A text, and what it says to whoever decodes it, all in lower case. */
function plainForms(text: string): string[] {
  const forms = isOpaque(text) ? [] : [text, text.replaceAll(/\s+/g, ' ')];
  if (text.includes('%')) forms.push(text.replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded));
  if (text.includes('@')) forms.push(text.replace(/@([0-9a-f]{4})/gi, (_, code: string) => letter(code)));
  if (text.includes('\\')) {
    forms.push(
      text
        .replace(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi, (_, wide?: string, narrow?: string) =>
          letter(wide ?? narrow),
        )
        .replace(/\\(.)/gs, '$1'),
    );
  }
  if (/(['"`])\1/.test(text)) forms.push(text.replace(/(['"`])\1/g, '$1'));
  if (/xn--/i.test(text))
    forms.push(
      text.replace(
        /(?<![a-z0-9.-])[a-z0-9.-]*xn--[a-z0-9.-]+/gi,
        (domain) => domainToUnicode(domain) || domain,
      ),
    );
  for (const token of text.match(/[A-Za-z0-9+/_-]{8,}={0,2}/g) ?? []) {
    // A token may begin within four letters of base64.
    for (const skip of [0, 1, 2, 3]) forms.push(Buffer.from(token.slice(skip), 'base64').toString('utf8'));
  }
  for (const token of text.match(/(?:[0-9a-f]{2}){4,}/gi) ?? [])
    forms.push(Buffer.from(token, 'hex').toString('utf8'));
  return [...new Set(forms.filter((form) => form.length > 3).map((form) => form.toLowerCase()))];
}

/** Moments, ids and checksums. */
function isOpaque(text: string): boolean {
  return /^(?:\d{4}-\d\d-\d\d[T ][\d:.]+Z?|[0-9a-f]{32,}|[\d.eE+-]+)$/.test(text);
}

function letter(code: string | undefined): string {
  return String.fromCharCode(Number.parseInt(code ?? '', 16));
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Every text of a value, with where it stands; also its numbers, as they are written. */
function walk(value: unknown, place: string, visit: (place: string, text: string) => void): void {
  if (typeof value === 'string') visit(place, value);
  else if (Array.isArray(value)) {
    value.forEach((one, index) => {
      if (typeof one !== 'number') walk(one, `${place}.${index}`, visit);
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      visit(`${place}.${key}`, key);
      walk(one, place === '' ? key : `${place}.${key}`, visit);
    }
  }
}
