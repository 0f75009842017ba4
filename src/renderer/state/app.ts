import { counted } from '../../shared/base/units';
import type { ProbeResult } from '../../shared/probe';
import type { Progress } from '../../shared/progress';
import type { SnapshotSummary } from '../../shared/snapshot';
import type { Route } from '../../shared/window/pages';
import { noWork } from '../../shared/work';
import type { App, AppValues, Watched } from './app-state';
import { call } from './call';
import { emptyForm } from './connection-form';
import { createJob } from './job';
import { createStore } from './store';
import { texts } from './texts';
import { createTour, createTourState } from './tour';

type Stores = App['stores'];

/** So many steps back are remembered. */
const mostPast = 50;
const snapshotFilter = [{ name: texts.latchkeySnapshots, extensions: ['lks'] }];
const { choices: emptyPlan, ...nothingDone } = noWork;

/** The state of the window, and what its pages can do with it. */
export function createApp(): App {
  const stores: Stores = {
    route: createStore<AppValues['route']>({ page: 'welcome' }),
    source: createStore<AppValues['source']>(null),
    analysis: createStore<AppValues['analysis']>({ state: 'loading' }),
    choices: createStore(emptyPlan),
    work: createStore<AppValues['work']>(nothingDone),
    form: createStore(emptyForm),
    pool: createStore<AppValues['pool']>(null),
    connection: createStore<AppValues['connection']>(null),
    notice: createStore<AppValues['notice']>(null),
    tour: createTourState(),
    snapshotJob: createStore<AppValues['snapshotJob']>({ state: 'idle' }),
    probeJob: createStore<AppValues['probeJob']>({ state: 'idle' }),
    proofJob: createStore<AppValues['proofJob']>({ state: 'idle' }),
    probeSeconds: createStore<AppValues['probeSeconds']>([]),
    watchJob: createStore<AppValues['watchJob']>({ state: 'idle' }),
    live: createStore<AppValues['live']>(null),
    fleet: createStore<AppValues['fleet']>(null),
    fleetJob: createStore<AppValues['fleetJob']>({ state: 'idle' }),
    fleetStates: createStore<AppValues['fleetStates']>({}),
  };
  const source = sourceActions(stores);
  return {
    stores,
    ...source,
    go: (route) => {
      stores.notice.set(null);
      stores.route.set(route);
    },
    back: backOn(stores),
    setForm: stores.form.set,
    setPool: stores.pool.set,
    connect: stores.connection.set,
    setLive: stores.live.set,
    setFleet: stores.fleet.set,
    ...fleetActions(stores),
    notify: stores.notice.set,
    ...jobActions(stores, source.show),
    tour: createTour(stores.tour, source.openPath),
  };
}

/** Remembers where the reader was; the last first. */
function backOn({ route, notice }: Stores): App['back'] {
  const past: Route[] = [];
  let at = route.get();
  let returning = false;
  route.subscribe(() => {
    if (!returning) past.push(at);
    if (past.length > mostPast) past.shift();
    at = route.get();
  });
  return () => {
    const former = past.pop();
    if (former === undefined) return;
    returning = true;
    notice.set(null);
    route.set(former);
    returning = false;
  };
}

/** Opening, showing and judging a snapshot. */
function sourceActions({ source, analysis, choices, work, notice, route }: Stores) {
  let asked = 0;
  // While it is judged again the former analysis stays, so that nothing flickers.
  const reloadAnalysis = async () => {
    asked += 1;
    const round = asked;
    const id = source.get()?.id;
    if (id === undefined) return;
    const reply = await call('analysis.get', { id });
    if (round !== asked) return;
    analysis.set(reply.ok ? { state: 'ready', value: reply.value } : { state: 'failed', error: reply.error });
  };
  const setSource = (summary: SnapshotSummary | null) => {
    const former = source.get();
    source.set(summary);
    if (former?.id === summary?.id) return;
    analysis.set({ state: 'loading' });
    void reloadAnalysis();
  };
  // What was done with a snapshot comes back with it; a plan that is begun before that stays.
  const recall = async (id: string) => {
    choices.set(emptyPlan);
    work.set(nothingDone);
    const reply = await call('work.get', { id });
    if (!reply.ok || reply.value === null || source.get()?.id !== id || choices.get() !== emptyPlan) return;
    const { choices: chosen, ...done } = reply.value;
    choices.set(chosen);
    work.set(done);
  };
  // One after the other, so that the last that was done is what is kept.
  let saving: Promise<unknown> = Promise.resolve();
  const save = () => {
    const id = source.get()?.id;
    if (id === undefined) return;
    const kept = { choices: choices.get(), ...work.get() };
    saving = saving.then(async () => {
      const reply = await call('work.save', { id, work: kept });
      if (!reply.ok) notice.set({ error: reply.error });
    });
  };
  const choose: App['choose'] = (chosen) => {
    choices.set(chosen);
    save();
  };
  const keep: App['keep'] = (part) => {
    work.set({ ...work.get(), ...part });
    save();
  };
  const show = (summary: SnapshotSummary) => {
    setSource(summary);
    void recall(summary.id);
    notice.set(null);
    route.set({ page: 'diagnosis' });
  };
  const openPath = async (path: string) => {
    // Whatever is no snapshot of ours is read as what another tool left.
    if (!path.toLowerCase().endsWith('.lks')) {
      notice.set(null);
      route.set({ page: 'import', path });
      return;
    }
    const reply = await call('snapshot.open', { path });
    if (reply.ok) show(reply.value);
    else notice.set({ error: reply.error });
  };
  return {
    show,
    choose,
    keep,
    openPath,
    reloadAnalysis: () => void reloadAnalysis(),
    forget: (id: string) => {
      if (source.get()?.id === id) setSource(null);
    },
    openDialog: async () => {
      const reply = await call('dialog.open', { title: texts.openSnapshot, filters: snapshotFilter });
      if (reply.ok && reply.value.path !== null) await openPath(reply.value.path);
    },
  };
}

