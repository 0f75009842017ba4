import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type OptionFile, type OptionLine, parseOptionFile } from '../knowledge/option-file';
import { LatchkeyError } from '../shared/error';
import { readError, readWholeFile } from './read-file';

const maxOptionFileBytes = 1024 ** 2;
/** MySQL and MariaDB stop at ten levels (mysys/my_default.c, max_recursion_level). */
const deepestInclude = 10;

/** An option file with the lines of all it includes in their places, and every file that was read. */
export interface MergedOptionFile {
  file: OptionFile;
  paths: string[];
}

/**
 * Reads an option file and what it includes, in order, so that the last of several settings wins as it does for the
 * server. Folders give their `*.cnf` files by name. A relative path counts from the folder of the including file.
 * Throws `file-not-found` or `file-unreadable`; a file that includes itself, directly or not, is `file-unreadable`.
 */
export async function readMergedOptionFile(file: string): Promise<MergedOptionFile> {
  const merged: { lines: OptionLine[]; paths: string[] } = { lines: [], paths: [] };
  await readInto(path.resolve(file), [], merged);
  return { file: { lines: merged.lines }, paths: merged.paths };
}

async function readInto(
  file: string,
  within: readonly string[],
  merged: { lines: OptionLine[]; paths: string[] },
): Promise<void> {
  if (within.includes(file)) throw refuse(file, `it includes itself through ${within.at(-1) ?? file}`);
  if (within.length > deepestInclude) throw refuse(file, `includes go deeper than ${deepestInclude} levels`);
  const bytes = await readWholeFile(file, 'option file', maxOptionFileBytes);
  merged.paths.push(file);
  for (const line of parseOptionFile(bytes.toString('utf8')).lines) {
    if (line.kind !== 'include') {
      merged.lines.push(line);
      continue;
    }
    const target = path.resolve(path.dirname(file), line.path);
    const included = line.directory ? await filesIn(target) : [target];
    for (const one of included) await readInto(one, [...within, file], merged);
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.cnf'));
    return names.sort().map((name) => path.join(folder, name));
  } catch (error) {
    throw readError(error, folder, 'folder of option files');
  }
}

function refuse(file: string, why: string): LatchkeyError {
  return new LatchkeyError('file-unreadable', `Cannot read the option file ${file}: ${why}.`);
}
