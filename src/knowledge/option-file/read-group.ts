import { catalogNames, meaningOf } from './meaning';
import type { OptionEntry, OptionFile } from './parse';

/**
 * The options that a program reading these groups ends up with: name (underscores) to value, last one wins.
 * An option without `=` has the value '', one switched by a prefix '1' or '0'. Included files are not followed.
 */
export function readGroup(file: OptionFile, groups: readonly string[]): Map<string, string> {
  const wanted = groups.map((group) => group.toLowerCase());
  return readOptions(
    file.lines.flatMap((line) =>
      line.kind === 'option' && wanted.includes(line.group.toLowerCase()) ? [line] : [],
    ),
  );
}

/** As `readGroup`, of options in their order. */
export function readOptions(options: readonly OptionEntry[]): Map<string, string> {
  const names = catalogNames();
  const found = new Map<string, string>();
  for (const option of options) {
    const { name, value, maximum, autoset } = meaningOf(option.name, option.value, names);
    if (!maximum && !autoset) found.set(name, value ?? '');
  }
  return found;
}
