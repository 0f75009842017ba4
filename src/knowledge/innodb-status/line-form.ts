import { isFiller, type Line, ownText, type TakeUnknown } from './line';

/**
 * What stands in a slot `{name:kind}` of a line's form.
 * - `n` a whole number that cannot pass 2^53 (pages, pending requests, seconds); one of more than 15 digits is damage
 * - `f` a number with decimals (rates); not a number and infinity, which C prints as words, become null
 * - `c` a counter of 64 bits, as a decimal string
 * - `p` a position of 64 bits as a decimal string; MySQL 5.0 and 5.1 print its halves: `0 928852589`
 * - `i` the id of a transaction as printed: decimal, hexadecimal (5.5, MariaDB's addresses), or in halves (5.0, 5.1)
 * - `w` a word
 * - `t` any text up to the end of the line
 */
type Slot<Form extends string> = Form extends `${string}{${infer Name}:${infer Kind}}${infer Rest}`
  ? { name: Name; kind: Kind } | Slot<Rest>
  : never;

/** The fields that these forms fill; null: no such line, or nothing sensible in it. */
export type FieldsOf<Form extends string> = {
  [S in Slot<Form> as S['name']]: S['kind'] extends 'n' | 'f' ? number | null : string | null;
};

interface CompiledForm {
  /** What every line of the form begins with: most forms are done with by that. */
  readonly start: string;
  readonly pattern: RegExp;
  readonly slots: readonly { name: string; kind: string }[];
}

/** The lines of one section, compiled. */
export interface LineForms<Form extends string> {
  readonly compiled: readonly CompiledForm[];
  /** Only a type: which fields the forms fill. */
  readonly forms: readonly Form[];
}

/** No kind has a quantifier within a quantifier: the time for a line is at most quadratic in its bounded length. */
const kinds: Readonly<Record<string, string>> = {
  n: '(\\d{1,15})',
  f: '(-?\\d{1,20}\\.?\\d{0,12}|-?nan|-?inf)',
  c: '(\\d{1,20})',
  p: '(\\d{1,20} \\d{1,20}|\\d{1,20})',
  i: '(\\(?0x[0-9a-fA-F]{1,16}\\)?|\\d{1,10} \\d{1,10}|[0-9a-fA-F]{1,20})',
  w: '(\\S{1,256})',
  t: '(.*)',
};

/**
 * Compiles forms of lines such as `Pages read {read:c}, created {created:c}`. A form fits a whole line; a run of blanks
 * fits any, and blanks and commas at the end of the line do not matter.
 */
export function lineForms<const Form extends string>(...forms: Form[]): LineForms<Form> {
  return { forms, compiled: forms.map(compile) };
}

function compile(form: string): CompiledForm {
  const slots: { name: string; kind: string }[] = [];
  const pattern = form
    .split(/(\{\w+:\w\})/)
    .map((part) => {
      const [, name, kind = ''] = /^\{(\w+):(\w)\}$/.exec(part) ?? [];
      const slot = kinds[kind];
      if (name === undefined || slot === undefined) return literal(part);
      slots.push({ name, kind });
      return slot;
    })
    .join('');
  const [start = ''] = /^[^ \t{]*/.exec(form) ?? [];
  return { start, pattern: new RegExp(`^${pattern}[ ,]*$`), slots };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/[ \t]+/g, '[ \\t]+');
}

/** The fields of a line that has one of the forms; null when it has none. */
export function matchLine<Form extends string>(
  line: Line,
  forms: LineForms<Form>,
): Partial<FieldsOf<Form>> | null;
export function matchLine(line: Line, forms: LineForms<string>): object | null {
  return valuesIn(line, forms);
}

function valuesIn(
  line: Line,
  { compiled }: LineForms<string>,
): Record<string, string | number | null> | null {
  const text = ownText(line);
  if (text === null) return null;
  for (const { start, pattern, slots } of compiled) {
    const found = text.startsWith(start) ? pattern.exec(text) : null;
    if (found === null) continue;
    return Object.fromEntries(
      slots.map(({ name, kind }, index) => [name, slotValue(kind, found[index + 1] ?? '')]),
    );
  }
  return null;
}

/** Reads all lines of a section whose lines need no context; of a line printed twice the first counts. */
export function readLines<Form extends string>(
  lines: readonly Line[],
  forms: LineForms<Form>,
  unknown: TakeUnknown,
): FieldsOf<Form>;
export function readLines(
  lines: readonly Line[],
  forms: LineForms<string>,
  unknown: TakeUnknown,
): Record<string, string | number | null> {
  const fields = emptyFields(forms);
  for (const line of lines) {
    const found = valuesIn(line, forms);
    if (found === null) {
      if (!isFiller(line)) unknown(line);
      continue;
    }
    for (const [name, value] of Object.entries(found)) fields[name] ??= value;
  }
  return fields;
}

function emptyFields(forms: LineForms<string>): Record<string, string | number | null> {
  const fields: Record<string, string | number | null> = {};
  for (const { slots } of forms.compiled) for (const { name } of slots) fields[name] = null;
  return fields;
}

function slotValue(kind: string, text: string): string | number | null {
  if (kind === 'n' || kind === 'f') {
    const value = Number(text);
    return Number.isFinite(value) ? value : null;
  }
  if (kind === 'c') return BigInt(text).toString();
  if (kind === 'p') return position(text);
  return kind === 't' ? text.trim() : text;
}

/** `0 928852589`: high and low 32 bits, each decimal (ut_dulint, MySQL 5.0 and 5.1). */
function position(text: string): string {
  const [high = '0', low] = text.split(' ');
  return (low === undefined ? BigInt(high) : (BigInt(high) << 32n) + BigInt(low)).toString();
}
