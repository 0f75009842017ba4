import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type RunningServer,
  type ServerId,
  type StartOptions,
  serverAvailability,
  serverIds,
  startServer,
} from '../../scripts/servers/index.ts';
import { isTurnOf } from '../server/real-server.ts';

const scripts = join(import.meta.dirname, '..', '..', 'scripts');
const running: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

async function start(id: ServerId, options?: StartOptions): Promise<RunningServer> {
  const server = await startServer(id, options);
  running.push(server);
  return server;
}

async function query(server: RunningServer, sql: string, how: 'socket' | 'tcp' = 'socket'): Promise<string> {
  const place = how === 'socket' ? { socketPath: server.socket } : { host: '127.0.0.1', port: server.port };
  const connection: Connection = await mysql.createConnection({ ...place, user: 'root' });
  try {
    const [rows] = await connection.query<RowDataPacket[]>({ sql, rowsAsArray: true });
    return String(Array.isArray(rows) ? rows[0]?.[0] : '');
  } finally {
    await connection.end();
  }
}

for (const id of serverIds) {
  const found = await serverAvailability(id);
  const skip = !found.available && process.env.CI !== 'true';
  const title = skip && !found.available ? `${id} (skipped: ${found.reason})` : id;
  describe.skipIf(skip)(title, () => {
    it('starts with the options asked for, root without a password over socket and TCP, and leaves nothing when stopped', async () => {
      const server = await start(id, {
        options: { innodb_buffer_pool_size: '32M', 'skip-name-resolve': true },
        args: ['--max-connections=77'],
      });
      expect(await query(server, 'SELECT @@innodb_buffer_pool_size')).toBe(String(32 * 1024 ** 2));
      expect(await query(server, 'SELECT @@max_connections', 'tcp')).toBe('77');
      expect(await query(server, 'SELECT CURRENT_USER()')).toBe('root@localhost');
      expect(await query(server, 'SELECT CURRENT_USER()', 'tcp')).toBe('root@127.0.0.1');
      expect(await query(server, 'SELECT VERSION()')).toContain(server.version);
      expect(server.socket.length).toBeLessThan(100);
      await server.stop();
      expect(existsSync(server.dir)).toBe(false);
      expect(existsSync(`/proc/${server.pid}`)).toBe(false);
    });

    it.runIf(isTurnOf(id, 'mysql80', 'mariadb114'))(
      'keeps data, port and socket over a restart and over a kill',
      async () => {
        const server = await start(id);
        const { port, socket } = server;
        await query(server, 'CREATE DATABASE kept');
        await query(server, 'CREATE TABLE kept.t (a INT) ENGINE=InnoDB');
        await query(server, 'INSERT INTO kept.t VALUES (7)');
        await server.restart(['--max-connections=33']);
        expect(await query(server, 'SELECT @@max_connections', 'tcp')).toBe('33');
        await server.kill();
        await expect(query(server, 'SELECT 1')).rejects.toThrow();
        await server.restart();
        expect(await query(server, 'SELECT a FROM kept.t')).toBe('7');
        expect({ port: server.port, socket: server.socket }).toEqual({ port, socket });
      },
    );

    it('says in the words of its error log why it did not start', async () => {
      await expect(startServer(id, { args: ['--no-such-option-at-all=1'] })).rejects.toThrow(
        /no-such-option/,
      );
    });
  });
}

const mysql97 = await serverAvailability('mysql97');
const mariadb118 = await serverAvailability('mariadb118');
const skip = !(mysql97.available && mariadb118.available) && process.env.CI !== 'true';

describe.skipIf(skip)('several servers', () => {
  it('run side by side, also two of a kind', async () => {
    const servers = await Promise.all([start('mysql97'), start('mariadb118'), start('mariadb118')]);
    const versions = await Promise.all(servers.map((server) => query(server, 'SELECT VERSION()', 'tcp')));
    expect(versions.map((version) => version.split('.')[0])).toEqual(['9', '11', '11']);
    expect(new Set(servers.map(({ port }) => port)).size).toBe(3);
    expect(new Set(servers.map(({ dir }) => dir)).size).toBe(3);
  });

  it('make a new data folder for an option that is fixed in it', async () => {
    const [one, other] = await Promise.all([
      start('mysql97', { options: { innodb_page_size: '8K' } }),
      start('mariadb118', { options: { innodb_page_size: '4K' } }),
    ]);
    expect(await query(one, 'SELECT @@innodb_page_size')).toBe('8192');
    expect(await query(other, 'SELECT @@innodb_page_size')).toBe('4096');
  });

  it('have no port with skipNetworking', async () => {
    const server = await start('mariadb118', { skipNetworking: true });
    expect(server.port).toBe(0);
    expect(await query(server, 'SELECT @@skip_networking')).toBe('1');
  });

  it('end, folder and all, when their caller is killed', async () => {
    const caller = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { startServer } = await import(${JSON.stringify(join(scripts, 'servers', 'index.ts'))});
         const servers = await Promise.all(['mysql97', 'mariadb118'].map((id) => startServer(id)));
         console.log(JSON.stringify(servers.map(({ pid, dir }) => ({ pid, dir }))));
         setInterval(() => undefined, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const servers: { pid: number; dir: string }[] = JSON.parse(await firstLine(caller));
    expect(servers.every(({ pid, dir }) => existsSync(`/proc/${pid}`) && existsSync(dir))).toBe(true);
    caller.kill('SIGKILL');
    await until(() => servers.every(({ pid, dir }) => !existsSync(`/proc/${pid}`) && !existsSync(dir)));
  });
});

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

/** Looks again and again; the test's own time limit ends it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(20);
}
