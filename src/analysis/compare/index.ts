import type { Analysis, Unit, Value } from '../../shared/analysis';
import { formatSeconds } from '../../shared/base/units';
import {
  compareSchemaName,
  type Recheck,
  recheckSchemaName,
  type SnapshotComparison,
} from '../../shared/compare';
import { isSameServerKey, serverName } from '../../shared/server';
import type { HostFactName, Snapshot } from '../../shared/snapshot';
import { factCatalog } from '../facts/catalog';
import { FactSet } from '../facts/inputs/fact-set';
import { Observed } from '../facts/inputs/observed';
import { effectOf } from './effect';
import { compareFindings, recheckFindings } from './findings';
import { compareDigests, compareSessions, compareWaits, type Side } from './load';
import { compareRates } from './rates';
import { compareVariables } from './variables';

/** A snapshot with its analysis, as one side of a comparison. */
export interface Judged {
  snapshot: Snapshot;
  analysis: Analysis;
}

/** Compares two snapshots, A the baseline. They may be of different servers, versions and flavours: remarks say so. */
export function compareSnapshots(a: Judged, b: Judged): SnapshotComparison {
  const [left, right] = [sideOf(a), sideOf(b)];
  return {
    schema: compareSchemaName,
    kind: 'snapshots',
    a: described(a),
    b: described(b),
    sameServer: isSameServerKey(a.snapshot.server.serverKey, b.snapshot.server.serverKey),
    effect: effectOf(left, right),
    remarks: remarksOf(a, b),
    variables: compareVariables(left.observed, right.observed),
    host: compareHosts(left.observed, right.observed),
    rates: compareRates(left.observed, right.observed),
    waits: compareWaits(left, right),
    sessions: compareSessions(left.observed, right.observed),
    digests: compareDigests(left, right),
    findings: compareFindings(a.analysis, b.analysis),
  };
}

/** Which findings of a snapshot cleared, stayed or appeared in a later one of the same server. */
export function recheckOf(before: Judged, after: Judged): Recheck {
  return {
    schema: recheckSchemaName,
    before: described(before),
    after: described(after),
    effect: effectOf(sideOf(before), sideOf(after)),
    remarks: remarksOf(before, after, inTime),
    ...recheckFindings(before.analysis, after.analysis),
  };
}

function sideOf({ snapshot }: Judged): Side {
  const observed = new Observed(snapshot);
  return { observed, facts: new FactSet(observed, factCatalog()) };
}

function described({ snapshot, analysis }: Judged): SnapshotComparison['a'] {
  const { id, createdAt, server } = snapshot;
  const { path, windowSeconds } = analysis.snapshot;
  return { id, path, createdAt, windowSeconds, server, headline: analysis.headline };
}

/** The two of a server at different times. */
export const inTime = ['The earlier snapshot', 'The later snapshot'] as const;

/** What makes two snapshots less than comparable. @param names what the two are called */
export function remarksOf(a: Judged, b: Judged, names: readonly [string, string] = ['A', 'B']): string[] {
  const [x, y] = [a.snapshot, b.snapshot];
  const name = ({ server }: Snapshot) => serverName(server);
  const [first, second] = [a.analysis.snapshot.windowSeconds ?? 0, b.analysis.snapshot.windowSeconds ?? 0];
  const longer = Math.max(first, second);
  return [
    ...(isSameServerKey(x.server.serverKey, y.server.serverKey) ? [] : ['These are different servers.']),
    ...(x.server.flavour === y.server.flavour
      ? []
      : [`The flavours differ (${name(x)}, ${name(y)}): counters of one name may count other things.`]),
    ...(x.server.flavour === y.server.flavour && name(x) !== name(y)
      ? [`The versions differ: ${name(x)}, ${name(y)}.`]
      : []),
    ...(longer > 0 && Math.min(first, second) < longer / 2
      ? [`The windows differ greatly in length: ${formatSeconds(first)} and ${formatSeconds(second)}.`]
      : []),
    ...(longer === 0 ? ['Neither has a window: no rates can be compared.'] : []),
    ...[x, y].flatMap(({ complete }, side) => (complete ? [] : [`${names[side]} is partial.`])),
    ...[x, y].flatMap(({ server: { uptimeSeconds: up } }, side) =>
      up !== null && up < 600
        ? [`${names[side]} was taken ${formatSeconds(up)} after a start: caches may still be cold.`]
        : [],
    ),
  ];
}

const compared: readonly (readonly [name: HostFactName, title: string, unit: Unit])[] = [
  ['cpus', 'Processors', 'count'],
  ['cpuModel', 'Processor', 'none'],
  ['memoryBytes', 'Memory', 'bytes'],
  ['cgroupMemoryBytes', 'Memory limit of the control group', 'bytes'],
  ['storage', 'Storage', 'none'],
  ['iops', 'Storage operations', 'count/s'],
  ['governor', 'Frequency governor', 'none'],
];

function compareHosts(a: Observed, b: Observed): SnapshotComparison['host'] {
  return compared.flatMap(([fact, title, unit]) => {
    const [x, y] = [a, b].map((side): Value => {
      const reading = side.host(fact);
      return reading.known ? reading.value : null;
    });
    if (x === y || x === undefined || y === undefined) return [];
    const isDeclared = ({ snapshot }: Observed) => snapshot.host[fact]?.origin === 'declared';
    const declared = [...(isDeclared(a) ? ['A' as const] : []), ...(isDeclared(b) ? ['B' as const] : [])];
    return [{ fact, title, unit, a: x, b: y, declared }];
  });
}
