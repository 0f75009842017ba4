import { createHash, createHmac } from 'node:crypto';
import { withoutEnd } from '../../../shared/base/without-end';

/** One line of a known_hosts file (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT"). */
export interface KnownHost {
  /** As written: comma-separated patterns, or a hash `|1|salt|hash`. */
  hosts: string;
  type: string;
  /** The public key, base64. */
  key: string;
  revoked: boolean;
  file: string;
  /** From 1. */
  line: number;
}

export type HostKeyVerdict =
  | { kind: 'known' }
  /** No line for this host; `otherTypes`: it is known by keys of other types only. */
  | { kind: 'unknown' }
  | { kind: 'changed'; at: KnownHost }
  | { kind: 'revoked'; at: KnownHost };

const defaultPort = 22;

/**
 * Reads a known_hosts file. Lines of another form are ignored, as ssh does; so are certificate authorities, since
 * host certificates are not asked for.
 */
export function parseKnownHosts(text: string, file: string): KnownHost[] {
  const found: KnownHost[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const match = /^\s*(?:@(\S+)\s+)?([^\s#@]\S*)\s+([a-z][\w.@-]*)\s+([A-Za-z0-9+/]+=*)(?:\s|$)/.exec(line);
    if (match === null) continue;
    const [, marker, hosts = '', type = '', key = ''] = match;
    if (marker !== undefined && marker !== 'revoked') continue;
    found.push({ hosts, type, key, revoked: marker === 'revoked', file, line: index + 1 });
  }
  return found;
}

/** The name under which a host stands in known_hosts: with its port where that is not 22. */
export function knownHostName(host: string, port: number): string {
  const name = host.toLowerCase();
  return port === defaultPort ? name : `[${name}]:${port}`;
}

/**
 * Compares the key that a host showed (wire form) with what is known of it, as OpenSSH's check_host_key does: a host
 * on another port is known by `[host]:port`, or by its bare name if just this key stands there. A line of another key
 * type counts as a change: the types that are known are asked for first, so the host would have shown one of them.
 */
export function judgeHostKey(
  known: readonly KnownHost[],
  host: string,
  port: number,
  key: Uint8Array,
): HostKeyVerdict {
  const shown = Buffer.from(key).toString('base64');
  const same = (entry: KnownHost) => stripPadding(entry.key) === stripPadding(shown);
  const bare = known.filter((entry) => namesHost(entry.hosts, host.toLowerCase()));
  const exact = known.filter((entry) => namesHost(entry.hosts, knownHostName(host, port)));
  const revoked = [...exact, ...bare].find((entry) => entry.revoked && same(entry));
  if (revoked !== undefined) return { kind: 'revoked', at: revoked };
  if ([...exact, ...bare].some((entry) => !entry.revoked && same(entry))) return { kind: 'known' };
  const other = exact.find((entry) => !entry.revoked);
  return other === undefined ? { kind: 'unknown' } : { kind: 'changed', at: other };
}

/** The types of the keys by which a host is known, in the order of the files. */
export function knownKeyTypes(known: readonly KnownHost[], host: string, port: number): string[] {
  const names = [knownHostName(host, port), host.toLowerCase()];
  return [
    ...new Set(
      names.flatMap((name) =>
        known.filter((entry) => !entry.revoked && namesHost(entry.hosts, name)).map((entry) => entry.type),
      ),
    ),
  ];
}

/** As ssh shows it: `SHA256:` and the digest in base64 without padding. */
export function fingerprint(key: Uint8Array): string {
  return `SHA256:${stripPadding(createHash('sha256').update(key).digest('base64'))}`;
}

/** The type of a key in wire form: its first string (RFC 4253, section 6.6). */
export function keyType(key: Uint8Array): string {
  const bytes = Buffer.from(key);
  if (bytes.length < 4) return '';
  return bytes.toString('latin1', 4, Math.min(bytes.length, 4 + bytes.readUInt32BE(0)));
}

/** Whether the hosts field of a line means this name. A pattern with `!` that matches excludes the line. */
function namesHost(hosts: string, name: string): boolean {
  const hashed = /^\|1\|([A-Za-z0-9+/=]+)\|([A-Za-z0-9+/=]+)$/.exec(hosts);
  if (hashed !== null) {
    const [, salt = '', hash = ''] = hashed;
    // HMAC-SHA1 of the name under the salt (OpenSSH, hostfile.c, host_hash).
    const digest = createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64');
    return stripPadding(digest) === stripPadding(hash);
  }
  const patterns = hosts.split(',');
  const hits = (pattern: string) => wildcard(pattern.toLowerCase()).test(name);
  if (patterns.some((pattern) => pattern.startsWith('!') && hits(pattern.slice(1)))) return false;
  return patterns.some((pattern) => !pattern.startsWith('!') && hits(pattern));
}

function wildcard(pattern: string): RegExp {
  const source = pattern
    .replace(/\*+/g, '*')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's');
}

function stripPadding(base64: string): string {
  return withoutEnd(base64, '=');
}
