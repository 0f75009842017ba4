import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { type RunningSshd, sshdAvailability, startSshd } from '../../scripts/servers/sshd.ts';
import { factCatalog } from '../../src/analysis/facts/catalog';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { openSession, type Session } from '../../src/server';
import { openHost } from '../../src/server/machine/access';
import { readHost } from '../../src/server/machine/facts';
import { thisMachine } from '../../src/server/machine/machine';
import { planProfile, recordProfile } from '../../src/server/machine/perf';
import { type Host, type HostFactName, hostSchema, type Snapshot } from '../../src/shared/snapshot';
import { connectClient, takeSnapshot } from './take-snapshot.ts';

/** A fact of a snapshot by its id; fails the test where it is unknown. */
function factReader(snapshot: Snapshot): (id: string) => number {
  const facts = new FactSet(new Observed(snapshot), factCatalog());
  return (id) => {
    const reading = facts.reading(id);
    if (!reading.known) throw new Error(`${id}: ${reading.reason.text}`);
    return Number(reading.value);
  };
}

const { signal } = new AbortController();
const values = (host: Host) =>
  Object.fromEntries(Object.entries(host).map(([name, fact]) => [name, fact?.value ?? null]));

/** What stands still between two readings of one server. */
const steady: HostFactName[] = [
  'cpus',
  'cpuModel',
  'memoryBytes',
  'cgroupMemoryBytes',
  'cgroupCpus',
  'storage',
  'governor',
  'sockets',
  'cores',
  'threads',
  'smt',
  'numaNodes',
  'virtualisation',
  'clockSource',
  'kernel',
  'swap',
  'swappiness',
  'thp',
  'device',
  'rotational',
  'scheduler',
  'maxSectorsKb',
  'raid',
  'members',
  'filesystem',
  'mountOptions',
  'dataTotal',
  'tmpTotal',
  'cpuDriver',
  'oomKills',
  'redoDevice',
  'binlogDevice',
  'serverOpenFilesLimit',
  'numaPolicy',
  'allocator',
];

