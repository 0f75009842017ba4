/**
 * A MySQL server that does what no server should. Each test hands over a script: how it greets, how it takes the login,
 * what it answers to a statement. Without a script it is a plain MySQL 8.4 with hardly any answers; `realAnswers` puts a
 * real server behind it, whose answers the script may spoil.
 *
 *     const server = await startHostileServer({ answer: (session) => session.endlessRows() });
 *     // ... bin/latchkey snapshot -h 127.0.0.1 -P ${server.port} ...
 *     server.sessions[0].statements, .heard      what the client sent, and whether under TLS (.encrypted)
 *     await server.close();
 *
 * Every byte that a client sends is kept, so that a test can say what never went over the wire.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import {
  capability,
  columnPayload,
  endPayload,
  errorPayload,
  framed,
  type Greeting,
  greetingPayload,
  okPayload,
  rowPayload,
} from './wire.ts';

/** What a statement is answered with; cells are text, bytes or NULL. */
export interface Rows {
  columns: string[];
  rows: (string | Uint8Array | null)[][];
}

export interface Script {
  /** Fields of the greeting that differ from those of a plain server. */
  greeting?: Partial<Greeting>;
  /** Offers TLS with this certificate; without one, TLS is not offered. */
  tls?: SecureContext;
  /** Keeps its own end of a connection open when the client ends its. */
  halfOpen?: true;
  /** In place of the greeting. */
  greet?: (session: HostileSession) => Promise<void> | void;
  /** In place of the TLS handshake, once the client has asked for TLS. */
  handshake?: (session: HostileSession) => Promise<void> | void;
  /** In place of an OK, once the client has sent its name. */
  login?: (session: HostileSession) => Promise<void> | void;
  /** In place of the plain answer, which `usual` sends. */
  answer?: (session: HostileSession, sql: string, usual: () => Promise<void>) => Promise<void> | void;
  /** Where plain answers come from; default: hardly anything. */
  answers?: (session: HostileSession) => Promise<Answers>;
}

/** Answers of a plain server, for one session. */
export interface Answers {
  /** @throws an object with errno and message: the server's refusal */
  query(sql: string): Promise<Rows | null>;
  close(): void;
}

export interface HostileServer {
  port: number;
  sessions: readonly HostileSession[];
  close(): Promise<void>;
}

