import { constants } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { LatchkeyError } from '../shared/error';
import { writeError, writeFileAtomic } from './atomic-write';
import { readWholeFile } from './read-file';
import { systemCode } from './system-code';

export { type CompletedTarget, completeTarget } from './target-options';

/** Larger than any option file; a wrong path does not read a disk image. */
const maxOptionFileBytes = 1024 ** 2;

/**
 * The text of an option file. Throws `file-not-found` or `file-unreadable`; the latter also for text that is not
 * UTF-8, because it could not be written back unchanged.
 */
export async function readOptionFile(file: string): Promise<string> {
  const bytes = await readWholeFile(file, 'option file', maxOptionFileBytes);
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes) || text.includes('\0')) {
    throw new LatchkeyError('file-unreadable', `The option file ${file} is not UTF-8 text.`, {
      hint: 'Convert it first, for example with iconv -f latin1 -t utf-8.',
    });
  }
  return text;
}

/**
 * Writes a text atomically. An option file (`*.cnf`, `*.ini`) that was there with other content is copied beside
 * itself first, as `my.cnf.bak`, `my.cnf.bak2` and so on; permissions and owner stay. Throws `disk-full` or
 * `write-failed`; the file is then as it was.
 */
export async function writeTextFile(file: string, text: string): Promise<void> {
  if (/\.(?:cnf|ini)$/i.test(file)) await backUp(file, text);
  await writeFileAtomic(file, text);
}

/** The copy must not end in `.cnf`: a server would read it as well where the folder is included. */
async function backUp(file: string, text: string): Promise<void> {
  const existing = await stat(file).catch(() => null);
  if (existing === null || !existing.isFile() || existing.size === 0) return;
  if ((await readWholeFile(file, 'file', Number.MAX_SAFE_INTEGER)).equals(Buffer.from(text))) return;
  for (let number = 1; ; number += 1) {
    try {
      const copy = path.resolve(`${file}.bak${number === 1 ? '' : number}`);
      await copyFile(file, copy, constants.COPYFILE_EXCL);
      return;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw writeError(error, `${file}.bak`, 'backup');
    }
  }
}
