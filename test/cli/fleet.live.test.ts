import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { runCommandLine } from '../../src/cli/run';
import { systemClock } from '../../src/shared/base/clock';
import { fleetSchema } from '../../src/shared/fleet';
import { fleetDiffSchema } from '../../src/shared/fleet-diff';
import { fleetRoundDocumentSchema } from '../../src/shared/fleet-rounds';
import { testEngine } from '../engine/test-engine.ts';
import { describeEachServer } from '../server/real-server.ts';
import { connectClient } from '../server/take-snapshot.ts';
import { fakeTerminal } from './fake-terminal.ts';

await describeEachServer('a fleet of servers of different versions', () => {
  let servers: { mysql80: RunningServer; mysql97: RunningServer; mariadb: RunningServer };
  let folder: string;
  let inventory: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-fleet-'));
    inventory = join(folder, 'fleet.yaml');
    const [mysql80, mysql97, mariadb] = await Promise.all([
      startServer('mysql80'),
      startServer('mysql97'),
      startServer('mariadb114'),
    ]);
    servers = { mysql80, mysql97, mariadb };
    const client = connectClient(mysql97.socket);
    await client.query(`CREATE USER guarded@localhost IDENTIFIED BY 'right'`);
    client.end();
  });
  afterAll(async () => {
    await Promise.all(Object.values(servers ?? {}).map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  async function run(
    args: string[],
    environment: Record<string, string> = {},
    cancel = new AbortController(),
  ) {
    const { terminal, out, err } = fakeTerminal({ environment });
    const engine = testEngine(join(folder, 'data'));
    const code = await runCommandLine(['fleet', ...args], '0.0.0', {
      terminal,
      clock: systemClock,
      signal: cancel.signal,
      engine: async () => engine,
    });
    await engine.close();
    return { code, out: out(), err: err() };
  }

  const write = (guarded: string) =>
    writeFile(
      inventory,
      `folder: snapshots
defaults:
  labels: {team: shop}
  connection: {user: root}
servers:
  - name: db1
    labels: {role: primary}
    connection: {socket: ${servers.mysql80.socket}}
  - name: db2
    labels: {role: primary}
    connection: {socket: ${servers.mysql97.socket}, user: guarded}
    password: {env: ${guarded}}
  - name: db3
    labels: {role: cache}
    connection: {socket: ${servers.mariadb.socket}}
`,
    );
  const take = ['snapshot', '--for', '1s', '--json'];

  test('what one server makes of it does not keep the others, and each reason is precise; --resume takes what is missing', async () => {
    await write('LATCHKEY_DB2_PASSWORD');
    await servers.mariadb.kill();
    const first = await run([...take, inventory], { LATCHKEY_DB2_PASSWORD: 'not-the-one' });
    expect(first.code, first.err).toBe(3);
    const round = fleetRoundDocumentSchema.parse(JSON.parse(first.out));
    expect(round.folder).toBe(join(folder, 'snapshots'));
    expect(round.servers).toEqual([
      { name: 'db1', outcome: 'taken', file: expect.stringMatching(/^db1\/\d{8}T\d{6}Z\.lks$/) },
      {
        name: 'db2',
        outcome: 'failed',
        error: expect.objectContaining({
          code: 'access-denied',
          message: expect.stringContaining('guarded'),
        }),
      },
      { name: 'db3', outcome: 'failed', error: expect.objectContaining({ code: 'server-unreachable' }) },
    ]);
    expect(first.out + first.err).not.toContain('not-the-one');
    expect(await readFile(join(folder, 'snapshots/latchkey-fleet.json'), 'utf8')).not.toContain(
      'not-the-one',
    );

    const analysed = await run(['analyze', inventory, '--json']);
    const fleet = fleetSchema.parse(JSON.parse(analysed.out));
    expect(fleet.servers.map(({ name, snapshot }) => [name, snapshot !== null])).toEqual([
      ['db1', true],
      ['db2', false],
      ['db3', false],
    ]);
    expect(fleet.servers[1]?.error?.code).toBe('access-denied');
    const report = await run(['report', join(folder, 'snapshots'), '--format', 'markdown']);
    expect(report.out).toContain('db3');
    expect(report.out).toMatch(/Access denied/);

    await servers.mariadb.restart();
    const unset = await run([...take, '--resume', inventory]);
    expect(unset.code).toBe(3);
    const second = fleetRoundDocumentSchema.parse(JSON.parse(unset.out));
    expect(second.servers.map(({ outcome }) => outcome)).toEqual(['taken', 'failed', 'taken']);
    expect(second.servers[0]?.file).toBe(round.servers[0]?.file);
    expect(second.servers[1]?.error?.message).toContain('LATCHKEY_DB2_PASSWORD is not set');

    const third = await run([...take, '--resume', inventory], { LATCHKEY_DB2_PASSWORD: 'right' });
    expect(third.code, third.err).toBe(0);
  });

  test('a setting that is changed on one server shows as drift, and between two rounds', async () => {
    const client = connectClient(servers.mysql80.socket);
    await client.query('SET GLOBAL max_connections = 77');
    client.end();
    const taken = await run([...take, inventory], { LATCHKEY_DB2_PASSWORD: 'right' });
    expect(taken.code, taken.err).toBe(0);

    const fleet = fleetSchema.parse(JSON.parse((await run(['analyze', inventory, '--json'])).out));
    const primaries = fleet.drift.groups.find(({ role }) => role === 'primary');
    expect(primaries?.versions).toHaveLength(2);
    const drifted = primaries?.settings.find(({ variable }) => variable === 'max_connections');
    expect(drifted?.values.find(({ servers: on }) => on.includes('db1'))?.value).toBe('77');
    expect(fleet.drift.files).toContainEqual({
      server: 'db1',
      settings: expect.arrayContaining([{ variable: 'max_connections', runs: '77', next: null }]),
    });
    expect(fleet.servers.every(({ labels }) => labels.team === 'shop')).toBe(true);

    const diff = fleetDiffSchema.parse(JSON.parse((await run(['diff', inventory, '--json'])).out));
    expect(diff.compared).toBe(3);
    const db1 = diff.servers.find(({ server }) => server === 'db1');
    expect(db1?.settings).toContainEqual(
      expect.objectContaining({ variable: 'max_connections', after: '77', planned: false }),
    );
  });

  test('a server that keeps the command waiting is given up after its time limit; a cancelled round keeps what it has', async () => {
    const slow = await run([
      'snapshot',
      '--for',
      '60s',
      '--time-limit',
      '4s',
      '--where',
      'role=cache',
      '--json',
      '-o',
      join(folder, 'slow'),
      inventory,
    ]);
    expect(slow.code, slow.err).toBe(3);
    const [cache] = fleetRoundDocumentSchema.parse(JSON.parse(slow.out)).servers;
    expect(cache).toMatchObject({ name: 'db3', error: { code: 'timeout' } });

    const cancel = new AbortController();
    const cancelled = run(
      [
        'snapshot',
        '--for',
        '300s',
        '--concurrency',
        '1',
        '--json',
        '-o',
        join(folder, 'cancelled'),
        inventory,
      ],
      { LATCHKEY_DB2_PASSWORD: 'right' },
      cancel,
    );
    await expect
      .poll(() => readFile(join(folder, 'cancelled/latchkey-fleet.json'), 'utf8').catch(() => ''), {
        timeout: 60_000,
      })
      .toContain('db1');
    cancel.abort();
    const ended = await cancelled;
    expect(ended.code).toBe(130);
    const outcomes = fleetRoundDocumentSchema
      .parse(JSON.parse(ended.out))
      .servers.map(({ outcome }) => outcome);
    expect(outcomes.slice(1)).toEqual(['cancelled', 'cancelled']);
    expect(['partial', 'cancelled']).toContain(outcomes[0]);
  });
}, ['mysql80']);
