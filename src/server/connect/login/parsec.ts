import { createPrivateKey, pbkdf2, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** DER of a PKCS #8 Ed25519 key up to its 32 bytes (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const scrambleBytes = 32;
/** The server chooses the work: 1024 shifted by this. 13 is some seconds of one core; more is refused. */
const highestFactor = 13;

/**
 * The client's side of MariaDB's `parsec` login (documentation, "Authentication Plugin - PARSEC"), one packet at a
 * time: an empty answer asks for the salt; with it, a key is derived from the password by PBKDF2 and signs both
 * scrambles. Throws when the server asks for another derivation.
 */
export function parsecLogin(password: string): (packet: Buffer) => Promise<Buffer> {
  let serverScramble: Buffer | null = null;
  return async (packet) => {
    if (serverScramble === null) {
      // A NUL may follow the scramble.
      serverScramble = Buffer.from(packet.subarray(0, scrambleBytes));
      return Buffer.alloc(0);
    }
    const [kind, factor = Number.POSITIVE_INFINITY] = packet;
    if (kind !== 'P'.charCodeAt(0) || factor > highestFactor) {
      throw new Error('The server asks for a key derivation of parsec that is not known.');
    }
    const seed = await promisify(pbkdf2)(password, packet.subarray(2), 1024 << factor, 32, 'sha512');
    const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
    const clientScramble = randomBytes(scrambleBytes);
    const signature = sign(null, Buffer.concat([serverScramble, clientScramble]), key);
    return Buffer.concat([clientScramble, signature]);
  };
}
