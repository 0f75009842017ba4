import type { Budget } from '../limits';

const block = 512;
/**
 * Passes a tar stream on and counts every header in it, also those of records about other entries (GNU's long names,
 * POSIX's extended headers), which its reader does not show. POSIX.1-2001, "ustar Interchange Format"; GNU tar manual,
 * "Basic Tar Format".
 */
export async function* countHeaders(bytes: AsyncIterable<Buffer>, budget: Budget): AsyncGenerator<Buffer> {
  let header = Buffer.alloc(0);
  let skip = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; ) {
      if (skip > 0) {
        const some = Math.min(skip, chunk.length - at);
        skip -= some;
        at += some;
        continue;
      }
      const part = chunk.subarray(at, at + block - header.length);
      header = Buffer.concat([header, part]);
      at += part.length;
      if (header.length < block) continue;
      skip = readHeader(header, budget);
      header = Buffer.alloc(0);
    }
    yield chunk;
  }
}

/** @returns the bytes of data that follow, in whole blocks */
function readHeader(header: Buffer, budget: Budget): number {
  // Two empty blocks end the archive; what follows is not read.
  if (header.every((byte) => byte === 0)) return 0;
  budget.header();
  return Math.ceil(sizeOf(header) / block) * block;
}

/** Octal digits, or, where the first bit is set, a binary number (GNU). */
function sizeOf(header: Buffer): number {
  const field = header.subarray(124, 136);
  if (((field[0] ?? 0) & 0x80) !== 0) return Number(field.readBigUInt64BE(4));
  const size = Number.parseInt(field.toString('latin1').replace(/[\0 ].*/s, '') || '0', 8);
  return Number.isFinite(size) && size > 0 ? size : 0;
}
