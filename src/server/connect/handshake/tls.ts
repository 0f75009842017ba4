import { BlockList, isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { SslOptions } from 'mysql2';
import { defined } from '../../../shared/base/defined';
import { LatchkeyError } from '../../../shared/base/error';
import type { ConnectionTarget, SslMode } from '../../../shared/connection';
import { readSmallFile } from './small-file';
import { texts } from './texts';

/** Certificates and keys of a target, read and found to fit each other. */
export type TlsFiles = Pick<SslOptions, 'ca' | 'cert' | 'key'>;

/**
 * The mode in force: what was stated; otherwise none over a Unix socket, as the mysql client has it; with a CA
 * verify-ca, as it has that too (client/include/sslopt-vars.h); to this machine itself preferred; to any other, required.
 */
export function sslModeInForce(
  { sslMode, socket, sslCa }: Pick<ConnectionTarget, 'sslMode' | 'socket' | 'sslCa'>,
  loopback: boolean,
): SslMode {
  if (sslMode !== undefined) return sslMode;
  if (socket !== undefined) return 'disabled';
  if (sslCa !== undefined) return 'verify-ca';
  return loopback ? 'preferred' : 'required';
}

/** Whether an address leads to this machine itself: 127.0.0.0/8, ::1, and the former written as IPv6. */
export function isLoopback(address: string | null): boolean {
  const family = isIP(address ?? '');
  if (address === null || family === 0) return false;
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8);
  loopback.addAddress('::1', 'ipv6');
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * TLS of one connection, from the mode in force and what the greeting offers; null is a connection without. Only
 * `preferred` goes without where the server offers none; whatever offers it and then fails ends the attempt.
 * @throws Error with the driver's code HANDSHAKE_NO_SSL_SUPPORT where the mode demands what is not offered
 */
export function chooseTls(
  mode: SslMode,
  files: TlsFiles,
  { socket }: Pick<ConnectionTarget, 'socket'>,
  offered: boolean,
): SslOptions | null {
  if (mode === 'disabled' || (mode === 'preferred' && (socket !== undefined || !offered))) return null;
  if (!offered) {
    throw Object.assign(new Error('Server does not support secure connection'), {
      code: 'HANDSHAKE_NO_SSL_SUPPORT',
    });
  }
  const verifies = mode === 'verify-ca' || mode === 'verify-identity';
  return { ...files, rejectUnauthorized: verifies, verifyIdentity: mode === 'verify-identity' };
}

/**
 * Reads the TLS files of a target, before anything is sent.
 * @throws LatchkeyError file-not-found when a file cannot be read; tls-failed when it is none, or they do not fit each
 *   other; usage when verify-identity has no name to compare
 */
export async function readTlsFiles(target: ConnectionTarget): Promise<TlsFiles> {
  if (target.sslMode === 'verify-identity' && isIP(target.host ?? '') !== 0) {
    // mysql2 hands Node no name for an IP address, and Node would then compare the certificate with "localhost".
    throw new LatchkeyError('usage', texts.verifyIdentityNeedsAName(target.host ?? ''), {
      hint: texts.connectByTheNameIn,
    });
  }
  if (target.sslMode === 'disabled') return {};
  const files: TlsFiles = {};
  if (target.sslCa !== undefined) files.ca = await tlsPem(target.sslCa, 'CA');
  if (target.sslCert !== undefined) files.cert = await tlsPem(target.sslCert, 'certificate');
  if (target.sslKey !== undefined) files.key = await tlsPem(target.sslKey, 'key');
  checkFiles(files);
  return files;
}

/** Files that do not fit each other would otherwise surface as a broken connection. */
function checkFiles({ ca, cert, key }: TlsFiles): void {
  try {
    createSecureContext(defined({ ca, cert, key }));
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    const mismatch = /key[ _]values[ _]mismatch/i.test(text);
    throw new LatchkeyError('tls-failed', mismatch ? texts.theTlsKeyDoesNot : texts.theTlsCertificateKeyOr, {
      hint: mismatch ? texts.giveTheKeyThatThe : texts.theyMustBeInPem,
      cause,
    });
  }
}

async function tlsPem(path: string, what: string): Promise<string> {
  const text = (await readSmallFile(path, `TLS ${what} file`)).toString('utf8');
  if (!text.includes('-----BEGIN ')) {
    throw new LatchkeyError('tls-failed', texts.theTlsFileIsNot(what, path), {
      hint: texts.itMustHoldABlock,
    });
  }
  return text;
}
