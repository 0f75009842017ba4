import { once } from 'node:events';
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';

/** A statement on its way to the server. */
export interface PassingStatement {
  sql: string;
  /** Of the proxy, counted from 1. */
  connection: number;
}

export type Passage = 'pass' | 'refuse';

/** What looks on, and may hold a statement up, or have the server seem to refuse it. */
export interface ProxyWatch {
  /** Before the server gets it. */
  before(statement: PassingStatement): Promise<Passage> | Passage;
  /** When the server has answered, before the client hears of it. */
  answered(statement: PassingStatement): Promise<void> | void;
}

const comQuery = 0x03;
/** ER_UNKNOWN_ERROR with the SQL state HY000, as the first packet after a statement. */
const refusal = packet(
  1,
  Buffer.concat([Buffer.from([0xff, 0x51, 0x04]), Buffer.from('#HY000planted by the test')]),
);

function packet(sequence: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(payload.length, 0, 3);
  head[3] = sequence;
  return Buffer.concat([head, payload]);
}

/** From MySQL 8.0.23 on, the count of query attributes (none) and of their sets (one) stands before the text. */
function statementIn(whole: Buffer): string {
  const attributes = whole[5] === 0 && whole[6] === 1 ? 2 : 0;
  return whole.toString('utf8', 5 + attributes);
}

/**
 * A way to a server on which every statement can be seen, held up, and cut off: it speaks just enough of the protocol
 * to find the statements of unencrypted connections.
 */
export class StatementProxy {
  watch: ProxyWatch = { before: () => 'pass', answered: () => undefined };
  readonly #serverPort: number;
  readonly #links = new Set<Link>();
  #listener: Server | null = null;
  #port = 0;
  #count = 0;
  #stallNew = false;

  constructor(serverPort: number) {
    this.#serverPort = serverPort;
  }

  get port(): number {
    return this.#port;
  }

  /** Takes connections, always on the same port, and lets all through again. */
  async open(): Promise<void> {
    this.#stallNew = false;
    if (this.#listener !== null) return;
    const listener = createServer((socket) => this.#accept(socket));
    listener.listen({ port: this.#port, host: '127.0.0.1' });
    await once(listener, 'listening');
    const address = listener.address();
    if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
    this.#port = address.port;
    this.#listener = listener;
  }

  /** Nobody gets in any more; what is open is reset. */
  async close(): Promise<void> {
    const listener = this.#listener;
    this.#listener = null;
    if (listener !== null) {
      const closed = once(listener, 'close');
      listener.close();
      this.cut('reset');
      await closed;
    }
    this.forget();
  }

  /**
   * Breaks what is open. `drop`: both ends see it closed; `reset`: both see it reset; `stall`: nothing comes through
   * any more, and nobody is reported. @param newOnes whether new connections stall too
   */
  cut(how: 'drop' | 'reset' | 'stall', newOnes = false): void {
    this.#stallNew = how === 'stall' && newOnes;
    for (const link of this.#links) link.cut(how);
  }

  /** Ends what stalls, as a server does that notices at last. */
  forget(): void {
    for (const link of this.#links) link.cut('drop');
  }

  #accept(client: Socket): void {
    const link = new Link(client, this.#serverPort, ++this.#count, () => this.watch);
    this.#links.add(link);
    link.onEnd = () => this.#links.delete(link);
    if (this.#stallNew) link.cut('stall');
  }
}

class Link {
  onEnd: () => void = () => undefined;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #number: number;
  readonly #watch: () => ProxyWatch;
  #stalled = false;
  #rest = Buffer.alloc(0);
  #tail: Promise<void> = Promise.resolve();
  #asked: PassingStatement | null = null;

  constructor(client: Socket, serverPort: number, number: number, watch: () => ProxyWatch) {
    this.#client = client;
    this.#number = number;
    this.#watch = watch;
    this.#server = connectSocket(serverPort, '127.0.0.1');
    for (const socket of [this.#client, this.#server]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    }
    this.#client.on('data', (data) => this.#inTurn(() => this.#fromClient(data)));
    this.#server.on('data', (data) => this.#inTurn(() => this.#fromServer(data)));
    this.#client.on('close', () => this.#ended(this.#server));
    this.#server.on('close', () => this.#ended(this.#client));
  }

  cut(how: 'drop' | 'reset' | 'stall'): void {
    if (how === 'stall') {
      this.#stalled = true;
      return;
    }
    this.#stalled = false;
    for (const socket of [this.#client, this.#server]) {
      if (how === 'reset') socket.resetAndDestroy();
      else socket.destroy();
    }
  }

  #ended(other: Socket): void {
    // Of what stalls, the other end does not hear.
    if (this.#stalled) return;
    this.#inTurn(async () => {
      other.end();
      this.onEnd();
    });
  }

  #inTurn(act: () => Promise<void>): void {
    this.#tail = this.#tail.then(act, act);
  }

  async #fromClient(data: Buffer): Promise<void> {
    this.#rest = Buffer.concat([this.#rest, data]);
    while (this.#rest.length >= 4) {
      const length = 4 + this.#rest.readUIntLE(0, 3);
      if (this.#rest.length < length) return;
      const whole = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      await this.#packet(whole);
    }
  }

  async #packet(whole: Buffer): Promise<void> {
    const isStatement = whole[3] === 0 && whole[4] === comQuery;
    if (!isStatement) {
      this.#send(this.#server, whole);
      return;
    }
    const statement = { sql: statementIn(whole), connection: this.#number };
    if ((await this.#watch().before(statement)) === 'refuse') {
      this.#send(this.#client, refusal);
      return;
    }
    this.#asked = statement;
    this.#send(this.#server, whole);
  }

  async #fromServer(data: Buffer): Promise<void> {
    const asked = this.#asked;
    this.#asked = null;
    if (asked !== null) await this.#watch().answered(asked);
    this.#send(this.#client, data);
  }

  #send(to: Socket, data: Buffer): void {
    if (!this.#stalled && to.writable) to.write(data);
  }
}
