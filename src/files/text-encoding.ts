import { StringDecoder } from 'node:string_decoder';

export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'latin1';

/** A whole file as text, without the mark of its encoding. */
export function decodedText(bytes: Buffer): string {
  const { encoding, markBytes } = encodingOf(bytes);
  return decoder(encoding)(bytes.subarray(markBytes));
}

export function decoder(encoding: Encoding): (bytes: Buffer) => string {
  if (encoding !== 'utf16be') {
    const plain = new StringDecoder(encoding);
    return (bytes) => plain.write(bytes);
  }
  const swapped = new StringDecoder('utf16le');
  let odd: Buffer = Buffer.alloc(0);
  return (bytes) => {
    const all = Buffer.concat([odd, bytes]);
    const even = all.length - (all.length % 2);
    odd = Buffer.from(all.subarray(even));
    return swapped.write(Buffer.from(all.subarray(0, even)).swap16());
  };
}

/** How bytes were written: UTF-8, UTF-16 (as PowerShell redirects and Excel saves), else latin1. */
export function encodingOf(bytes: Buffer): { encoding: Encoding; markBytes: number } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf16le', markBytes: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf16be', markBytes: 2 };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf8', markBytes: 3 };
  const sample = bytes.subarray(0, 512);
  const zeros = (parity: number) => sample.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  // Latin letters in UTF-16 have a zero in every second byte.
  if (sample.length > 8 && zeros(1) > sample.length * 0.3 && zeros(0) === 0)
    return { encoding: 'utf16le', markBytes: 0 };
  if (sample.length > 8 && zeros(0) > sample.length * 0.3 && zeros(1) === 0)
    return { encoding: 'utf16be', markBytes: 0 };
  return { encoding: isUtf8(bytes) ? 'utf8' : 'latin1', markBytes: 0 };
}

/** The last three bytes may be the start of a letter that goes on beyond the head. */
function isUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  const bad = text.indexOf('\ufffd');
  return bad < 0 || bad >= text.length - 3;
}
