import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession, type Session } from '../../src/server';
import { gateStatements } from '../../src/server/foreign/gate';
import { buildLatchkey, latchkey } from '../cli/latchkey.ts';
import { describeEachVersion } from './real-server.ts';
import { type Client, connectClient } from './take-snapshot.ts';

function hasCompiler(): boolean {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The names that one is loaded under, where the server takes them: MySQL refuses those of built-in functions. */
const names = ['loaded', 'against', 'soundex', 'uuid_to_bin', 'md5'];

const callsOf = (name: string) => [
  `SELECT ${name}(id) FROM orders`,
  `SELECT o.id FROM orders o JOIN (SELECT ${name.toUpperCase()}(1) AS a) d ON o.id >= d.a`,
  `SELECT id FROM orders WHERE id IN (SELECT ${name} (id) FROM orders)`,
];

if (!hasCompiler()) test.skip('loadable functions (not available: a C compiler)', () => undefined);
else
  await describeEachVersion('loadable functions', (id) => {
    let server: RunningServer;
    let root: Client;
    let folder: string;
    const traps: string[] = [];
    const trace = () => join(folder, 'struck');
    const gated = (opened: Session, statements: readonly string[]) =>
      gateStatements(
        { session: opened, signal: new AbortController().signal },
        statements.map((sql) => ({ sql, schema: 'shop' })),
      );

    beforeAll(async () => {
      buildLatchkey();
      folder = await mkdtemp(join(tmpdir(), 'latchkey-loadable-'));
      execFileSync('cc', [
        ...['-shared', '-fPIC', `-DTRACE="${trace()}"`, '-o', join(folder, 'loadable.so')],
        join(import.meta.dirname, 'loadable.c'),
      ]);
      server = await startServer(id, {
        args: [`--plugin-dir=${folder}`],
        options: id.startsWith('mariadb') ? { performance_schema: true } : {},
      });
      root = connectClient(server.socket);
      await root.query('CREATE DATABASE shop');
      await root.query('USE shop');
      await root.query('CREATE TABLE orders (id INT PRIMARY KEY) ENGINE = InnoDB');
      await root.query('INSERT INTO orders VALUES (1), (2)');
      for (const name of names) {
        const taken = await root
          .query(`CREATE FUNCTION \`${name}\` RETURNS INTEGER SONAME 'loadable.so'`)
          .then(
            () => true,
            () => false,
          );
        if (taken) traps.push(...callsOf(name));
      }
      expect(traps[0]).toContain('loaded');
    });
    afterAll(async () => {
      root?.end();
      await server?.stop();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    });

    test('no statement that names one is let through, also under the name of a built-in function', async () => {
      const opened = await openSession({ socket: server.socket, user: 'root' }, {});
      const answers = await gated(opened, traps);
      expect(answers.map((answer, index) => [traps[index], typeof answer])).toEqual(
        traps.map((sql) => [sql, 'string']),
      );
      // What names none of them passes.
      expect(await gated(opened, ['SELECT COUNT(id) FROM orders'])).toEqual([expect.any(Object)]);
      await opened.close();
      expect(existsSync(trace())).toBe(false);
    });

    test('a snapshot and a replay run none of them, whatever the server has kept', async () => {
      const app = connectClient(server.socket);
      await app.query('USE shop');
      for (const sql of traps) await app.query(sql).catch(() => undefined);
      app.end();
      // The trap is one.
      expect(existsSync(trace())).toBe(true);
      await rm(trace());
      const environment = { LATCHKEY_HOME: folder };
      const to = ['--socket', server.socket, '--user', 'root'];
      const file = join(folder, 'today.lks');
      const snapshot = await latchkey(['snapshot', ...to, '--for', '1s', '--force', '-o', file], {
        environment,
      });
      expect(snapshot.code, snapshot.err).toBe(0);
      const probe = [
        'probe',
        'custom',
        '--json',
        '--arm',
        'small:sort_buffer_size=32K',
        '--max-time',
        '40s',
        '--settle',
        '300ms',
      ];
      const replay = await latchkey([...probe, '--workload', 'replay', ...to], { environment });
      expect(replay.code, replay.err).not.toBe(0);
      expect(existsSync(trace())).toBe(false);
    });
  });