/** What is under way belongs to the app and not to a page, so that leaving the page does not lose it. */
function jobActions(
  { snapshotJob, probeJob, proofJob, probeSeconds, watchJob, notice, route }: Stores,
  show: (summary: SnapshotSummary) => void,
) {
  // Cancelling asks the engine to stop; what was gathered still comes back, as a partial snapshot.
  let warning: string | undefined;
  const snapshot = createJob('snapshot.take', snapshotJob, {
    onProgress: (progress) => {
      warning = progress.warning ?? warning;
    },
    onDone: (summary) => {
      show(summary);
      if (warning !== undefined) notice.set({ text: warning });
    },
  });
  let began = 0;
  // Stopping a probe asks the engine to, which restores everything first.
  const onProgress = (progress: Progress) => {
    const second = probeSecond(progress, performance.now() - began);
    if (second !== null) probeSeconds.set([...probeSeconds.get(), second]);
  };
  const beginSeconds = () => {
    probeSeconds.set([]);
    began = performance.now();
  };
  const measures = () => probeJob.get().state === 'running' || proofJob.get().state === 'running';
  const probe = createJob('probe.run', probeJob, {
    onProgress,
    onDone: (ended: ProbeResult) => {
      // Whoever looks at the probe goes on to its result; elsewhere it is reported.
      const at = route.get();
      if (at.page === 'probe' && at.probe === ended.probe) route.set({ page: 'probe-result', id: ended.id });
      notice.set({ text: texts.hasEnded(ended.title, ended.text) });
    },
  });
  const proof = createJob('proof.run', proofJob, {
    onProgress,
    onDone: ({ id, text }) => {
      if (route.get().page === 'proof') route.set({ page: 'proof', id });
      notice.set({ text: texts.theProofHasEnded(text) });
    },
  });
  const watching = createJob('watch.run', watchJob, {
    onDone: (taken: readonly SnapshotSummary[], { when }: Watched) =>
      notice.set({ text: `${when}: ${takenWords(taken.length)}` }),
  });
  return {
    takeSnapshot: ((request, target) => {
      if (snapshotJob.get().state !== 'running') {
        warning = undefined;
        void snapshot.start(request, { target, windowSeconds: request.windowSeconds });
      }
    }) satisfies App['takeSnapshot'],
    cancelSnapshot: snapshot.cancel,
    runProbe: ((request, run) => {
      if (measures()) return;
      beginSeconds();
      void probe.start(request, run);
    }) satisfies App['runProbe'],
    stopProbe: probe.cancel,
    runProof: ((request, target) => {
      if (measures()) return;
      beginSeconds();
      void proof.start(request, { target });
    }) satisfies App['runProof'],
    stopProof: proof.cancel,
    watch: ((request, target) =>
      void watching.start(request, {
        when: request.when,
        limit: request.limit,
        target,
      })) satisfies App['watch'],
    stopWatching: watching.cancel,
  };
}

/** A round of snapshots of many servers. Cancelled, it still comes back with what it has. */
function fleetActions({ fleetJob, fleetStates }: Stores): Pick<App, 'takeFleet' | 'cancelFleet'> {
  const round = createJob('fleet.snapshot', fleetJob, {
    onProgress: ({ server }) => {
      if (server === undefined) return;
      const { name, state, text } = server;
      const words = state === 'running' ? text : state === text ? state : `${state}: ${text}`;
      fleetStates.set({ ...fleetStates.get(), [name]: words });
    },
  });
  return {
    takeFleet: (request) => {
      if (fleetJob.get().state === 'running') return;
      fleetStates.set({});
      void round.start(request, undefined);
    },
    cancelFleet: round.cancel,
  };
}

function probeSecond({ probe }: Progress, at: number) {
  if (probe === undefined || probe.value === null) return null;
  return { at: Math.round(at), arm: probe.arm, value: probe.value };
}

function takenWords(count: number): string {
  if (count === 0) return texts.noSnapshotWasTaken;
  if (count === 1) return texts.aSnapshotWasTakenAnd;
  return texts.takenAndKeptInThe(counted(count, 'snapshot'));
}
