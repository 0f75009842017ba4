import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { type RunningSshd, sshdAvailability, startSshd } from '../../scripts/servers/sshd.ts';
import { openSession, type Session } from '../../src/server';
import { openHost } from '../../src/server/host/access';
import { readHost } from '../../src/server/host/facts';
import { thisMachine } from '../../src/server/host/machine';
import { type Host, type HostFactName, hostSchema } from '../../src/shared/snapshot';

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
