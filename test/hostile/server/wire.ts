// Bytes of the MySQL client/server protocol as a server writes them (manual of the protocol: "Client/Server Protocol").

/** Capability flags of the protocol that matter here. */
export const capability = {
  longPassword: 0x1,
  connectWithDb: 0x8,
  localFiles: 0x80,
  protocol41: 0x200,
  ssl: 0x800,
  transactions: 0x2000,
  secureConnection: 0x8000,
  multiResults: 0x20000,
  pluginAuth: 0x80000,
  connectAttributes: 0x100000,
  authDataLengthEncoded: 0x200000,
} as const;

const maximumPayload = 0xffffff;

/** A payload in packets of at most 16 MB, numbered from `sequence`. */
export function framed(sequence: number, payload: Uint8Array): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0, number = sequence; ; at += maximumPayload, number += 1) {
    const part = payload.subarray(at, at + maximumPayload);
    parts.push(header(part.length, number), Buffer.from(part));
    if (part.length < maximumPayload) return Buffer.concat(parts);
  }
}

/** The header of a packet; it may claim any length. */
export function header(length: number, sequence: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUIntLE(length, 0, 3);
  bytes[3] = sequence & 0xff;
  return bytes;
}

/** A length-encoded integer. */
export function lengthEncoded(value: number | bigint): Buffer {
  if (value < 251) return Buffer.from([Number(value)]);
  if (value < 0x10000) return Buffer.from([0xfc, Number(value) & 0xff, Number(value) >> 8]);
  if (value < 0x1000000) {
    const bytes = Buffer.alloc(4);
    bytes[0] = 0xfd;
    bytes.writeUIntLE(Number(value), 1, 3);
    return bytes;
  }
  const bytes = Buffer.alloc(9);
  bytes[0] = 0xfe;
  bytes.writeBigUInt64LE(BigInt(value), 1);
  return bytes;
}

/** Text or bytes with their length before them; null is SQL's NULL. */
export function cell(value: string | Uint8Array | null): Buffer {
  if (value === null) return Buffer.from([0xfb]);
  const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : Buffer.from(value);
  return Buffer.concat([lengthEncoded(bytes.length), bytes]);
}

/** What a server says first. */
export interface Greeting {
  version: string;
  connectionId: number;
  /** 20 bytes. */
  scramble: Buffer;
  capabilities: number;
  plugin: string;
}

/** Protocol::HandshakeV10. */
export function greetingPayload({ version, connectionId, scramble, capabilities, plugin }: Greeting): Buffer {
  const low = Buffer.alloc(2);
  low.writeUInt16LE(capabilities & 0xffff);
  const high = Buffer.alloc(2);
  high.writeUInt16LE(capabilities >>> 16);
  const id = Buffer.alloc(4);
  id.writeUInt32LE(connectionId >>> 0);
  return Buffer.concat([
    Buffer.from([10]),
    Buffer.from(`${version}\0`, 'utf8'),
    id,
    scramble.subarray(0, 8),
    Buffer.from([0]),
    low,
    Buffer.from([255, 2, 0]),
    high,
    Buffer.from([21]),
    Buffer.alloc(10),
    scramble.subarray(8, 20),
    Buffer.from([0]),
    Buffer.from(`${plugin}\0`, 'utf8'),
  ]);
}

export function okPayload(status = 2, warnings = 0): Buffer {
  return Buffer.from([0, 0, 0, status & 0xff, status >> 8, warnings & 0xff, warnings >> 8]);
}

export function endPayload(status = 2, warnings = 0): Buffer {
  return Buffer.from([0xfe, warnings & 0xff, warnings >> 8, status & 0xff, status >> 8]);
}

export function errorPayload(errno: number, message: string, state = 'HY000'): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, errno & 0xff, errno >> 8]),
    Buffer.from(`#${state}${message}`, 'utf8'),
  ]);
}

/** A column of type VARCHAR, utf8mb4, or of another type and character set. */
export function columnPayload(name: string, type = 253, characterSet = 255): Buffer {
  const end = Buffer.from([
    0x0c,
    characterSet & 0xff,
    characterSet >> 8,
    0xff,
    0xff,
    0xff,
    0x7f,
    type,
    0,
    0,
    0,
    0,
    0,
  ]);
  return Buffer.concat([...['def', '', '', '', name, name].map(cell), end]);
}

export function rowPayload(values: readonly (string | Uint8Array | null)[]): Buffer {
  return Buffer.concat(values.map(cell));
}
