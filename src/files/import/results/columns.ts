import { parseSize } from '../../../shared/base/units';
import type { Cell } from '../../../shared/snapshot';
import { cellOf } from './result-kind';

/** A column as people select it: the server's own name, and by what its values are to be multiplied. */
export interface SelectedColumn {
  name: string;
  factor: number;
}

/** Characters: longer ones are no expression that people select, and each pair of parentheses is read for itself. */
const longestExpression = 250;
const divided =
  /^(.{1,80}?) ?\/ ?(\d{1,15}|1e\d{1,2}|pow(?:er)?\(\d{1,4}, ?\d{1,2}\)|\( ?\d{1,15}(?: ?\* ?\d{1,15}){1,4} ?\))$/;
const rounded = /^(?:round|truncate|format|ceil|ceiling|floor)\((.{1,120}?)(?:, ?\d{1,2})?\)$/;
const rewritten =
  /^(?:sys\.)?(?:format_time|format_bytes|format_pico_time|left|trim)\((.{1,120}?)(?:, ?\d{1,3})?\)$/;

/**
 * `round(sum_timer_wait/1000000000000, 2)` is sum_timer_wait in seconds, `data_length/1024/1024` data_length in MiB;
 * `sys.format_time(sum_timer_wait)` is it as text.
 * @param heading in lower case
 */
export function selectedColumn(heading: string): SelectedColumn {
  const bare = heading.replaceAll('`', '').trim();
  const inner = rounded.exec(bare)?.[1] ?? rewritten.exec(bare)?.[1] ?? enclosed(bare);
  if (inner !== undefined) return selectedColumn(inner);
  const [, dividend, divisor] = divided.exec(bare) ?? [];
  if (dividend === undefined || divisor === undefined) return { name: unqualified(bare), factor: 1 };
  const { name, factor } = selectedColumn(dividend);
  return { name, factor: factor * divisorOf(divisor) };
}

/** The expression within the parentheses of a heading that stands in one pair: not `(a)/(b)`. */
function enclosed(heading: string): string | undefined {
  if (heading.length > longestExpression || !heading.startsWith('(') || !heading.endsWith(')'))
    return undefined;
  let depth = 0;
  for (const [place, character] of [...heading].entries()) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (depth === 0 && place < heading.length - 1) return undefined;
  }
  return heading.slice(1, -1).trim();
}

/** `1024`, `1e12`, `power(1024, 2)`, `(1024*1024)`. */
function divisorOf(text: string): number {
  const numbers = (text.match(/\d{1,15}(?:e\d{1,2})?/g) ?? []).map(Number);
  const [base = 1, exponent = 1] = numbers;
  return text.startsWith('pow') ? base ** exponent : numbers.reduce((product, one) => product * one, 1);
}

/** `d.count_star` is count_star. */
function unqualified(name: string): string {
  return /^\(?(?:\w{1,64}\.){0,2}(\w{1,64})\)?$/.exec(name.trim())?.[1] ?? name.trim();
}

const picoseconds: Readonly<Record<string, number>> = {
  ps: 1,
  ns: 1e3,
  us: 1e6,
  µs: 1e6,
  ms: 1e9,
  s: 1e12,
  m: 60e12,
  min: 60e12,
  h: 3600e12,
  d: 86_400e12,
  w: 604_800e12,
};

/**
 * Picoseconds of a time as sys.format_time and FORMAT_PICO_TIME write it (`1.37 m`, `12.50 us`), of a number, or of
 * `00:03:21.5`; null: none of them.
 */
export function picosecondsOf(text: string | undefined): Cell {
  const said = text?.trim() ?? '';
  const [, hours, minutes, seconds] = /^(\d{1,5}):(\d\d):(\d\d(?:\.\d{1,12})?)$/.exec(said) ?? [];
  if (hours !== undefined) return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1e12;
  if (/^\d{1,30}$/.test(said)) return said;
  const [, amount = '', unit = ''] = /^(\d{1,20}(?:\.\d{1,12})?) ?([a-zµ]{0,3})$/i.exec(said) ?? [];
  const factor = unit === '' ? 1 : picoseconds[unit.toLowerCase()];
  return amount === '' || factor === undefined ? null : Math.round(Number(amount) * factor);
}

/** Bytes of `12.34 GiB`, `5 bytes`, `1048576`; null: neither. */
export function bytesOf(text: string | undefined): Cell {
  const [, amount, unit = ''] = /^(\d[\d.]{0,20}) ?([KMGTP]?)(?:i?B|bytes)?$/.exec(text?.trim() ?? '') ?? [];
  const bytes = amount === undefined ? null : parseSize(`${amount}${unit}`);
  return bytes === null ? null : Math.round(bytes);
}

/** A cell of a selected column, in the unit of the server's own. */
export function scaled(text: string | undefined, factor: number): Cell {
  const cell = cellOf(text);
  if (factor === 1 || cell === null) return cell;
  const number = Number(String(cell).replaceAll(',', ''));
  return Number.isFinite(number) ? Math.round(number * factor) : null;
}

const parts = ['thread_id', 'object_instance_begin', 'user', 'host', 'socket_id', 'program_name'];

/** Whether each row is of one thread, object or account: a part of what the server counted. */
export function isOfOnePart(columns: readonly string[]): boolean {
  return columns.some((name) => parts.includes(name));
}
