import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { defined } from '../shared/base/defined';
import { LatchkeyError } from '../shared/base/error';
import {
  type ConnectionSecrets,
  type ConnectionTarget,
  connectionTargetSchema,
  type DeclaredHost,
  type SshTarget,
  type SslMode,
} from '../shared/connection';
import { parseConnectionUrl } from '../shared/connection-url';
import {
  parseDataSize,
  parseHostCpus,
  parseHostIops,
  parseHostMemory,
  parsePort,
  parseSshTarget,
  parseSslMode,
} from './option-values';
import { passwordVisible } from './password-visible';
import type { Terminal } from './terminal';

export interface ConnectionOptions {
  host?: string;
  port?: number;
  socket?: string;
  user?: string;
  password?: boolean;
  passwordStdin?: boolean;
  defaultsFile?: string;
  defaultsGroupSuffix?: string;
  /** False: --no-defaults. */
  defaults?: boolean;
  loginPath?: string;
  ssh?: SshTarget;
  sshKey?: string;
  sshKnownHosts?: string;
  sshPassword?: boolean;
  sshPasswordStdin?: boolean;
  sslMode?: SslMode;
  sslCa?: string;
  sslCert?: string;
  sslKey?: string;
  serverPublicKeyPath?: string;
  getServerPublicKey?: boolean;
}

export interface HostOptions {
  ram?: number;
  cpus?: number;
  storage?: NonNullable<DeclaredHost['storage']>;
  iops?: number;
  dataSize?: number;
}

/** Adds the connection options, named and abbreviated as the mysql client has them (so `-h` is the host). */
export function addConnectionOptions(command: Command): Command {
  return command
    .helpOption('--help', 'show this help')
    .optionsGroup('Connection:')
    .option('-h, --host <name>', 'host name or address')
    .option('-P, --port <number>', 'TCP port (default: 3306)', parsePort)
    .option('-S, --socket <path>', 'Unix socket; local host facts are then read')
    .option('-u, --user <name>', 'account')
    .option('-p, --password', 'ask for the password on the terminal')
    .option('--password-stdin', 'read the password from standard input')
    .option(
      '--defaults-file <path>',
      'option file whose [client] and [latchkey] groups fill what is not given (default: ~/.my.cnf, not for restore)',
    )
    .option('--no-defaults', 'do not read ~/.my.cnf')
    .option('--defaults-group-suffix <text>', 'also read the groups with this suffix')
    .option('--login-path <name>', 'login path of ~/.mylogin.cnf, made by mysql_config_editor')
    .option(
      '--ssl-mode <mode>',
      'disabled, preferred, required, verify-ca or verify-identity (default: required; verify-ca with --ssl-ca; to this machine itself preferred)',
      parseSslMode,
    )
    .option('--ssl-ca <path>', 'certificate authority')
    .option('--ssl-cert <path>', 'client certificate')
    .option('--ssl-key <path>', 'key of the client certificate')
    .option(
      '--server-public-key-path <path>',
      "RSA public key of the server, for a full password without TLS; the server's own is not asked for",
    )
    .option(
      '--get-server-public-key',
      'for a full password without TLS, take any RSA key that is sent: who stands between can then read the password',
    )
    .option(
      '--ssh <user@host:port>',
      'go through this SSH host, whose key must be in known_hosts; host, port and socket are as seen from there',
      parseSshTarget,
    )
    .option('--ssh-key <path>', 'private key for SSH (default: the agent, then the usual keys in ~/.ssh)')
    .option('--ssh-known-hosts <path>', 'file of known hosts in place of the usual ones')
    .option('--ssh-password', 'ask for the passphrase of the SSH key, or the password of the SSH account')
    .option(
      '--ssh-password-stdin',
      'read it from standard input (with --password-stdin: the second line, the password being the first)',
    );
}

/** Adds what the user may say about the host of the server where Latchkey cannot read it. */
export function addHostOptions(command: Command): Command {
  return command
    .optionsGroup('Host of the server, where it cannot be read:')
    .option('--ram <size>', 'memory, such as 64G', parseHostMemory)
    .option('--cpus <number>', 'processors', parseHostCpus)
    .addOption(new Option('--storage <kind>', 'kind of storage').choices(['nvme', 'ssd', 'hdd', 'network']))
    .option('--iops <number>', 'operations per second the storage gives', parseHostIops)
    .option('--data-size <size>', 'data and indexes of all tables, such as 200G', parseDataSize);
}

export function declaredHost(options: HostOptions): DeclaredHost {
  return {
    ...defined({
      memoryBytes: options.ram,
      cpus: options.cpus,
      storage: options.storage,
      iops: options.iops,
      dataBytes: options.dataSize,
    }),
  };
}

/**
 * The target from URL and options; options win. With an `environment`, its home folder's `.my.cnf` is read, as the mysql
 * client does, where no other option file is named. Throws `usage`, also for a password in the URL.
 */
