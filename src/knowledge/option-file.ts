import { encodeValue, lexOption } from './option-line';

/**
 * An option file (my.cnf) as a list of lines that still hold their text to the last character, so that printing gives
 * the file back unchanged. The language is that of mysys/my_default.c, search_default_file_with_ext.
 */
export interface OptionFile {
  lines: readonly OptionLine[];
}

export type OptionLine =
  /** Blank lines, comments, and what no server reads: options before any group, groups without `]`. */
  | { kind: 'other'; text: string }
  | { kind: 'group'; group: string; text: string }
  | { kind: 'include'; group: string | null; directory: boolean; path: string; text: string }
  | {
      kind: 'option';
      group: string;
      /** As written. */
      name: string;
      /** Without quotes and escapes; null: the option stands without `=`. */
      value: string | null;
      text: string;
    };

type OptionEntry = Extract<OptionLine, { kind: 'option' }>;

/** Reads any text; nothing is refused, as nothing is lost (`printOptionFile` gives exactly `text` back). */
export function parseOptionFile(text: string): OptionFile {
  let group: string | null = null;
  const lines = splitLines(text).map((line): OptionLine => {
    const parsed = parseLine(line, group);
    if (parsed.kind === 'group') group = parsed.group;
    return parsed;
  });
  return { lines };
}

export function printOptionFile(file: OptionFile): string {
  return file.lines.map((line) => line.text).join('');
}

/** Lines keep their ending. Only a line feed ends one; a carriage return before it is white space to the server. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function parseLine(text: string, group: string | null): OptionLine {
  const body = text.replace(/^[ \t\v\f\r\n]+/, '').replace(/[ \t\v\f\r\n]+$/, '');
  if (body === '' || body.startsWith('#') || body.startsWith(';')) return { kind: 'other', text };
  const include = /^!(include|includedir)(?:[ \t\v\f\r]+(.*))?$/.exec(body);
  if (include !== null) {
    return { kind: 'include', group, directory: include[1] === 'includedir', path: include[2] ?? '', text };
  }
  if (body.startsWith('!')) return { kind: 'other', text };
  if (body.startsWith('[')) {
    const end = body.indexOf(']');
    if (end < 0) return { kind: 'other', text };
    return { kind: 'group', group: body.slice(1, end).replace(/[ \t\v\f\r]+$/, ''), text };
  }
  if (group === null) return { kind: 'other', text };
  const { name, value } = lexOption(text);
  return { kind: 'option', group, name, value, text };
}

/** Variables whose own name begins with `skip_`: there the prefix does not mean "off". */
const namesWithSkip = [
  ...[
    'skip_name_resolve',
    'skip_networking',
    'skip_show_database',
    'skip_external_locking',
    'skip_slave_start',
  ],
  ...['skip_replica_start', 'skip_grant_tables', 'skip_host_cache', 'skip_stack_trace', 'skip_replication'],
  ...['skip_parallel_replication'],
];

/** What an option as written says: the variable's name with underscores, and its value. */
interface Meaning {
  name: string;
  value: string;
}

/**
 * Dashes count as underscores; `loose_` only softens errors; `skip_` and `disable_` switch off, `enable_` on
 * (MySQL manual, "Program Option Modifiers").
 */
function meaningOf(option: OptionEntry): Meaning {
  const name = fold(option.name).replace(/^loose_/, '');
  const off = /^(?:skip|disable)_(.+)$/.exec(name);
  if (off?.[1] !== undefined && !namesWithSkip.includes(name)) {
    return { name: off[1], value: isOff(option.value) ? 'ON' : 'OFF' };
  }
  const on = /^enable_(.+)$/.exec(name);
  if (on?.[1] !== undefined) return { name: on[1], value: isOff(option.value) ? 'OFF' : 'ON' };
  return { name, value: option.value ?? '' };
}

function isOff(value: string | null): boolean {
  return value !== null && ['0', 'off', 'false'].includes(value.toLowerCase());
}

function fold(name: string): string {
  return name.replaceAll('-', '_');
}

/**
 * The options that a program reading these groups ends up with: name (underscores) to value, last one wins.
 * An option without `=` has the value ''. Included files are not followed (see `includes`).
 */
