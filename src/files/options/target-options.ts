import { stat } from 'node:fs/promises';
import { type OptionTree, optionsOfGroups, readOptions } from '../../knowledge/option-file';
import { defined } from '../../shared/base/defined';
import { LatchkeyError } from '../../shared/base/error';
import {
  type ConnectionSecrets,
  type ConnectionTarget,
  connectionTargetSchema,
  type SslMode,
  sslModes,
} from '../../shared/connection';
import { readOptionTree } from './option-tree';
import { texts } from './texts';

/** A target with what its option file adds. `warnings`: sentences for the user. */
export interface CompletedTarget {
  target: ConnectionTarget;
  secrets: ConnectionSecrets;
  warnings: string[];
}

/**
 * Fills what a target leaves open from the groups [client] and [latchkey] of its option file (and the same with its
 * group suffix, read last as clients do). What is given already wins, also the password. A target without
 * an option file comes back as it is. Throws `file-not-found`, `file-unreadable` or `usage`.
 */
export async function completeTarget(
  target: ConnectionTarget,
  secrets: ConnectionSecrets,
): Promise<CompletedTarget> {
  if (target.defaultsFile === undefined) return { target, secrets, warnings: [] };
  const tree = await readOptionTree([{ path: target.defaultsFile, required: true }]);
  refuseBroken(tree);
  const suffix = target.defaultsGroupSuffix;
  const groups = ['client', 'latchkey'];
  const read =
    suffix === undefined ? groups : [...groups, ...groups.map((group) => group + suffix.toLowerCase())];
  const options = readOptions(optionsOfGroups(tree, read).map(({ option }) => option));
  const fromFile = readTarget(options, target.defaultsFile);
  const filled: ConnectionTarget = { ...withoutRivals(fromFile, target), ...target };
  const password = options.get('password');
  const warnings = [...tree.problems.map(({ message }) => message), ...unused(options, target.defaultsFile)];
  if (password === undefined) return { target: filled, secrets, warnings };
  return {
    target: filled,
    secrets: { password, ...secrets },
    warnings: [...warnings, ...(await openToOthers([...tree.files.keys()]))],
  };
}

/** Options of clients that bear on the encryption, of which Latchkey makes no use, with what holds without them. */
const withoutUse: Readonly<Record<string, string>> = {
  ssl_capath: 'only the file of ssl-ca is read; without one the CAs of Node count',
  ssl_crl: 'no certificate is looked up in a list of revoked ones',
  ssl_crlpath: 'no certificate is looked up in a list of revoked ones',
  ssl_cipher: 'the ciphers are those of Node',
  tls_ciphersuites: 'the ciphers are those of Node',
  tls_version: 'the versions are those of Node: TLS 1.2 and 1.3',
  tls_sni_servername: 'the name that is sent is that of the host',
  ssl_fips_mode: 'FIPS mode is not enabled',
  ssl_fp: 'no fingerprint is compared; use ssl-mode=VERIFY_IDENTITY',
  ssl_fplist: 'no fingerprint is compared; use ssl-mode=VERIFY_IDENTITY',
  ssl_passphrase: 'a key must not be encrypted',
};

function unused(options: ReadonlyMap<string, string>, file: string): string[] {
  return Object.entries(withoutUse)
    .filter(([name]) => options.has(name))
    .map(
      ([name, instead]) =>
        `The option file ${file} sets ${name.replaceAll('_', '-')}, which Latchkey does not use: ${instead}.`,
    );
}

/** A client program would end with this error. */
function refuseBroken({ refused, problems }: OptionTree): void {
  if (!refused) return;
  const { message } = problems.find(({ severity }) => severity === 'error') ?? {
    message: 'The option file cannot be read.',
  };
  throw new LatchkeyError('file-unreadable', message, { hint: texts.correctTheLineOrTake });
}

/** A socket from the file must not win over a host that the user typed, nor the other way round. */
function withoutRivals(fromFile: ConnectionTarget, given: ConnectionTarget): ConnectionTarget {
  const { host, port, socket, ...rest } = fromFile;
  if (given.socket !== undefined) return rest;
  const address = defined({ host, port });
  if (given.host !== undefined || given.port !== undefined) return { ...rest, ...address };
  return { ...rest, ...address, ...defined({ socket }) };
}

function readTarget(options: Map<string, string>, file: string): ConnectionTarget {
  const text = (name: string) => {
    const value = options.get(name);
    return value === undefined || value === '' ? undefined : value;
  };
  const port = number(text('port'), 'port', file);
  const timeout = number(text('connect_timeout'), 'connect-timeout', file);
  const sslMode = readSslMode(options, file);
  const host = text('host');
  // As clients do: a host other than localhost, or protocol=tcp, means TCP, whatever socket the file names.
  const tcp = /^tcp$/i.test(text('protocol') ?? '') || (host !== undefined && host !== 'localhost');
  return connectionTargetSchema.parse(
    defined({
      host,
      port,
      socket: tcp ? undefined : text('socket'),
      user: text('user'),
      sslMode,
      sslCa: text('ssl_ca'),
      sslCert: text('ssl_cert'),
      sslKey: text('ssl_key'),
      serverPublicKeyPath: text('server_public_key_path'),
      getServerPublicKey: isOn(options.get('get_server_public_key')) ? true : undefined,
      connectTimeoutMs: timeout === undefined ? undefined : timeout * 1000,
    }),
  );
}

/** `ssl-mode` is MySQL's; `ssl` and `ssl-verify-server-cert` are MariaDB's (and older MySQL's). */
function readSslMode(options: Map<string, string>, file: string): SslMode | undefined {
  const given = options.get('ssl_mode');
  if (given !== undefined) {
    const mode = sslModes.find((candidate) => candidate === given.toLowerCase().replaceAll('_', '-'));
    if (mode === undefined) throw wrongValue('ssl-mode', given, file);
    return mode;
  }
  if (isOn(options.get('ssl_verify_server_cert'))) return 'verify-identity';
  const ssl = options.get('ssl');
  if (ssl === undefined) return undefined;
  return isOn(ssl) ? 'required' : 'disabled';
}

/** A switch without a value is on. */
function isOn(value: string | undefined): boolean {
  return value !== undefined && !['0', 'off', 'false', 'no'].includes(value.toLowerCase());
}

function number(value: string | undefined, name: string, file: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value) || value === '0' || (name === 'port' && Number(value) > 65_535)) {
    throw wrongValue(name, value, file);
  }
  return Number(value);
}

function wrongValue(name: string, value: string, file: string): LatchkeyError {
  return new LatchkeyError('usage', texts.theOptionFileSetsTo(file, name, value));
}

/** Permission bits say nothing on Windows. */
async function openToOthers(paths: string[]): Promise<string[]> {
  if (process.platform === 'win32') return [];
  const warnings: string[] = [];
  for (const path of paths) {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) {
      warnings.push(
        `The option file ${path} can be read by others and may hold a password: chmod 600 ${path}`,
      );
    }
  }
  return warnings;
}
