import { addOption, commonWords, editFile, editLine, names, type OptionEdit, takeBackLine } from './edit';
import { foldName, meaningOf } from './meaning';
import type { OptionEntry, OptionFile, OptionLine } from './parse';

/** One or more option files with all that they include, as a program reads them. */
export interface OptionTree {
  /** Real paths of the files that are read first hand, in order. */
  roots: readonly string[];
  /** Each file that is read once, by its real path. What the program passes over is not among them. */
  files: ReadonlyMap<string, OptionFile>;
  /** What an include line stands for: the real paths of one file, or of a folder's files in order. */
  included: ReadonlyMap<OptionLine, readonly string[]>;
  problems: readonly OptionFileProblem[];
  /** A program that reads these files ends with an error instead. */
  refused: boolean;
}

/** An option where it stands. `index` counts the lines of the file from 0. */
export interface PlacedOption {
  path: string;
  index: number;
  option: OptionEntry;
}

/** Something about a file that its owner should know. `message` is a sentence that names file and line. */
export interface OptionFileProblem {
  /** error: no program starts with it; warning: something is not read as it looks. */
  severity: 'error' | 'warning' | 'note';
  path: string;
  /** From 1; null: the file as a whole. */
  line: number | null;
  message: string;
}

/** MySQL and MariaDB follow includes ten levels deep (mysys/my_default.c, max_recursion_level). */
export const deepestInclude = 10;

/** Files that include each other several times would be read billions of times; a server never ends, we do. */
const mostLines = 50_000;

/**
 * The options that a program reading these groups (lower case) gets, in order; a file that is read twice gives its
 * options twice. Where a file cannot be read on, the program goes on behind the include.
 */
export function optionsOfGroups(tree: OptionTree, groups: readonly string[]): PlacedOption[] {
  const found: PlacedOption[] = [];
  let budget = mostLines;
  const walk = (path: string, depth: number): void => {
    for (const [index, line] of (tree.files.get(path)?.lines ?? []).entries()) {
      budget -= 1;
      if (budget < 0 || line.kind === 'invalid') return;
      if (line.kind === 'option' && groups.includes(line.group.toLowerCase())) {
        found.push({ path, index, option: line });
      }
      if (line.kind !== 'include' || depth >= deepestInclude) continue;
      for (const target of tree.included.get(line) ?? []) walk(target, depth + 1);
    }
  };
  for (const root of tree.roots) walk(root, 0);
  return found;
}

/**
 * Sets an option in the file where it is decided: the last line that sets it is edited; with `value` null every such
 * line becomes a comment. A new option goes into the file that has the most similar options in the group, else
 * into the last file first hand that has the group, else into the last file first hand.
 */
export function editTree(tree: OptionTree, edit: OptionEdit): OptionTree {
  if (edit.value === null) {
    return { ...tree, files: new Map([...tree.files].map(([path, file]) => [path, editFile(file, edit)])) };
  }
  const present = deciding(tree, edit);
  const path = present?.path ?? bestFile(tree, edit);
  const file = path === undefined ? undefined : tree.files.get(path);
  if (path === undefined || file === undefined) return tree;
  const changed =
    present === undefined
      ? addOption(file, edit, edit.value)
      : editLine(file, present.index, edit, edit.value);
  return changed === file ? tree : { ...tree, files: new Map([...tree.files, [path, changed]]) };
}

/** The line that decides an option: the last one that sets it. */
export function deciding(tree: OptionTree, edit: OptionEdit): PlacedOption | undefined {
  const groups = [edit.group, ...edit.readGroups].map((group) => group.toLowerCase());
  return optionsOfGroups(tree, groups)
    .filter(({ option }) => {
      const meaning = meaningOf(option.name, option.value, edit.names);
      return !meaning.maximum && !meaning.autoset && names(edit, meaning.name);
    })
    .at(-1);
}

/** `takeBack` in the file where the option is decided. */
export function takeBackInTree(tree: OptionTree, edit: OptionEdit & { value: string }): OptionTree {
  const present = deciding(tree, edit);
  const file = present === undefined ? undefined : tree.files.get(present.path);
  if (present === undefined || file === undefined) return tree;
  return {
    ...tree,
    files: new Map([...tree.files, [present.path, takeBackLine(file, present.index, edit)]]),
  };
}

/** The files of `after` that differ from those of `before`. */
export function changedFiles(
  before: OptionTree,
  after: OptionTree,
): { path: string; before: OptionFile; after: OptionFile }[] {
  return [...after.files].flatMap(([path, file]) => {
    const old = before.files.get(path);
    return old === undefined || textOf(old) === textOf(file) ? [] : [{ path, before: old, after: file }];
  });
}

function textOf({ lines }: OptionFile): string {
  return lines.map((line) => line.text).join('');
}

function bestFile(tree: OptionTree, edit: OptionEdit): string | undefined {
  let best = { path: undefined as string | undefined, words: 0 };
  const name = foldName(edit.name);
  for (const { path, option } of optionsOfGroups(tree, [edit.group.toLowerCase()])) {
    const words = commonWords(meaningOf(option.name, option.value, edit.names).name, name);
    if (words > 0 && words >= best.words) best = { path, words };
  }
  const hasGroup = (path: string) =>
    tree.files
      .get(path)
      ?.lines.some((line) => line.kind === 'group' && line.group.toLowerCase() === edit.group.toLowerCase());
  const roots = tree.roots.filter((path) => tree.files.has(path));
  return best.path ?? roots.filter(hasGroup).at(-1) ?? roots.at(-1);
}

/** The line from 1 as an editor counts it: a piece of a long line belongs to the line it was cut from. */
export function lineNumber(file: OptionFile | undefined, index: number): number {
  return 1 + (file?.lines ?? []).slice(0, index).filter(({ text }) => text.endsWith('\n')).length;
}
