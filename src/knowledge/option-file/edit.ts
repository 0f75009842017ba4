import { toBytes } from '../../shared/writers/bytes';
import { checkedOptionName, encodedValue, groupHeader } from '../../shared/writers/option-file';
import { lexOption } from './line';
import { catalogNames, foldName, meaningOf, type OptionNames } from './meaning';
import { type OptionEntry, type OptionFile, type OptionLine, optionEntry } from './parse';

/** What to set, and which lines count as setting it already. */
export interface OptionEdit {
  /** Where a new line goes. */
  group: string;
  /** The variable, with dashes or underscores. */
  name: string;
  /** Other names that the program knows the same option by. */
  alsoCalled?: readonly string[];
  /** null: turn every line that sets it into a comment. */
  value: string | null;
  /** The groups that the program reads; `group` is one of them anyway. */
  readGroups: readonly string[];
  names: OptionNames;
  /** What the file includes is known not to set the option; else a new line goes behind every include. */
  includesFollowed?: boolean;
}

/**
 * Sets an option, or with `value` null takes it out by turning every line that sets it into a comment.
 * The last line that sets it in one of `readGroups` (those that the program reads; the option's own group when absent)
 * is edited in place; it keeps its comment, spelling and spacing, and stays above as a comment with its old value.
 * Setting the value that stands in such a comment brings the old line back. Without a line, one is added beside the
 * options with the most similar name in `group`, or at its end, or in a new section at the end of the file.
 * @internal exported to tests
 */
export function setOption(
  file: OptionFile,
  group: string,
  name: string,
  value: string | null,
  readGroups: readonly string[] = [group],
): OptionFile {
  return editFile(file, { group, name, value, readGroups, names: catalogNames() });
}

/** As `setOption`, with the names that a server knows. */
export function editFile(file: OptionFile, edit: OptionEdit): OptionFile {
  if (edit.value === null) {
    const ending = lineEnding(file);
    return {
      lines: file.lines.flatMap((line) =>
        setsOption(line, edit) ? commentedOut(line.text, ending) : [line],
      ),
    };
  }
  const last = lastSetting(file, edit);
  return last === -1 ? addOption(file, edit, edit.value) : editLine(file, last, edit, edit.value);
}

/** Index of the last line that sets the option; -1 without one. */
export function lastSetting(file: OptionFile, edit: OptionEdit): number {
  return file.lines.map((line) => setsOption(line, edit)).lastIndexOf(true);
}

function setsOption(line: OptionLine, edit: OptionEdit): line is OptionEntry {
  return line.kind === 'option' && isRead(line.group, edit) && names(edit, variableOf(line, edit.names));
}

function isRead(group: string, edit: OptionEdit): boolean {
  return [edit.group, ...edit.readGroups].some((each) => each.toLowerCase() === group.toLowerCase());
}

function fold({ name }: OptionEdit): string {
  return foldName(name);
}

/** Whether a name, with underscores, is one of the option's. */
export function names(edit: OptionEdit, name: string | null): boolean {
  return name !== null && [edit.name, ...(edit.alsoCalled ?? [])].some((each) => foldName(each) === name);
}

function variableOf({ name, value }: OptionEntry, names: OptionNames): string | null {
  const meaning = meaningOf(name, value, names);
  return meaning.maximum || meaning.autoset ? null : meaning.name;
}

/** The line at `index` with another value; nothing changes where it says the same already. */
export function editLine(file: OptionFile, index: number, edit: OptionEdit, value: string): OptionFile {
  const line = file.lines[index];
  if (line === undefined || line.kind !== 'option') return file;
  const meaning = meaningOf(line.name, line.value, edit.names);
  if (saysTheSame(meaning.value, value)) return file;
  const ending = lineEnding(file);
  const above = file.lines[index - 1];
  const old = above === undefined ? null : uncommented(above.text, line.group);
  const restores =
    old !== null && names(edit, variableOf(old, edit.names)) && old.value !== null && old.value === value;
  const replacement = restores
    ? [line.text.endsWith('\n') ? old : optionEntry(line.group, old.text.replace(/\r?\n$/, ''))]
    : [...commentedOut(line.text, ending), edited(line, edit, value, file.lines.length - 1 === index)];
  const from = restores ? index - 1 : index;
  return { lines: [...file.lines.slice(0, from), ...replacement, ...file.lines.slice(index + 1)] };
}

