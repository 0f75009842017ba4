import { createContext, useContext } from 'react';
import type { Analysis } from '../../shared/analysis';
import type { ErrorDocument } from '../../shared/base/error';
import type { FleetRound } from '../../shared/fleet-rounds';
import type { PlanChoices } from '../../shared/plan';
import type { ProbePlan, ProbeResult } from '../../shared/probe';
import type { ProofResult } from '../../shared/proof';
import type { RpcInput } from '../../shared/rpc';
import type { FleetSnapshotRequest } from '../../shared/rpc/fleet';
import type { TakeSnapshotRequest } from '../../shared/rpc/snapshot';
import type { WatchRequest } from '../../shared/rpc/watch';
import type { SnapshotSummary } from '../../shared/snapshot';
import type { Route } from '../../shared/window/pages';
import type { SnapshotWork } from '../../shared/work';
import type { Loaded } from './call';
import type { Connection, ConnectionForm } from './connection-form';
import type { Job } from './job';
import type { PoolDraft } from './pool-form';
import { type Store, useStore } from './store';
import { texts } from './texts';
import type { Tour, TourState } from './tour';

/** A word to the user that stays until it is dismissed. `path`: a file that was just written, which can be shown. */
export type Notice = { error: ErrorDocument } | { text: string; path?: string };

/** What was measured in one second of a running probe. */
export interface ProbeSecond {
  /** Milliseconds since its first report. */
  at: number;
  /** null: no arm is in force yet. */
  arm: string | null;
  value: number | null;
}

/** What a running probe is, for the pages that show it. */
export interface ProbeRun extends Pick<ProbePlan, 'probe' | 'title' | 'arms'> {
  target: string;
}

/** What is watched for, where, and how many snapshots it may take. */
export interface Watched {
  when: string;
  target: string;
  limit: number;
}

/** What pages share. Each is a store of its own: who reads one renders again when that one changes. */
export interface AppValues {
  route: Route;
  /** The snapshot that Diagnosis, Plan and Explorer show. */
  source: SnapshotSummary | null;
  analysis: Loaded<Analysis>;
  choices: PlanChoices;
  /** What else was done with the open snapshot: it is kept with it, as `choices` are. */
  work: Omit<SnapshotWork, 'choices'>;
  form: ConnectionForm;
  /** What is asked on the Buffer pool page; null: nothing yet. */
  pool: PoolDraft | null;
  connection: Connection | null;
  notice: Notice | null;
  tour: TourState;
  /** The one snapshot, probe, proof and watching that can be under way. */
  snapshotJob: Job<SnapshotSummary, { target: string; windowSeconds: number }>;
  probeJob: Job<ProbeResult, ProbeRun>;
  /** Of the proof, or the probe, that runs or ran last. */
  probeSeconds: readonly ProbeSecond[];
  proofJob: Job<ProofResult, { target: string }>;
  watchJob: Job<SnapshotSummary[], Watched>;
  /** The folder or inventory that the Fleet page shows; null: none was opened. */
  fleet: string | null;
  /** The one round of snapshots that can be under way, and how far each of its servers is. */
  fleetJob: Job<FleetRound>;
  fleetStates: Readonly<Record<string, string>>;
  /** What the Live page shows: a recording that is not kept, and of which server; null: none was begun. */
  live: { id: string; target: string } | null;
}

/** What pages can do. It is made once and never changes. */
export interface App {
  stores: { readonly [K in keyof AppValues]: Store<AppValues[K]> };
  go(route: Route): void;
  /** To where the reader was before; nothing where there was nothing. */
  back(): void;
  reloadAnalysis(): void;
  show(summary: SnapshotSummary): void;
  /** The snapshot is gone from history; pages that showed it are empty again. */
  forget(id: string): void;
  openPath(path: string): Promise<void>;
  openDialog(): Promise<void>;
  choose(choices: PlanChoices): void;
  /** Keeps more of what was done with the open snapshot. */
  keep(part: Partial<Omit<SnapshotWork, 'choices'>>): void;
  setForm(form: ConnectionForm): void;
  setPool(draft: PoolDraft): void;
  connect(connection: Connection): void;
  takeSnapshot(request: TakeSnapshotRequest, target: string): void;
  cancelSnapshot(): void;
  runProbe(request: RpcInput<'probe.run'>, run: ProbeRun): void;
  stopProbe(): void;
  runProof(request: RpcInput<'proof.run'>, target: string): void;
  stopProof(): void;
  watch(request: WatchRequest, target: string): void;
  stopWatching(): void;
  setFleet(path: string): void;
  takeFleet(request: FleetSnapshotRequest): void;
  cancelFleet(): void;
  setLive(live: AppValues['live']): void;
  notify(notice: Notice | null): void;
  tour: Tour;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error(texts.aPageWasRenderedOutside);
  return app;
}

/**
 * One of the shared values, or the part of it that `select` picks (as in `useStore`); the component renders again when
 * that changes, and not before.
 */
export function useShared<K extends keyof AppValues>(name: K): AppValues[K];
export function useShared<K extends keyof AppValues, Part>(
  name: K,
  select: (value: AppValues[K]) => Part,
): Part;
export function useShared<K extends keyof AppValues, Part>(
  name: K,
  select?: (value: AppValues[K]) => Part,
): AppValues[K] | Part {
  return useStore<AppValues[K], AppValues[K] | Part>(useApp().stores[name], select ?? ((value) => value));
}
