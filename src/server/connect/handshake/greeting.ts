import type { Duplex } from 'node:stream';
import { LatchkeyError } from '../../../shared/base/error';

/** Bit of the server's capabilities that offers TLS (include/mysql/mysql_com.h, CLIENT_SSL). */
const clientSsl = 0x0800;
/** A greeting has some hundred bytes; what announces more is another protocol. */
const longestGreeting = 16_384;

/** How long to wait, and what came so far. */
export interface GreetingOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Called with all that came so far, whether it is whole or not. */
  note(bytes: Uint8Array): void;
}

/**
 * Reads the first packet of a server and leaves the stream paused, with the packet in it again for the driver. A server
 * speaks first and then waits: bytes behind the greeting would be read as an answer to what was not yet sent, perhaps
 * before TLS stands, so that they end the attempt.
 * @throws the stream's own error; `ETIMEDOUT` or `PROTOCOL_CONNECTION_LOST` as the driver has them; LatchkeyError cancelled
 */
export function readGreeting(stream: Duplex, { timeoutMs, signal, note }: GreetingOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let read: Buffer = Buffer.alloc(0);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      stream.removeListener('data', onData);
      stream.removeListener('close', onClose);
      stream.removeListener('end', onClose);
      stream.pause();
      act();
      stream.removeListener('error', onError);
    };
    const fail = (error: Error) =>
      settle(() => {
        stream.on('error', () => undefined);
        reject(error);
      });
    const onError = (error: Error) => fail(error);
    const onClose = () => fail(coded('PROTOCOL_CONNECTION_LOST', 'The server closed the connection.'));
    const onAbort = () => fail(new LatchkeyError('cancelled', 'Cancelled.'));
    const timer = setTimeout(() => fail(coded('ETIMEDOUT', 'connect ETIMEDOUT')), timeoutMs);
    const onData = (data: Buffer) => {
      read = Buffer.concat([read, data]);
      note(read);
      if (foreignGreeting(read) !== null) return fail(new Error('foreign greeting'));
      if (read.length < 4) return;
      const length = 4 + read.readUIntLE(0, 3);
      if (length > longestGreeting) return fail(new Error('foreign greeting'));
      if (read.length > length) return fail(coded(tooMuch, 'more than a greeting'));
      if (read.length < length) return;
      settle(() => {
        stream.unshift(read);
        resolve(read);
      });
    };
    stream.on('data', onData);
    stream.once('error', onError);
    stream.once('close', onClose);
    stream.once('end', onClose);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted === true) onAbort();
  });
}

/** Code of the error for bytes behind the greeting. */
export const tooMuch = 'MORE_THAN_A_GREETING';

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Whether a greeting of protocol 10 offers TLS; false for an error in its place, which the driver reads. */
export function offersTls(greeting: Uint8Array): boolean {
  const bytes = Buffer.from(greeting);
  const versionEnd = bytes.indexOf(0, 5);
  // Behind the version: connection id (4), first part of the scramble (8), a NUL, then the lower capabilities.
  const at = versionEnd + 1 + 4 + 8 + 1;
  if (bytes[4] !== 10 || versionEnd === -1 || bytes.length < at + 2) return false;
  return (bytes.readUInt16LE(at) & clientSsl) !== 0;
}

/**
 * What speaks at the other end when it is no MySQL server; null when the greeting is one, or too short to tell.
 * A greeting is a packet header (3 bytes length, sequence 0), then protocol version 10 or an error (0xff).
 */
export function foreignGreeting(greeting: Uint8Array | null): string | null {
  if (greeting === null || greeting.length < 5) return null;
  const [, , , sequence, first] = greeting;
  if (sequence === 0 && (first === 10 || first === 0xff)) return null;
  const line =
    Buffer.from(greeting)
      .toString('latin1')
      .split(/[\r\n]/)[0] ?? '';
  const printable = line.replace(/[^\x20-\x7e]/g, '').slice(0, 60);
  return printable.length >= 3 ? `it says "${printable}"` : 'its greeting is of another protocol';
}

/** The version in a server's greeting: what stands between may greet with another than the server's own; '' for none. */
export function greetingVersion(greeting: Uint8Array | null): string {
  if (greeting === null || greeting[4] !== 10) return '';
  const end = greeting.indexOf(0, 5);
  return end < 0 ? '' : Buffer.from(greeting.subarray(5, end)).toString('latin1');
}
