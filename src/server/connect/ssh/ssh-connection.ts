import { homedir, userInfo } from 'node:os';
import type { Duplex } from 'node:stream';
import type { Client, ClientChannel } from 'ssh2';
import { LatchkeyError, throwIfCancelled } from '../../../shared/base/error';
import { type ConnectionTarget, describeSshTarget, type SshTarget } from '../../../shared/connection';
import { sentence } from '../handshake/failure';
import { hostKeyAlgorithms, hostKeyRefusal, readKnownHosts } from './host-key';
import { chooseLogin, loginHandler, type SshSurroundings } from './login';
import { type CommandOutput, defaultCommandTimeoutMs, type RunOptions, runCommand } from './run-command';
import { forwardFailure, sshConnectFailure } from './ssh-failure';
import { texts } from './texts';

/** An open SSH connection: carries streams to a MySQL server as seen from the host, and runs commands there. */
export interface SshConnection {
  /** `user@host` for messages. */
  name: string;
  /**
   * A stream to the server at the target's socket, or host and port, as seen from the SSH host.
   * @throws LatchkeyError server-unreachable, cancelled or connection-lost.
   */
  open(target: ConnectionTarget, options: OpenStreamOptions): Promise<Duplex>;
  /**
   * Runs one command through the account's shell there.
   * @throws LatchkeyError timeout, cancelled, connection-lost or query-failed (the host runs no commands).
   */
  exec(command: string, options?: RunOptions): Promise<CommandOutput>;
  /** Why the connection broke; null while it stands. */
  lost(): LatchkeyError | null;
  close(): Promise<void>;
}

export interface OpenStreamOptions {
  /** Milliseconds until the SSH host has opened it. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface OpenSshOptions {
  signal?: AbortSignal;
  /** Milliseconds for connection, handshake and login together. */
  timeoutMs: number;
  surroundings?: SshSurroundings;
  /** Milliseconds between keep-alives; default 15,000. */
  keepAliveMs?: number;
}

const defaultKeepAliveMs = 15_000;
/** Unanswered keep-alives after which the connection counts as lost: by default a minute of silence. */
const keepAliveTries = 3;

/** The surroundings of this process. */
export function ownSurroundings(environment: NodeJS.ProcessEnv = process.env): SshSurroundings {
  const windowsAgent = process.platform === 'win32' ? '\\\\.\\pipe\\openssh-ssh-agent' : undefined;
  const agent = environment.SSH_AUTH_SOCK ?? windowsAgent;
  return { home: homedir(), user: userInfo().username, agent: agent === '' ? undefined : agent };
}

/**
 * Connects to an SSH host whose key is known and logs in.
 * @throws LatchkeyError host-key-refused, access-denied, server-unreachable, file-not-found or cancelled; holds no secret.
 */
export async function openSshConnection(
  ssh: SshTarget,
  secret: string | undefined,
  options: OpenSshOptions,
): Promise<SshConnection> {
  throwIfCancelled(options.signal);
  const surroundings = options.surroundings ?? ownSurroundings();
  // Loaded here: only who goes through SSH pays for it.
  const { Client, utils } = await import('ssh2');
  const known = await readKnownHosts(ssh, surroundings.home);
  const login = await chooseLogin(ssh, secret, surroundings, (data, passphrase) => {
    const parsed = utils.parseKey(data, passphrase);
    return Array.isArray(parsed) ? (parsed[0] ?? new Error('no key in the file')) : parsed;
  });
  let accepted: readonly string[] = [];
  let refusal: LatchkeyError | null = null;
  throwIfCancelled(options.signal);
  const client = new Client();
  await new Promise<void>((resolve, reject) => {
    const finish = (settle: () => void) => {
      options.signal?.removeEventListener('abort', onAbort);
      client.removeAllListeners();
      client.on('error', () => undefined);
      settle();
    };
    const fail = (error: LatchkeyError) =>
      finish(() => {
        client.destroy();
        reject(error);
      });
    const onAbort = () => fail(new LatchkeyError('cancelled', 'Cancelled.'));
    options.signal?.addEventListener('abort', onAbort);
    // Else Nagle's algorithm holds every small statement for an acknowledgement: 50 ms each in place of 3.
    client.on('connect', () => client.setNoDelay(true));
    client.on('ready', () => finish(resolve));
    client.on('error', (thrown) => {
      // An agent that does not answer is one method less, not the end.
      if (Reflect.get(thrown, 'level') === 'agent') return;
      fail(refusal ?? sshConnectFailure(thrown, ssh, login, accepted, options.timeoutMs));
    });
    client.on('change password', () =>
      fail(
        new LatchkeyError('access-denied', texts.thePasswordOfHasExpired(describeSshTarget(ssh)), {
          hint: texts.logInThereWithSsh,
        }),
      ),
    );
    client.on('close', () =>
      fail(sshConnectFailure(new Error('the host closed the connection'), ssh, login, accepted, 0)),
    );
    client.connect({
      host: ssh.host,
      port: ssh.port ?? 22,
      username: ssh.user ?? surroundings.user,
      readyTimeout: options.timeoutMs,
      keepaliveInterval: options.keepAliveMs ?? defaultKeepAliveMs,
      keepaliveCountMax: keepAliveTries,
      strictVendor: false,
      algorithms: { serverHostKey: hostKeyAlgorithms(known, ssh) },
      hostVerifier: (key: Buffer) => {
        refusal = hostKeyRefusal(known, ssh, key);
        return refusal === null;
      },
      authHandler: loginHandler(login, (methods) => {
        accepted = methods;
      }),
    });
  });
  return new OpenSshConnection(client, ssh);
}

