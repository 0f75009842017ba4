import { defined } from '../../shared/base/defined';
import { LatchkeyError, throwIfCancelled, toLatchkeyError } from '../../shared/base/error';
import { counted } from '../../shared/base/units';
import type { ConnectionSecrets, ConnectionTarget, SslMode } from '../../shared/connection';
import type { ServerIdentity } from '../../shared/server';
import type { Statement, Table } from '../../shared/snapshot';
import type { Transport } from '../../shared/transport';
import {
  grantsSql,
  identify,
  identityStatusSql,
  identityVariablesSql,
  serverMarks,
  versionSql,
} from './account/identity';
import { currentRolesSql, GivenUpRoles } from './account/roles';
import { withDefaultSocket, withPipePath } from './driver/default-socket';
import { connectDriver, type Driver, defaultConnectTimeoutMs } from './driver/driver';
import { foreignSqlMode, namesSql, sessionSetUpFor, statementLimitSql } from './driver/limits';
import { interruptedErrors, queryFailure } from './driver/query-failure';
import { Renewals } from './driver/renewals';
import { firstColumn, nameValueMap } from './driver/rows';
import { isShownFor, StatementStopper, statementOf } from './driver/stopper';
import { type GatedStatement, gatedText } from './gated-statement';
import { readDriverError } from './handshake/failure';
import type { Greeted } from './handshake/proxy';
import type { SshSurroundings } from './ssh/login';
import { openSshConnection, type SshConnection } from './ssh/ssh-connection';
import { StatementLog } from './statement-log';
import { texts } from './texts';

/** Limits of one statement. */
export interface QueryOptions {
  /** Milliseconds; default 10,000. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** What the log and messages show instead of a statement that holds values of users. */
  logAs?: string;
}

export interface ForeignOptions extends QueryOptions {
  /** Send its EXPLAIN instead. */
  explain?: boolean;
}

/** One connection to a server: read-only, with time limits, every statement logged. */
export interface Session {
  identity: ServerIdentity;
  /** Protocol and cipher as this end sees them, e.g. `TLSv1.3 TLS_AES_256_GCM_SHA384`; null: no TLS. */
  tls: string | null;
  /**
   * Where it leads; holds no secret. Over TCP its TLS mode is the one that was stated, or came of it, at least `required`
   * where TLS is used: every further connection made from it is held to that.
   */
  target: ConnectionTarget;
  /** The TLS mode that was stated when it was opened; undefined: none. */
  statedSslMode: SslMode | undefined;
  /**
   * A password or passphrase was given for it alone: whoever connects again has to be given it again. False: where the
   * target leads needs none, or finds it itself (login path, option file).
   */
  needsSecrets: boolean;
  /** A TCP connection that leads to this machine itself; through SSH: from the SSH host to that itself. */
  loopback: boolean;
  /** The address that was reached directly over TCP; null: by socket or through SSH. */
  address: string | null;
  /** How statements and answers travel. */
  transport: Transport;
  /** What greeted: a proxy may have another version and number of the connection than the server. */
  greeted: Greeted;
  /** The SSH connection that carries this one, on which commands can be run; null: there is none. */
  ssh: SshConnection | null;
  /** When the server process started, ISO 8601 UTC. From its uptime in whole seconds: two answers may differ by two seconds. */
  startedAt(): Promise<string>;
  /**
   * Sends one statement; statements queue up behind each other.
   * @throws LatchkeyError privilege-missing, query-failed, timeout, cancelled or connection-lost.
   */
  query(sql: string, options?: QueryOptions): Promise<Table>;
  /**
   * Sends one statement that Latchkey did not write, which only the gate (`gateStatements`) can have made; or its EXPLAIN. Before the first one the
   * session gives up its default schema for one in which nobody can make a function, the sql_mode that reads names and
   * quotes otherwise, and the roles of the account; these only as long as it may read the tables without them.
   * @throws LatchkeyError as `query` does
   */
  queryForeign(statement: GatedStatement, options?: ForeignOptions): Promise<Table>;
  /** Takes the roles of the account back that `queryForeign` gave up. */
  takeRolesBack(): Promise<void>;
  /** Everything sent so far, as sent; of what is sent again and again not every time (see `StatementLog`). */
  statements: Statement[];
  close(): Promise<void>;
}

