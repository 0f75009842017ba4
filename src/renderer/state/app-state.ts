import { createContext, useContext } from 'react';
import type { Analysis } from '../../shared/analysis';
import type { ErrorDocument } from '../../shared/base/error';
import type { PlanChoices } from '../../shared/plan';
import type { ProbePlan } from '../../shared/probe';
import type { Progress } from '../../shared/progress';
import type { RpcInput } from '../../shared/rpc';
import type { TakeSnapshotRequest } from '../../shared/rpc/snapshot';
import type { WatchRequest } from '../../shared/rpc/watch';
import type { SnapshotSummary } from '../../shared/snapshot';
import type { Loaded } from './call';
import type { Connection, ConnectionForm } from './connection-form';
import type { PoolDraft } from './pool-form';
import type { Route } from './route';
import type { Job } from './use-job';
import type { ProbeJob } from './use-probe-job';
import type { Tour } from './use-tour';
import type { Watched } from './use-watch-job';

/** A snapshot that is being taken, or the last attempt's failure. */
export type SnapshotJob =
  | { state: 'idle' }
  | { state: 'running'; target: string; progress: Progress | null; cancelling: boolean }
  | { state: 'failed'; error: ErrorDocument };

/** A short message above the page. */
/** A word to the user that stays until it is dismissed. `path`: a file that was just written, which can be shown. */
export type Notice = { error: ErrorDocument } | { text: string; path?: string };

/** What all pages share. */
export interface AppState {
  route: Route;
  go(route: Route): void;
  /** The snapshot that Diagnosis, Plan and Explorer show. */
  source: SnapshotSummary | null;
  analysis: Loaded<Analysis>;
  reloadAnalysis(): void;
  show(summary: SnapshotSummary): void;
  /** The snapshot is gone from history; pages that showed it are empty again. */
  forget(id: string): void;
  openPath(path: string): Promise<void>;
  openDialog(): Promise<void>;
  choices: PlanChoices;
  choose(choices: PlanChoices): void;
  form: ConnectionForm;
  setForm(form: ConnectionForm): void;
  /** What is asked on the Buffer pool page; null: nothing yet. */
  pool: PoolDraft | null;
  setPool(draft: PoolDraft): void;
  connection: Connection | null;
  connect(connection: Connection): void;
  job: SnapshotJob;
  takeSnapshot(request: TakeSnapshotRequest, target: string): void;
  cancelSnapshot(): void;
  /** The one probe that can be under way; it belongs to the app, so that leaving its page does not lose it. */
  probe: ProbeJob;
  runProbe(request: RpcInput<'probe.run'>, plan: ProbePlan, target: string): void;
  stopProbe(): void;
  /** The one watching that can be under way. */
  watching: Job<SnapshotSummary[]>;
  watched: Watched;
  watch(request: WatchRequest, target: string): Promise<void>;
  stopWatching(): void;
  notify(notice: Notice | null): void;
  tour: Tour;
}

export const AppContext = createContext<AppState | null>(null);

export function useApp(): AppState {
  const state = useContext(AppContext);
  if (state === null) throw new Error('A page was rendered outside of the app.');
  return state;
}
