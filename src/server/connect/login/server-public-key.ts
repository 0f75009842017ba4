import { createPublicKey, type KeyObject } from 'node:crypto';
import { LatchkeyError } from '../../../shared/base/error';
import type { ConnectionTarget } from '../../../shared/connection';
import { readSmallFile } from '../handshake/small-file';
import { texts } from './texts';

/**
 * The RSA public key that the user says is the server's; null: none was named.
 * @throws LatchkeyError file-not-found when the file cannot be read; usage when it holds no RSA public key
 */
export async function readServerPublicKey({
  serverPublicKeyPath,
}: Pick<ConnectionTarget, 'serverPublicKeyPath'>): Promise<KeyObject | null> {
  if (serverPublicKeyPath === undefined) return null;
  const text = (await readSmallFile(serverPublicKeyPath, "server's public key file")).toString('utf8');
  try {
    // A private key would do as well, from which Node derives the public one: it is not the client's to have.
    const key = text.includes('PRIVATE KEY') ? null : createPublicKey(text);
    if (key?.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Said below.
  }
  throw new LatchkeyError('usage', texts.holdsNoRsaPublicKey(serverPublicKeyPath), {
    hint: texts.itIsPublicKeyPem,
  });
}
