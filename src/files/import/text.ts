import { StringDecoder } from 'node:string_decoder';
import { LatchkeyError } from '../../shared/base/error';
import { formatBytes } from '../../shared/base/units';
import type { ImportLimits } from './limits';
import { texts as catalogue } from './texts';

const headBytes = 64 * 1024;

type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'latin1';

/**
 * A file as text: its head for recognition, then its lines or the whole. UTF-8, UTF-16 (as PowerShell redirects) and
 * latin1 are distinguished by their first bytes. Can be read once.
 */
export class EntryText {
  /** The first 64 KiB as text; empty for an empty file. */
  readonly head: string;
  /** Holds bytes that no text has. */
  readonly binary: boolean;
  /** Lines that were cut because they were longer than the limit. */
  cutLines = 0;
  readonly #encoding: Encoding;
  readonly #first: Buffer;
  readonly #rest: AsyncIterator<Buffer>;
  readonly #limits: ImportLimits;

  private constructor(first: Buffer, rest: AsyncIterator<Buffer>, limits: ImportLimits) {
    const { encoding, markBytes } = encodingOf(first);
    this.#encoding = encoding;
    this.#first = first.subarray(markBytes);
    this.#rest = rest;
    this.#limits = limits;
    this.head = decoder(encoding)(this.#first);
    this.binary = this.head.includes('\0');
  }

  static async open(chunks: AsyncIterable<Buffer>, limits: ImportLimits): Promise<EntryText> {
    const rest = chunks[Symbol.asyncIterator]();
    const parts: Buffer[] = [];
    let length = 0;
    while (length < headBytes) {
      const next = await rest.next();
      if (next.done === true) break;
      parts.push(next.value);
      length += next.value.length;
    }
    return new EntryText(Buffer.concat(parts), rest, limits);
  }

  /** Lines without their ends (`\n`, `\r\n`), some at a time. */
  async *lines(): AsyncGenerator<string[]> {
    let parts: string[] = [];
    let length = 0;
    for await (const text of this.#texts()) {
      const pieces = text.split('\n');
      const last = pieces.pop() ?? '';
      if (pieces.length > 0) {
        pieces[0] = parts.join('') + (pieces[0] ?? '');
        parts = [];
        length = 0;
        yield pieces.map((line) => this.#cut(line.endsWith('\r') ? line.slice(0, -1) : line));
      }
      // Of a line without end no more is held than is used of it.
      if (last === '' || length > this.#limits.lineLength) continue;
      parts.push(last);
      length += last.length;
    }
    const end = parts.join('');
    if (end !== '') yield [this.#cut(end.replace(/\r$/, ''))];
  }

  /** The whole text. Throws `file-unreadable` beyond the limit. */
  async whole(): Promise<string> {
    const parts: string[] = [];
    let length = 0;
    for await (const text of this.#texts()) {
      length += text.length;
      if (length > this.#limits.wholeBytes) {
        throw new LatchkeyError(
          'file-unreadable',
          catalogue.itIsLongerThanWhich(formatBytes(this.#limits.wholeBytes)),
        );
      }
      parts.push(text);
    }
    return parts.join('');
  }

  /** Lets go of the file when it was not read to its end. */
  async close(): Promise<void> {
    await this.#rest.return?.();
  }

  async *#texts(): AsyncGenerator<string> {
    const decode = decoder(this.#encoding);
    yield decode(this.#first);
    for (;;) {
      const next = await this.#rest.next();
      if (next.done === true) return;
      yield decode(next.value);
    }
  }

  #cut(line: string): string {
    if (line.length <= this.#limits.lineLength) return line;
    this.cutLines += 1;
    return line.slice(0, this.#limits.lineLength);
  }
}

function decoder(encoding: Encoding): (bytes: Buffer) => string {
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

function encodingOf(bytes: Buffer): { encoding: Encoding; markBytes: number } {
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
