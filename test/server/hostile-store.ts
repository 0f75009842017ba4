import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** What a store is asked. */
export interface Question {
  path: string;
  query: string;
  parameters: URLSearchParams;
  headers: IncomingMessage['headers'];
}

type Answer = (question: Question, response: ServerResponse) => void;

export interface HostileStore {
  url: string;
  port: number;
  asked: Question[];
  stop(): Promise<void>;
}

/** A real HTTP server that answers as the test says. @param tls certificate and key; absent: without TLS */
export async function startHostileStore(
  answer: Answer,
  tls?: { cert: Buffer; key: Buffer },
): Promise<HostileStore> {
  const asked: Question[] = [];
  const listener: RequestListener = (request, response) => {
    const url = new URL(request.url ?? '/', 'http://store');
    const question = {
      path: url.pathname,
      query: url.searchParams.get('query') ?? url.searchParams.get('match[]') ?? '',
      parameters: url.searchParams,
      headers: request.headers,
    };
    asked.push(question);
    answer(question, response);
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http${tls === undefined ? '' : 's'}://127.0.0.1:${port}`, port, asked },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Answers with a document of the query API. */
export function data(response: ServerResponse, value: unknown, more: object = {}): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ status: 'success', data: value, ...more }));
}

/** Answers with a status and a text. */
export function refuse(response: ServerResponse, status: number, text: string, headers: object = {}): void {
  response.writeHead(status, { ...headers });
  response.end(text);
}
