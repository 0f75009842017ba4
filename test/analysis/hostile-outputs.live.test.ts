import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { expect, test } from 'vitest';
import { type RunningServer, serverIds, startServer } from '../../scripts/servers/index.ts';
import { renderPlan } from '../../src/analysis';
import { hostileTexts } from '../hostile-texts';
import { argumentsOf, runServer, serverRecipe } from '../knowledge/option-file-server';
import { isTurnOf } from '../server/real-server.ts';
import { analysisOf, hostileAnalysis, hostilePlan, statedLeftOut } from './hostile-plan';

const modes = ['', 'NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES', 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'];
/** Debian's command line client, where it is installed. */
const client = ['/usr/bin/mariadb', '/usr/bin/mysql'].find((path) => existsSync(path));

test.each(serverIds)(
  'on %s a hostile value arrives exactly or is left out, by statement, by file and by the client, under every SQL mode',
  async (id) => {
    const server = await startServer(id);
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-hostile-'));
    try {
      const connection = await mysql.createConnection({
        socketPath: server.socket,
        user: 'root',
        charset: 'utf8mb4',
        multipleStatements: true,
      });
      await connection.query('CREATE DATABASE IF NOT EXISTS shop');
      const analysis = analysisOf(serverRecipe(id).kind);
      for (const mode of modes) {
        // The client's own session begins with it.
        await connection.query('SET GLOBAL sql_mode = ?; SET SESSION sql_mode = ?', [mode, mode]);
        for (const [what, text] of Object.entries(hostileTexts)) {
          // MariaDB 11.4 and 11.8 take no init_connect of more than 2,000 characters, and say so.
          if (['mariadb114', 'mariadb118'].includes(id) && text.length > 2000) continue;
          for (const undo of [false, true]) {
            const plan = hostilePlan(analysis, undo ? text : 'before', undo ? 'after' : text);
            for (const format of ['set-global', 'now-and-file'] as const) {
              const { text: file } = renderPlan(plan, hostileAnalysis(analysis, text), format, null, {
                undo,
              });
              const leftOut = statedLeftOut(file, []).includes('init_connect');
              for (const [how, send] of Object.entries(ways)) {
                if (how === 'client' && (client === undefined || format === 'now-and-file')) continue;
                // How the client splits a file does not depend on the server.
                if (how === 'client' && !isTurnOf(id, 'mysql80', 'mariadb114')) continue;
                await connection.query("SET GLOBAL init_connect = 'untouched'");
                await send(file, connection, server, folder);
                const [rows] = await connection.query<mysql.RowDataPacket[]>(
                  "SELECT @@GLOBAL.init_connect AS value, (SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = 'shop') AS shops",
                );
                const where = `${what}, ${format}, ${how}, ${mode}, undo ${undo}`;
                expect(rows[0]?.shops, where).toBe(1);
                const value = String(rows[0]?.value);
                expect(value === (leftOut ? 'untouched' : text), `${where}: ${value.slice(0, 200)}`).toBe(
                  true,
                );
              }
            }
          }
        }
      }
      expect(readdirSync(folder)).toEqual([]);
      await connection.end();
    } finally {
      rmSync(folder, { recursive: true });
      await server.stop();
    }
  },
  600_000,
);

type Send = (file: string, connection: mysql.Connection, server: RunningServer, cwd: string) => Promise<void>;

const ways: Record<string, Send> = {
  // As programs that split a file at line ends do.
  statements: async (file, connection) => {
    for (const line of file.split('\n')) {
      if (line !== '' && !line.startsWith('--')) await connection.query(line);
    }
  },
  file: async (file, connection) => {
    await connection.query(file);
  },
  client: async (file, _, server, cwd) => {
    execFileSync(client ?? '', ['--no-defaults', '--user=root', `--socket=${server.socket}`, '--skip-ssl'], {
      input: file,
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  },
};

test('on mysql97 SET PERSIST and PERSIST_ONLY keep a hostile value exactly, and --undo releases it', async () => {
  const server = await startServer('mysql97');
  try {
    const connection = await mysql.createConnection({
      socketPath: server.socket,
      user: 'root',
      multipleStatements: true,
    });
    await connection.query('CREATE DATABASE IF NOT EXISTS shop');
    const analysis = analysisOf(serverRecipe('mysql97').kind);
    for (const [what, text] of Object.entries(hostileTexts)) {
      for (const format of ['set-persist', 'set-persist-only'] as const) {
        await connection.query("RESET PERSIST IF EXISTS init_connect; SET GLOBAL init_connect = 'untouched'");
        const plan = hostilePlan(analysis, 'before', text);
        const { text: file } = renderPlan(plan, hostileAnalysis(analysis, text), format, null);
        const leftOut = statedLeftOut(file, []).includes('init_connect');
        await connection.query(file);
        const [rows] = await connection.query<mysql.RowDataPacket[]>(
          `SELECT @@GLOBAL.init_connect AS now, @@datadir AS datadir,
          (SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = 'shop') AS shops`,
        );
        const found = rows[0];
        // persisted_variables shows 1024 characters; the file is what a start reads.
        const kept = JSON.parse(readFileSync(join(String(found?.datadir), 'mysqld-auto.cnf'), 'utf8'));
        const persisted = kept.mysql_dynamic_variables?.init_connect?.Value ?? null;
        expect(found?.shops, what).toBe(1);
        expect(
          persisted === (leftOut ? null : text),
          `${what}, ${format}: ${String(persisted).slice(0, 200)}`,
        ).toBe(true);
        expect(found?.now === (leftOut || format === 'set-persist-only' ? 'untouched' : text), what).toBe(
          true,
        );
        const way = renderPlan(
          hostilePlan(analysis, text, 'after'),
          hostileAnalysis(analysis, text),
          format,
          null,
          {
            undo: true,
          },
        );
        if (statedLeftOut(way.text, []).includes('init_connect')) continue;
        await connection.query(way.text);
        const [[back] = []] = await connection.query<mysql.RowDataPacket[]>(
          'SELECT @@GLOBAL.init_connect AS now, (SELECT COUNT(*) FROM performance_schema.persisted_variables) AS kept',
        );
        expect(back?.kept, what).toBe(0);
        if (format === 'set-persist') expect(back?.now === text, `${what}, back: ${back?.now}`).toBe(true);
      }
    }
    await connection.end();
  } finally {
    await server.stop();
  }
});

test.each(serverIds)(
  '%s reads a hostile value from an option file exactly, or it is left out',
  async (id) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-hostile-'));
    try {
      const { kind } = serverRecipe(id);
      const analysis = analysisOf(kind);
      for (const [what, text] of Object.entries(hostileTexts)) {
        const plan = hostilePlan(analysis, 'before', text);
        const { text: file } = renderPlan(plan, hostileAnalysis(analysis, text), 'cnf', null);
        const path = join(folder, 'my.cnf');
        writeFileSync(path, file);
        const printed = argumentsOf(
          await runServer(id, [`--defaults-file=${path}`, '--print-defaults'], { cwd: folder }),
        );
        const left = statedLeftOut(file, []);
        const written = plan.changes.filter(({ variable }) => !left.includes(variable));
        const expected = written.map(
          ({ variable }) => `--${variable}=${Buffer.from(text).toString('latin1')} `,
        );
        expect(printed?.trimEnd(), what).toBe(expected.join('').trimEnd());
      }
      expect(readdirSync(folder)).toEqual(['my.cnf']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