export interface OpenOptions {
  signal?: AbortSignal;
  now?: () => Date;
  /** What an SSH login looks at; default: this process's own. */
  sshSurroundings?: SshSurroundings;
  /**
   * Whether a connection that was given up because of an answer that is too large, or that never came, is rebuilt: for
   * sessions that only read, and hold nothing on the server. Default: not at all.
   * - `own`: statements of others are not sent over the new one, as they were checked on the one before; a
   *   server that hardly does anything but take time is given up
   * - `all`: they are, after it was made ready for them once more: for sessions on which none was checked
   */
  renewable?: 'own' | 'all';
  /** Keeps no list of what was sent: for a load, which would fill it. */
  unlogged?: boolean;
  /** As in `Session`; default: whether there are secrets at all. */
  needsSecrets?: boolean;
}

/** Whether a person, or a keychain, gave a password or passphrase. */
export function holdsSecrets({ password = '', sshPassword = '' }: ConnectionSecrets): boolean {
  return password !== '' || sshPassword !== '';
}

/** Statements name what the server reported (tables, digests). Some servers take no more in one (max_allowed_packet). */
const longestStatement = 512 * 1024;
const longestLogged = 32 * 1024;
const defaultTimeoutMs = 10_000;
/** A version and its comment are a line of text; a server cuts them at less. */
const longestVersion = 1000;
/** A cancelled statement that ends by itself within this time needs no KILL QUERY. */
const cancelGraceMs = 100;
/** The client waits a little longer than the server's own limit, so that the server ends its statement first. */
const clientMarginMs = 500;

/**
 * Connects, sets the session read-only with time limits and identifies the server. One connection is enough; a second
 * one is tried only to stop a statement that runs too long.
 * @throws LatchkeyError that names the cause and what to do; the password is in none of them.
 */
export async function openSession(
  target: ConnectionTarget,
  secrets: ConnectionSecrets,
  options: OpenOptions = {},
): Promise<Session> {
  throwIfCancelled(options.signal);
  const resolved = await withDefaultSocket(withPipePath(target, process.platform));
  const ssh = await openWay(resolved, secrets, options);
  let driver: Driver | undefined;
  try {
    driver = await connectDriver(resolved, secrets, { signal: options.signal, ssh });
    const session = new ServerSession(driver, resolved, secrets, ssh, options);
    await session.introduce(options.signal);
    return session;
  } catch (error) {
    const broken = ssh?.lost();
    driver?.destroy();
    await ssh?.close();
    throw broken ?? error;
  }
}

async function openWay(
  target: ConnectionTarget,
  secrets: ConnectionSecrets,
  options: OpenOptions,
): Promise<SshConnection | null> {
  if (target.ssh === undefined) return null;
  return openSshConnection(target.ssh, secrets.sshPassword, {
    timeoutMs: target.connectTimeoutMs ?? defaultConnectTimeoutMs,
    ...defined({ signal: options.signal, surroundings: options.sshSurroundings }),
  });
}

function transportOf({ cipher, loopback }: Driver, { socket, ssh }: ConnectionTarget): Transport {
  if (cipher !== null) return { kind: 'tls', cipher };
  if (socket !== undefined) return { kind: 'socket' };
  if (ssh !== undefined) return { kind: loopback ? 'ssh' : 'ssh-plain' };
  return { kind: loopback ? 'loopback' : 'plain' };
}

class ServerSession implements Session {
  readonly target: ConnectionTarget;
  readonly statedSslMode: SslMode | undefined;
  readonly needsSecrets: boolean;
  readonly loopback: boolean;
  readonly address: string | null;
  readonly #log = new StatementLog();
  readonly ssh: SshConnection | null;
  readonly tls: string | null;
  readonly transport: Transport;
  #driver: Driver;
  readonly #renewals: Renewals;
  readonly #secrets: ConnectionSecrets;
  readonly #now: () => Date;
  readonly #logs: boolean;
  #identity: ServerIdentity | undefined;
  /** By what another connection is known to reach the same server. */
  #marks = '';
  /** The statement limit in force on the server, ms; null: none set. */
  #serverLimitMs: number | null = null;
  #tail: Promise<unknown> = Promise.resolve();
  /** A cancelled statement that is being stopped, with nobody waiting for it; null: there is none. */
  #stopping: Promise<void> | null = null;
  #readyForForeign = false;
  #roles = new GivenUpRoles();