/** Starts it on a free port of 127.0.0.1. */
export async function startHostileServer(script: Script = {}): Promise<HostileServer> {
  const sessions: HostileSession[] = [];
  const server = createServer({ allowHalfOpen: script.halfOpen === true }, (socket) => {
    const session = new HostileSession(socket, sessions.length + 1, script);
    sessions.push(session);
    // A client that leaves in the middle of an attack is what is wanted of it.
    session.serve().catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: portOf(server), sessions, close: () => close(server, sessions) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function close(server: Server, sessions: HostileSession[]): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const session of sessions) session.hangUp();
  await closed;
}

/** One connection of a client. */
export class HostileSession {
  /** From 1, in the order in which clients came. */
  readonly number: number;
  readonly greeting: Greeting;
  /** Texts of COM_QUERY, as they came. */
  readonly statements: string[] = [];
  /** The login packet. */
  loginPacket: Buffer = Buffer.alloc(0);
  encrypted = false;
  /** Number of the next packet. */
  sequence = 0;
  readonly #script: Script;
  readonly #heard: Buffer[] = [];
  #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #waiting: (() => void) | undefined;
  #over = false;
  #answers: Answers | undefined;

  constructor(socket: Socket, number: number, script: Script) {
    this.number = number;
    this.#script = script;
    this.#socket = socket;
    const usual = Object.values(capability).reduce((sum, flag) => sum + flag, 0) - capability.ssl;
    this.greeting = {
      version: '8.4.3',
      connectionId: 1000 + number,
      scramble: Buffer.from(randomBytes(20).map((byte) => 33 + (byte % 90))),
      capabilities: script.tls === undefined ? usual : usual + capability.ssl,
      plugin: 'caching_sha2_password',
      ...script.greeting,
    };
    this.#listen(socket);
  }

  /** Everything that the client sent, after TLS was taken off. */
  get heard(): Buffer {
    return Buffer.concat(this.#heard);
  }

  /** Whether the client is still there. */
  get open(): boolean {
    return !this.#over && !this.#socket.destroyed;
  }

  /** Greets, takes the login and answers until the client leaves. */
  async serve(): Promise<void> {
    await this.#greet();
    if ((await this.#takeLogin()) === false) return;
    if (this.#script.login === undefined) await this.ok();
    else await this.#script.login(this);
    this.#answers = await (this.#script.answers ?? hardlyAnything)(this);
    try {
      while (await this.#command());
    } finally {
      this.#answers.close();
    }
    this.hangUp();
  }

  /** The next packet of the client without its header; null when there will be none. */
  async packet(): Promise<Buffer | null> {
    for (;;) {
      const length = this.#buffer.length >= 4 ? this.#buffer.readUIntLE(0, 3) : -1;
      if (length >= 0 && this.#buffer.length >= 4 + length) {
        const payload = this.#buffer.subarray(4, 4 + length);
        this.sequence = (this.#buffer[3] ?? 0) + 1;
        this.#buffer = this.#buffer.subarray(4 + length);
        return Buffer.from(payload);
      }
      if (!this.open) return null;
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }

  /** Sends one packet with the number that is due. */
  async send(payload: Uint8Array): Promise<void> {
    const bytes = framed(this.sequence, payload);
    this.sequence += Math.floor(payload.length / 0xffffff) + 1;
    await this.raw(bytes);
  }

  /** Sends bytes as they are, and waits until they are taken or the client is gone. */
  raw(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (!this.open || this.#socket.write(bytes)) {
        // Lets what the client does in between happen.
        setImmediate(resolve);
        return;
      }
      const done = () => {
        this.#socket.off('drain', done);
        this.#socket.off('close', done);
        resolve();
      };
      this.#socket.on('drain', done);
      this.#socket.on('close', done);
    });
  }

  ok(status?: number, warnings?: number): Promise<void> {
    return this.send(okPayload(status, warnings));
  }

  error(errno: number, message: string): Promise<void> {
    return this.send(errorPayload(errno, message));
  }

  /** The beginning of a result: the number of columns and what they are. */
  async columns(names: readonly string[]): Promise<void> {
    await this.send(lengthOf(names.length));
    for (const name of names) await this.send(columnPayload(name));
    await this.send(endPayload());
  }

  /** A whole result, with flags of its end. */
  async rows({ columns, rows }: Rows, status?: number): Promise<void> {
    await this.columns(columns);
    for (const row of rows) await this.send(rowPayload(row));
    await this.send(endPayload(status));
  }

  /** Rows without end, until the client leaves. */
  async endlessRows(
    columns: readonly string[] = ['Variable_name', 'Value'],
    value = 'x'.repeat(1000),
  ): Promise<void> {
    await this.columns(columns);
    for (let number = 0; this.open; ) {
      const many: Buffer[] = [];
      for (let row = 0; row < 200; row += 1, number += 1) {
        many.push(
          framed(this.sequence, rowPayload(columns.map((_, index) => (index === 0 ? `v${number}` : value)))),
        );
        this.sequence += 1;
      }
      await this.raw(Buffer.concat(many));
    }
  }

  /** One byte at a time, until the client leaves. */
  async drip(bytes: Uint8Array, everyMs = 1000): Promise<void> {
    for (const byte of bytes) {
      if (!this.open) return;
      await this.raw(Buffer.from([byte]));
      await this.pause(everyMs);
    }
  }

  /** Says nothing, until the client leaves. */
  silence(): Promise<void> {
    return this.pause(2 ** 31 - 1);
  }

  /** Waits, or until the client leaves. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#socket.off('close', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      if (this.open) this.#socket.on('close', done);
      else done();
    });
  }

  /** Ends the connection once what was written has gone out. */
  end(): void {
    this.#socket.end();
  }

  hangUp(): void {
    this.#over = true;
    this.#socket.destroy();
    this.#wake();
  }

  async #greet(): Promise<void> {
    if (this.#script.greet !== undefined) await this.#script.greet(this);
    else await this.send(greetingPayload(this.greeting));
  }

  /** @returns false where the client left, or the script took over the TLS handshake */
  async #takeLogin(): Promise<boolean> {
    let packet = await this.packet();
    if (packet !== null && packet.length === 32) {
      if (this.#script.handshake !== undefined) {
        await this.#script.handshake(this);
        return false;
      }
      if (this.#script.tls !== undefined) {
        this.#encrypt(this.#script.tls);
        packet = await this.packet();
      }
    }
    this.loginPacket = packet ?? this.loginPacket;
    return packet !== null;
  }

  #encrypt(secureContext: SecureContext): void {
    const plain = this.#socket;
    plain.removeAllListeners('data');
    plain.pause();
    if (this.#buffer.length > 0) plain.unshift(this.#buffer);
    this.#buffer = Buffer.alloc(0);
    const secure = new TLSSocket(plain, { isServer: true, secureContext });
    this.encrypted = true;
    this.#socket = secure;
    this.#listen(secure);
  }

  /** @returns false when the client said goodbye or is gone */
  async #command(): Promise<boolean> {
    const packet = await this.packet();
    if (packet === null || packet[0] === 1) return false;
    if (packet[0] !== 3) {
      await this.ok();
      return true;
    }
    const sql = packet.subarray(1).toString('utf8');
    this.statements.push(sql);
    const usual = () => this.#usual(sql);
    if (this.#script.answer === undefined) await usual();
    else await this.#script.answer(this, sql, usual);
    return this.open;
  }

  async #usual(sql: string): Promise<void> {
    try {
      const found = (await this.#answers?.query(sql)) ?? null;
      await (found === null ? this.ok() : this.rows(found));
    } catch (thrown) {
      const { errno, message } = refusal(thrown);
      await this.error(errno, message);
    }
  }

  #listen(socket: Socket): void {
    socket.on('error', () => this.hangUp());
    socket.on('close', () => {
      this.#over = this.#over || socket === this.#socket;
      this.#wake();
    });
    socket.on('data', (data: Buffer) => {
      this.#heard.push(data);
      this.#buffer = Buffer.concat([this.#buffer, data]);
      this.#wake();
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.();
  }
}

function lengthOf(columns: number): Buffer {
  return columns < 251 ? Buffer.from([columns]) : Buffer.from([0xfc, columns & 0xff, columns >> 8]);
}

function refusal(thrown: unknown): { errno: number; message: string } {
  const read = (name: string): unknown =>
    typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : undefined;
  const errno = read('errno');
  return { errno: typeof errno === 'number' && errno > 0 ? errno : 1105, message: String(read('message')) };
}

/** Enough for a client to take it for a server: what it is, and nothing in any table. */
async function hardlyAnything({ greeting }: HostileSession): Promise<Answers> {
  const tables: [RegExp, Rows | null][] = [
    [/^\s*(?:SET|ROLLBACK|COMMIT|START|KILL)\b/i, null],
    [
      /VERSION\(\)/i,
      {
        columns: ['VERSION()', '@@version_comment'],
        rows: [[greeting.version, 'MySQL Community Server - GPL']],
      },
    ],
    [
      /SHOW (?:GLOBAL )?VARIABLES/i,
      {
        columns: ['Variable_name', 'Value'],
        rows: [
          ['hostname', 'db1'],
          ['port', '3306'],
          ['server_uuid', '11111111-2222-3333-4444-555555555555'],
          ['performance_schema', 'OFF'],
          ['version', greeting.version],
        ],
      },
    ],
    [
      /SHOW (?:GLOBAL |SESSION )?STATUS/i,
      { columns: ['Variable_name', 'Value'], rows: [['Uptime', '5000']] },
    ],
    [/SHOW GRANTS/i, { columns: ['Grants'], rows: [['GRANT ALL PRIVILEGES ON *.* TO `root`@`%`']] }],
  ];
  return {
    query: async (sql) => {
      const found = tables.find(([pattern]) => pattern.test(sql));
      return found === undefined ? { columns: ['nothing'], rows: [] } : found[1];
    },
    close: () => undefined,
  };
}
