import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { SslOptions } from 'mysql2';
import type { ConnectionTarget, SslMode } from '../../shared/connection';
import { LatchkeyError } from '../../shared/error';

/** TLS of one attempt: null is a plain connection. `mayFallBack`: try again without when TLS does not come about. */
export interface TlsChoice {
  ssl: SslOptions | null;
  mayFallBack: boolean;
}

/** The mode in force: a Unix socket is encrypted only when asked for, as the mysql client has it. */
export function effectiveSslMode(target: ConnectionTarget): SslMode {
  return target.sslMode ?? (target.socket === undefined ? 'preferred' : 'disabled');
}

/**
 * Turns the TLS mode and files of a target into driver options, with the meaning of the mysql client's `--ssl-mode`.
 * @throws LatchkeyError file-not-found when a file cannot be read; usage when verify-identity has no name to compare.
 */
export async function chooseTls(target: ConnectionTarget): Promise<TlsChoice> {
  const mode = effectiveSslMode(target);
  if (mode === 'disabled' || (mode === 'preferred' && target.socket !== undefined)) {
    return { ssl: null, mayFallBack: false };
  }
  const verifies = mode === 'verify-ca' || mode === 'verify-identity';
  if (mode === 'verify-identity' && isIP(target.host ?? '') !== 0) {
    // mysql2 hands Node no name for an IP address, and Node would then compare the certificate with "localhost".
    throw new LatchkeyError('usage', `verify-identity needs a host name, not the address ${target.host}.`, {
      hint: 'Connect by the name in the certificate, or use verify-ca.',
    });
  }
  const ssl: SslOptions = { rejectUnauthorized: verifies, verifyIdentity: mode === 'verify-identity' };
  if (target.sslCa !== undefined) ssl.ca = await pem(target.sslCa, 'CA');
  if (target.sslCert !== undefined) ssl.cert = await pem(target.sslCert, 'certificate');
  if (target.sslKey !== undefined) ssl.key = await pem(target.sslKey, 'key');
  checkMaterial(ssl);
  return { ssl, mayFallBack: mode === 'preferred' };
}

/** Files that do not fit each other would otherwise surface as a broken connection, or as one without TLS. */
function checkMaterial({ ca, cert, key }: SslOptions): void {
  try {
    createSecureContext({
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    });
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    const mismatch = /key[ _]values[ _]mismatch/i.test(text);
    throw new LatchkeyError(
      'tls-failed',
      mismatch
        ? 'The TLS key does not belong to the TLS certificate.'
        : 'The TLS certificate, key or CA file cannot be used.',
      {
        hint: mismatch
          ? 'Give the key that the certificate was made for.'
          : 'They must be in PEM form, and the key without a passphrase (openssl pkey -in KEY -out PLAIN takes it off).',
        cause,
      },
    );
  }
}

async function pem(path: string, what: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new LatchkeyError('file-not-found', `The TLS ${what} file ${path} cannot be read.`, { cause });
  }
  if (!text.includes('-----BEGIN ')) {
    throw new LatchkeyError('tls-failed', `The TLS ${what} file ${path} is not in PEM form.`, {
      hint: 'It must hold a block that begins with "-----BEGIN".',
    });
  }
  return text;
}