  constructor(
    driver: Driver,
    target: ConnectionTarget,
    secrets: ConnectionSecrets,
    ssh: SshConnection | null,
    options: OpenOptions,
  ) {
    const { now = () => new Date(), unlogged = false, renewable = null } = options;
    this.#renewals = new Renewals(renewable);
    this.#driver = driver;
    this.#secrets = secrets;
    this.#now = now;
    this.#logs = !unlogged;
    const { sslMode } = driver;
    this.target = target.socket === undefined && sslMode !== undefined ? { ...target, sslMode } : target;
    this.statedSslMode = target.sslMode;
    this.needsSecrets = options.needsSecrets ?? holdsSecrets(secrets);
    this.address = driver.address;
    this.loopback = target.socket === undefined && driver.loopback;
    this.ssh = ssh;
    this.tls = driver.cipher;
    this.transport = transportOf(driver, target);
  }

  get statements(): Statement[] {
    return this.#log.entries;
  }

  get greeted(): Greeted {
    return { version: this.#driver.greetedAs, connectionId: this.#driver.threadId };
  }

  get identity(): ServerIdentity {
    if (this.#identity === undefined) throw new LatchkeyError('internal', texts.theSessionIsNotOpen);
    return this.#identity;
  }

  async introduce(signal: AbortSignal | undefined): Promise<void> {
    const options: QueryOptions = signal === undefined ? {} : { signal };
    await this.query(namesSql, options);
    const [version] = (await this.query(versionSql, options)).rows;
    for (const sql of sessionSetUpFor(String(version))) await this.#tryQuery(sql, options);
    const variables = nameValueMap(await this.query(identityVariablesSql, options));
    this.#marks = serverMarks(variables);
    const status = nameValueMap(await this.query(identityStatusSql, options));
    const grants = await this.#tryQuery(grantsSql, options);
    const uptime = Number(status.get('uptime') ?? Number.NaN);
    this.#identity = identify({
      versionText: String(version?.[0] ?? '').slice(0, longestVersion),
      comment: String(version?.[1] ?? '').slice(0, longestVersion),
      variables,
      uptimeSeconds: Number.isFinite(uptime) ? uptime : null,
      grants: grants === null ? null : firstColumn(grants),
      target: this.target,
    });
  }

