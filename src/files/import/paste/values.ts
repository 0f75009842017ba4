import { parseSize } from '../../../shared/base/units';

/** Spaces of every width, as they separate thousands in one locale or another. */
const anySpace = /[\u00a0\u2007\u2009\u202f]/g;
const grouped = /^[+-]?\d{1,3}(?:([,.' ])\d{3})(?:\1\d{3})*$/;

/**
 * A value as the server would print it: numbers without the separators of thousands that pages put in (`1,234,567`,
 * `1.234.567`, `1'234'567`, `1 234 567`), anything else as it stands.
 * @param exact whole numbers only may stand here, so that `1.234` is 1,234
 */
export function plainValue(text: string, exact: boolean): string {
  const trimmed = text.replaceAll(anySpace, ' ').trim();
  const separator = grouped.exec(trimmed)?.[1];
  if (separator === undefined) return trimmed;
  const groups = trimmed.split(separator).length - 1;
  // One point with three digits is a fraction (`90.000`), unless nothing but whole numbers stands here.
  if (separator === '.' && groups === 1 && !exact) return trimmed;
  return trimmed.replaceAll(separator, '');
}

/** `128M`, `20.00 M`, `1.5 GiB` in bytes; null: no size. */
export function sizeValue(text: string): number | null {
  const trimmed = text
    .replaceAll(anySpace, ' ')
    .trim()
    .replace(/^(\d+),(\d{1,2}\s*[KMGT])/i, '$1.$2');
  if (trimmed.length > 24 || !/[KMGTB]/i.test(trimmed)) return null;
  const bytes = parseSize(trimmed);
  return bytes === null ? null : Math.round(bytes);
}

/** Milliseconds of a unit of time, by its name in small letters. */
export const millisecondsOf: Readonly<Record<string, number>> = {
  ...{ ns: 1e-6, nsec: 1e-6, µs: 1e-3, us: 1e-3, usec: 1e-3 },
  ...{ ms: 1, msec: 1, milliseconds: 1, s: 1000, sec: 1000, seconds: 1000 },
};

const powers: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, B: 1e9, G: 1e9 };

/** `64K`, `77M`, `1B` as reports count for people (thousands); null: no number. */
export function countValue(text: string): number | null {
  const match = /^(\d{1,15}(?:\.\d{1,6})?)([KMBG]?)$/.exec(text);
  if (match?.[1] === undefined) return null;
  return Math.round(Number(match[1]) * (powers[match[2] ?? ''] ?? 1));
}

const unitSeconds: readonly (readonly [RegExp, number])[] = [
  [/(\d{1,6}) ?d(?:ays?)?\b/, 86_400],
  [/(\d{1,6}) ?h(?:ours?|rs?)?\b/, 3_600],
  [/(\d{1,6}) ?m(?:in(?:ute)?s?)?\b/, 60],
  [/(\d{1,10}) ?s(?:ec(?:ond)?s?)?\b/, 1],
];

/** `3d 10h 26m 51s`, `1 days, 2 hours, 3 minutes and 4 seconds` in seconds; null: no span. */
export function spanSeconds(text: string): number | null {
  const short = text.slice(0, 120);
  const found = unitSeconds.flatMap(([pattern, seconds]) => {
    const amount = pattern.exec(short)?.[1];
    return amount === undefined ? [] : [Number(amount) * seconds];
  });
  return found.length === 0 ? null : found.reduce((sum, one) => sum + one, 0);
}
