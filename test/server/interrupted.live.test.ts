import { expect, test } from 'vitest';
import { startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import { describeCorePair } from './real-server.ts';
import { sectionStates, takeSnapshot } from './take-snapshot.ts';

const long = { windowSeconds: 600, intervalMs: 200 };

await describeCorePair('interrupted', (id) => {
  test('the server is killed in the middle: a valid partial snapshot that says so', async () => {
    const server = await startServer(id);
    try {
      const session = await openSession({ socket: server.socket, user: 'root' }, {});
      let samples = 0;
      let killed: Promise<void> | undefined;
      const snapshot = await takeSnapshot(session, long, {
        report: ({ phase }) => {
          if (phase === 'sample') samples += 1;
          if (samples === 4) killed ??= server.kill();
        },
      });
      await killed;
      expect(snapshot).toMatchObject({
        complete: false,
        incomplete: { code: 'error', text: expect.stringContaining('connection to the server was lost') },
      });
      expect(snapshot.samples?.times.length).toBeGreaterThanOrEqual(4);
      expect(snapshot.windowSeconds).toBeGreaterThan(0);
      expect(snapshot.sections.status).toMatchObject({
        status: 'skipped',
        data: { start: expect.anything() },
      });
      expect(sectionStates(snapshot).variables).toBe('skipped: error');
      await session.close();
    } finally {
      await server.stop();
    }
  });

  test('cancelled while sampling and while collecting: partial snapshots, and the session still answers', async () => {
    const server = await startServer(id);
    try {
      const session = await openSession({ socket: server.socket, user: 'root' }, {});
      for (const [phase, occurrence] of [
        ['collect-start', 3],
        ['sample', 4],
        ['collect-end', 5],
      ] as const) {
        const cancel = new AbortController();
        let seen = 0;
        const options = phase === 'collect-end' ? { windowSeconds: 1, intervalMs: 200 } : long;
        const snapshot = await takeSnapshot(session, options, {
          signal: cancel.signal,
          report: (progress) => {
            if (progress.phase === phase) seen += 1;
            if (seen === occurrence) cancel.abort();
          },
        });
        expect(snapshot.complete, phase).toBe(false);
        expect(snapshot.incomplete).toMatchObject({ code: 'cancelled' });
        expect(snapshot.samples === null).toBe(phase === 'collect-start');
        const sizes = sectionStates(snapshot)['schema-sizes'];
        // After a cancelled window what is quick is still read; how much that is depends on the machine.
        expect(phase === 'sample' ? ['ok', 'skipped: cancelled'] : ['skipped: cancelled']).toContain(sizes);
        if (phase !== 'collect-start') expect(snapshot.sections.status?.status).toBe('ok');
        await expect(session.query('SELECT 1')).resolves.toMatchObject({ rows: [[1]] });
      }
      await session.close();
    } finally {
      await server.stop();
    }
  });

  test('cancelled while connecting', async () => {
    const cancel = new AbortController();
    cancel.abort();
    await expect(openSession({ socket: '/none' }, {}, { signal: cancel.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