/**
 * Takes back what setting the edit's value has done: the line above, which it turned into a comment, counts again; a
 * line that was added becomes a comment. Nothing changes where the last line that sets the option says something else.
 */
export function takeBack(file: OptionFile, edit: OptionEdit & { value: string }): OptionFile {
  return takeBackLine(file, lastSetting(file, edit), edit);
}

/** `takeBack` for the line at `index`. */
export function takeBackLine(
  file: OptionFile,
  index: number,
  edit: OptionEdit & { value: string },
): OptionFile {
  const line = file.lines[index];
  if (line === undefined || line.kind !== 'option') return file;
  if (!saysTheSame(meaningOf(line.name, line.value, edit.names).value, edit.value)) return file;
  const above = file.lines[index - 1];
  const old = above === undefined ? null : uncommented(above.text, line.group);
  const restores = old !== null && names(edit, variableOf(old, edit.names));
  const replacement = restores
    ? [line.text.endsWith('\n') ? old : optionEntry(line.group, old.text.replace(/\r?\n$/, ''))]
    : commentedOut(line.text, lineEnding(file));
  const from = restores ? index - 1 : index;
  return { lines: [...file.lines.slice(0, from), ...replacement, ...file.lines.slice(index + 1)] };
}

/** Equal as text, or as numbers with a suffix: 8G and 8589934592. */
function saysTheSame(present: string | null, requested: string): boolean {
  if (present === requested) return true;
  const a = present === null ? null : plainNumber(present);
  return a !== null && a === plainNumber(requested);
}

function plainNumber(text: string): bigint | null {
  const match = /^([1-9]\d{0,18})([KMGTPE]?)$/i.exec(text);
  if (match === null) return null;
  return BigInt(match[1] ?? '0') << BigInt('KMGTPE'.indexOf((match[2] || '-').toUpperCase()) * 10 + 10);
}

/** Comments are lines too: what is longer than a server reads at once would come back to life after the first part. */
const longestComment = 4000;

function commentedOut(text: string, ending: string): OptionLine[] {
  const body = text.replace(/\r?\n$/, '');
  const end = text.slice(body.length) || ending;
  const pieces = body.length <= longestComment ? [body] : (body.match(/[\s\S]{1,4000}/g) ?? []);
  return pieces.map((piece): OptionLine => ({ kind: 'other', text: `# ${piece}${end}` }));
}

/** The option in a comment of ours; null: there is none. */
function uncommented(text: string, group: string): OptionEntry | null {
  const body = /^# ([ \t]*[^#;![\s][^\0]*)$/.exec(text)?.[1];
  return body === undefined ? null : optionEntry(group, body);
}

/** A prefix that switched the option off or on gives way to the plain name, as does a shortened name. */
function edited(line: OptionEntry, edit: OptionEdit, value: string, isLastLine: boolean): OptionEntry {
  const { before, written, equals, after } = lexOption(line.text);
  const keepsName = names(edit, foldName(written).replace(/^loose_/, ''));
  const newName = keepsName ? written : `${/^loose[-_]/.exec(written)?.[0] ?? ''}${edit.name}`;
  // A line that another piece of itself follows, in a file with lines too long to be read at once, gets an end.
  const end = /\n$/.test(after) || isLastLine ? after : `${after}\n`;
  return optionEntry(
    line.group,
    `${before}${newName}${equals ?? ' = '}${encodedValue(toBytes(value))}${end}`,
  );
}

function lineEnding(file: OptionFile): string {
  return file.lines.some((line) => line.text.endsWith('\r\n')) ? '\r\n' : '\n';
}

