import { multiplied, type Setting, settingOf } from './divided-settings';
import { type Pair, pairOf } from './pairs';

/** `SELECT @@global.a, @@b` and what stands behind it on the line. */
const asked =
  /^(?:\s|>|mysql|mariadb|\[[^\]]{0,40}\]|\(\w{0,40}\)){0,12}select\s{1,10}((?:\w{3,9}\s{0,2}\()?@@(?:[^;|=>]|>>){2,400}?)\s{0,10}(?:;|\\G|$|(?=\s[-=]{0,2}>(?!>)))(.{0,400})$/i;
/** An expression that does more with the setting than divide it. */
const unknown: Setting = { name: null, divisor: 1 };
const arrow = /^\s{0,20}(?:[-=]{1,3}>|→|⇒|=|:)?\s{0,20}/;
/** `1,048,576`, as FORMAT() gives a number. */
const thousands = /^\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,3})?$/;
const value = /^[-+\w.:/@%]{1,120}$/;

/**
 * Answers to SELECT @@name without a frame, as clients print them in batches and people note them: on the next line, behind an
 * arrow, or on the line itself.
 */
export class AskedVariables {
  #settings: readonly Setting[] = [];

  /** The variables that the line gives; none: it is no answer. */
  push(line: string): Pair[] {
    const waiting = this.#settings;
    if (line.trim() === '') return [];
    this.#settings = [];
    if (line.length > 1_000) return [];
    const [, names, behind = ''] = line.includes('@@') ? (asked.exec(line) ?? []) : [];
    if (names === undefined) return pairsOf(waiting, line);
    const now = names
      .split(/,(?=\s{0,4}(?:\w{3,9}\s{0,2}\()?@@)/)
      .map((cell) => settingOf(cell.trim()) ?? unknown);
    if (behind.trim() !== '') return pairsOf(now, behind);
    this.#settings = now;
    return [];
  }
}

/** One value for each setting, or none at all. */
function pairsOf(settings: readonly Setting[], text: string): Pair[] {
  if (settings.length === 0) return [];
  const values = text
    .replace(arrow, '')
    .trim()
    .replace(thousands, (number) => number.replaceAll(',', ''))
    .split(/\t|,\s?| {1,10}\| {1,10}| {2,20}| (?=\S+$)/)
    .map((cell) => cell.trim());
  if (values.length !== settings.length || !values.every((cell) => value.test(cell))) return [];
  return settings.flatMap(({ name, divisor }, index) =>
    name?.kind === 'variable' ? [pairOf(name, multiplied(values[index] ?? '', divisor))] : [],
  );
}
