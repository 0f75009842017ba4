import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { openSession } from '../../src/server';
import { gateStatements } from '../../src/server/foreign/gate';
import { replayLoad } from '../../src/server/workload/replay';
import { systemClock } from '../../src/shared/base/clock';
import { recordingSummarySchema } from '../../src/shared/recording';
import { buildLatchkey, latchkey } from '../cli/latchkey';
import { measured } from './hostile-files';
import { type HostileSession, startHostileServer } from './server/hostile-server';
import { realAnswers } from './server/real-answers';
import {
  columnPayload,
  endPayload,
  framed,
  header,
  lengthEncoded,
  okPayload,
  rowPayload,
} from './server/wire';

let folder: string;
let real: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-answers-'));
  buildLatchkey();
  real = await startServer('mysql97');
});
afterAll(async () => {
  await real?.stop();
  await rm(folder, { recursive: true });
});

/** Sends the same bytes until the client leaves. */
async function endlessly(session: HostileSession, make: () => Buffer): Promise<void> {
  while (session.open) {
    const many: Buffer[] = [];
    for (let size = 0; size < 256 * 1024; size += many.at(-1)?.length ?? 1) many.push(make());
    await session.raw(Buffer.concat(many));
  }
}

function next(session: HostileSession, payload: Buffer): Buffer {
  const bytes = framed(session.sequence, payload);
  session.sequence += 1;
  return bytes;
}

const attacks: Record<string, (session: HostileSession) => Promise<void>> = {
  'rows without end': (session) => session.endlessRows(),
  'empty rows without end': async (session) => {
    await session.columns(['a']);
    await endlessly(session, () => next(session, rowPayload([null])));
  },
  'a field without end': async (session) => {
    await session.columns(['a', 'b', 'c']);
    const first = Buffer.concat([Buffer.from([0, 0]), lengthEncoded(2 ** 40)]);
    for (let isFirst = true; session.open; isFirst = false) {
      await session.raw(header(0xffffff, session.sequence));
      session.sequence += 1;
      const body = Buffer.alloc(0xffffff, 0x78);
      if (isFirst) first.copy(body);
      await session.raw(body);
    }
  },
  'columns without end': async (session) => {
    await session.send(lengthEncoded(2 ** 31));
    await endlessly(session, () => next(session, columnPayload('c')));
  },
  'one answer after the other': (session) =>
    endlessly(session, () => {
      // SERVER_MORE_RESULTS_EXISTS
      const payload = Buffer.from(okPayload());
      payload.writeUInt16LE(payload.readUInt16LE(3) | 8, 3);
      return next(session, payload);
    }),
  'a message of megabytes': async (session) => {
    const message = Buffer.from(`\u00ff\u0051\u0004#42000${'m'.repeat(12 * 1024 ** 2)}`, 'latin1');
    await session.send(message);
  },
  'a bulk of texts': async (session) => {
    await session.columns(['a']);
    const row = rowPayload(['\u0001'.repeat(1000)]);
    await session.raw(Buffer.concat(Array.from({ length: 9000 }, () => next(session, row))));
    await session.send(endPayload());
  },
};

test.each(Object.keys(attacks))(
  'a server that answers one statement with %s gives a snapshot without that section, and fills no memory',
  async (name) => {
    const attack = attacks[name];
    const server = await startHostileServer({
      greeting: { version: '9.7.4' },
      answers: realAnswers(real.socket),
      answer: async (session, sql, usual) => {
        if (
          attack !== undefined &&
          /FROM performance_schema.events_statements_summary_by_digest/i.test(sql)
        ) {
          await attack(session);
        } else await usual();
      },
    });
    const file = join(folder, `${name.replaceAll(' ', '-')}.lks`);
    try {
      const run = await measured(folder, [
        'snapshot',
        '-h',
        '127.0.0.1',
        '-P',
        String(server.port),
        '-u',
        'root',
        '--for',
        '0',
        '-o',
        file,
      ]);
      expect(run.err).not.toMatch(/^latchkey: /m);
      expect(run.peak).toBeLessThan(400);
    } finally {
      await server.close();
    }
    const { complete, sections } = await readSnapshot(file);
    expect(complete).toBe(true);
    const state = sections['statement-digests'];
    expect(state?.status).toBe('failed');
    // Of a long message either is noticed first: that it is a refusal, or that it is long.
    if (name !== 'a message of megabytes') expect(state?.reason?.code).toBe('too-large');
    const well = Object.values(sections).filter(({ status }) => status === 'ok');
    expect(well.length).toBeGreaterThan(20);
  },
);

test('a server that never answers one statement gives a snapshot without that section', async () => {
  const asked: string[] = [];
  const server = await startHostileServer({
    greeting: { version: '9.7.4' },
    halfOpen: true,
    answers: realAnswers(real.socket),
    answer: async (session, sql, usual) => {
      if (!/SELECT PLUGIN_NAME, PLUGIN_VERSION, PLUGIN_STATUS/i.test(sql)) return usual();
      asked.push(sql);
      await session.silence();
    },
  });
  const file = join(folder, 'never.lks');
  try {
    const target = ['-h', '127.0.0.1', '-P', String(server.port), '-u', 'root'];
    await measured(folder, ['snapshot', ...target, '--for', '0', '-o', file]);
  } finally {
    await server.close();
  }
  expect(asked).toHaveLength(1);
  const { complete, sections } = await readSnapshot(file);
  expect(complete).toBe(true);
  const late = Object.values(sections).filter(({ reason }) => reason?.code === 'timeout');
  expect(late).toMatchObject([{ status: 'skipped', reason: { text: expect.stringContaining('5 s') } }]);
  const well = Object.values(sections).filter(({ status }) => status === 'ok');
  expect(well.length).toBeGreaterThan(20);
});

