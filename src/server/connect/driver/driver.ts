import { connect, Socket } from 'node:net';
import { userInfo } from 'node:os';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Connection, ConnectionOptions } from 'mysql2';
import { defined } from '../../../shared/base/defined';
import { LatchkeyError } from '../../../shared/base/error';
import {
  type ConnectionSecrets,
  type ConnectionTarget,
  describeTarget,
  type SslMode,
} from '../../../shared/connection';
import type { Table } from '../../../shared/snapshot';
import type { ConnectAttempt } from '../handshake/connect-attempt';
import { connectFailure } from '../handshake/connect-failure';
import { readDriverError } from '../handshake/failure';
import { greetingVersion, offersTls, readGreeting } from '../handshake/greeting';
import { chooseTls, isLoopback, readTlsFiles, sslModeInForce } from '../handshake/tls';
import { type LoginWay, loginPlugins } from '../login/plugins';
import { readServerPublicKey } from '../login/server-public-key';
import type { SshConnection } from '../ssh/ssh-connection';
import { readAnswer } from './answer';
import { pipePrefix } from './default-socket';
import { silence } from './silent-driver';

/** One open connection, stripped to what a session needs. */
export interface Driver {
  /** Connection id by the greeting, for KILL QUERY. */
  threadId: number;
  /** Version by the greeting. */
  greetedAs: string;
  /**
   * What further connections of the same session are held to: the mode in force, and TLS where this one has it.
   * undefined: none was stated, and this one does without because it leads to this machine itself. A further one may lead
   * elsewhere, by the same name, and is judged by its own address.
   */
  sslMode: SslMode | undefined;
  /** Protocol and cipher of TLS as they were negotiated; null: none. */
  cipher: string | null;
  /** The address that was reached directly over TCP; null: by socket or through SSH. */
  address: string | null;
  /** It leads to this machine itself, or from the SSH host to that itself. */
  loopback: boolean;
  /** Sends one statement. Rejects with the driver's own error, or AnswerTooLarge. */
  run(sql: string): Promise<Table>;
  /** False once the connection broke or was closed. */
  alive(): boolean;
  /** Says goodbye and waits for it a moment. */
  end(): Promise<void>;
  destroy(): void;
}

export const defaultConnectTimeoutMs = 10_000;
const programName = 'latchkey';

/** How the connection is made, beside where to. */
export interface DriverOptions {
  signal?: AbortSignal | undefined;
  /** Carries the connection, where the target is reached through SSH. */
  ssh?: SshConnection | null;
}

/**
 * Opens a connection by TCP, Unix socket or named pipe (directly or from the SSH host), with the TLS mode of the target.
 * One attempt: what fails with TLS is not tried without.
 * @throws LatchkeyError that names the cause; never holds the password.
 */
export async function connectDriver(
  target: ConnectionTarget,
  secrets: ConnectionSecrets,
  options: DriverOptions = {},
): Promise<Driver> {
  const tlsFiles = await readTlsFiles(target);
  const serverPublicKey = await readServerPublicKey(target);
  // Loaded here, because it takes longer than all of an analysis of a file, which connects to nothing.
  const { authPlugins, createConnection } = await import('mysql2');
  const { signal } = options;
  const ssh = options.ssh ?? null;
  const timeoutMs = target.connectTimeoutMs ?? defaultConnectTimeoutMs;
  const through = ssh === null ? null : await ssh.open(target, { timeoutMs, signal });
  const stream = through ?? openSocket(target);
  const attempt: ConnectAttempt = {
    target,
    tls: false,
    password: (secrets.password ?? '') !== '',
    opened: through !== null,
    greeting: null,
    timeoutMs,
  };
  stream.once('connect', () => {
    attempt.opened = true;
  });
  // Between the greeting and the login nobody else listens.
  stream.on('error', () => undefined);
  const started = performance.now();
  try {
    const greeting = await readGreeting(stream, {
      timeoutMs,
      signal,
      note: (bytes) => {
        attempt.greeting = bytes;
      },
    });
    const address =
      stream instanceof Socket && target.socket === undefined ? (stream.remoteAddress ?? null) : null;
    const loopback = isLoopback(addressOf(address, target));
    const mode = sslModeInForce(target, loopback);
    // An error in place of a greeting is read by the driver.
    const ssl = greeting[4] === 10 ? chooseTls(mode, tlsFiles, target, offersTls(greeting)) : null;
    attempt.tls = ssl !== null;
    const leftMs = Math.max(1, timeoutMs - (performance.now() - started));
    const password = secrets.password ?? '';
    const way: LoginWay = {
      password,
      tls: ssl !== null,
      unixSocket: target.socket !== undefined && !target.socket.startsWith(pipePrefix),
      serverPublicKey,
      getServerPublicKey: target.getServerPublicKey === true,
      where: describeTarget(target),
    };
    const connection = createConnection({
      ...driverOptions(target, secrets, leftMs),
      stream: () => stream,
      ...(ssl === null ? {} : { ssl }),
      authPlugins: loginPlugins(way, authPlugins),
    });
    cutOnDestroy(connection, stream);
    silence(connection);
    stream.resume();
    await loggedIn(connection, signal);
    // Further connections of a session that has TLS must not do with less.
    const unencrypted = ssl === null ? target.sslMode : mode;
    const sslMode = ssl !== null && mode === 'preferred' ? 'required' : unencrypted;
    return wrap(connection, countBytes(stream), {
      sslMode,
      address,
      loopback,
      greetedAs: greetingVersion(greeting),
    });
  } catch (thrown) {
    stream.destroy();
    throw thrown instanceof LatchkeyError ? thrown : connectFailure(thrown, attempt);
  }
}

