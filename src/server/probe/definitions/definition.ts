import type { ProbeTimes } from '../../../experiment/design/schedule';
import type { MetricId, ProbeId, ProbeWorkload } from '../../../shared/probe';
import type { Reason } from '../../../shared/reason';
import type { ServerIdentity } from '../../../shared/server';
import type { TargetArm } from '../../change/index';

/** What is known of the server when its arms are chosen. */
export interface ProbedServer {
  identity: ServerIdentity;
  /** Every global variable by lower-case name, as the server prints it. */
  globals: ReadonlyMap<string, string>;
  /** Processors that the server may use; null: not known. */
  cpus: number | null;
}

export interface ProposedArms {
  arms: TargetArm[];
  leftOut: { arm: string; reason: string }[];
}

/** What the baseline period before the first block showed of the load. */
export interface LoadFacts {
  operationsPerSecond: number;
  /** Busy share of the server's processors, 0 to 1; null: its machine cannot be read. */
  busyShare: number | null;
  /** Increase of the status counters that definitions ask for, per second. */
  perSecond: ReadonlyMap<string, number>;
}

/** A probe is data: what is compared, for how long, by which metric, and where it makes sense. */
export interface ProbeDefinition {
  id: ProbeId;
  title: string;
  /** What it answers, as a person would ask. */
  question: string;
  /** `cpu-per-operation` where the processors are what the setting saves; throughput where their time cannot be read. */
  metric: MetricId;
  /** Where it sees the server's CPU time, the quieter metric of the baseline period takes the place of `metric`. */
  choosesMetric?: true;
  times: ProbeTimes;
  workloads: readonly ProbeWorkload['kind'][];
  /** The preset of sysbench that shows it best. */
  preset: Extract<ProbeWorkload, { kind: 'sysbench' }>['preset'];
  /** Needs a consent of its own: a crash may lose transactions. */
  durability?: true;
  /** The one definition that compares a forecast with what the server does. */
  resizes?: true;
  /** The arms that make sense on this server, or why there are none. */
  propose(server: ProbedServer): ProposedArms | Reason;
  /** Status counters whose increase `lacksLoad` wants to know. */
  counters?: readonly string[];
  /** Why the load cannot answer the question; null: it can. */
  lacksLoad?(load: LoadFacts): string | null;
  /** What to know before agreeing. */
  remarks?(server: ProbedServer): string[];
}

export function isReason(proposed: ProposedArms | Reason): proposed is Reason {
  return 'code' in proposed;
}

/** The refusal for a variable that this server does not have. */
export function noSuchVariable(server: ProbedServer, variable: string, since = ''): Reason {
  return {
    code: 'absent',
    text: `${server.identity.versionText} has no ${variable}${since === '' ? '' : `: ${since}`}.`,
  };
}

/** One arm for each value that is not in force now and lies within the bounds. */
export function valueArms(
  server: ProbedServer,
  variable: string,
  values: readonly (string | number)[],
  bounds: { min?: number | null; max?: number | null } = {},
): TargetArm[] {
  const current = server.globals.get(variable);
  const within = values.filter(
    (value) =>
      typeof value === 'string' ||
      (value >= (bounds.min ?? Number.NEGATIVE_INFINITY) &&
        value <= (bounds.max ?? Number.POSITIVE_INFINITY)),
  );
  return [...new Set(within.map(String))]
    .filter((value) => value !== current)
    .map((value) => ({ name: value, settings: [{ variable, value }] }));
}
