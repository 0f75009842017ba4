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
import { texts } from './texts';

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
    .helpOption('--help', texts.showThisHelp)
    .optionsGroup(texts.connection)
    .option('-h, --host <name>', texts.hostNameOrAddress)
    .option('-P, --port <number>', texts.tcpPortDefault3306, parsePort)
    .option('-S, --socket <path>', texts.unixSocketLocalHostFacts)
    .option('-u, --user <name>', 'account')
    .option('-p, --password', texts.askForThePasswordOn)
    .option('--password-stdin', texts.readThePasswordFromStandard)
    .option('--defaults-file <path>', texts.optionFileWhoseClientAnd)
    .option('--no-defaults', texts.doNotReadMyCnf)
    .option('--defaults-group-suffix <text>', texts.alsoReadTheGroupsWith)
    .option('--login-path <name>', texts.loginPathOfMyloginCnf)
    .option('--ssl-mode <mode>', texts.disabledPreferredRequiredVerifyCa, parseSslMode)
    .option('--ssl-ca <path>', texts.certificateAuthority)
    .option('--ssl-cert <path>', texts.clientCertificate)
    .option('--ssl-key <path>', texts.keyOfTheClientCertificate)
    .option('--server-public-key-path <path>', texts.rsaPublicKeyOfThe)
    .option('--get-server-public-key', texts.forAFullPasswordWithout)
    .option('--ssh <user@host:port>', texts.goThroughThisSshHost, parseSshTarget)
    .option('--ssh-key <path>', texts.privateKeyForSshDefault)
    .option('--ssh-known-hosts <path>', texts.fileOfKnownHostsIn)
    .option('--ssh-password', texts.askForThePassphraseOf)
    .option('--ssh-password-stdin', texts.readItFromStandardInput);
}

/** Adds what the user may say about the host of the server where Latchkey cannot read it. */
export function addHostOptions(command: Command): Command {
  return command
    .optionsGroup(texts.hostOfTheServerWhere)
    .option('--ram <size>', texts.memorySuchAs64g, parseHostMemory)
    .option('--cpus <number>', 'processors', parseHostCpus)
    .addOption(new Option('--storage <kind>', texts.kindOfStorage).choices(['nvme', 'ssd', 'hdd', 'network']))
    .option('--iops <number>', texts.operationsPerSecondTheStorage, parseHostIops)
    .option('--data-size <size>', texts.dataAndIndexesOfAll, parseDataSize);
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
    ...(url === undefined ? {} : parseConnectionUrl(url, () => passwordVisible(texts.inAUrl))),
    ...defined({ ...given, ...files }),
  };
  const read = connectionTargetSchema.safeParse(target);
  if (read.success) return read.data;
  const name = (read.error.issues[0]?.path ?? ['host']).map(String).join('-');
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new LatchkeyError('usage', texts.theValueOfIsNot(flag), {
    hint: texts.leaveTheOptionOutTo,
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
  throw new LatchkeyError('usage', texts.optionsOfSshAreGiven, {
    hint: texts.addSshUserHost,
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
    throw passwordVisible(texts.onTheCommandLine);
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
      ? await terminal.askPassword(texts.password)
      : (environment.LATCHKEY_PASSWORD ?? environment.MYSQL_PWD));
  const { ssh } = options;
  const sshPassword =
    read.sshPassword ??
    (options.sshPassword === true
      ? await terminal.askPassword(texts.passphraseOrPasswordForSsh(ssh?.host ?? texts.theHost))
      : ssh === undefined
        ? undefined
        : environment.LATCHKEY_SSH_PASSWORD);
  return defined({ password, sshPassword });
}

function refuseBoth(asked: boolean | undefined, read: boolean | undefined, name: string): void {
  if (asked === true && read === true) {
    throw new LatchkeyError('usage', texts.giveEitherOrStdin(name, name));
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
    throw new LatchkeyError('usage', texts.standardInputMustHoldTwo);
  }
  return { password, sshPassword };
}
