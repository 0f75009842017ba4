import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withDefaultSocket, withPipePath } from './driver/default-socket';

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

test('on Windows a socket is a named pipe, also when only the host "." asks for it', () => {
  const pipe = String.raw`\\.\pipe\MySQL97`;
  expect(withPipePath({ socket: 'MySQL97' }, 'win32')).toEqual({ socket: pipe });
  expect(withPipePath({ socket: pipe }, 'win32')).toEqual({ socket: pipe });
  expect(withPipePath({ host: '.', user: 'u' }, 'win32')).toEqual({
    user: 'u',
    socket: String.raw`\\.\pipe\MySQL`,
  });
  const through = { socket: '/run/mysqld/mysqld.sock', ssh: { host: 'h' } };
  expect(withPipePath(through, 'win32')).toEqual(through);
  expect(withPipePath({ socket: '/s' }, 'linux')).toEqual({ socket: '/s' });
});
