import { LatchkeyError } from '../../shared/base/error';
import { formatBytes } from '../../shared/base/units';
import { decoder, type Encoding, encodingOf } from '../text-encoding';
import type { ImportLimits } from './limits';
import { texts as catalogue } from './texts';

const headBytes = 64 * 1024;

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
