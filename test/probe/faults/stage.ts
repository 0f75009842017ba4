import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, createConnection } from 'mysql2/promise';
import { type RunningServer, type ServerId, startServer } from '../../../scripts/servers/index.ts';
import { type JournalEntry, journalEntrySchema } from '../../../src/shared/change';
import { StatementProxy } from './statement-proxy.ts';

/** The account that probes; root looks on. */
const account = "'latchkey'@'%'";
/** The load: so many connections, each with a statement this often. */
const loadConnections = 2;
const loadPauseMs = 12;
/** As many statements a second either way, and fewer sessions than the guard of those that run allows. */
const timedLoads = {
  usual: { sessions: 2, seconds: 0.02 },
  long: { sessions: 14, seconds: 0.14 },
} as const;

/** A real server under a small load of its own, the way to it, and what it logs. */
export class Stage {
  readonly server: RunningServer;
  readonly proxy: StatementProxy;
  readonly #before: ReadonlyMap<string, string>;
  #root: Connection | null = null;
  #loading = true;
  #failing = false;
  #paused = false;
  #timed: keyof typeof timedLoads | null = null;
  readonly #timedLoads: Promise<void>[] = [];
  #held: Promise<void> = Promise.resolve();
  readonly #load: Promise<void>[] = [];

  private constructor(server: RunningServer, root: Connection, before: ReadonlyMap<string, string>) {
    this.server = server;
    this.#root = root;
    this.#before = before;
    this.proxy = new StatementProxy(server.port);
  }

  static async open(id: ServerId): Promise<Stage> {
    const server = await startServer(id, {
      options: { general_log: 'ON', log_output: 'TABLE', event_scheduler: 'ON', performance_schema: 'ON' },
    });
    const root = await connectRoot(server);
    await root.query(`CREATE USER ${account} IDENTIFIED BY ''`);
    const stage = new Stage(server, root, await globalsOf(root));
    await stage.grant();
    await stage.proxy.open();
    for (let each = 0; each < loadConnections; each++) stage.#load.push(stage.#keepLoading());
    return stage;
  }