  async startedAt(): Promise<string> {
    const status = nameValueMap(await this.query("SHOW GLOBAL STATUS LIKE 'Uptime'"));
    const uptime = Number(status.get('uptime') ?? Number.NaN);
    if (!Number.isFinite(uptime)) throw new LatchkeyError('query-failed', texts.theServerDoesNotReport);
    return new Date(this.#now().getTime() - uptime * 1000).toISOString();
  }

  query(sql: string, options: QueryOptions = {}): Promise<Table> {
    return this.#queue(sql, options, false);
  }

  #queue(sql: string, options: QueryOptions, isForeign: boolean): Promise<Table> {
    const run = async () => {
      throwIfCancelled(options.signal);
      if (isForeign && !this.#readyForForeign) throw this.#renewals.notSent();
      if (this.#renewals.due()) await this.#renew(options.signal);
      await this.#limit(options.timeoutMs ?? defaultTimeoutMs, options.signal);
      return this.#send(sql, options);
    };
    const result = this.#tail.then(run, run);
    this.#tail = result.catch(() => undefined).then(() => this.#stopping);
    return result;
  }

  async queryForeign(
    statement: GatedStatement,
    { explain = false, ...options }: ForeignOptions = {},
  ): Promise<Table> {
    const refusal = this.#renewals.refusalOfForeign();
    if (refusal !== null) throw refusal;
    const limits = options.signal === undefined ? {} : { signal: options.signal };
    if (!this.#readyForForeign) {
      const [mode = ''] = firstColumn(await this.query('SELECT @@SESSION.sql_mode', limits));
      await this.query(`SET SESSION sql_mode = '${foreignSqlMode(mode)}'`, limits);
      await this.query('USE information_schema', limits);
      this.#readyForForeign = true;
    }
    await this.#giveUpRoles(limits);
    const text = gatedText(statement);
    const sql = explain ? `EXPLAIN FORMAT=TRADITIONAL ${text}` : text;
    try {
      return await this.#queue(sql, options, true);
    } catch (error) {
      const lacks = error instanceof LatchkeyError && error.code === 'privilege-missing';
      if (!lacks || !this.#roles.needed()) throw error;
      await this.query(this.#roles.back(), limits);
      return this.#queue(sql, options, true);
    }
  }

  async takeRolesBack(): Promise<void> {
    const sql = this.#roles.over();
    if (sql !== null) await this.query(sql);
  }

  async #giveUpRoles(limits: QueryOptions): Promise<void> {
    if (!this.#roles.unasked()) return;
    const sql = currentRolesSql(this.identity);
    const table = sql === null ? null : await this.#tryQuery(sql, limits);
    const none = this.#roles.found(firstColumn(table ?? { columns: [], rows: [] })[0] ?? '', this.identity);
    if (none !== null && (await this.#tryQuery(none, limits)) !== null) this.#roles.gone();
  }

  async close(): Promise<void> {
    const closing = this.#tail.then(async () => {
      await this.#driver.end();
      await this.ssh?.close();
    });
    // A statement that nobody waits for is stopped first; who closes does not wait for it either.
    if (this.#stopping !== null) closing.catch(() => undefined);
    else await closing;
  }

  /** A statement that the session can do without: its failure stays in the log. A lost connection is not swallowed. */
  async #tryQuery(sql: string, options: QueryOptions): Promise<Table | null> {
    try {
      return await this.query(sql, options);
    } catch (error) {
      return passOverRefusal(error);
    }
  }

  async #limit(timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#identity === undefined || this.#serverLimitMs === timeoutMs) return;
    const sql = statementLimitSql(this.#identity, timeoutMs);
    this.#serverLimitMs = null;
    if (sql !== null) await this.#send(sql, signal === undefined ? {} : { signal });
    this.#serverLimitMs = timeoutMs;
  }

  async #send(sql: string, options: QueryOptions): Promise<Table> {
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    const at = this.#now().toISOString();
    const started = performance.now();
    const shown = cut(options.logAs ?? sql);
    const log = (rows: number | null, error?: string) => {
      if (!this.#logs) return;
      const tookMs = Math.round((performance.now() - started) * 1000) / 1000;
      this.#log.add({ at, sql: shown, tookMs, rows, ...defined({ error }) });
    };
    try {
      if (sql.length > longestStatement) {
        throw new LatchkeyError('too-large', texts.aStatementMadeOfWhat);
      }
      const table = await this.#guard(sql, timeoutMs, options.signal);
      log(table.columns.length === 0 ? null : table.rows.length);
      return table;
    } catch (thrown) {
      const failure = this.#explain(queryFailure(thrown, shown));
      if (!this.#driver.alive()) this.#giveUp(failure, performance.now() - started);
      // The server quotes the statement in its own words.
      log(null, options.logAs === undefined ? failure.message : failure.code);
      throw failure;
    }
  }

  /** The next statement may be sent over another connection, on which nothing is ready for statements of others. */
  #giveUp(failure: LatchkeyError, tookMs: number): void {
    if (!this.#renewals.givenUp(failure, tookMs, performance.now())) return;
    this.#readyForForeign = false;
    this.#roles = new GivenUpRoles();
  }

  /** Connects once more. What fails once is not tried again: there is an end to what a server may cost. */
  async #renew(signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#connectAnew(signal);
    } catch (thrown) {
      const failure = toLatchkeyError(thrown);
      if (failure.code === 'cancelled') throw failure;
      this.#driver.destroy();
      throw this.#renewals.failed(failure);
    }
    this.#renewals.made();
  }

  /** In the same way, to the same server as before. */
  async #connectAnew(signal: AbortSignal | undefined): Promise<void> {
    const before = this.identity;
    this.#driver = await connectDriver(this.target, this.#secrets, { signal, ssh: this.ssh });
    this.#serverLimitMs = null;
    const options: QueryOptions = signal === undefined ? {} : { signal };
    await this.#send(namesSql, options);
    const [version] = (await this.#send(versionSql, options)).rows;
    for (const sql of sessionSetUpFor(String(version))) await this.#send(sql, options).catch(passOverRefusal);
    const variables = nameValueMap(await this.#send(identityVariablesSql, options));
    const now = identify({
      versionText: String(version?.[0] ?? '').slice(0, longestVersion),
      comment: String(version?.[1] ?? '').slice(0, longestVersion),
      variables,
      uptimeSeconds: null,
      grants: null,
      target: this.target,
    });
    if (now.serverKey === before.serverKey && now.versionText === before.versionText) return;
    throw new LatchkeyError('connection-lost', texts.aSecondConnectionCameTo, {
      hint: texts.connectToTheServerItself,
    });
  }

  /** A lost connection whose SSH connection broke says that. */
  #explain(failure: LatchkeyError): LatchkeyError {
    return failure.code === 'connection-lost' ? (this.ssh?.lost() ?? failure) : failure;
  }

  /** Runs the statement under its time limit and the signal; either ends it by KILL QUERY. */
  async #guard(sql: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<Table> {
    if (!this.#driver.alive()) {
      throw this.#renewals.end() ?? new LatchkeyError('connection-lost', texts.theConnectionToTheServer);
    }
    const running = this.#driver.run(sql);
    const stopper = new StatementStopper(
      (limit) => this.#kill(sql, limit),
      () => this.#driver.destroy(),
    );
    const timer = setTimeout(() => stopper.stop('timeout', 0), timeoutMs + clientMarginMs);
    const onAbort = () => stopper.stop('cancelled', cancelGraceMs);
    signal?.addEventListener('abort', onAbort);
    try {
      const table = await Promise.race([running, stopper.givenUp]);
      // Some functions (SLEEP) answer instead of failing when they are stopped.
      if (stopper.why !== null) throw new LatchkeyError('cancelled', 'Stopped.');
      return table;
    } catch (thrown) {
      const { errno } = readDriverError(thrown);
      if (stopper.why === 'cancelled') throw new LatchkeyError('cancelled', 'Cancelled.');
      if (stopper.why === 'timeout' || (errno !== undefined && interruptedErrors.includes(errno))) {
        throw new LatchkeyError('timeout', texts.theStatementWasStoppedAfter(timeoutMs / 1000));
      }
      throw thrown;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      const over = stopper.over(running);
      if (stopper.isLeft) this.#stop(over);
      else await over;
    }
  }

  /** The next statement is sent once this one has stopped. */
  #stop(over: Promise<void>): void {
    const stopping = over.finally(() => {
      if (this.#stopping === stopping) this.#stopping = null;
    });
    this.#stopping = stopping;
  }

  /** Stops the statement, if a second connection reaches the same server, and finds the statement there. */
  async #kill(running: string, signal: AbortSignal): Promise<void> {
    const target = { ...this.target, connectTimeoutMs: 3000 };
    const second = await connectDriver(target, this.#secrets, { ssh: this.ssh, signal });
    const leave = () => second.destroy();
    signal.addEventListener('abort', leave);
    const { threadId } = this.#driver;
    const sql = `KILL QUERY ${threadId}`;
    try {
      const marks = serverMarks(nameValueMap(await second.run(identityVariablesSql)));
      const { rows } = await second.run('SHOW PROCESSLIST');
      const found = statementOf(rows, threadId);
      if (marks !== this.#marks || found === null) {
        throw new LatchkeyError('server-unreachable', texts.aSecondConnectionReachedAnother);
      }
      // It is over, or another: nothing to stop.
      if (!isShownFor(running, found)) return;
      const at = this.#now().toISOString();
      const started = performance.now();
      await second.run(sql);
      this.#log.add({ at, sql, tookMs: performance.now() - started, rows: null });
    } finally {
      signal.removeEventListener('abort', leave);
      await second.end();
    }
  }
}

function passOverRefusal(error: unknown): null {
  if (error instanceof LatchkeyError && ['query-failed', 'privilege-missing'].includes(error.code))
    return null;
  throw error;
}

function cut(sql: string): string {
  return sql.length <= longestLogged
    ? sql
    : `${sql.slice(0, longestLogged)} ... (${counted(sql.length, 'character')})`;
}
