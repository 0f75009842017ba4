import type { Unit, Value } from '../analysis';

const sizeSuffixes: Record<string, number> = { K: 1, M: 2, G: 3, T: 4, P: 5, E: 6 };

/**
 * Reads a size as option files write it: `128M`, `1.5G`, `4096`. Returns bytes; null when it is not a size.
 * Suffixes are powers of 1024 (MySQL manual, "Using Options to Set Program Variables").
 */
export function parseSize(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([KMGTPE])?(?:i?B)?$/i.exec(text.trim());
  if (match === null) return null;
  const power = sizeSuffixes[(match[2] ?? '').toUpperCase()] ?? 0;
  return Number(match[1]) * 1024 ** power;
}

// What rounding would make a thousand of one unit, or 1,024, is one of the next.

/** `1.25 GiB`; whole numbers below 1 KiB as `12 B`. */
export function formatBytes(bytes: number): string {
  const names = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
  let value = Math.abs(bytes);
  let index = 0;
  while (value >= 1023.5 && index < names.length - 1) {
    value /= 1024;
    index += 1;
  }
  return `${bytes < 0 ? '-' : ''}${shortNumber(value)} ${names[index]}`;
}

/** The shortest exact option file form of a size: `100M`, `1536M`, `1234567`. */
export function sizeLiteral(bytes: number): string {
  for (const [suffix, power] of [
    ['G', 3],
    ['M', 2],
    ['K', 1],
  ] as const) {
    const unit = 1024 ** power;
    if (bytes >= unit && bytes % unit === 0) return `${bytes / unit}${suffix}`;
  }
  return String(bytes);
}

/** `3.1 k`, `12.4 M`; below 10,000 with thousands separators. */
export function formatCount(value: number): string {
  const size = Math.abs(value);
  for (const [limit, divisor, suffix] of [
    [999.5e9, 1e12, ' T'],
    [999.5e6, 1e9, ' G'],
    [999.5e3, 1e6, ' M'],
    [1e4, 1e3, ' k'],
  ] as const) {
    if (size >= limit) return `${shortNumber(value / divisor)}${suffix}`;
  }
  return Number.isInteger(value) ? grouped(value) : shortNumber(value);
}

/** `412 us`, `3.2 ms`, `14 s`, `5 min 3 s`, `3 h 12 min`. */
export function formatSeconds(seconds: number): string {
  const size = Math.abs(seconds);
  if (size === 0) return '0 s';
  if (size < 999.5e-6) return `${shortNumber(seconds * 1e6)} us`;
  if (size < 0.9995) return `${shortNumber(seconds * 1e3)} ms`;
  if (size < 120) return `${shortNumber(seconds)} s`;
  const whole = Math.round(size);
  if (size < 7200) return `${Math.floor(whole / 60)} min${whole % 60 === 0 ? '' : ` ${whole % 60} s`}`;
  const minutes = Math.round(size / 60);
  if (size < 172_800)
    return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
  return `${shortNumber(size / 86_400)} d`;
}

/** A value with its unit, as every page, report and table shows it. */
export function formatValue(value: Value, unit: Unit): string {
  if (value === null) return 'unknown';
  if (typeof value === 'boolean') return value ? 'ON' : 'OFF';
  if (typeof value === 'string') return value;
  switch (unit) {
    case 'bytes':
      return formatBytes(value);
    case 'bytes/s':
      return `${formatBytes(value)}/s`;
    case 'seconds':
      return formatSeconds(value);
    case 'ms':
      return formatSeconds(value / 1e3);
    case 'us':
      return formatSeconds(value / 1e6);
    case 'percent':
      return `${shortNumber(value)} %`;
    case 'count/s':
      return formatRate(value);
    case 'ratio':
      return shortNumber(value);
    case 'pages':
      return `${formatCount(value)} ${value === 1 ? 'page' : 'pages'}`;
    case 'count':
    case 'none':
      return formatCount(value);
  }
}

/** `12/s`; what comes far less often than once a second for an hour or a day: `19/h`, `8/d`. */
function formatRate(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || size >= 0.1) return `${formatCount(value)}/s`;
  return size * 3600 >= 1 ? `${formatCount(value * 3600)}/h` : `${formatCount(value * 86_400)}/d`;
}

/** Two values to compare, each with its unit; rates of one unit of time: `0.95/s` and `0.05/s`, not `180/h`. */
export function formatBoth(a: Value, b: Value, unit: Unit): [string, string] {
  const either = unit === 'count/s' && typeof a === 'number' && typeof b === 'number' ? [a, b] : [];
  const per = formatRate(Math.max(0, ...either.map(Math.abs))).slice(-2);
  const seconds = { '/s': 1, '/h': 3600, '/d': 86_400 }[per];
  const one = (value: Value) =>
    either.length === 0 || seconds === undefined || typeof value !== 'number'
      ? formatValue(value, unit)
      : `${formatCount(value * seconds)}${per}`;
  return [one(a), one(b)];
}

/** A setting as somebody sets it: a size as option files have it (`64M`), a number as the server takes it, without separators and unit. */
export function formatSetting(value: Value, unit: Unit): string {
  if (value === '') return '(empty)';
  if (typeof value !== 'number' || !Number.isInteger(value)) return formatValue(value, unit);
  switch (unit) {
    case 'count/s':
    case 'pages':
    case 'count':
    case 'none':
      return String(value);
    case 'bytes':
      return value % 1024 === 0 ? sizeLiteral(value) : formatValue(value, unit);
    default:
      return formatValue(value, unit);
  }
}

/** `1 row`, `2 rows`, `12,345 rows`: a whole number of things, to its last digit. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Three significant digits at most for fractions, no trailing zeros. */
function shortNumber(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const rounded = Number(value.toFixed(size > 0 && size < 0.01 ? 4 : digits));
  return grouped(Number(rounded.toFixed(4)));
}

/** With a comma before every three digits of the whole part. `toLocaleString` does the same a hundred times slower. */
export function grouped(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toLocaleString('en-US') : groupedDigits(text);
}

/** A decimal number, as a text of any length, with a comma before every three digits of its whole part. */
export function groupedDigits(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const withCommas = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? withCommas : `${withCommas}.${fraction}`;
}