describe.skipIf(process.platform !== 'linux')('host facts of a real server', () => {
  let server: RunningServer;
  const sessions: Session[] = [];
  const open = async (...args: Parameters<typeof openSession>) => {
    const session = await openSession(...args);
    sessions.push(session);
    return session;
  };
  beforeAll(async () => {
    server = await startServer('mysql97');
  });
  afterAll(async () => {
    for (const session of sessions) await session.close();
    await server?.stop();
  });
  const local = async (machine = thisMachine()) => {
    const session = await open({ socket: server.socket, user: 'root' }, {});
    return openHost(session, machine, signal);
  };

  test('through the socket: the process, its storage and the machine', async () => {
    const access = await local();
    expect(access).toMatchObject({ readable: true, pid: server.pid });
    const host = hostSchema.parse(await readHost(access));
    for (const name of [
      'memoryBytes',
      'swap',
      'swappiness',
      'filesystem',
      'serverRss',
      'serverThreads',
      'kernel',
    ] as const) {
      expect(host[name], name).toMatchObject({ origin: 'local' });
    }
    expect(host.serverRss?.value).toBeGreaterThan(2 ** 24);
    expect(host.serverThreads?.value).toBeGreaterThan(5);
    // Every fact has a value or a reason.
    for (const [name, fact] of Object.entries(host)) {
      expect(fact?.value !== undefined || (fact?.reason?.text.length ?? 0) > 10, name).toBe(true);
    }
  });

  test('a process of another age is not taken for the server', async () => {
    const machine = thisMachine();
    const access = await local({
      ...machine,
      readText: async (path, maxBytes) =>
        path === '/proc/uptime' ? '9999999.00 1.00\n' : machine.readText(path, maxBytes),
    });
    expect(access).toMatchObject({
      readable: false,
      text: expect.stringContaining('No process on this machine'),
    });
  });

  test('CPU time and context switches for each statement of the window', async () => {
    const session = await open({ socket: server.socket, user: 'root' }, {});
    await expectOperationCost(session, 'local');
  });

  /** Takes a snapshot while a client sends statements, and checks what each of them cost. */
  async function expectOperationCost(session: Session, origin: 'local' | 'ssh'): Promise<void> {
    const client = connectClient(server.socket);
    const load = new AbortController();
    const sending = (async () => {
      while (!load.signal.aborted) await client.query('SELECT BENCHMARK(20000, SHA2(1, 256))');
    })();
    const snapshot = await takeSnapshot(session, { windowSeconds: 3, intervalMs: 1000 });
    load.abort();
    await sending;
    client.end();
    expect(snapshot.samples?.host?.origin).toBe(origin);
    const reading = factReader(snapshot);
    const cost = reading('cpu_per_operation');
    // Twenty thousand hashes take longer than 100 us and less than a second on any machine.
    expect(cost).toBeGreaterThan(100);
    expect(cost).toBeLessThan(1e6);
    expect(reading('context_switches_per_operation')).toBeGreaterThan(0.1);
    expect(reading('server_cpus_used')).toBeGreaterThan(0.05);
    expect(reading('host_cpu_busy')).toBeGreaterThan(0);
    expect(reading('host_cpu_busy')).toBeLessThanOrEqual(1);
    expect(reading('host_run_queue')).toBeGreaterThan(0);
    const device = snapshot.host.device?.value;
    if (device !== undefined) expect(snapshot.samples?.host?.names).toContain(`host.disk.${device}.busy`);
  }

  describe('stacks', () => {
    const plan = async () => {
      const found = planProfile(await local(), 1);
      if ('reason' in found) throw new Error(found.reason.text);
      return found;
    };

    test('perf names what the server is busy with, or the reason shows why it may not', async () => {
      const session = await open({ socket: server.socket, user: 'root' }, {});
      const client = connectClient(server.socket);
      const busy = client.query('SELECT BENCHMARK(20000000, SHA2(1, 256))').catch(() => undefined);
      const commands: string[] = [];
      const consent = async ({ command }: { command: string }) => {
        commands.push(command);
        return true;
      };
      const snapshot = await takeSnapshot(session, { windowSeconds: 1, profile: { seconds: 1, consent } });
      await busy;
      client.end();
      expect(commands).toEqual([expect.stringContaining(`perf record -q -F 99 -g -p ${server.pid} `)]);
      const section = snapshot.sections.stacks;
      if (section?.status !== 'ok') {
        expect(['absent', 'privilege', 'error']).toContain(section?.reason?.code);
        return;
      }
      const rows = section.data?.end?.table?.rows ?? [];
      expect(rows[0]?.[0]).toBe('cpu');
      expect(rows.map((row) => row[2]).join('\n')).toMatch(/sha|SHA|benchmark/);
    });

    test('what is not agreed to is not run', async () => {
      const session = await open({ socket: server.socket, user: 'root' }, {});
      const snapshot = await takeSnapshot(session, { profile: { seconds: 1, consent: async () => false } });
      expect(snapshot.sections.stacks).toMatchObject({ status: 'skipped', reason: { code: 'cancelled' } });
    });

    test('a process that is gone and a run that is cancelled give a reason', async () => {
      const { signal: aborted } = new AbortController();
      const gone = await recordProfile({ ...(await plan()), pid: 2 ** 22 - 1 }, aborted);
      expect(gone).toMatchObject({ reason: { text: expect.stringMatching(/perf/) } });
      const cancel = new AbortController();
      const run = recordProfile({ ...(await plan()), seconds: 30 }, cancel.signal);
      cancel.abort();
      expect(await run).toMatchObject({ reason: { code: expect.stringMatching(/cancelled|absent/) } });
    });
  });

  const sshd = sshdAvailability();
  describe.skipIf(!sshd.available)('over SSH', () => {
    let daemon: RunningSshd;
    beforeAll(async () => {
      daemon = await startSshd();
      writeFileSync(join(daemon.dir, 'known'), daemon.knownHosts.plain);
    });
    afterAll(async () => {
      await daemon?.stop();
    });
    const remote = async (machine = thisMachine()) => {
      const ssh = {
        host: '127.0.0.1',
        port: daemon.port,
        user: daemon.user,
        key: daemon.keys.plain,
        knownHosts: join(daemon.dir, 'known'),
      };
      const surroundings = { home: join(daemon.dir, 'no-home'), user: 'nobody', agent: undefined };
      const session = await open(
        { host: '127.0.0.1', port: server.port, user: 'root', ssh },
        {},
        { sshSurroundings: surroundings },
      );
      return { session, access: await openHost(session, machine, signal) };
    };

    test('the host is sampled over the same connection', async () => {
      await expectOperationCost((await remote()).session, 'ssh');
    });

    test('the same facts as on the machine itself, marked as read over SSH', async () => {
      const { access } = await remote({ ...thisMachine(), hostname: 'elsewhere', memoryBytes: 1 });
      expect(access).toMatchObject({ readable: true, pid: server.pid });
      const host = hostSchema.parse(await readHost(access));
      expect(host.memoryBytes.origin).toBe('ssh');
      const own = values(await readHost(await local()));
      const far = values(host);
      for (const name of steady) expect(far[name], name).toEqual(own[name]);
      expect(far.serverOpenFiles === null).toBe(own.serverOpenFiles === null);
      expect(hostname()).not.toBe('elsewhere');
    });
  });
});
