// @vitest-environment happy-dom
import { act, Profiler } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Progress } from '../shared/progress';
import type { SnapshotSummary } from '../shared/snapshot';
import type { Route } from '../shared/window/pages';
import { Shell } from './app';
import { folders } from './current-page';
import { createApp } from './state/app';
import { type App, AppContext } from './state/app-state';
import { emptyForm, readForm } from './state/connection-form';

// Charts draw on a canvas, which the document of this test has not.
vi.mock('../view/charts/time/live-chart', () => ({ LiveChart: () => null }));

// It counts the seconds of a snapshot down, wherever one is.
vi.mock('./components/frame/header', () => ({ Header: () => null }));

/** Every page, as it is gone to without anything special. */
const routes = {
  welcome: { page: 'welcome' },
  connect: { page: 'connect' },
  snapshot: { page: 'snapshot' },
  'metrics-store': { page: 'metrics-store' },
  import: { page: 'import', path: null },
  paste: { page: 'paste' },
  diagnosis: { page: 'diagnosis' },
  summary: { page: 'summary' },
  'top-sql': { page: 'top-sql' },
  checks: { page: 'checks' },
  finding: { page: 'finding', ruleId: 'redo-log-too-small' },
  rules: { page: 'rules' },
  rule: { page: 'rule', ruleId: 'redo-log-too-small' },
  plan: { page: 'plan' },
  probes: { page: 'probes' },
  probe: { page: 'probe', probe: 'spin-wait-delay' },
  'probe-result': { page: 'probe-result', id: 'x' },
  'buffer-pool': { page: 'buffer-pool' },
  live: { page: 'live' },
  recordings: { page: 'recordings' },
  watch: { page: 'watch' },
  timeline: { page: 'timeline' },
  compare: { page: 'compare' },
  explorer: { page: 'explorer' },
  fleet: { page: 'fleet' },
  history: { page: 'history' },
  settings: { page: 'settings' },
  proof: { page: 'proof' },
} satisfies { [P in Route['page']]: Extract<Route, { page: P }> };

const ticks = 20;
const summary: SnapshotSummary = {
  id: 'one',
  path: '/one.lks',
  title: 'One',
  createdAt: '2026-11-22T10:00:00.000Z',
  complete: true,
  windowSeconds: 30,
  server: {
    flavour: 'mysql',
    version: [9, 7, 0],
    versionText: '9.7.0',
    comment: '',
    hosting: 'self',
    uptimeSeconds: 60,
    serverKey: 'k',
    privileges: [],
    performanceSchema: true,
  },
  target: 'localhost',
};

let report: ((progress: Progress) => void) | undefined;
let root: Root;
let app: App;
const commits = vi.fn();

/** A bridge whose jobs run for ever, and which has nothing to say to any other call. */
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('latchkey', {
    call: (name: string, _input: unknown, onProgress?: (progress: Progress) => void) => {
      if (onProgress !== undefined) {
        report = onProgress;
        return { requestId: name, reply: new Promise(() => {}) };
      }
      const error = { code: 'internal', message: 'Nothing here.' };
      const reply = name === 'recording.list' ? { ok: true, value: [] } : { ok: false, error };
      return { requestId: name, reply: Promise.resolve(reply) };
    },
    cancel: () => {},
    onEvent: () => () => {},
    pathForFile: () => '',
  });
  app = createApp();
  const read = readForm(emptyForm);
  if (!read.ok) throw new Error('The empty form is a connection.');
  app.connect(read.connection);
  app.show(summary);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(async () => {
  await act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Progress of a job, one report after the other; each with another number and another note. */
async function tick(): Promise<void> {
  for (let done = 1; done <= ticks; done += 1) {
    await act(() =>
      report?.({
        done,
        total: ticks,
        phase: 'sample',
        note: `step ${done}`,
        secondsLeft: ticks - done,
        probe: {
          ...{ stage: 'verdict', arm: 'baseline', block: 1, blocks: 8, value: done, unit: 'statements/s' },
          ...{ threadsRunning: 4, guards: [] },
        },
      }),
    );
  }
}

const snapshot = {
  ...{ target: {}, secrets: {}, declaredHost: {} },
  ...{ windowSeconds: 30, intervalMs: 1000, keepLiterals: false },
};
const watched = { when: 'Threads_running > 25', folder: null, limit: 3, coolDownSeconds: 300 };
const jobs = {
  snapshot: { shownOn: 'snapshot', start: () => app.takeSnapshot(snapshot, 'db') },
  probe: {
    shownOn: 'probe',
    start: () =>
      app.runProbe(
        {
          ...{ target: {}, secrets: {}, agreed: 'x' },
          request: { probe: 'spin-wait-delay', workload: { kind: 'live' } },
        },
        { probe: 'spin-wait-delay', title: 'Spin', arms: [], target: 'db' },
      ),
  },
  watch: {
    shownOn: 'watch',
    start: () => app.watch({ ...snapshot, ...watched, beforeSeconds: 60, seconds: null }, 'db'),
  },
} satisfies Record<string, { shownOn: Route['page']; start: () => void }>;

test('each page of the table has the folder of its name, and no folder is left over', () => {
  const named = Object.entries(folders).map(([path, { name }]) => [path, name]);
  const expected = Object.keys(routes).map((name) => [`./pages/${name}/index.tsx`, name]);
  expect(named.sort()).toEqual(expected.sort());
});

for (const [name, { shownOn, start }] of Object.entries(jobs)) {
  test(`each report of a running ${name} renders once, and only where it is shown`, async () => {
    await act(() =>
      root.render(
        <AppContext.Provider value={app}>
          <Profiler id="window" onRender={commits}>
            <Shell />
          </Profiler>
        </AppContext.Provider>,
      ),
    );
    await act(start);
    const counted: Record<string, number> = {};
    for (const route of Object.values(routes)) {
      await act(() => app.go(route));
      // What the page asks for is answered before the next task.
      await act(() => new Promise((resolve) => setTimeout(resolve)));
      expect(document.documentElement.dataset.page).toBe(route.page);
      commits.mockClear();
      await tick();
      counted[route.page] = commits.mock.calls.length;
    }
    const expected = Object.keys(routes).map((page) => [page, page === shownOn ? ticks : 0]);
    expect(counted).toEqual(Object.fromEntries(expected));
  });
}