  async close(): Promise<void> {
    this.#loading = false;
    await Promise.all([...this.#load, ...this.#timedLoads, this.#held]);
    await this.proxy.close();
    await this.#root?.end().catch(() => undefined);
    await this.server.stop();
  }

  /** A session of the administrator; rebuilt after the server was killed. */
  async root(): Promise<Connection> {
    try {
      await this.#root?.ping();
    } catch {
      this.#root?.destroy();
      this.#root = null;
    }
    this.#root ??= await connectRoot(this.server);
    return this.#root;
  }

  async query(sql: string): Promise<string[][]> {
    const [rows] = await (await this.root()).query({ sql, rowsAsArray: true });
    return Array.isArray(rows)
      ? rows.map((row) => (Array.isArray(row) ? row.map((cell) => String(cell)) : []))
      : [];
  }

  async grant(): Promise<void> {
    await this.query(`GRANT ALL ON *.* TO ${account}`);
  }

  /** Takes every right from the account, also from the sessions that it has open. */
  async revoke(): Promise<void> {
    await this.query(`REVOKE ALL PRIVILEGES, GRANT OPTION FROM ${account}`);
    for (const [id = ''] of await this.query(
      "SELECT ID FROM information_schema.PROCESSLIST WHERE USER = 'latchkey'",
    )) {
      await this.query(`KILL ${id}`).catch(() => undefined);
    }
  }

  /** Ends the connections by which a probe looks on; the one by which it sets stays. */
  async endMonitor(): Promise<void> {
    const ids = await this.query(
      "SELECT ID FROM information_schema.PROCESSLIST WHERE USER = 'latchkey' AND NOT ID <=> IS_USED_LOCK('latchkey')",
    );
    for (const [id = ''] of ids) await this.query(`KILL ${id}`).catch(() => undefined);
  }

  /** Global variables that differ from what they were when the server was set up, with their values now. */
  async differing(): Promise<Map<string, string>> {
    const now = await globalsOf(await this.root());
    return new Map([...now].filter(([name, value]) => this.#before.get(name) !== value));
  }

  originalOf(variable: string): string {
    return this.#before.get(variable) ?? '';
  }

  /** Schemas and events of Latchkey. */
  async leftovers(): Promise<string[]> {
    return (
      await this.query(
        "SELECT CONCAT('schema ', SCHEMA_NAME) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'latchkey%' UNION ALL SELECT CONCAT('event ', EVENT_NAME) FROM information_schema.EVENTS WHERE EVENT_NAME LIKE 'latchkey%'",
      )
    ).flat();
  }

  async forgetLog(): Promise<void> {
    await this.query('TRUNCATE TABLE mysql.general_log');
  }

  /**
   * Statements by which connections of the account changed the server, with their seconds, as the server logged them.
   * MariaDB logs what events do too, under the account of their maker, but no connection.
   */
  async loggedChanges(): Promise<{ sql: string; at: number }[]> {
    const rows = await this.query(
      "SELECT CONVERT(argument USING utf8), UNIX_TIMESTAMP(event_time) FROM mysql.general_log WHERE user_host LIKE '%latchkey%' AND command_type = 'Query' AND thread_id IN (SELECT thread_id FROM mysql.general_log WHERE command_type = 'Connect')",
    );
    return rows.map(([sql = '', at]) => ({ sql, at: Number(at) })).filter(({ sql }) => isChange(sql));
  }

  /** Ten failing statements a second and connection, instead of good ones. */
  failLoad(on: boolean): void {
    this.#failing = on;
  }

  /** Instead of the load come statements that take a known time, however busy the machine is. */
  timedLoad(takes: keyof typeof timedLoads | null): void {
    if (takes === this.#timed) return;
    this.#paused = takes !== null;
    this.#timed = takes;
    if (takes !== null) this.#timedLoads.push(this.#keepTimedLoad(takes));
  }

  async #keepTimedLoad(takes: keyof typeof timedLoads): Promise<void> {
    const { sessions, seconds } = timedLoads[takes];
    const goesOn = () => this.#loading && this.#timed === takes;
    const session = async () => {
      const connection = await connectRoot(this.server);
      while (goesOn()) await connection.query(`SELECT SLEEP(${seconds})`);
      await connection.end();
    };
    await Promise.all(Array.from({ length: sessions }, session));
  }

  pauseLoad(on: boolean): void {
    this.#paused = on;
  }

  /** The load waits within the server: hardly a statement ends, and those that run are many. */
  holdLoad(on: boolean): void {
    this.#paused = on;
    if (on) this.#held = this.#held.then(() => this.#holdUntilResumed());
  }

  async #holdUntilResumed(): Promise<void> {
    if (!this.#loading || !this.#paused) return;
    const [holder, ...waiters] = await Promise.all(
      Array.from({ length: 16 }, () => connectRoot(this.server)),
    );
    await holder?.query("SELECT GET_LOCK('held load', 60)");
    const waiting = waiters.map((waiter) =>
      waiter.query("SELECT GET_LOCK('held load', 600), RELEASE_LOCK('held load')"),
    );
    while (this.#loading && this.#paused) await delay(10);
    await holder?.end();
    await Promise.all(waiting);
    await Promise.all(waiters.map((waiter) => waiter.end()));
  }

  async #keepLoading(): Promise<void> {
    let connection: Connection | null = null;
    while (this.#loading) {
      await delay(loadPauseMs);
      if (this.#paused) continue;
      try {
        connection ??= await connectRoot(this.server);
        await connection.query(
          this.#failing ? 'SELECT no_such_column FROM mysql.proc_nowhere' : 'SELECT COUNT(*) FROM mysql.user',
        );
      } catch {
        if (this.#failing) continue;
        connection?.destroy();
        connection = null;
      }
    }
    await connection?.end().catch(() => undefined);
  }
}

/** Whether a statement changes the server for others than its own session. */
export function isChange(sql: string): boolean {
  return (
    (/^SET GLOBAL /.test(sql) && !sql.includes("'latchkey dry run ")) ||
    /^(CREATE|DROP) (DATABASE|EVENT) /.test(sql)
  );
}

async function connectRoot({ socket }: RunningServer): Promise<Connection> {
  const connection = await createConnection({ socketPath: socket, user: 'root' });
  connection.on('error', () => undefined);
  return connection;
}

/** Those that move by themselves, or with the day, are nobody's doing. */
async function globalsOf(connection: Connection): Promise<Map<string, string>> {
  const [rows] = await connection.query({ sql: 'SHOW GLOBAL VARIABLES', rowsAsArray: true });
  if (!Array.isArray(rows)) return new Map();
  return new Map(
    rows
      .map((row) => (Array.isArray(row) ? row.map((cell) => String(cell)) : []))
      .map(([name = '', value = '']): [string, string] => [name, value])
      .filter(([name]) => !/^gtid_|^innodb_thread_sleep_delay$|^pid_file$/.test(name)),
  );
}

/** The folder of one Latchkey, with its journal. */
export class Home {
  readonly path: string;

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), 'latchkey-storm-'));
  }

  /** Entries as they are on the disk at this moment. */
  entries(): JournalEntry[] {
    let names: string[];
    try {
      names = readdirSync(join(this.path, 'journal')).filter((name) => name.endsWith('.json'));
    } catch {
      return [];
    }
    return names.map((name) =>
      journalEntrySchema.parse(JSON.parse(readFileSync(join(this.path, 'journal', name), 'utf8'))),
    );
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
