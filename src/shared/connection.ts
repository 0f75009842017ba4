import { z } from 'zod';
import { givenPathSchema, pathSchema } from './base/path-argument';

export const sslModes = ['disabled', 'preferred', 'required', 'verify-ca', 'verify-identity'] as const;
export const sslModeSchema = z.enum(sslModes);
export type SslMode = z.infer<typeof sslModeSchema>;

/**
 * An SSH server through which the MySQL connection goes; host, port and socket of the target are then as seen from
 * there. The user's agent is asked first; a password or passphrase travels in `ConnectionSecrets`.
 */
export const sshTargetSchema = z.object({
  host: z.string().min(1),
  /** Default: 22. */
  port: z.number().int().min(1).max(65535).optional(),
  /** Default: the login name. */
  user: z.string().min(1).optional(),
  /** A private key file; then neither agent nor other keys are tried. */
  key: givenPathSchema('use', { typed: true }).optional(),
  /** Read instead of `~/.ssh/known_hosts` and `/etc/ssh/ssh_known_hosts`. */
  knownHosts: givenPathSchema('use', { typed: true }).optional(),
});
export type SshTarget = z.infer<typeof sshTargetSchema>;

/** How to reach a server. Never holds a password: secrets travel beside it, in `ConnectionSecrets`. */
export const connectionTargetSchema = z.object({
  host: z.string().min(1).optional(),
  port: z.number().int().min(1).max(65535).optional(),
  socket: givenPathSchema('socket', { typed: true }).optional(),
  user: z.string().optional(),
  sslMode: sslModeSchema.optional(),
  sslCa: pathSchema('use', { typed: true }).optional(),
  sslCert: pathSchema('use', { typed: true }).optional(),
  sslKey: pathSchema('use', { typed: true }).optional(),
  /** RSA public key of the server, for full authentication without TLS; then none is asked of the server. */
  serverPublicKeyPath: givenPathSchema('use', { typed: true }).optional(),
  /** Without TLS, take whatever RSA key the server sends: who stands between can then read the password. */
  getServerPublicKey: z.boolean().optional(),
  /** An option file whose [client] and [latchkey] groups fill what is not given here. */
  defaultsFile: pathSchema('use', { typed: true, password: true }).optional(),
  defaultsGroupSuffix: z.string().optional(),
  /** A login path of `~/.mylogin.cnf` (mysql_config_editor); wins over the option file. */
  loginPath: givenPathSchema('secret', { typed: true, password: true }).optional(),
  ssh: sshTargetSchema.optional(),
  connectTimeoutMs: z.number().int().positive().optional(),
});
export type ConnectionTarget = z.infer<typeof connectionTargetSchema>;

export const connectionSecretsSchema = z.object({
  password: z.string().optional(),
  /** The passphrase of the SSH key where that is encrypted, otherwise the password of the SSH account. */
  sshPassword: z.string().optional(),
  /** The window asks main to add what the keychain holds for this profile; it goes no further than main. */
  saved: z.string().max(64).optional(),
});
export type ConnectionSecrets = z.infer<typeof connectionSecretsSchema>;

/**
 * What a host may have, so that a slip of the unit (`64` for `64G`) is refused instead of believed: the smallest machine
 * a server still starts on, and more than any machine has. Bytes, logical processors, operations per second.
 */
export const declaredHostBounds = {
  memoryBytes: [64 * 1024 ** 2, 256 * 1024 ** 4],
  cpus: [1, 8192],
  iops: [1, 100_000_000],
  dataBytes: [1024, 16 * 1024 ** 5],
} as const;

const {
  memoryBytes: ramBounds,
  cpus: cpuBounds,
  iops: iopsBounds,
  dataBytes: dataBounds,
} = declaredHostBounds;

export const storageKindSchema = z.enum(['nvme', 'ssd', 'hdd', 'network']);

/** Host facts that the user declares where they cannot be read. Bytes and operations per second. */
export const declaredHostSchema = z.object({
  memoryBytes: z.number().min(ramBounds[0]).max(ramBounds[1]).optional(),
  cpus: z.number().int().min(cpuBounds[0]).max(cpuBounds[1]).optional(),
  storage: storageKindSchema.optional(),
  iops: z.number().min(iopsBounds[0]).max(iopsBounds[1]).optional(),
  /** Data and indexes of all tables, bytes. */
  dataBytes: z.number().min(dataBounds[0]).max(dataBounds[1]).optional(),
});
export type DeclaredHost = z.infer<typeof declaredHostSchema>;

/** Characters of the name of a connection that is saved. */
export const profileNameLimit = 1_000;
/** Characters of the group that it stands in. */
export const profileGroupLimit = 100;

/** How a saved connection is marked. Red is production: the window asks twice before it writes there. */
export const profileColours = ['none', 'red', 'amber', 'green', 'blue'] as const;
export const profileColourSchema = z.enum(profileColours);
export type ProfileColour = z.infer<typeof profileColourSchema>;

/** Whether two targets reach the same server, whoever asks: by host and port, or by socket, and by the way there. */
export function reachSameServer(a: ConnectionTarget, b: ConnectionTarget): boolean {
  const place = ({ host = 'localhost', port = 3306, socket, ssh }: ConnectionTarget) =>
    JSON.stringify([socket ?? `${host}:${port}`, ssh === undefined ? null : `${ssh.host}:${ssh.port ?? 22}`]);
  return place(a) === place(b);
}

/**
 * One line for people and history: `user@host:port` or `user@socket`, with ` through SSH user@host` where so.
 * Holds no secret.
 */
export function describeTarget(target: ConnectionTarget): string {
  const user = target.user === undefined ? '' : `${target.user}@`;
  const through = target.ssh === undefined ? '' : ` through SSH ${describeSshTarget(target.ssh)}`;
  if (target.socket !== undefined) return `${user}${target.socket}${through}`;
  return `${user}${target.host ?? 'localhost'}:${target.port ?? 3306}${through}`;
}

/** `user@host`, with the port where it is not 22. */
export function describeSshTarget(ssh: SshTarget): string {
  const user = ssh.user === undefined ? '' : `${ssh.user}@`;
  return `${user}${ssh.host}${(ssh.port ?? 22) === 22 ? '' : `:${ssh.port}`}`;
}