export function connectionTarget(
  url: string | undefined,
  options: ConnectionOptions,
  environment: Terminal['environment'] = {},
): ConnectionTarget {
  const ssh = sshTarget(options);
  const { host, port, socket, user, sslMode, sslCa, sslCert, sslKey } = options;
  const { serverPublicKeyPath, getServerPublicKey, defaultsGroupSuffix, loginPath } = options;
  const defaultsFile = options.defaultsFile ?? homeOptionFile(options, environment);
  const given = { host, port, socket, user, sslMode, sslCa, sslCert, sslKey };
  const files = {
    serverPublicKeyPath,
    getServerPublicKey,
    defaultsFile,
    defaultsGroupSuffix,
    loginPath,
    ssh,
  };
  const target = {
    ...(url === undefined ? {} : parseConnectionUrl(url, () => passwordVisible('in a URL'))),
    ...defined({ ...given, ...files }),
  };
  const read = connectionTargetSchema.safeParse(target);
  if (read.success) return read.data;
  const name = (read.error.issues[0]?.path ?? ['host']).map(String).join('-');
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new LatchkeyError('usage', `The value of --${flag} is not valid: it is empty or out of range.`, {
    hint: 'Leave the option out to have its default.',
  });
}

function homeOptionFile(
  { defaults }: ConnectionOptions,
  { HOME, USERPROFILE }: Terminal['environment'],
): string | undefined {
  const home = HOME ?? USERPROFILE ?? '';
  if (defaults === false || home === '') return undefined;
  const file = join(home, '.my.cnf');
  return existsSync(file) ? file : undefined;
}

function sshTarget({ ssh, sshKey, sshKnownHosts, ...rest }: ConnectionOptions): SshTarget | undefined {
  if (ssh !== undefined) {
    return { ...ssh, ...defined({ key: sshKey, knownHosts: sshKnownHosts }) };
  }
  const asked = rest.sshPassword === true || rest.sshPasswordStdin === true;
  if (sshKey === undefined && sshKnownHosts === undefined && !asked) return undefined;
  throw new LatchkeyError('usage', 'Options of SSH are given, but no SSH host.', {
    hint: 'Add --ssh user@host.',
  });
}

/** Whether any option says where the server is. */
export function namesServer(target: ConnectionTarget): boolean {
  return Object.keys(target).length > 0;
}

/** Refuses `-pSECRET`, `--password=SECRET` and `--ssh-password=SECRET` before anything parses, and so perhaps prints, them. */
export function refusePasswordArguments(argv: readonly string[]): void {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  if (options.some((argument) => /^(?:-p.|--(?:ssh-)?password=)/s.test(argument))) {
    throw passwordVisible('on the command line');
  }
  const ssh = options.map((argument, index) =>
    argument === '--ssh' ? options[index + 1] : /^--ssh=(.*)$/s.exec(argument)?.[1],
  );
  if (ssh.some((host) => host !== undefined && /:[^:@]*@/.test(host))) throw passwordVisible('in --ssh');
}

/** The passwords, from where the user said they are; none where nothing was said (an option file may still hold one). */
export async function connectionSecrets(
  options: ConnectionOptions,
  terminal: Terminal,
): Promise<ConnectionSecrets> {
  refuseBoth(options.password, options.passwordStdin, 'password');
  refuseBoth(options.sshPassword, options.sshPasswordStdin, 'ssh-password');
  const { environment } = terminal;
  const read = await fromStdin(options, terminal);
  // MYSQL_PWD is what the mysql client reads (MySQL manual, "Environment Variables"); ours wins over it.
  const password =
    read.password ??
    (options.password === true
      ? await terminal.askPassword('Password: ')
      : (environment.LATCHKEY_PASSWORD ?? environment.MYSQL_PWD));
  const { ssh } = options;
  const sshPassword =
    read.sshPassword ??
    (options.sshPassword === true
      ? await terminal.askPassword(`Passphrase or password for SSH to ${ssh?.host ?? 'the host'}: `)
      : ssh === undefined
        ? undefined
        : environment.LATCHKEY_SSH_PASSWORD);
  return defined({ password, sshPassword });
}

function refuseBoth(asked: boolean | undefined, read: boolean | undefined, name: string): void {
  if (asked === true && read === true) {
    throw new LatchkeyError('usage', `Give either --${name} or --${name}-stdin.`);
  }
}

/** All of standard input is the one password; of two, each has a line. */
async function fromStdin(options: ConnectionOptions, terminal: Terminal): Promise<ConnectionSecrets> {
  const [server, ssh] = [options.passwordStdin === true, options.sshPasswordStdin === true];
  if (!server && !ssh) return {};
  const text = await terminal.readStdin();
  if (server && !ssh) return { password: text };
  if (!server) return { sshPassword: text };
  const [password = '', sshPassword, ...more] = text.split(/\r?\n/);
  if (sshPassword === undefined || more.length > 0) {
    throw new LatchkeyError(
      'usage',
      'Standard input must hold two lines: the password, then the one for SSH.',
    );
  }
  return { password, sshPassword };
}