class OpenSshConnection implements SshConnection {
  readonly name: string;
  readonly #client: Client;
  readonly #ssh: SshTarget;
  #lost: LatchkeyError | null = null;
  #closing = false;

  constructor(client: Client, ssh: SshTarget) {
    this.#client = client;
    this.#ssh = ssh;
    this.name = describeSshTarget(ssh);
    client.on('error', (error) => this.#lose(error.message));
    client.on('close', () => this.#lose('the host closed it'));
  }

  open(target: ConnectionTarget, options: OpenStreamOptions): Promise<Duplex> {
    const host = target.host ?? 'localhost';
    const port = target.port ?? 3306;
    const place = target.socket ?? `${host}:${port}`;
    return this.#channel(
      (done) =>
        target.socket === undefined
          ? this.#client.forwardOut('127.0.0.1', 0, host, port, done)
          : this.#client.openssh_forwardOutStreamLocal(target.socket, done),
      (error) => forwardFailure(error, this.#ssh, place),
      options,
    );
  }

  async exec(command: string, options: RunOptions = {}): Promise<CommandOutput> {
    throwIfCancelled(options.signal);
    const channel = await this.#channel(
      (done) => this.#client.exec(command, done),
      (cause) =>
        new LatchkeyError('query-failed', texts.theSshHostRunsNo(this.name), {
          hint: texts.aForcedCommandARestricted,
          cause,
        }),
      { timeoutMs: options.timeoutMs ?? defaultCommandTimeoutMs, signal: options.signal },
    );
    return runCommand(channel, () => this.lost(), options);
  }

  lost(): LatchkeyError | null {
    return this.#lost;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closing = true;
      if (this.#lost !== null) {
        resolve();
        return;
      }
      const timer = setTimeout(() => this.#client.destroy(), 1000);
      this.#client.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#client.end();
    });
  }

  /** Asks for a channel; also ends when the connection breaks, or time is up, before the answer. */
  #channel(
    ask: (done: (error: Error | undefined, channel: ClientChannel) => void) => unknown,
    failure: (error: Error) => LatchkeyError,
    { timeoutMs, signal }: OpenStreamOptions,
  ): Promise<ClientChannel> {
    return new Promise((resolve, reject) => {
      let over = false;
      const finish = (settle: () => void) => {
        over = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#client.removeListener('close', onClose);
        settle();
      };
      const fail = (error: Error) => finish(() => reject(this.#lost ?? failure(error)));
      const onAbort = () => finish(() => reject(new LatchkeyError('cancelled', 'Cancelled.')));
      const onClose = () => fail(new Error('the SSH connection was closed'));
      const timer = setTimeout(() => fail(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
      signal?.addEventListener('abort', onAbort);
      this.#client.once('close', onClose);
      if (this.#lost !== null || this.#closing) return onClose();
      if (signal?.aborted === true) return onAbort();
      try {
        ask((error, channel) => {
          if (over) channel?.destroy();
          else if (error === undefined) finish(() => resolve(channel));
          else fail(error);
        });
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  #lose(reason: string): void {
    if (this.#closing) return;
    this.#lost ??= new LatchkeyError(
      'connection-lost',
      texts.theSshConnectionToWhich(this.name, sentence(reason)),
      { hint: texts.theNetworkBrokeOrSshd },
    );
  }
}
