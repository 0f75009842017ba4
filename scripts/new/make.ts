import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Kind, namesOf, pathOf } from './kind.ts';

/** What was done to which file, by its path from the root. */
export interface Made {
  created: string[];
  edited: string[];
  /** Files that `npm run docs` writes. */
  generated: string[];
  /** Files that a person has to edit, each with what goes there. */
  byHand: { path: string; what: string }[];
}

/**
 * Makes and edits the files of a kind. Nothing is written unless all of it can be.
 * @throws Error with a sentence: a name that is none, a file that is there already, a place that is not found
 */
export function make(root: string, kind: Kind, name: string): Made {
  const names = namesOf(kind, name);
  const texts = new Map<string, string>();
  const made: Made = { created: [], edited: [], generated: [], byHand: [] };
  for (const step of kind.steps) {
    const path = pathOf(step, names);
    const file = join(root, path);
    if (step.does === 'generate') made.generated.push(path);
    if (step.does === 'by hand') made.byHand.push({ path, what: step.what });
    if (step.does === 'create') {
      if (existsSync(file)) throw new Error(`${path} is there already.`);
      texts.set(path, step.write(names));
      made.created.push(path);
    }
    if (step.does === 'edit') {
      try {
        texts.set(path, step.edit(texts.get(path) ?? readFileSync(file, 'utf8'), names));
      } catch (error) {
        throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
      made.edited.push(path);
    }
  }
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return made;
}

/** What is not there of a list: files to be edited or written by `npm run docs`, and folders of new files. */
export function brokenSteps(root: string, kind: Kind): string[] {
  const paths = kind.steps.flatMap(({ path }) =>
    (kind.groups ?? ['']).map((group) => path.replaceAll('<group>', group)),
  );
  return [...new Set(paths.filter((path) => !existsSync(join(root, fixedPart(path)))))];
}

/** The path itself, or the last folder before a name in angle brackets. */
function fixedPart(path: string): string {
  const at = path.indexOf('<');
  return at < 0 ? path : path.slice(0, path.lastIndexOf('/', at));
}
