import { join } from 'node:path';
import type { ServerHostKeyAlgorithm } from 'ssh2';
import { LatchkeyError } from '../../../shared/base/error';
import type { SshTarget } from '../../../shared/connection';
import { readSmallFile } from '../handshake/small-file';
import {
  fingerprint,
  judgeHostKey,
  type KnownHost,
  keyType,
  knownHostName,
  knownKeyTypes,
  parseKnownHosts,
} from './known-hosts';
import { fromHome } from './login';

/** Every signature algorithm that is asked for, best first, and the type of key it needs. */
const algorithms: readonly { name: ServerHostKeyAlgorithm; type: string }[] = [
  { name: 'ssh-ed25519', type: 'ssh-ed25519' },
  { name: 'ecdsa-sha2-nistp256', type: 'ecdsa-sha2-nistp256' },
  { name: 'ecdsa-sha2-nistp384', type: 'ecdsa-sha2-nistp384' },
  { name: 'ecdsa-sha2-nistp521', type: 'ecdsa-sha2-nistp521' },
  { name: 'rsa-sha2-512', type: 'ssh-rsa' },
  { name: 'rsa-sha2-256', type: 'ssh-rsa' },
];

/** What is known of the keys of hosts, and in which files one looked. */
export interface KnownHosts {
  entries: KnownHost[];
  files: string[];
}

/**
 * Reads the file that the target names, or the user's and the machine's, of which either may be absent.
 * @throws LatchkeyError file-not-found when the named one cannot be read.
 */
export async function readKnownHosts(ssh: SshTarget, home: string): Promise<KnownHosts> {
  if (ssh.knownHosts !== undefined) {
    const file = fromHome(ssh.knownHosts, home);
    const text = (await readSmallFile(file, 'file of known hosts')).toString('utf8');
    return { entries: parseKnownHosts(text, file), files: [file] };
  }
  const files = [
    join(home, '.ssh', 'known_hosts'),
    join(home, '.ssh', 'known_hosts2'),
    '/etc/ssh/ssh_known_hosts',
    '/etc/ssh/ssh_known_hosts2',
  ];
  const entries: KnownHost[] = [];
  for (const file of files) {
    const text = await readSmallFile(file, 'file of known hosts').then(String, () => '');
    entries.push(...parseKnownHosts(text, file));
  }
  return { entries, files };
}

/** The algorithms to ask for: those of known keys first, so that a host with several keys shows the known one. */
export function hostKeyAlgorithms(known: KnownHosts, ssh: SshTarget): ServerHostKeyAlgorithm[] {
  const types = knownKeyTypes(known.entries, ssh.host, ssh.port ?? 22);
  const first = algorithms.filter(({ type }) => types.includes(type));
  return [...first, ...algorithms.filter((one) => !first.includes(one))].map(({ name }) => name);
}

/** Why the key that a host showed is not accepted; null: it is known. Nothing is ever added to the files. */
export function hostKeyRefusal(known: KnownHosts, ssh: SshTarget, key: Uint8Array): LatchkeyError | null {
  const port = ssh.port ?? 22;
  const verdict = judgeHostKey(known.entries, ssh.host, port, key);
  if (verdict.kind === 'known') return null;
  const name = knownHostName(ssh.host, port);
  const type = keyType(key);
  const print = fingerprint(key);
  const refuse = (message: string, hint: string) => new LatchkeyError('host-key-refused', message, { hint });
  if (verdict.kind === 'unknown') {
    const [file = ''] = known.files;
    return refuse(
      `The SSH host ${name} is not known: it shows the ${type} key ${print}, which is in none of the known_hosts files. Nothing was sent to it.`,
      `Compare the fingerprint with the host's own (there: ssh-keygen -lf /etc/ssh/ssh_host_${shortType(type)}_key.pub). If it is the same, connect once with ${sshCommand(ssh)} and accept it, or add this line to ${file}: ${name} ${type} ${Buffer.from(key).toString('base64')}`,
    );
  }
  const { at } = verdict;
  if (verdict.kind === 'revoked') {
    return refuse(
      `The SSH host ${name} shows the ${type} key ${print}, which line ${at.line} of ${at.file} marks as revoked. Nothing was sent to it.`,
      'The key is no longer to be trusted. Ask the administrator of the host.',
    );
  }
  return refuse(
    `The key of the SSH host ${name} has changed: it shows the ${type} key ${print}, and line ${at.line} of ${at.file} has the ${at.type} key ${fingerprint(Buffer.from(at.key, 'base64'))}. Nothing was sent to it.`,
    `Either the host was reinstalled, or someone is in the middle. Ask its administrator; if the new key is right, remove the old one with: ssh-keygen -R '${name}' -f ${at.file}`,
  );
}

function shortType(type: string): string {
  if (type === 'ssh-rsa') return 'rsa';
  return type.startsWith('ecdsa') ? 'ecdsa' : 'ed25519';
}

function sshCommand(ssh: SshTarget): string {
  const port = (ssh.port ?? 22) === 22 ? '' : `-p ${ssh.port} `;
  return `ssh ${port}${ssh.user === undefined ? '' : `${ssh.user}@`}${ssh.host}`;
}
