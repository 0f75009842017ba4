import { Readable } from 'node:stream';
import { extract as extractTar, type Header } from 'tar-stream';
import { LatchkeyError, throwIfCancelled } from '../../../shared/base/error';
import type { Budget } from '../limits';
import { isLink, isSpecial, labelOf, leadsOutside, type SourceContext } from './entry';
import { countHeaders } from './tar-headers';
import { texts } from './texts';

/** Visits the files of a tar stream in their order. Nothing is written. Throws `file-unreadable`. */
export async function visitTar(
  bytes: AsyncIterable<Buffer>,
  name: string,
  budget: Budget,
  context: SourceContext,
): Promise<void> {
  const source = Readable.from(countHeaders(bytes, budget), { objectMode: false });
  const extract = extractTar();
  source.on('error', (error) => extract.destroy(error));
  source.on('data', (chunk: Buffer) => {
    if (!extract.write(chunk)) source.pause();
  });
  extract.on('drain', () => source.resume());
  source.on('end', () => extract.end(undefined));
  try {
    for await (const entry of extract) {
      throwIfCancelled(context.signal);
      await visitEntry(entry, budget, context);
      // What the visitor left unread must go, or the next entry never comes.
      entry.resume();
    }
  } catch (error) {
    if (error instanceof LatchkeyError) throw error;
    throw new LatchkeyError('file-unreadable', texts.isCutShortOrNo(name), {
      hint: texts.fetchTheFileAgain,
      cause: error,
    });
  } finally {
    source.destroy();
    extract.destroy();
  }
}

type TarEntry = AsyncIterable<unknown> & { header: Header };

async function visitEntry(entry: TarEntry, budget: Budget, context: SourceContext): Promise<void> {
  const { header } = entry;
  const { path, outside } = labelOf(header.name);
  budget.entry();
  if (header.type === 'directory') return;
  const isFile = header.type === 'file' || header.type === 'contiguous-file' || header.type == null;
  if (header.type === 'symlink' || header.type === 'link') context.skipped(path, isLink);
  else if (!isFile) context.skipped(path, isSpecial);
  else if (outside) context.skipped(path, leadsOutside);
  else {
    await context.visit({ path, modifiedAt: header.mtime ?? null, chunks: () => chunksOf(entry) });
  }
}

async function* chunksOf(entry: TarEntry): AsyncGenerator<Buffer> {
  for await (const chunk of entry) if (Buffer.isBuffer(chunk)) yield chunk;
}
