import { createHash } from 'node:crypto';
import { Point } from '@noble/ed25519';

/**
 * The answer to a MariaDB server's `client_ed25519` challenge: an Ed25519 signature whose secret is SHA-512 of the
 * password instead of SHA-512 of a 32-byte seed (plugin/auth_ed25519, crypto_sign of SUPERCOP's ref10 with the password
 * as key), which is why Node's own Ed25519 cannot make it. `challenge`: 32 bytes; returns 64.
 */
export function signEd25519(password: string, challenge: Uint8Array): Buffer {
  const order = Point.CURVE().n;
  const secret = sha512(Buffer.from(password, 'utf8'));
  const scalar = secret.subarray(0, 32);
  // RFC 8032, section 5.1.5: clear the lowest three bits and the highest, set the second highest.
  scalar.writeUInt8(scalar.readUInt8(0) & 248, 0);
  scalar.writeUInt8((scalar.readUInt8(31) & 63) | 64, 31);
  const key = littleEndian(scalar) % order;
  const publicKey = Point.BASE.multiply(key).toBytes();
  const nonce = littleEndian(sha512(secret.subarray(32), challenge)) % order;
  const commitment = Point.BASE.multiply(nonce).toBytes();
  const digest = littleEndian(sha512(commitment, publicKey, challenge)) % order;
  return Buffer.concat([commitment, encode((nonce + digest * key) % order)]);
}

function sha512(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha512');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

/** 32 bytes, lowest first. */
function encode(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}
