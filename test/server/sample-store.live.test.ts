import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import type { Engine } from '../../src/engine';
import { snapshotSchema } from '../../src/shared/snapshot';
import { testEngine } from '../engine/test-engine.ts';
import { describeCorePair } from './real-server.ts';
import { type Client, connectClient } from './take-snapshot.ts';

await describeCorePair('record and watch', (id) => {
  let server: RunningServer;
  let engine: Engine;
  let home: string;

  beforeAll(async () => {
    server = await startServer(id);
    home = mkdtempSync(join(tmpdir(), 'latchkey-record-'));
    engine = testEngine(home);
  });

  afterAll(async () => {
    await engine?.close();
    await server?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const connect = () => ({ target: { socket: server.socket, user: 'root' }, secrets: {} });
  const silent = () => ({ signal: new AbortController().signal, report: () => {} });

  test('a recording goes on after a restart of the server; cancelling keeps everything', async () => {
    const stop = new AbortController();
    let restarting: Promise<void> | undefined;
    let restarted = false;
    let samplesAfter = 0;
    const summary = await engine.call(
      'recording.run',
      { ...connect(), seconds: 120, intervalMs: 200 },
      {
        signal: stop.signal,
        report: ({ phase, done }) => {
          if (phase !== 'record') return;
          // Up for longer than the whole seconds of the uptime can hide.
          if (done >= 3 && restarting === undefined) {
            restarting = server.restart().then(() => {
              restarted = true;
            });
          }
          if (restarted) samplesAfter += 1;
          if (samplesAfter === 10) stop.abort();
        },
      },
    );
    await restarting;
    expect(summary.events.map(({ kind }) => kind)).toEqual(['gap', 'resumed', 'restart']);
    expect(summary.endedAt).not.toBeNull();
    expect(summary.samples).toBeGreaterThan(10);

    const names = ['Questions', 'Threads_connected', 'sessions.active'];
    const drawn = await engine.call('recording.series', { id: summary.id, names, pixels: 2000 }, silent());
    expect(drawn.map(({ name }) => name).sort()).toEqual([...names].sort());
    const questions = drawn.find(({ name }) => name === 'Questions');
    const rates = (questions?.low ?? []).filter((rate) => rate !== null);
    expect(rates.length).toBeGreaterThan(8);
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(0);
    expect(questions?.low).toContain(null);

    const path = join(home, 'range.lks');
    await engine.call('recording.export', { id: summary.id.slice(0, 8), path }, silent());
    const snapshot = snapshotSchema.parse((await engine.call('snapshot.read', { path })).snapshot);
    expect(snapshot.samples?.restarts).toHaveLength(1);
    // At 200 ms only chosen counters are read; one that is not there says nothing.
    expect(snapshot.samples).toMatchObject({ chosen: true, host: { origin: 'local' } });
    expect(snapshot.samples?.host?.names).toContain('host.server.cpu_user');
    expect(snapshot.samples?.sessions).toBeDefined();
    expect(snapshot.sections.variables?.status).toBe('ok');
    expect((await engine.call('analysis.get', { id: path })).notChecked).toBeDefined();
    expect(await engine.call('recording.stalls', { id: summary.id }, silent())).toEqual(expect.any(Array));

    expect(await engine.call('recording.list', {}, silent())).toHaveLength(1);
    await engine.call('recording.delete', { id: summary.id }, silent());
    expect(await engine.call('recording.list', {}, silent())).toEqual([]);
  });

  test('a recording in the background is started, listed as running, and stopped', async () => {
    const begun = await engine.call(
      'recording.start',
      { ...connect(), seconds: null, intervalMs: 100 },
      silent(),
    );
    const [listed] = await engine.call('recording.list', {}, silent());
    expect(listed).toMatchObject({ id: begun.id, running: true, endedAt: null });
    const stopped = await engine.call('recording.stop', { id: begun.id }, silent());
    expect(stopped.endedAt).not.toBeNull();
    expect((await engine.call('recording.list', {}, silent()))[0]?.running).toBe(false);
  });

  // The sampler may miss the moment on a machine that halts it: tried again.
  test('watch takes a snapshot when the condition has held, with the samples before it', {
    retry: 2,
  }, async () => {
    const clients: Client[] = Array.from({ length: 4 }, () => connectClient(server.socket));
    let sleeping: Promise<unknown> | undefined;
    let looks = 0;
    const taken = await engine.call(
      'watch.run',
      {
        ...connect(),
        when: 'Threads_running > 4 && rate.Questions > 0 for 300ms',
        folder: home,
        limit: 1,
        coolDownSeconds: 0,
        beforeSeconds: 10,
        seconds: 60,
        windowSeconds: 1,
        intervalMs: 100,
        keepLiterals: false,
        declaredHost: {},
      },
      {
        signal: new AbortController().signal,
        report: ({ phase }) => {
          if (phase !== 'watch') return;
          looks += 1;
          if (looks === 5) sleeping = Promise.all(clients.map((client) => client.query('SELECT SLEEP(2)')));
        },
      },
    );
    await sleeping;
    for (const client of clients) client.end();
    expect(taken).toHaveLength(1);
    const { snapshot } = await engine.call('snapshot.read', { path: taken[0]?.path ?? '' });
    expect(snapshot.trigger?.when).toContain('Threads_running > 4');
    const running = snapshot.trigger?.before?.series.Threads_running?.values ?? [];
    expect(running.length).toBeGreaterThanOrEqual(8);
    expect(running[0]).toBeLessThan(5);
    expect(running.at(-1)).toBeGreaterThan(4);
    expect(snapshot.statements.filter(({ at }) => at < (snapshot.trigger?.at ?? ''))).toEqual([]);
  });

  test('what cannot be watched, and a server that is not there, are reported at once', async () => {
    const request = {
      ...connect(),
      folder: home,
      limit: 1,
      coolDownSeconds: 0,
      beforeSeconds: 0,
      seconds: 5,
      windowSeconds: 0,
      intervalMs: 100,
      keepLiterals: false,
      declaredHost: {},
    };
    const watching = (when: string) => engine.call('watch.run', { ...request, when }, silent());
    await expect(watching('Thread_running > 1')).rejects.toMatchObject({ code: 'usage' });
    await expect(watching('Wsrep_nothing > 1')).rejects.toMatchObject({ code: 'usage' });
    const always = { ...request, when: 'Threads_running > 0', folder: null };
    const [kept] = await engine.call('watch.run', always, silent());
    const listed = await engine.call('snapshot.list', {}, silent());
    expect(listed.map(({ path }) => path)).toEqual([kept?.path]);
    const nowhere = { target: { socket: join(home, 'none.sock'), user: 'root' }, secrets: {} };
    await expect(
      engine.call('recording.run', { ...nowhere, seconds: 1, intervalMs: 1000 }, silent()),
    ).rejects.toMatchObject({ code: 'server-unreachable' });
    expect((await engine.call('recording.list', {}, silent())).length).toBeLessThanOrEqual(1);
  });
});
