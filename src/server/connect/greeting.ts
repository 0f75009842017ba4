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
