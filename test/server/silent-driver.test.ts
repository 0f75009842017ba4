import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { connectDriver } from '../../src/server/connect/driver/driver';
import { wrongAnswers } from '../hostile/attacks/packets';
import { startHostileServer } from '../hostile/server/hostile-server';

const methods = ['log', 'info', 'warn', 'error', 'trace', 'dir', 'debug'] as const;
let prints: MockInstance[];
beforeEach(() => {
  prints = methods.map((method) => vi.spyOn(console, method).mockImplementation(() => undefined));
});
afterEach(() => vi.restoreAllMocks());

describe('the driver prints nothing, whatever a server answers', () => {
  test.each(Object.entries(wrongAnswers))('%s', async (_what, wrong) => {
    const server = await startHostileServer({
      answer: async (session) => {
        await session.raw(wrong(session));
        session.end();
      },
    });
    try {
      const target = { host: '127.0.0.1', port: server.port, user: 'root', sslMode: 'disabled' as const };
      const driver = await connectDriver(target, {});
      const ended = await driver.run('SELECT 1').then(
        () => 'an answer',
        (error: unknown) => (error instanceof Error ? 'an error' : 'no error'),
      );
      driver.destroy();
      expect(ended).not.toBe('no error');
      expect(prints.flatMap(({ mock }) => mock.calls)).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

test('what is given up is cut, also where the server keeps its own end open and goes on sending', async () => {
  const server = await startHostileServer({ halfOpen: true, answer: (session) => session.endlessRows() });
  try {
    const target = { host: '127.0.0.1', port: server.port, user: 'root', sslMode: 'disabled' as const };
    const driver = await connectDriver(target, {});
    await expect(driver.run('SELECT 1')).rejects.toThrow('is larger than');
    await expect.poll(() => server.sessions[0]?.open).toBe(false);
  } finally {
    await server.close();
  }
});

test('a packet out of its turn ends the connection', async () => {
  const server = await startHostileServer({
    answer: async (session) => session.raw(wrongAnswers['a wrong sequence id']?.(session) ?? Buffer.alloc(0)),
  });
  try {
    const target = { host: '127.0.0.1', port: server.port, user: 'root', sslMode: 'disabled' as const };
    const driver = await connectDriver(target, {});
    await expect(driver.run('SELECT 1')).rejects.toThrow('Packet 99 came instead of 1.');
    expect(driver.alive()).toBe(false);
  } finally {
    await server.close();
  }
});

// Each was looked at: what a server sends does not lead there, or `silence` is before it.
const known: Record<string, { count: number; why: string }> = {
  'base/connection.js': {
    count: 10,
    why: 'options.debug; packets out of their turn, which `silence` refuses',
  },
  'commands/auth_switch.js': { count: 1, why: 'options.authSwitchHandler' },
  'commands/client_handshake.js': { count: 5, why: 'options.debug' },
  'commands/query.js': { count: 7, why: 'options.debug; a query that is awaited' },
  'commands/server_handshake.js': { count: 1, why: 'servers' },
  'connection_config.js': { count: 2, why: 'names of options, which are ours' },
  'helpers.js': { count: 3, why: 'options.debug with code made of column names' },
  'packets/packet.js': { count: 2, why: 'dump(); lengths past the end, which `silence` refuses' },
  'parsers/binary_parser.js': { count: 1, why: 'options.typeCast' },
  'parsers/static_binary_parser.js': { count: 1, why: 'options.typeCast' },
  'parsers/static_text_parser.js': { count: 1, why: 'options.typeCast' },
  'parsers/text_parser.js': { count: 1, why: 'options.typeCast' },
  'pool_connection.js': { count: 1, why: 'pools' },
};

test('every place where the driver can print is known', () => {
  const lib = 'node_modules/mysql2/lib';
  const counts = Object.fromEntries(
    globSync(`${lib}/**/*.js`)
      .map((path): [string, number] => [
        path.replaceAll('\\', '/').slice(lib.length + 1),
        readFileSync(path, 'utf8').split(/\bconsole\.\w+\(|process\.std(?:out|err)\.write/).length - 1,
      ])
      .filter(([, count]) => count > 0),
  );
  const expected = Object.fromEntries(Object.entries(known).map(([path, { count }]) => [path, count]));
  expect(counts).toEqual(expected);
});
