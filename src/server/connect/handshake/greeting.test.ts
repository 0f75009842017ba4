import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offersTls, readGreeting } from './greeting';

const packet = (payload: Buffer): Buffer => {
  const header = Buffer.alloc(4);
  header.writeUIntLE(payload.length, 0, 3);
  return Buffer.concat([header, payload]);
};
const greetingOf = (version: string, flags: number) => {
  const low = Buffer.alloc(2);
  low.writeUInt16LE(flags);
  const text = Buffer.from(`\n${version}\0`, 'latin1');
  return packet(Buffer.concat([text, Buffer.alloc(13, 7), low, Buffer.alloc(40)]));
};
const version = fc.stringMatching(/^[0-9A-Za-z.+~-]{1,60}$/);

test('the offer of TLS is its bit, whatever version stands before it', () => {
  fc.assert(
    fc.property(version, fc.integer({ min: 0, max: 0xffff }), (text, flags) => {
      expect(offersTls(greetingOf(text, flags))).toBe((flags & 0x0800) !== 0);
    }),
  );
});

test('a greeting in any pieces is read once and stands in the stream again; any byte more ends it', async () => {
  await fc.assert(
    fc.asyncProperty(version, fc.array(fc.nat({ max: 90 })), fc.boolean(), async (text, cuts, more) => {
      const whole = greetingOf(text, 0x0800);
      const stream = new PassThrough();
      const noted: number[] = [];
      const note = (bytes: Uint8Array) => void noted.push(bytes.length);
      const read = readGreeting(stream, { timeoutMs: 10_000, note });
      const outcome = read.catch((error: Error) => error);
      const sent = more ? Buffer.concat([whole, Buffer.from([0])]) : whole;
      const places = [...new Set(cuts)].filter((at) => at < whole.length).sort((a, b) => a - b);
      for (const [index, at] of [0, ...places].entries()) {
        stream.write(sent.subarray(at, places[index] ?? sent.length));
      }
      if (more) {
        // In the same piece as the end of the greeting: nobody waits for a second one.
        expect(await outcome).toMatchObject({ code: 'MORE_THAN_A_GREETING' });
        return;
      }
      expect(await outcome).toEqual(whole);
      expect(noted.at(-1)).toBe(whole.length);
      expect(stream.isPaused()).toBe(true);
      expect(stream.read()).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});

test('one that ends, breaks, says nothing or announces too much is an error of its own', async () => {
  const reading = (act: (stream: PassThrough) => void, timeoutMs = 10_000) => {
    const stream = new PassThrough();
    const read = readGreeting(stream, { timeoutMs, note: () => undefined });
    act(stream);
    return read;
  };
  await expect(reading((stream) => stream.end())).rejects.toMatchObject({ code: 'PROTOCOL_CONNECTION_LOST' });
  await expect(reading((stream) => stream.destroy())).rejects.toMatchObject({
    code: 'PROTOCOL_CONNECTION_LOST',
  });
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  await expect(reading((stream) => stream.destroy(reset))).rejects.toBe(reset);
  await expect(reading(() => undefined, 5)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await expect(reading((stream) => stream.write(Buffer.from([255, 255, 255, 0, 10])))).rejects.toThrow(
    'foreign',
  );
  await expect(reading((stream) => stream.write('SSH-2.0-OpenSSH_9.9\r\n'))).rejects.toThrow('foreign');
});
