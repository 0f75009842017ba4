import { catalogNames, meaningOf } from './meaning';
import type { OptionFile } from './parse';

/**
 * The options that a program reading these groups ends up with: name (underscores) to value, last one wins.
 * An option without `=` has the value '', one switched by a prefix '1' or '0'. Included files are not followed.
 */
export function readGroup(file: OptionFile, groups: readonly string[]): Map<string, string> {
  const wanted = groups.map((group) => group.toLowerCase());
  const names = catalogNames();
  const found = new Map<string, string>();
  for (const line of file.lines) {
    if (line.kind !== 'option' || !wanted.includes(line.group.toLowerCase())) continue;
    const { name, value, maximum, autoset } = meaningOf(line.name, line.value, names);
    if (!maximum && !autoset) found.set(name, value ?? '');
  }
  return found;
}
