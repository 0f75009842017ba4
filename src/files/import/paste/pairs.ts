import { type KnownName, knownName } from './names';
import { namedValues, withoutEnd } from './prose';
import { countValue, plainValue, sizeValue } from './values';

export interface Pair extends KnownName {
  value: string;
}

/** What one line gives. */
export interface LinePairs {
  pairs: Pair[];
  /** A name whose value stands on the next line; null: none. */
  open: KnownName | null;
  /** It looks like a name with a value, but the name is not known. */
  strange: { name: string; value: string } | null;
}

const nothing: LinePairs = { pairs: [], open: null, strange: null };
const word = /^[A-Za-z][\w-]{2,79}$/;

/**
 * The names and values on one line of a page: `name value`, `name = value`, `name: value`, `| name | value |`,
 * tab-separated, and several of them on a line. Only names that servers have count, so that prose gives none.
 * @param before the line before, where a sentence may begin that ends on this one
 */
export function pairsOf(line: string, before = ''): LinePairs {
  if (line.length > 20_000) return nothing;
  // Pages number the lines of what they show.
  const number = /^\s{0,20}\d{1,4}[.):]?\s{1,20}(?=[A-Za-z])/.exec(line)?.[0];
  const behind = number === undefined ? nothing : pairsOf(line.slice(number.length), before);
  if (behind.pairs.length > 0) return behind;
  const cells = withoutLinks(cellsOf(line));
  const [first = '', ...rest] = cells;
  const name = knownName(first) ?? spacedName(first);
  if (name === null) return scanned(line, before, strangeOf(cells));
  // `query_cache_size (>= 8M)` is advice of a report, not a value.
  const others = rest.filter((cell) => cell !== '' && !/^[(<>~]/.test(cell));
  if (others.length === 0) return { pairs: [], open: name, strange: null };
  // phpMyAdmin puts what the name means into a third column.
  const [value = '', meaning = ''] = others;
  if (others.length === 2 && meaning.includes(' ') && asValue(value) !== null)
    return { pairs: [pairOf(name, value)], open: null, strange: null };
  // A line that holds several pairs is read word by word.
  if (
    others.some((cell) =>
      cell.split(' ').some((part) => knownName(withoutEnd(part.split('=', 1)[0] ?? '', '=:,;')) !== null),
    )
  )
    return scanned(line, before, null);
  if (isSentence(name, others[0] ?? '')) return scanned(line, before, null);
  // A schema beside its size: `| performance_schema | 0.00 |`.
  if (name.name === 'performance_schema' && /^\d+[.,]\d|^\d+ ?[KMGT]/i.test(others[0] ?? '')) return nothing;
  return { pairs: [pairOf(name, beforeWords(others[0] ?? ''))], open: null, strange: null };
}

/** `128M, data 40 GB, RAM 32 GB`: the value, and what somebody says besides. */
function beforeWords(text: string): string {
  return /^([-+]?\d{1,20}(?:\.\d{1,6})?(?:[KMGT](?:i?B)?)?)[,;] {1,4}[A-Za-z]/i.exec(text)?.[1] ?? text;
}

/** Whether the line, alone, is a value. */
export function asValue(line: string): string | null {
  const [only, ...rest] = cellsOf(line).filter((cell) => cell !== '');
  if (only === undefined || rest.length > 0 || only.length > 200) return null;
  // `STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION` is no word of a sentence.
  return /^[-+]?\d|^(?:ON|OFF|YES|NO|NONE|DISABLED|DEMAND)$/i.test(only) || /^[A-Z]+_[A-Z_,]+$/.test(only)
    ? only
    : null;
}

