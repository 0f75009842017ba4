import { stat } from 'node:fs/promises';
import path from 'node:path';
import { LatchkeyError } from '../../../shared/base/error';
import { readError } from '../../read-file';
import { Budget, type ImportLimits } from '../limits';
import { labelOf, type SourceContext } from './entry';
import { fileChunks, visitFolder } from './folder-source';
import { gunzipChunks, isGzip } from './gzip';
import { visitTar } from './tar-source';
import { texts } from './texts';
import { visitZip } from './zip-source';

/** Archives that cannot be unpacked here, by their first bytes. */
const foreignArchives: readonly { text: string; kind: string }[] = [
  { text: '\u00fd7zXZ\0', kind: 'an xz archive' },
  { text: '(\u00b5/\u00fd', kind: 'a zstd archive' },
  { text: 'BZh', kind: 'a bzip2 archive' },
  { text: '7z\u00bc\u00af', kind: 'a 7z archive' },
  { text: 'Rar!', kind: 'a RAR archive' },
];

/**
 * Visits every file of what the user gave: a folder, a tar, tar.gz or zip archive, or one file (also as .gz).
 * Nothing is unpacked to disk. Throws `file-not-found` or `file-unreadable`.
 */
export async function visitSource(
  given: string,
  limits: ImportLimits,
  context: SourceContext,
): Promise<void> {
  const name = path.basename(path.resolve(given));
  const budget = new Budget(name, limits);
  const found = await stat(given).catch((error: unknown) => {
    throw readError(error, given, 'file or folder');
  });
  if (found.isDirectory()) return visitFolder(given, budget, limits, context);
  if (!found.isFile()) {
    throw new LatchkeyError('file-unreadable', texts.isNeitherAFileNor(given), {
      hint: texts.copyItIntoAFile,
    });
  }
  context.onSize(found.size);
  const bytes = () => fileChunks(given, context);
  const head = await headOf(quietly(given, context));
  if (head.length === 0) {
    throw new LatchkeyError('file-unreadable', texts.isEmpty(given), {
      hint: texts.theCopyOrTheDownload,
    });
  }
  if (head.subarray(0, 2).toString('latin1') === 'PK') return visitZip(given, name, budget, context);
  const start = head.toString('latin1');
  const foreign = foreignArchives.find(({ text }) => start.startsWith(text));
  if (foreign !== undefined) {
    throw new LatchkeyError('file-unreadable', texts.isWhichIsNotRead(given, foreign.kind), {
      hint: texts.unpackItAndImportThe,
    });
  }
  if (isTar(head)) return visitTar(bytes(), name, budget, context);
  const unpacked = () => gunzipChunks(bytes(), name, budget);
  const isPacked = isGzip(head);
  if (
    isPacked &&
    isTar(await headOf(gunzipChunks(quietly(given, context), name, new Budget(name, limits))))
  ) {
    return visitTar(unpacked(), name, budget, context);
  }
  return context.visit({
    path: labelOf(isPacked ? name.replace(/\.gz$/i, '') : name).path,
    modifiedAt: found.mtime,
    chunks: isPacked ? unpacked : bytes,
  });
}

function quietly(file: string, context: SourceContext): AsyncGenerator<Buffer> {
  return fileChunks(file, { signal: context.signal, onBytes: () => undefined });
}

/** POSIX and GNU tar write it at 257. */
function isTar(head: Buffer): boolean {
  return head.subarray(257, 262).toString('latin1') === 'ustar';
}

/** The first bytes, 512 where there are as many. */
async function headOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= 512) break;
  }
  return Buffer.concat(parts);
}