export function readGroup(file: OptionFile, groups: readonly string[]): Map<string, string> {
  const wanted = groups.map((group) => group.toLowerCase());
  const found = new Map<string, string>();
  for (const line of file.lines) {
    if (line.kind !== 'option' || !wanted.includes(line.group.toLowerCase())) continue;
    const { name, value } = meaningOf(line);
    found.set(name, value);
  }
  return found;
}

/** The files and folders that the file includes, in order. */
export function includes(file: OptionFile): { directory: boolean; path: string }[] {
  return file.lines.flatMap((line) =>
    line.kind === 'include' ? [{ directory: line.directory, path: line.path }] : [],
  );
}

/**
 * Sets an option, or with `value` null takes it out by turning every line that sets it into a comment.
 * The last line that sets it in one of `readGroups` (those that the program reads; the option's own group when absent)
 * is edited in place and keeps its comment, spelling and spacing. Without one, a line is added at the end of the last
 * section of `group`, or a new section at the end of the file.
 */
export function setOption(
  file: OptionFile,
  group: string,
  name: string,
  value: string | null,
  readGroups: readonly string[] = [group],
): OptionFile {
  const wanted = [group, ...readGroups].map((each) => each.toLowerCase());
  const sets = (line: OptionLine): line is OptionEntry =>
    line.kind === 'option' &&
    wanted.includes(line.group.toLowerCase()) &&
    meaningOf(line).name === fold(name);
  if (value === null) {
    return { lines: file.lines.map((line) => (sets(line) ? commentedOut(line) : line)) };
  }
  const last = file.lines.map(sets).lastIndexOf(true);
  const present = file.lines[last];
  if (present === undefined || present.kind !== 'option') return addOption(file, group, name, value);
  return { lines: file.lines.map((line, index) => (index === last ? edited(present, name, value) : line)) };
}

function commentedOut(line: OptionEntry): OptionLine {
  return { kind: 'other', text: `# ${line.text}` };
}

/** The line with another value; a prefix that switched the option off or on gives way to the plain name. */
function edited(line: OptionEntry, name: string, value: string): OptionLine {
  const { before, written, equals, after } = lexOption(line.text);
  const keepsName = fold(written).replace(/^loose_/, '') === fold(name);
  const newName = keepsName ? written : `${/^loose[-_]/.exec(written)?.[0] ?? ''}${name}`;
  return option(line.group, `${before}${newName}${equals ?? ' = '}${encodeValue(value)}${after}`);
}

function option(group: string, text: string): OptionLine {
  const { name, value } = lexOption(text);
  return { kind: 'option', group, name, value, text };
}

/** Adds after the last option or include of the last section of the group, in the manner of the option before it. */
function addOption(file: OptionFile, group: string, name: string, value: string): OptionFile {
  const ending = file.lines.some((line) => line.text.endsWith('\r\n')) ? '\r\n' : '\n';
  const header = file.lines
    .map((line) => line.kind === 'group' && line.group.toLowerCase() === group.toLowerCase())
    .lastIndexOf(true);
  if (header < 0) {
    const section = [`[${group}]${ending}`, `${name} = ${encodeValue(value)}${ending}`];
    const gap = file.lines.length === 0 ? [] : [ending];
    return parseOptionFile([...endedLines(file.lines, ending), ...gap, ...section].join(''));
  }
  const next = file.lines.findIndex((line, index) => index > header && line.kind === 'group');
  const section = file.lines.slice(header, next < 0 ? undefined : next);
  const place =
    header + section.map((line) => line.kind === 'option' || line.kind === 'include').lastIndexOf(true);
  const after = Math.max(place, header);
  const model = file.lines[after];
  const style = model?.kind === 'option' ? lexOption(model.text) : undefined;
  const text = `${style?.before ?? ''}${name}${style?.equals ?? ' = '}${encodeValue(value)}${ending}`;
  return {
    lines: [
      ...file.lines.slice(0, after),
      ...file.lines.slice(after, after + 1).map((line) => ended(line, ending)),
      option(group, text),
      ...file.lines.slice(after + 1),
    ],
  };
}

function endedLines(lines: readonly OptionLine[], ending: string): string[] {
  return lines.map((line) => ended(line, ending).text);
}

/** Only the last line of a file may lack its ending. */
function ended(line: OptionLine, ending: string): OptionLine {
  return line.text.endsWith('\n') ? line : { ...line, text: `${line.text}${ending}` };
}
