import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { LatchkeyError } from '../../../shared/base/error';
import type { Budget } from '../limits';
import { texts } from './texts';

/** RFC 1952. */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Unpacks a gzip stream, several members one after the other included, within the budget. `name`: for messages.
 * Throws `file-unreadable` for what is cut short, corrupt or beyond the limits.
 */
export async function* gunzipChunks(
  packed: AsyncIterable<Buffer>,
  name: string,
  budget: Budget,
): AsyncGenerator<Buffer> {
  const source = Readable.from(counted(packed, budget), { objectMode: false });
  const gunzip = createGunzip();
  // An error of the source must end the loop below; pipe() alone would leave it waiting.
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const chunk of gunzip) {
      const bytes = Buffer.from(chunk);
      budget.unpacked(bytes.length);
      yield bytes;
    }
  } catch (error) {
    throw gzipError(error, name);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function* counted(packed: AsyncIterable<Buffer>, budget: Budget): AsyncGenerator<Buffer> {
  for await (const chunk of packed) {
    budget.packed(chunk.length);
    yield chunk;
  }
}

/** zlib gives Z_BUF_ERROR when the data ends early (zlib manual, inflate). */
function gzipError(error: unknown, name: string): LatchkeyError {
  if (error instanceof LatchkeyError) return error;
  const cut = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
  return new LatchkeyError(
    'file-unreadable',
    cut ? texts.isCutShortItsCompressed(name) : texts.isCorruptItCannotBe(name),
    { hint: texts.fetchTheFileAgain, cause: error },
  );
}
