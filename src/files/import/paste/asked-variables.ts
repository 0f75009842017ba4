import { knownName } from './names';
import { type Pair, pairOf } from './pairs';

/** `SELECT @@global.a, @@b` and what stands behind it on the line. */
const asked =
  /^(?:\s|>|mysql|mariadb|\[[^\]]{0,40}\]|\(\w{0,40}\)){0,12}select\s{1,10}(@@[^;|=>]{2,400}?)\s{0,10}(?:;|\\G|$|(?=\s[-=]{0,2}>))(.{0,400})$/i;
const variable = /@@(?:(?:global|session|local)\.)?([A-Za-z]\w{2,79})/g;
const arrow = /^\s{0,20}(?:[-=]{1,3}>|→|⇒|=|:)?\s{0,20}/;
const value = /^[-+\w.:/@%]{1,120}$/;

/**
 * Answers to SELECT @@name without a frame, as clients print them in batches and people note them: on the next line, behind an
 * arrow, or on the line itself.
 */
export class AskedVariables {
  #names: readonly string[] = [];

  /** The variables that the line gives; none: it is no answer. */
  push(line: string): Pair[] {
    const waiting = this.#names;
    if (line.trim() === '') return [];
    this.#names = [];
    if (line.length > 1_000) return [];
    const [, names, behind = ''] = line.includes('@@') ? (asked.exec(line) ?? []) : [];
    if (names === undefined) return pairsOf(waiting, line);
    const now = [...names.matchAll(variable)].map(([, name = '']) => name.toLowerCase());
    if (behind.trim() !== '') return pairsOf(now, behind);
    this.#names = now;
    return [];
  }
}

/** One value for each name, or none at all. */
function pairsOf(names: readonly string[], text: string): Pair[] {
  if (names.length === 0) return [];
  const values = text
    .replace(arrow, '')
    .trim()
    .split(/\t|,\s?| {1,10}\| {1,10}| {2,20}| (?=\S+$)/)
    .map((cell) => cell.trim());
  if (values.length !== names.length || !values.every((cell) => value.test(cell))) return [];
  return names.flatMap((name, index) => {
    const known = knownName(name);
    return known?.kind === 'variable' ? [pairOf(known, values[index] ?? '')] : [];
  });
}
