// Files that are small and become large, or never end.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createGzip, deflateRawSync } from 'node:zlib';

/** A gzip file of `before`, then `part` until `bytes` are reached, then `after`. */
export async function gzipBomb(
  path: string,
  bytes: number,
  before: string,
  part: string,
  after = '',
): Promise<void> {
  const block = Buffer.from(part.repeat(Math.max(1, Math.floor(2 ** 20 / part.length))));
  function* content() {
    yield Buffer.from(before);
    for (let sent = 0; sent < bytes; sent += block.length) yield block;
    yield Buffer.from(after);
  }
  await pipeline(Readable.from(content()), createGzip({ level: 9 }), createWriteStream(path));
}

/** One file of an archive; `size` is what the archive says, where it differs from the truth. */
export interface ZipEntry {
  name: string;
  content: Buffer;
  size?: number;
  /** Mode of Unix, with the kind of file in it. */
  mode?: number;
}

/** A zip file (APPNOTE.TXT of PKWARE: local headers, then the central directory). */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, size = content.length, mode = 0o100644 } of entries) {
    const nameBytes = Buffer.from(name);
    const packed = deflateRawSync(content, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, rest, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(central).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, ...central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