/** Adds a line in the manner of the one before it. */
export function addOption(file: OptionFile, edit: OptionEdit, value: string): OptionFile {
  const ending = lineEnding(file);
  const encoded = encodedValue(toBytes(value));
  checkedOptionName(edit.name);
  const place = placeFor(file, edit);
  if (place === null) {
    const gap: OptionLine[] = file.lines.length === 0 ? [] : [{ kind: 'other', text: ending }];
    return {
      lines: [
        ...file.lines.slice(0, -1),
        ...file.lines.slice(-1).map((line) => ended(line, ending)),
        ...gap,
        { kind: 'group', group: edit.group, text: `${groupHeader(edit.group).text}${ending}` },
        optionEntry(edit.group, `${edit.name} = ${encoded}${ending}`),
      ],
    };
  }
  const returned = commentBelow(file, place, edit, value);
  if (returned !== null) return returned;
  const model = file.lines[place];
  const style = model?.kind === 'option' ? lexOption(model.text) : undefined;
  const text = `${style?.before ?? ''}${edit.name}${style?.equals ?? ' = '}${encoded}${ending}`;
  return {
    lines: [
      ...file.lines.slice(0, place),
      ...file.lines.slice(place, place + 1).map((line) => ended(line, ending)),
      optionEntry(edit.group, text),
      ...file.lines.slice(place + 1),
    ],
  };
}

/** A comment of the group's that holds exactly the requested line, as taking it out leaves it, becomes the line again. */
function commentBelow(file: OptionFile, place: number, edit: OptionEdit, value: string): OptionFile | null {
  let group: string | null = null;
  for (const [index, line] of file.lines.entries()) {
    if (line.kind === 'group') group = line.group;
    if (line.kind !== 'other' || group === null || !isRead(group, edit)) continue;
    const old = uncommented(line.text, group);
    if (old === null || old.value !== value || !names(edit, foldName(old.name))) continue;
    if (edit.includesFollowed !== true && hasInclude(file.lines.slice(index, place))) continue;
    return { lines: [...file.lines.slice(0, index), old, ...file.lines.slice(index + 1)] };
  }
  return null;
}

/** Index of the line after which a new option of the group belongs; null: the file has no such group. */
function placeFor(file: OptionFile, edit: OptionEdit): number | null {
  const group = edit.group.toLowerCase();
  const header = file.lines
    .map((line) => line.kind === 'group' && line.group.toLowerCase() === group)
    .lastIndexOf(true);
  if (header < 0) return null;
  // What is included further down might set the option, and would then win.
  const wouldLose = (index: number) =>
    edit.includesFollowed !== true && hasInclude(file.lines.slice(index + 1));
  const relative = closestRelative(file, edit);
  if (relative !== null && !wouldLose(relative)) return relative;
  const next = file.lines.findIndex((line, index) => index > header && line.kind === 'group');
  const section = file.lines.slice(header, next < 0 ? undefined : next);
  const last = section.map((line) => line.kind === 'option' || line.kind === 'include').lastIndexOf(true);
  const place = header + Math.max(last, 0);
  return wouldLose(place) ? null : place;
}

function hasInclude(lines: readonly OptionLine[]): boolean {
  return lines.some((line) => line.kind === 'include');
}

/** The last of the group's lines whose name has the most words in common with the new one, from the first word on. */
function closestRelative(file: OptionFile, edit: OptionEdit): number | null {
  let best = { index: null as number | null, words: 0 };
  for (const [index, line] of file.lines.entries()) {
    if (line.kind !== 'option' || line.group.toLowerCase() !== edit.group.toLowerCase()) continue;
    const words = commonWords(meaningOf(line.name, line.value, edit.names).name, fold(edit));
    if (words > 0 && words >= best.words) best = { index, words };
  }
  return best.index;
}

/** Number of words that two names share from the first on. */
export function commonWords(one: string, other: string): number {
  const words = other.split('_');
  const differs = one.split('_').findIndex((word, index) => word !== words[index]);
  return differs < 0 ? one.split('_').length : differs;
}

/** Only the last line of a file may lack its ending. */
function ended(line: OptionLine, ending: string): OptionLine {
  return line.text.endsWith('\n') ? line : { ...line, text: `${line.text}${ending}` };
}
