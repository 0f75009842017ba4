import type { ChangeSession } from '../../src/server/change';
import { ServerRefusal } from '../../src/server/connect/handshake/failure';
import { LatchkeyError } from '../../src/shared/base/error';
import type { Cell, Table } from '../../src/shared/snapshot';

/** The little of a server that the gate sees, with the also changes of MariaDB, rounding, locks and restarts. */
export class ModelServer {
  variables: Map<string, string>;
  startedAt = 1_000;
  readonly #initial: ReadonlyMap<string, string>;
  #lockHolder: number | null = null;
  #connections = 0;
  #now = 5_000;

  constructor(variables: Record<string, string>) {
    this.#initial = new Map(Object.entries(variables));
    this.variables = new Map(this.#initial);
  }

  /** Forgets SET GLOBAL and every connection. */
  restart(): void {
    this.variables = new Map(this.#initial);
    this.#lockHolder = null;
    this.#now += 10;
    this.startedAt = this.#now;
  }

  /** The clock is set: the start of the server seems another, though it runs on with all that was set. */
  shiftStart(seconds: number): void {
    this.startedAt += seconds;
  }

  /** Schemas with their tables; they outlive a restart. */
  readonly schemas = new Map<string, string[]>();
  /** Called with of each statement that changes the server, before it does. */
  beforeChange: (sql: string) => void = () => undefined;

  /** Called with of each SET as the server begins with it: what someone else may do a moment before. */
  beforeSet: (variable: string) => void = () => undefined;

  /** Variables that the server refuses to set, as for a lack of privileges. */
  readonly refused = new Set<string>();

  /** A connection; `tick` runs before and after each statement takes effect, and may throw: the client dies there. */
  connect(tick: () => void = () => undefined): ChangeSession & { disconnect(): void } {
    const id = ++this.#connections;
    let open = true;
    return {
      identity: {
        flavour: 'mariadb',
        version: [11, 8, 6],
        versionText: '11.8.6-MariaDB',
        comment: '',
        hosting: 'self',
        uptimeSeconds: 1,
        serverKey: 'model',
        privileges: ['ALL PRIVILEGES'],
        performanceSchema: false,
      },
      target: { socket: '/model.sock' },
      query: async (sql) => {
        if (!open) throw new LatchkeyError('connection-lost', 'The connection to the server was lost.');
        tick();
        const answer = this.#answer(sql, id);
        tick();
        return answer;
      },
      disconnect: () => {
        open = false;
        if (this.#lockHolder === id) this.#lockHolder = null;
      },
    };
  }

  #answer(sql: string, connection: number): Table {
    const assignment =
      /^SET GLOBAL `(\w+)` = ('?)([^',]*)'?(?:, SESSION time_zone = (?:('.*')|IF\((.*), @@SESSION.time_zone, '(.*)'\)))?$/.exec(
        sql,
      );
    if (assignment !== null) {
      const [, variable = '', , value = '', dryRun, conditions, zone] = assignment;
      if (!this.variables.has(variable)) throw refusal(1193, `Unknown system variable '${variable}'`);
      if (value === 'impossible') throw refusal(1231, `Variable '${variable}' can't be set to '${value}'`);
      if (this.refused.has(variable)) throw refusal(1227, 'Access denied');
      if (dryRun !== undefined) throw refusal(1298, 'Unknown or incorrect time zone');
      this.beforeSet(variable);
      if (
        conditions !== undefined &&
        !conditions.split(' AND ').every((one) => this.#holds(one, connection))
      ) {
        throw refusal(1298, `Unknown or incorrect time zone: '${zone}'`);
      }
      this.beforeChange(sql);
      this.#set(variable, value);
      return table([]);
    }
    const schema = /^(CREATE|DROP) DATABASE `(\w+)`$/.exec(sql);
    if (schema !== null) {
      const [, verb, name = ''] = schema;
      this.beforeChange(sql);
      if (verb === 'CREATE') this.schemas.set(name, []);
      else this.schemas.delete(name);
      return table([]);
    }
    const asked = /^SHOW (DATABASES LIKE|TABLES FROM) ['`]([\w\\]+)['`]$/.exec(sql);
    if (asked !== null) {
      const name = (asked[2] ?? '').replaceAll('\\', '');
      if (asked[1] === 'DATABASES LIKE') return table(this.schemas.has(name) ? [[name]] : []);
      const tables = this.schemas.get(name);
      if (tables === undefined) throw refusal(1049, `Unknown database '${name}'`);
      return table(tables.map((one) => [one]));
    }
    const nonce = /^SET @latchkey_session = '(\w+)'$/.exec(sql);
    if (nonce !== null) {
      this.#nonces.set(connection, nonce[1] ?? '');
      return table([]);
    }
    if (sql.startsWith('SELECT CONCAT_WS(')) return table([[this.#mark(connection)]]);
    if (/^SET SESSION time_zone = 'latchkey/.test(sql)) throw refusal(1298, 'Unknown or incorrect time zone');
    const condition = /^SELECT (@@GLOBAL\..*|COALESCE\(HEX.*)$/.exec(sql);
    if (condition !== null && !sql.includes('server_uid')) {
      const holds = (condition[1] ?? '').split(' AND ').every((one) => this.#holds(one, connection));
      return table([[holds ? 1 : 0]]);
    }
    switch (sql) {
      case 'SELECT @@GLOBAL.server_uid':
        throw refusal(1193, "Unknown system variable 'server_uid'");
      case 'START TRANSACTION':
      case 'ROLLBACK':
        return table([]);
      case 'SHOW GLOBAL VARIABLES':
        return table([...this.variables]);
      case 'SELECT @@SESSION.sql_mode':
        return table([['STRICT_TRANS_TABLES']]);
      case 'SELECT CURRENT_USER()':
        return table([['root@localhost']]);
      case 'SELECT UNIX_TIMESTAMP()':
        return table([[this.#now]]);
      case "SHOW GLOBAL STATUS LIKE 'Uptime'":
        return table([['Uptime', String(this.#now - this.startedAt)]]);
      case "SELECT IS_USED_LOCK('latchkey'), CONNECTION_ID()":
        return table([[this.#lockHolder, connection]]);
      case "SELECT IS_USED_LOCK('latchkey')":
        return table([[this.#lockHolder]]);
      case "SELECT GET_LOCK('latchkey', 0)":
        this.#lockHolder ??= connection;
        return table([[this.#lockHolder === connection ? 1 : 0]]);
      case "SELECT RELEASE_LOCK('latchkey')":
        if (this.#lockHolder === connection) this.#lockHolder = null;
        return table([[1]]);
    }
    if (sql.startsWith('SELECT COERCIBILITY')) return table([[5]]);
    if (sql.startsWith('SELECT @@SESSION.')) throw refusal(1238, 'is a GLOBAL variable');
    if (sql === 'SHOW WARNINGS' || sql.startsWith('SET SESSION')) return table([]);
    throw new Error(`The model does not know: ${sql}`);
  }

  #holds(condition: string, connection: number): boolean {
    const mark = /^CONCAT_WS\(.*\) = '(.*)'$/.exec(condition);
    if (mark !== null) return mark[1] === this.#mark(connection);
    const number = /^@@GLOBAL.`(\w+)` = ([\d.]+)$/.exec(condition);
    if (number !== null) return Number(this.variables.get(number[1] ?? '')) === Number(number[2]);
    const text = /^COALESCE\(HEX\(@@GLOBAL.`(\w+)`\), ''\) IN \((.*)\)$/.exec(condition);
    if (text === null) throw new Error(`The model does not know the condition ${condition}`);
    const hex = Buffer.from(this.variables.get(text[1] ?? '') ?? '')
      .toString('hex')
      .toUpperCase();
    return text[2]?.split(', ').includes(`'${hex}'`) === true;
  }

  /** Each connection has its own user variable. */
  readonly #nonces = new Map<number, string>();

  #mark(connection: number): string {
    return `${connection}/${Buffer.from(this.#nonces.get(connection) ?? '')
      .toString('hex')
      .toUpperCase()}`;
  }

  #set(variable: string, value: string): void {
    const number = Number(value);
    if (variable === 'innodb_io_capacity' && number > this.#number('innodb_io_capacity_max')) {
      this.variables.set('innodb_io_capacity_max', String(number * 2));
    }
    if (variable === 'innodb_io_capacity_max' && number < this.#number('innodb_io_capacity')) {
      this.variables.set('innodb_io_capacity', value);
    }
    const rounded =
      variable === 'join_buffer_size' ? String(Math.max(128, Math.floor(number / 128) * 128)) : value;
    this.variables.set(variable, rounded);
  }

  #number(variable: string): number {
    return Number(this.variables.get(variable));
  }
}

function refusal(errno: number, message: string): ServerRefusal {
  return new ServerRefusal('query-failed', message, errno);
}

function table(rows: Cell[][]): Table {
  return { columns: (rows[0] ?? []).map((_, index) => `c${index}`), rows };
}
