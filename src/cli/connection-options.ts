import { type Command, Option } from 'commander';
import type { ConnectionSecrets, ConnectionTarget, DeclaredHost, SslMode } from '../shared/connection';
import { LatchkeyError } from '../shared/error';
import { parseBytes, parsePort, parsePositiveInteger, parseSslMode } from './option-values';
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
  sslMode?: SslMode;
  sslCa?: string;
  sslCert?: string;
  sslKey?: string;
}

export interface HostOptions {
  ram?: number;
  cpus?: number;
  storage?: NonNullable<DeclaredHost['storage']>;
  iops?: number;
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
      'option file whose [client] and [latchkey] groups fill what is not given',
    )
    .option('--defaults-group-suffix <text>', 'also read the groups with this suffix')
    .option('--ssl-mode <mode>', 'disabled, preferred, required, verify-ca or verify-identity', parseSslMode)
    .option('--ssl-ca <path>', 'certificate authority')
    .option('--ssl-cert <path>', 'client certificate')
    .option('--ssl-key <path>', 'key of the client certificate');
}

/** Adds what the user may say about the host of the server where Latchkey cannot read it. */
export function addHostOptions(command: Command): Command {
  return command
    .optionsGroup('Host of the server, where it cannot be read:')
    .option('--ram <size>', 'memory, such as 64G', parseBytes)
    .option('--cpus <number>', 'processors', parsePositiveInteger)
    .addOption(new Option('--storage <kind>', 'kind of storage').choices(['nvme', 'ssd', 'hdd', 'network']))
    .option('--iops <number>', 'operations per second the storage gives', parsePositiveInteger);
}

export function declaredHost(options: HostOptions): DeclaredHost {
  return {
    ...(options.ram === undefined ? {} : { memoryBytes: options.ram }),
    ...(options.cpus === undefined ? {} : { cpus: options.cpus }),
    ...(options.storage === undefined ? {} : { storage: options.storage }),
    ...(options.iops === undefined ? {} : { iops: options.iops }),
  };
}

/** The target from URL and options; options win. Throws `usage`, also for a password in the URL. */
export function connectionTarget(url: string | undefined, options: ConnectionOptions): ConnectionTarget {
  const target: ConnectionTarget = url === undefined ? {} : parseConnectionUrl(url);
  const { host, port, socket, user, sslMode, sslCa, sslCert, sslKey, defaultsFile, defaultsGroupSuffix } =
    options;
  return {
    ...target,
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(socket === undefined ? {} : { socket }),
    ...(user === undefined ? {} : { user }),
    ...(sslMode === undefined ? {} : { sslMode }),
    ...(sslCa === undefined ? {} : { sslCa }),
    ...(sslCert === undefined ? {} : { sslCert }),
    ...(sslKey === undefined ? {} : { sslKey }),
    ...(defaultsFile === undefined ? {} : { defaultsFile }),
    ...(defaultsGroupSuffix === undefined ? {} : { defaultsGroupSuffix }),
  };
}

/** Whether any option says where the server is. */
export function namesServer(target: ConnectionTarget): boolean {
  return Object.keys(target).length > 0;
}

/** `mysql://user@host:port`. The text is never repeated in a message: it may hold a password. */
function parseConnectionUrl(text: string): ConnectionTarget {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw notAUrl();
  }
  if (url.protocol !== 'mysql:' && url.protocol !== 'mariadb:') throw notAUrl();
  if (url.password !== '') throw passwordVisible('in a URL');
  try {
    return {
      ...(url.hostname === '' ? {} : { host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') }),
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      ...(url.username === '' ? {} : { user: decodeURIComponent(url.username) }),
    };
  } catch (error) {
    throw new LatchkeyError('usage', 'The URL of the server is not encoded correctly.', { cause: error });
  }
}

function notAUrl(): LatchkeyError {
  return new LatchkeyError('usage', 'The server is given by options or as mysql://user@host:port.', {
    hint: 'An argument that is no such URL is not understood here (and not repeated: it may be a password).',
  });
}

function passwordVisible(where: string): LatchkeyError {
  return new LatchkeyError(
    'usage',
    `A password ${where} is refused: every user of this machine can see it in the list of processes.`,
    {
      hint: 'Use --password to be asked, --password-stdin, the environment variable LATCHKEY_PASSWORD or an option file.',
    },
  );
}

/** Refuses `-pSECRET` and `--password=SECRET` before anything parses, and so perhaps prints, them. */
export function refusePasswordArguments(argv: readonly string[]): void {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  if (options.some((argument) => /^(?:-p.|--password=)/s.test(argument))) {
    throw passwordVisible('on the command line');
  }
}

/** The password, from where the user said it is; none where nothing was said (an option file may still hold it). */
export async function connectionSecrets(
  options: ConnectionOptions,
  terminal: Terminal,
): Promise<ConnectionSecrets> {
  if (options.password === true && options.passwordStdin === true) {
    throw new LatchkeyError('usage', 'Give either --password or --password-stdin.');
  }
  if (options.passwordStdin === true) return { password: await terminal.readStdin() };
  if (options.password === true) return { password: await terminal.askPassword('Password: ') };
  // MYSQL_PWD is what the mysql client reads (MySQL manual, "Environment Variables"); ours wins over it.
  const password = terminal.environment.LATCHKEY_PASSWORD ?? terminal.environment.MYSQL_PWD;
  return password === undefined ? {} : { password };
}
