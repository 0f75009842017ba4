import { openPromise, type Entry as ZipEntry, type ZipFile } from 'yauzl';
import { LatchkeyError, throwIfCancelled } from '../../../shared/base/error';
import type { Budget } from '../limits';
import { isLink, labelOf, leadsOutside, type SourceContext } from './entry';
import { texts } from './texts';

/** Upper half of the external attributes: the file's mode where the archive was made on Unix (APPNOTE 4.4.15). */
const typeMask = 0o170000;
const linkType = 0o120000;

/**
 * Visits the files of a zip archive. Sizes and their number are checked from its directory before anything is
 * unpacked, and a file that then holds more than it said is refused. Throws `file-unreadable`.
 */
export async function visitZip(
  file: string,
  name: string,
  budget: Budget,
  context: SourceContext,
): Promise<void> {
  try {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false });
    try {
      budget.entries(zip.entryCount);
      const entries = await readDirectory(zip, budget, context);
      for (const entry of entries) {
        throwIfCancelled(context.signal);
        await visitEntry(zip, entry, budget, context);
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof LatchkeyError) throw error;
    throw new LatchkeyError('file-unreadable', texts.isCutShortOrNoValid(name), {
      hint: texts.fetchTheFileAgain,
      cause: error,
    });
  }
}

/** Every entry, after the sum of the sizes they state was compared with the limits. */
async function readDirectory(zip: ZipFile, budget: Budget, context: SourceContext): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  let packed = 0;
  let unpacked = 0;
  let names = 0;
  for await (const entry of zip.eachEntry()) {
    throwIfCancelled(context.signal);
    entries.push(entry);
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    budget.entries(entries.length);
    budget.check(packed, unpacked);
    names += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    budget.names(names);
  }
  return entries;
}

async function visitEntry(
  zip: ZipFile,
  entry: ZipEntry,
  budget: Budget,
  context: SourceContext,
): Promise<void> {
  const { path, outside } = labelOf(nameOf(entry));
  budget.entry();
  if (path.endsWith('/')) return;
  const mode = (entry.externalFileAttributes >>> 16) & typeMask;
  if (mode === linkType) context.skipped(path, isLink);
  else if (outside) context.skipped(path, leadsOutside);
  else if (entry.isEncrypted()) context.skipped(path, 'it is encrypted');
  else if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    context.skipped(path, `it is packed by method ${entry.compressionMethod}, which is not known here`);
  } else {
    await context.visit({
      path,
      modifiedAt: entry.getLastModDate(),
      chunks: () => chunksOf(zip, entry, budget, context),
    });
    context.onBytes(entry.compressedSize);
  }
}

/** Names are kept as bytes: the library would refuse the whole archive for one hostile name. */
function nameOf(entry: ZipEntry): string {
  const raw: unknown = entry.fileName;
  return Buffer.isBuffer(raw) ? raw.toString('utf8') : String(raw);
}

async function* chunksOf(
  zip: ZipFile,
  entry: ZipEntry,
  budget: Budget,
  context: SourceContext,
): AsyncGenerator<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  try {
    budget.packed(entry.compressedSize);
    for await (const chunk of stream) {
      throwIfCancelled(context.signal);
      const bytes = Buffer.from(chunk);
      budget.unpacked(bytes.length);
      yield bytes;
    }
  } finally {
    stream.destroy();
  }
}
