import { fromBytes, toBytes } from '../../shared/writers/bytes';
import type { OptionText } from '../../shared/writers/option-file';
import { Written } from '../../shared/writers/written';
import { cString, isSpace, lexOption, trimSpace } from './line';

/**
 * An option file (my.cnf) as a list of lines that still hold their bytes to the last one, so that printing returns
 * the file unchanged. The language is that of mysys/my_default.c, search_default_file_with_ext.
 * `text` of a line is a byte string (`bytes`); everything else is text.
 */
export interface OptionFile {
  lines: readonly OptionLine[];
}

export type OptionLine =
  /** Blank lines, comments, and directives that no server knows. */
  | { kind: 'other'; text: string }
  /** Here every server stops reading the file. */
  | { kind: 'invalid'; why: InvalidReason; text: string }
  | { kind: 'group'; group: string; text: string }
  | {
      kind: 'include';
      group: string | null;
      directory: boolean;
      path: string;
      /** The file ends within the line: servers before MySQL 9 lose the last character of the path. */
      cut: boolean;
      text: string;
    }
  | OptionEntry;

export interface OptionEntry {
  kind: 'option';
  group: string;
  /** As written. */
  name: string;
  /** Without quotes and escapes; null: the option stands without `=`. */
  value: string | null;
  text: string;
}

export type InvalidReason = 'option-without-group' | 'group-without-bracket' | 'include-without-path';

/** How a server reads the file. `lineBytes`: longer lines fall into pieces of so many bytes, each read as a line. */
export interface ReadingRules {
  lineBytes: number | null;
}

/** Reads any text; nothing is refused, as nothing is lost (`printOptionFile` gives exactly `text` back). */
export function parseOptionFile(text: string, rules: ReadingRules = { lineBytes: null }): OptionFile {
  let group: string | null = null;
  const lines = splitLines(toBytes(text), rules.lineBytes).map((line): OptionLine => {
    const parsed = parseLine(line, group);
    if (parsed.kind === 'group') group = parsed.group;
    return parsed;
  });
  return { lines };
}

/** The text of the file: of a file that was only read, the one that was read. */
export function printOptionFile(file: OptionFile): string {
  return fromBytes(file.lines.map((line) => line.text).join(''));
}

/** The file as what a writer has made: every line stands in the user's own or was set by `editFile`. */
export function writtenOptionFile(file: OptionFile): OptionText {
  return new Written('option-file', printOptionFile(file));
}

/** Lines keep their ending. Only a line feed ends one; a carriage return before it is white space to the server. */
function splitLines(bytes: string, limit: number | null): string[] {
  const lines = bytes.match(/[^\n]+\n?|\n/g) ?? [];
  if (limit === null) return lines;
  return lines.flatMap((line) => {
    const pieces: string[] = [];
    for (let at = 0; at < line.length; at += limit) pieces.push(line.slice(at, at + limit));
    return pieces;
  });
}

function parseLine(text: string, group: string | null): OptionLine {
  const seen = cString(text);
  const body = trimSpace(seen);
  if (body === '' || body.startsWith('#') || body.startsWith(';')) return { kind: 'other', text };
  if (body.startsWith('!')) return parseDirective(text, seen, group);
  if (body.startsWith('[')) {
    const end = body.indexOf(']');
    if (end < 0) return { kind: 'invalid', why: 'group-without-bracket', text };
    // Space before the name counts, space after it does not.
    const name = `[${body.slice(1, end)}`;
    return { kind: 'group', group: fromBytes(trimSpace(name).slice(1)), text };
  }
  if (group === null) return { kind: 'invalid', why: 'option-without-group', text };
  return optionEntry(group, text);
}

/** The line of an option; `text` is a byte string. */
export function optionEntry(group: string, text: string): OptionEntry {
  const { written, value } = lexOption(text);
  return {
    kind: 'option',
    group,
    name: fromBytes(written),
    value: value === null ? null : fromBytes(value),
    text,
  };
}

/** `!include FILE` and `!includedir FOLDER`; anything else after `!` is ignored. */
function parseDirective(text: string, seen: string, group: string | null): OptionLine {
  const afterMark = seen.slice(seen.indexOf('!') + 1).replace(/^[\t-\r \u00a0]+/, '');
  const keyword = ['includedir', 'include'].find(
    (word) => afterMark.startsWith(word) && isSpace(afterMark.charAt(word.length)),
  );
  if (keyword === undefined) return { kind: 'other', text };
  const rest = afterMark.slice(keyword.length).replace(/^[\t-\r \u00a0]+/, '');
  const path = trimSpace(rest);
  if (path === '') return { kind: 'invalid', why: 'include-without-path', text };
  const directory = keyword === 'includedir';
  return { kind: 'include', group, directory, path: fromBytes(path), cut: path === rest, text };
}