/** The address that the connection leads to, as far as it can be seen from here: from an SSH host only what was asked of it. */
function addressOf(reached: string | null, { host = 'localhost', ssh }: ConnectionTarget): string | null {
  if (ssh !== undefined) return host.toLowerCase() === 'localhost' ? '127.0.0.1' : host;
  return reached;
}

/** How long a server may take to close a connection that is left. */
const goodbyeMs = 200;

/** Waits until the login is over. @throws the driver's error, or LatchkeyError cancelled; the connection is then closed */
async function loggedIn(connection: Connection, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const settle = () => {
      signal?.removeEventListener('abort', onAbort);
      connection.removeListener('error', fail);
      // A broken connection also surfaces as an event, with nobody waiting for it.
      connection.on('error', () => undefined);
    };
    const fail = (thrown: unknown) => {
      settle();
      connection.destroy();
      reject(thrown);
    };
    const onAbort = () => fail(new LatchkeyError('cancelled', 'Cancelled.'));
    signal?.addEventListener('abort', onAbort);
    connection.once('error', fail);
    // Comes when the login is over, not with the greeting.
    connection.once('connect', () => {
      settle();
      resolve();
    });
    if (signal?.aborted === true) onAbort();
  });
}

function openSocket(target: ConnectionTarget): Duplex {
  if (target.socket !== undefined) return connect(target.socket);
  const socket = connect(target.port ?? 3306, target.host ?? 'localhost');
  socket.setNoDelay(true);
  socket.once('connect', () => socket.setKeepAlive(true, 30_000));
  return socket;
}

function driverOptions(
  target: ConnectionTarget,
  secrets: ConnectionSecrets,
  timeoutMs: number,
): ConnectionOptions {
  return {
    host: target.host ?? 'localhost', // As the mysql client: the login name where none is given.
    user: target.user ?? userInfo().username,
    ...defined({ password: secrets.password }),
    connectTimeout: timeoutMs,
    charset: 'utf8mb4',
    supportBigNumbers: true,
    bigNumberStrings: false,
    decimalNumbers: false,
    dateStrings: true,
    jsonStrings: true,
    multipleStatements: false,
    rowsAsArray: true, // No code made from column names that a server sends; and no reading of local files at its request.
    disableEval: true,
    flags: ['-LOCAL_FILES'],
    trace: false,
    connectAttributes: { program_name: programName },
  };
}

/** What carries it now: with TLS another stream than the one it was made with. */
function streamOf(connection: Connection): Duplex | null {
  const stream: unknown = Reflect.get(connection, 'stream');
  return stream instanceof Duplex ? stream : null;
}

/**
 * The driver's own `destroy` (mysql2 3.x, lib/base/connection.js) only ends this side: as long as the server keeps its
 * own open, it could go on sending, and the process would not end.
 */
function cutOnDestroy(connection: Connection, stream: Duplex): void {
  const close = connection.destroy.bind(connection);
  connection.destroy = () => {
    close();
    streamOf(connection)?.destroy();
    stream.destroy();
  };
}

/** Of the stream itself: what the server says of it may be said by somebody between. */
function cipherOf(connection: Connection): string | null {
  const stream = streamOf(connection);
  if (!(stream instanceof TLSSocket)) return null;
  return `${stream.getProtocol() ?? ''} ${stream.getCipher().name}`.trim();
}

function wrap(
  connection: Connection,
  received: () => number,
  way: Pick<Driver, 'sslMode' | 'address' | 'loopback' | 'greetedAs'>,
): Driver {
  let alive = true;
  const dead = () => {
    alive = false;
  };
  connection.on('error', dead);
  connection.on('end', dead);
  return {
    ...way,
    cipher: cipherOf(connection),
    threadId: connection.threadId,
    alive: () => alive,
    run: async (sql) => {
      try {
        return await readAnswer(connection, sql, { received, alive: () => alive });
      } catch (error) {
        const { errno, fatal } = readDriverError(error);
        if (fatal === true || errno === undefined) alive = false;
        throw error;
      }
    },
    end: () =>
      new Promise((resolve) => {
        const leave = () => {
          clearTimeout(timer);
          connection.destroy();
          resolve();
        };
        const timer = setTimeout(leave, goodbyeMs);
        if (!alive) return leave();
        alive = false;
        // Cut at once, the goodbye could be lost, and the server would count an aborted client.
        streamOf(connection)?.once('close', leave);
        connection.end(() => streamOf(connection)?.end());
      }),
    destroy: () => {
      alive = false;
      connection.destroy();
    },
  };
}

/** Counts what comes in. A socket counts by itself, also below TLS, which takes its bytes past its listeners. */
function countBytes(socket: Duplex): () => number {
  if (socket instanceof Socket) return () => socket.bytesRead;
  let bytes = 0;
  socket.on('data', (data: Uint8Array) => {
    bytes += data.length;
  });
  return () => bytes;
}
