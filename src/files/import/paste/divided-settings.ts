import { type KnownName, knownName } from './names';

/** A setting that SELECT gives, and by what it divides it. null: its name is not known. */
export interface Setting {
  name: KnownName | null;
  divisor: number;
}

const rounded =
  /^(?:round|truncate|format|ceil(?:ing)?|floor) {0,2}\((.{3,200}?)(?: {0,2}, {0,2}\d{1,2})? {0,2}\)$/i;
const named = /^@@(?:global\.|session\.|persist\.)?([A-Za-z]\w{1,79})(.{0,120})$/i;
/** `/1024`, `/ (1024*1024)`, `/ POW(1024, 3)`, `>> 20`. */
const division =
  /^ {0,2}(?:\/ {0,2}(?:(\d{1,13})(?:\.0{1,2})?|\(([\d *]{1,60})\)|pow(?:er)?\( {0,2}(\d{1,5}) {0,2}, {0,2}(\d) {0,2}\))|>> {0,2}(\d{1,2}))/i;

/**
 * `@@GLOBAL.max_connections`, `version()`, `@@sort_buffer_size/1024 AS kb`, `ROUND(@@innodb_buffer_pool_size/1024/1024/1024, 2)`;
 * null: no setting, or an expression that does more with it than divide it.
 */
export function settingOf(cell: string): Setting | null {
  const bare = cell.replace(/ {1,4}as {1,4}[\w`'"]{1,60}$/i, '').trim();
  if (/^version\(\)$/i.test(bare)) return { name: knownName('version'), divisor: 1 };
  const [, name, behind = ''] = named.exec((rounded.exec(bare)?.[1] ?? bare).trim()) ?? [];
  if (name === undefined) return null;
  let [rest, divisor] = [behind, 1];
  while (rest.trim() !== '') {
    const next = division.exec(rest);
    if (next === null) return null;
    divisor *= divisorOf(next);
    rest = rest.slice(next[0].length);
  }
  return divisor > 0 ? { name: knownName(name.toLowerCase()), divisor } : null;
}

function divisorOf([, plain, product, base, power, shift]: RegExpExecArray): number {
  if (shift !== undefined) return 2 ** Number(shift);
  if (base !== undefined) return Number(base) ** Number(power);
  return (plain ?? product ?? '').split('*').reduce((all, one) => all * Number(one), 1);
}

/** What was divided, whole again. */
export function multiplied(value: string, divisor: number): string {
  const plain = value.replace(/(?<=\d),(?=\d{3})/g, '');
  return divisor === 1 || !/^\d{1,15}(?:\.\d{1,15})?$/.test(plain)
    ? value
    : String(Math.round(Number(plain) * divisor));
}