test('statements are not explained after an answer that was too large, and the section says why', async () => {
  const root = await mysql.createConnection({ socketPath: real.socket, user: 'root' });
  await root.query('CREATE SCHEMA IF NOT EXISTS shop');
  await root.query('CREATE TABLE IF NOT EXISTS shop.scanned (a INT)');
  await root.query('SELECT COUNT(a) FROM shop.scanned WHERE a > 1');
  await root.query('USE shop');
  await root.query('SELECT COUNT(a) FROM scanned WHERE a > 1');
  await root.end();
  const server = await startHostileServer({
    greeting: { version: '9.7.4' },
    answers: realAnswers(real.socket),
    answer: async (session, sql, usual) => {
      if (/SHOW ENGINE INNODB STATUS/i.test(sql)) await session.endlessRows();
      else await usual();
    },
  });
  const file = join(folder, 'explains.lks');
  try {
    const target = ['-h', '127.0.0.1', '-P', String(server.port), '-u', 'root'];
    await measured(folder, ['snapshot', ...target, '--for', '0', '-o', file]);
  } finally {
    await server.close();
  }
  const { explains } = (await readSnapshot(file)).sections;
  expect(explains?.reason).toMatchObject({ code: 'too-large' });
  expect(JSON.stringify(explains?.data)).toMatch(/given up for an answer that was too large/);
  expect(JSON.stringify(explains)).not.toContain('refused');
});

test.each(['record', 'watch'])(
  'latchkey %s goes on after a sample that was too large: it is a gap, and those after it are taken',
  async (command) => {
    let readings = 0;
    const server = await startHostileServer({
      greeting: { version: '9.7.4' },
      answers: realAnswers(real.socket),
      answer: async (session, sql, usual) => {
        if (!/^SHOW GLOBAL STATUS$/i.test(sql)) return usual();
        readings += 1;
        if (readings === 4) await session.endlessRows();
        else await usual();
      },
    });
    const target = ['-h', '127.0.0.1', '-P', String(server.port), '-u', 'root'];
    const more = command === 'watch' ? ['--when', 'Threads_running > 1e6 for 1s', '-o', folder] : [];
    try {
      const { code, out, err } = await latchkey(
        [command, ...target, '--for', '7s', '--interval', '1s', '--json', ...more],
        { environment: { HOME: folder, LATCHKEY_HOME: folder } },
      );
      expect(code, err).toBe(0);
      expect(readings).toBeGreaterThan(5);
      if (command === 'watch') expect(JSON.parse(out)).toEqual([]);
      else expect(recordingSummarySchema.parse(JSON.parse(out)).samples).toBeGreaterThan(2);
    } finally {
      await server.close();
    }
  },
);

test('a replay counts a statement whose answer became too large as failed, and goes on', async () => {
  const root = await mysql.createConnection({ socketPath: real.socket, user: 'root' });
  await root.query('CREATE SCHEMA IF NOT EXISTS shop');
  await root.query('CREATE TABLE IF NOT EXISTS shop.grown (a INT PRIMARY KEY)');
  await root.end();
  let isLarge = false;
  const server = await startHostileServer({
    greeting: { version: '9.7.4' },
    answers: realAnswers(real.socket),
    answer: async (session, sql, usual) => {
      if (isLarge && /grown/.test(sql)) {
        isLarge = false;
        await session.endlessRows();
      } else await usual();
    },
  });
  const target = { host: '127.0.0.1', port: server.port, user: 'root' };
  const { signal } = new AbortController();
  const session = await openSession(target, {});
  const examples = await gateStatements({ session, signal }, [
    { sql: 'SELECT a FROM grown WHERE a = 1', schema: 'shop' },
  ]).finally(() => session.close());
  const load = replayLoad({
    digests: [
      {
        ...{ digest: 'd', schema: 'shop', executions: 1 },
        examples: examples.flatMap((one) => (typeof one === 'string' ? [] : [one])),
      },
    ],
    ...{ threads: 1, rate: null, seed: 1, clock: systemClock, cpuSeconds: () => 0 },
    open: () => openSession(target, {}, { unlogged: true, renewable: 'all' }),
  });
  const executions = () => [...load.ownDigests().values()].reduce((sum, one) => sum + one.executions, 0);
  try {
    await load.start(signal, () => undefined);
    isLarge = true;
    await expect.poll(() => load.errors(), { timeout: 20_000 }).toBe(1);
    const before = executions();
    await expect.poll(() => executions() - before, { timeout: 20_000 }).toBeGreaterThan(5);
    expect(load.failure()).toBeNull();
    const last = server.sessions.at(-1)?.statements ?? [];
    const first = last.findIndex((sql) => /grown/.test(sql));
    // The connection that took its place is made ready as the first one was.
    expect(last.slice(0, first)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/READ ONLY/),
        expect.stringMatching(/^SET SESSION sql_mode/),
        'USE information_schema',
      ]),
    );
    await load.stop();
    isLarge = true;
    await load.start(signal, () => undefined).catch(() => undefined);
    expect(load.unfitText()).toBe('1 gave too large an answer');
  } finally {
    await load.stop();
    await server.close();
  }
});
