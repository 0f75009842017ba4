import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { throwIfCancelled } from '../../../shared/base/error';
import { listFolder } from '../../list-folder';
import { readError } from '../../read-file';
import type { Budget, ImportLimits } from '../limits';
import { isLink, isSpecial, labelOf, type SourceContext } from './entry';

/** Does not follow a link that took the place of a file since it was looked at. Windows has no such flag. */
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Visits the regular files under a folder, by name. Links and devices are skipped. Throws `file-unreadable`. */
export async function visitFolder(
  folder: string,
  budget: Budget,
  limits: ImportLimits,
  context: SourceContext,
): Promise<void> {
  const walk = async (within: string, depth: number): Promise<void> => {
    for (const name of await namesIn(path.join(folder, within), limits.entries)) {
      throwIfCancelled(context.signal);
      const inside = within === '' ? name : `${within}/${name}`;
      const full = path.join(folder, inside);
      const label = labelOf(inside).path;
      budget.entry();
      const found = await lstat(full).catch((error: unknown) => {
        throw readError(error, full, 'file');
      });
      if (found.isSymbolicLink()) context.skipped(label, isLink);
      else if (found.isDirectory()) {
        if (depth < limits.depth) await walk(inside, depth + 1);
        else context.skipped(label, `it lies deeper than ${limits.depth} folders`);
      } else if (!found.isFile()) context.skipped(label, isSpecial);
      else {
        await context.visit({
          path: label,
          modifiedAt: found.mtime,
          chunks: () => fileChunks(full, context, readFlags),
        });
      }
    }
  };
  await walk('', 0);
}

/** The bytes of a file. Throws `file-unreadable`. */
export async function* fileChunks(
  file: string,
  context: Pick<SourceContext, 'signal' | 'onBytes'>,
  flags: number = constants.O_RDONLY,
): AsyncGenerator<Buffer> {
  try {
    const handle = await open(file, flags);
    // The stream closes the handle, also when the loop is left early.
    for await (const chunk of handle.createReadStream({ highWaterMark: 256 * 1024 })) {
      throwIfCancelled(context.signal);
      const bytes = Buffer.from(chunk);
      context.onBytes(bytes.length);
      yield bytes;
    }
  } catch (error) {
    throw readError(error, file, 'file');
  }
}

async function namesIn(folder: string, most: number): Promise<string[]> {
  try {
    return (await listFolder(folder, most)).map(({ name }) => name).sort();
  } catch (error) {
    throw readError(error, folder, 'folder');
  }
}
