// Many servers at once: matrix, drift, groups of plans, what changed since the last round. Pure.
import { type Fleet, type FleetServer, fleetSchemaName } from '../../shared/fleet';
import { hostingWords } from '../../shared/server';
import { type DriftOptions, driftOf } from './drift';
import { presentServers, type ServerInput, versionOf } from './fleet-server';
import { findingsOf, gravity } from './matrix';
import { planGroups } from './plan-groups';

export { fleetDiff, type ServerRounds } from './diff';
export type { Baseline } from './drift';
export { fleetEntry, fleetSettings } from './entry';
export type { JudgedEntry, ServerInput } from './fleet-server';

/** A fleet as it was read. */
export interface FleetInput extends DriftOptions {
  source: string;
  /** ISO 8601, UTC. */
  madeAt: string;
  servers: readonly ServerInput[];
  problems: Fleet['problems'];
}

/** Judges a fleet: a pure function of what the index holds of its snapshots. */
export function fleetOf({ source, madeAt, servers, problems, ...options }: FleetInput): Fleet {
  const present = presentServers(servers);
  return {
    schema: fleetSchemaName,
    source,
    madeAt,
    servers: servers.map(shownServer).sort(byWeight),
    findings: findingsOf(servers),
    drift: driftOf(present, options),
    groups: planGroups(present),
    problems,
  };
}

function shownServer({ name, labels, history, error }: ServerInput): FleetServer {
  const newest = history.at(-1);
  const { entry } = newest ?? {};
  const countOf = (severity: 'critical' | 'warning' | 'notice') =>
    entry?.findings.filter((finding) => finding.severity === severity).length ?? 0;
  return {
    name,
    labels,
    snapshot:
      newest === undefined
        ? null
        : {
            id: newest.entry.id,
            path: newest.path,
            createdAt: newest.entry.createdAt,
            complete: newest.entry.complete,
            windowSeconds: newest.entry.windowSeconds,
          },
    version: entry === undefined ? '' : versionOf(entry),
    hosting: entry === undefined ? '' : hostingWords[entry.server.hosting],
    headline: entry?.headline ?? null,
    counts: { critical: countOf('critical'), warning: countOf('warning'), notice: countOf('notice') },
    snapshots: history.length,
    ...(error === undefined ? {} : { error }),
  };
}

/** Servers in need first: a bottleneck, then by what was found; those without a snapshot after the ones that have one. */
function byWeight(a: FleetServer, b: FleetServer): number {
  const has = ({ snapshot }: FleetServer) => Number(snapshot !== null);
  const isLimited = ({ headline }: FleetServer) => Number(headline?.kind === 'bottleneck');
  const worst = ({ counts }: FleetServer) =>
    counts.critical > 0 ? gravity.critical : counts.warning > 0 ? gravity.warning : gravity.notice;
  return (
    has(b) - has(a) ||
    worst(a) - worst(b) ||
    isLimited(b) - isLimited(a) ||
    b.counts.critical - a.counts.critical ||
    b.counts.warning - a.counts.warning ||
    (a.name < b.name ? -1 : 1)
  );
}