export function pairOf(name: KnownName, text: string): Pair {
  // `1,073,741,824   (1.00 GB)`: the number, and once more for people.
  const once = unquoted(text).replace(/^(\d[\d.,']{0,30}) {1,10}\([^()]{1,40}\)$/, '$1');
  const value = plainValue(once, name.kind === 'status');
  const rounded = name.kind === 'status' ? roundedCount(value) : null;
  if (rounded !== null) return { ...name, value: String(rounded) };
  const size = name.kind === 'variable' && /\d\s*[KMGT](?:i?B)?$/i.test(value) ? sizeValue(value) : null;
  return { ...name, value: size === null ? value : String(size) };
}

/** `432 M`, `8.2 k` as phpMyAdmin counts for people, and `1.5 GiB`; null: exact, or no number. */
function roundedCount(value: string): number | null {
  const [, count = '', unit = ''] = /^(\d[\d.,]{0,20}) ?([kKMGT](?:i?B)?|B)$/.exec(value) ?? [];
  if (unit === '') return null;
  return /i?B$/.test(unit) && unit !== 'B' ? sizeValue(value) : countValue(`${count}${unit.toUpperCase()}`);
}

function unquoted(text: string): string {
  // What somebody remarked behind it: `1024 ### Previous value : 2000`.
  return text
    .replace(/^(-?\d[\d.,]{0,30}[KMGT]?|ON|OFF)\s{1,20}(?:#|--|\/\/|<-).{0,1000}$/i, '$1')
    .replace(/^(["'])(.{0,500})\1[,;]?$/, '$2')
    .replace(/^=\s*/, '');
}

/**
 * `| name | value |`, tabs, two or more blanks; `name = value`, `name: value` and one blank, where what follows is a value
 * and no sentence.
 */
function cellsOf(line: string): string[] {
  const trimmed = line.trim();
  if (trimmed.startsWith('|') || trimmed.includes(' | ')) {
    return trimmed
      .replace(/^\|/, '')
      .replace(/\|$/, '')
      .split('|')
      .map((cell) => cell.trim());
  }
  if (line.includes('\t')) return trimmed.split('\t').map((cell) => cell.trim());
  const name = /^[A-Za-z][\w-]{2,79}(?=[ =:])/.exec(trimmed)?.[0];
  if (name === undefined) return [trimmed];
  const rest = trimmed.slice(name.length);
  const value = rest.replace(/^ {0,40}[=:]/, '').trim();
  if (value === '') return [name];
  // Several columns whose heading nobody knows: only a value right behind the name is one.
  const [first = '', ...more] = value.split(/ {2,}|\t/);
  const areColumns = more.length > 1 || (isNumberOrSwitch(first) && isNumberOrSwitch(more[0] ?? ''));
  if (areColumns && rest.startsWith('  ')) return isNumberOrSwitch(first) ? [name, first] : [trimmed];
  return rest.startsWith('  ') || isPlain(name, value) ? [name, value] : [trimmed];
}

function isNumberOrSwitch(text: string): boolean {
  return /^[-+]?\d[\d.,']{0,30}[KMGT]?$|^(?:ON|OFF|YES|NO)$/i.test(text);
}

const texts = ['version_comment', 'version', 'init_connect', 'ssl_cipher', 'tls_version'];

/** One word, a number with its unit, or a text of which words are known to be part. */
function isPlain(name: string, value: string): boolean {
  return !value.includes(' ') || /^["'\d]/.test(value) || texts.includes(name.toLowerCase());
}

/** phpMyAdmin writes names with blanks: `innodb buffer pool size`. */
export function spacedName(text: string): KnownName | null {
  return text.includes(' ') && text.length <= 80 ? knownName(text.trim().replaceAll(' ', '_')) : null;
}

function strangeOf(cells: readonly string[]): LinePairs['strange'] {
  const [name = '', value = ''] = cells;
  const isPair = cells.length === 2 && word.test(name) && name.includes('_');
  return isPair && /^(?:[-\d.]+|ON|OFF|YES|NO)?$/i.test(value) ? { name, value } : null;
}

/** phpMyAdmin puts links before a name, in the language of its reader: `Documentation Modifier`. */
function withoutLinks(cells: string[]): string[] {
  const [links = '', name = '', ...rest] = cells;
  const isLink =
    rest.length > 0 && /^\p{Lu}[\p{Ll}\p{L} ]{3,40}$/u.test(links) && !/^(?:Variable|Name)/i.test(links);
  return isLink &&
    knownName(links) === null &&
    spacedName(links) === null &&
    (knownName(name) ?? spacedName(name)) !== null
    ? [name, ...rest]
    : cells;
}

/** `3 times too low`, `500 is what we have`: a number that goes on in words. An uptime is counted in words. */
function isSentence({ name }: KnownName, value: string): boolean {
  if (name === 'Uptime' || texts.includes(name)) return false;
  return /^[-+]?\d[\d.,']{0,30}[KMGT]? {1,10}(?!kB?$)[a-z%]/.test(value);
}

function scanned(line: string, before: string, strange: LinePairs['strange']): LinePairs {
  const pairs = namedValues(line, before).map(({ name, text }) => pairOf(name, text));
  return { pairs, open: null, strange: pairs.length === 0 ? strange : null };
}
