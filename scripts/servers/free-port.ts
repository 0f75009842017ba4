import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 nobody listens on, below the range from which the system hands out ports to clients. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(20_000, 32_000);
    if (await canListen(port)) return port;
  }
  throw new Error('no free port found between 20000 and 32000 on 127.0.0.1');
}

function canListen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => done(true)));
  });
}
