import { connect } from 'node:net';
import { userInfo } from 'node:os';
import type { Duplex } from 'node:stream';
import type { Connection, ConnectionOptions } from 'mysql2';
import type { ConnectionSecrets, ConnectionTarget } from '../../shared/connection';
import { LatchkeyError } from '../../shared/error';
import type { Table } from '../../shared/snapshot';
import { readCell } from './cell';
import { connectFailure } from './connect-failure';
import { readDriverError } from './failure';
import { foreignGreeting } from './greeting';
import { loginPlugins } from './login/plugins';
import type { SshConnection } from './ssh/ssh-connection';
import { chooseTls, type TlsChoice } from './tls';

/** One open connection, stripped to what a session needs. */
export interface Driver {
  /** Connection id on the server, for KILL QUERY. */
  threadId: number;
  /** Sends one statement. Rejects with the driver's own error. */
  run(sql: string): Promise<Table>;
  /** False once the connection broke or was closed. */
  alive(): boolean;
  /** Says goodbye and waits for it at most a second. */
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
 * @throws LatchkeyError that names the cause; never holds the password.
 */
export async function connectDriver(
  target: ConnectionTarget,
  secrets: ConnectionSecrets,
  options: DriverOptions = {},
): Promise<Driver> {
  const tls = await chooseTls(target);
  try {
    return await attempt(target, secrets, tls, options);
  } catch (error) {
    const noTls = error instanceof LatchkeyError && error.code === 'tls-failed';
    if (!tls.mayFallBack || !noTls) throw error;
    return attemptAfterFallback(target, secrets, options);
  }
}

/**
 * The first attempt's connection may still be counted by the server for a moment: with all others taken, that would
 * be one too many, so a refusal for that reason is tried again.
 */
async function attemptAfterFallback(
  target: ConnectionTarget,
  secrets: ConnectionSecrets,
  options: DriverOptions,
): Promise<Driver> {
  const plain: TlsChoice = { ssl: null, mayFallBack: false };
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(target, secrets, plain, options);
    } catch (error) {
      const full = error instanceof LatchkeyError && error.code === 'too-many-connections';
      if (!full || tries === 4) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function attempt(
  target: ConnectionTarget,
  secrets: ConnectionSecrets,
  tls: TlsChoice,
  options: DriverOptions,
): Promise<Driver> {
  // Loaded here, because it takes longer than all of an analysis of a file, which connects to nothing.
  const { createConnection } = await import('mysql2');
  const { signal } = options;
  const ssh = options.ssh ?? null;
  const timeoutMs = target.connectTimeoutMs ?? defaultConnectTimeoutMs;
  const through = ssh === null ? null : await ssh.open(target, { timeoutMs, signal });
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      through?.destroy();
      reject(new LatchkeyError('cancelled', 'Cancelled.'));
      return;
    }
    const socket = through ?? openSocket(target);
    let opened = through !== null;
    let greeting: Uint8Array | null = null;
    socket.once('connect', () => {
      opened = true;
    });
    const connection = createConnection(driverOptions(target, secrets, tls, socket, timeoutMs));
    const abandon = (error: LatchkeyError) => {
      settle();
      connection.destroy();
      reject(error);
    };
    const fail = (thrown: unknown) =>
      abandon(
        connectFailure(thrown, {
          target,
          tls: tls.ssl !== null,
          password: (secrets.password ?? '') !== '',
          opened,
          greeting,
          timeoutMs,
        }),
      );
    // A foreign protocol makes the driver wait for the rest of a packet that never comes; look at the greeting first.
    socket.once('data', (data: Uint8Array) => {
      greeting = data;
      if (foreignGreeting(data) !== null) fail(new Error('foreign greeting'));
    });
    const onAbort = () => abandon(new LatchkeyError('cancelled', 'Cancelled.'));
    const settle = () => {
      signal?.removeEventListener('abort', onAbort);
      connection.removeListener('error', fail);
      // A broken connection also surfaces as an event, with nobody waiting for it.
      connection.on('error', () => undefined);
    };
    signal?.addEventListener('abort', onAbort);
    connection.once('error', fail);
    // Comes when the login is over, not with the greeting.
    connection.once('connect', () => {
      settle();
      resolve(wrap(connection));
    });
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
  tls: TlsChoice,
  socket: Duplex,
  timeoutMs: number,
): ConnectionOptions {
  return {
    stream: () => socket,
    host: target.host ?? 'localhost',
    // Tells the driver that the way is safe for a password in full authentication.
    ...(target.socket === undefined ? {} : { socketPath: target.socket }),
    // As the mysql client: the login name where none is given.
    user: target.user ?? userInfo().username,
    ...(secrets.password === undefined ? {} : { password: secrets.password }),
    ...(tls.ssl === null ? {} : { ssl: tls.ssl }),
    connectTimeout: timeoutMs,
    charset: 'utf8mb4',
    supportBigNumbers: true,
    bigNumberStrings: false,
    decimalNumbers: false,
    dateStrings: true,
    jsonStrings: true,
    multipleStatements: false,
    rowsAsArray: true,
    // No code made from column names that a server sends; and no reading of local files at its wish.
    disableEval: true,
    flags: ['-LOCAL_FILES'],
    trace: false,
    authPlugins: loginPlugins(secrets.password ?? ''),
    connectAttributes: { program_name: programName },
  };
}

function wrap(connection: Connection): Driver {
  let alive = true;
  const dead = () => {
    alive = false;
  };
  connection.on('error', dead);
  connection.on('end', dead);
  return {
    threadId: connection.threadId,
    alive: () => alive,
    run: (sql) =>
      new Promise((resolve, reject) => {
        connection.query(sql, (error, rows: unknown, fields: unknown) => {
          if (error === null) {
            resolve(toTable(rows, fields));
            return;
          }
          const { errno, fatal } = readDriverError(error);
          if (fatal === true || errno === undefined) alive = false;
          reject(error);
        });
      }),
    end: () =>
      new Promise((resolve) => {
        if (!alive) {
          connection.destroy();
          resolve();
          return;
        }
        alive = false;
        const timer = setTimeout(() => {
          connection.destroy();
          resolve();
        }, 1000);
        connection.end(() => {
          clearTimeout(timer);
          connection.destroy();
          resolve();
        });
      }),
    destroy: () => {
      alive = false;
      connection.destroy();
    },
  };
}

/** Rows as the driver gives them with `rowsAsArray`; a statement without a result set is an empty table. */
function toTable(rows: unknown, fields: unknown): Table {
  if (!Array.isArray(rows) || !Array.isArray(fields)) return { columns: [], rows: [] };
  const columns = fields.map((field: unknown) => {
    const name: unknown = typeof field === 'object' && field !== null ? Reflect.get(field, 'name') : '';
    return String(name);
  });
  return {
    columns,
    rows: rows.map((row: unknown) =>
      Array.isArray(row) ? row.map((value: unknown) => readCell(value)) : [],
    ),
  };
}
