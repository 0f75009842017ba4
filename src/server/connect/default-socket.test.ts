import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withDefaultSocket } from './default-socket';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-socket-'));
const socket = join(folder, 'mysqld.sock');
writeFileSync(socket, '');
afterAll(() => rmSync(folder, { recursive: true }));

test('localhost without a port is the socket, if there is one', async () => {
  const sockets = [join(folder, 'none'), socket];
  expect(await withDefaultSocket({ user: 'app' }, sockets)).toEqual({ user: 'app', socket });
  expect(await withDefaultSocket({ host: 'localhost' }, sockets)).toMatchObject({ socket });
  for (const target of [{ host: 'localhost', port: 3306 }, { host: '127.0.0.1' }, { socket: '/other' }]) {
    expect(await withDefaultSocket(target, sockets)).toEqual(target);
  }
  expect(await withDefaultSocket({}, [join(folder, 'none')])).toEqual({});
});
