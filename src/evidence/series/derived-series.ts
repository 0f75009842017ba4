import type { Unit } from '../../shared/analysis';
import { checkpointAgeSeries, derivedSeries, redoPositions } from '../../shared/series-names';
import type { Samples, Series } from '../../shared/snapshot';

/** What some derived series need beside the samples. */
export interface DerivedContext {
  /** Checkpoint age at which InnoDB flushes synchronously, bytes (fact `redo_sync_limit`); null: not known. */
  redoSyncLimit: number | null;
}

/** One series made of others: a counter as exact as its parts, or a level for each sample. */
interface Derivation {
  name: string;
  /** Names that it is made of, for a source that holds these names; null: it cannot be made there. */
  parts(has: (name: string) => boolean): readonly string[] | null;
  make(samples: Samples, parts: readonly Series[], context: DerivedContext): Series | null;
}

const derivations: readonly Derivation[] = [
  {
    // Explicit and implicit transactions that an application ends by itself; statements with autocommit are not among them.
    name: derivedSeries.transactions,
    parts: (has) => (has('Com_commit') ? ['Com_commit', 'Com_rollback'].filter(has) : null),
    make: (_samples, parts) => sumOf(parts),
  },
  {
    name: derivedSeries.checkpointAge,
    parts: checkpointAgeParts,
    make: (_samples, parts) => checkpointAge(parts),
  },
  {
    name: derivedSeries.checkpointAgeShare,
    parts: checkpointAgeParts,
    make: (_samples, parts, { redoSyncLimit }) => {
      const age = redoSyncLimit === null || redoSyncLimit <= 0 ? null : checkpointAge(parts);
      return age === null
        ? null
        : level(
            'percent',
            age.values.map((value) => (value === null ? null : (100 * value) / (redoSyncLimit ?? 1))),
          );
    },
  },
  {
    name: derivedSeries.poolHitRatio,
    parts: all('Innodb_buffer_pool_reads', 'Innodb_buffer_pool_read_requests'),
    make: (samples, [reads, requests]) => {
      const [missed, asked] = [increases(samples, reads), increases(samples, requests)];
      return level(
        'percent',
        asked.map((requested, index) => {
          const read = missed[index] ?? null;
          // Without a request there is no ratio.
          if (requested === null || read === null || requested <= 0) return null;
          return 100 * Math.max(0, 1 - read / requested);
        }),
      );
    },
  },
  {
    name: derivedSeries.cpuServer,
    parts: all(...cpuTimes(), 'host.server.cpu_user', 'host.server.cpu_system'),
    make: (samples, parts) => shareOfCpu(samples, parts, (_busy, server) => server),
  },
  {
    name: derivedSeries.cpuOthers,
    parts: all(...cpuTimes(), 'host.server.cpu_user', 'host.server.cpu_system'),
    // The two clocks tick apart: less than nothing is nothing.
    make: (samples, parts) => shareOfCpu(samples, parts, (busy, server) => Math.max(0, busy - server)),
  },
];

/** The derived series that a source with these names can have: name, kind and unit, as they are listed. */
export function derivableSeries(
  names: Iterable<string>,
  context: DerivedContext,
): { name: string; kind: Series['kind']; unit: string }[] {
  const held = new Set(names);
  return derivations.flatMap(({ name, parts }) => {
    if (parts((one) => held.has(one)) === null) return [];
    if (name === derivedSeries.checkpointAgeShare && context.redoSyncLimit === null) return [];
    const unit: Unit =
      name === derivedSeries.transactions
        ? 'count'
        : name === derivedSeries.checkpointAge
          ? 'bytes'
          : 'percent';
    return [{ name, kind: name === derivedSeries.transactions ? 'counter' : 'gauge', unit }];
  });
}

/** What has to be read to make these series; [] where none of them is derived. */
export function partsOfDerived(wanted: readonly string[], has: (name: string) => boolean): string[] {
  return derivations.flatMap(({ name, parts }) => (wanted.includes(name) ? (parts(has) ?? []) : []));
}

/**
 * The samples with the derived series that they allow beside them.
 * @param wanted which; absent: all
 */
export function withDerivedSeries(
  samples: Samples,
  context: DerivedContext,
  wanted?: readonly string[],
): Samples {
  const derived: Record<string, Series> = {};
  for (const { name, parts, make } of derivations) {
    if (wanted !== undefined && !wanted.includes(name)) continue;
    const from = parts((one) => samples.series[one] !== undefined)?.flatMap(
      (one) => samples.series[one] ?? [],
    );
    const made = from === undefined ? null : make(samples, from, context);
    if (made !== null) derived[name] = made;
  }
  return Object.keys(derived).length === 0
    ? samples
    : { ...samples, series: { ...samples.series, ...derived } };
}

function all(...names: string[]): Derivation['parts'] {
  return (has) => (names.every(has) ? names : null);
}

/** Time of all processors together (src/evidence/series/host-series.ts). */
function cpuTimes(): string[] {
  return ['host.cpu.busy', 'host.cpu.idle', 'host.cpu.iowait', 'host.cpu.steal'];
}

function checkpointAgeParts(has: (name: string) => boolean): readonly string[] | null {
  const own = checkpointAgeSeries.find(has);
  if (own !== undefined) return [own];
  return redoPositions.find((pair) => pair.every(has)) ?? null;
}

function checkpointAge([first, second]: readonly Series[]): Series | null {
  if (first === undefined) return null;
  if (second === undefined)
    return level(
      'bytes',
      first.values.map((value) => onBase(first, value)),
    );
  const apart = Number(BigInt(first.base) - BigInt(second.base));
  return level(
    'bytes',
    first.values.map((value, index) => {
      const other = second.values[index] ?? null;
      return value === null || other === null ? null : apart + (value - other);
    }),
  );
}

function onBase({ base }: Series, value: number | null): number | null {
  return value === null ? null : Number(base) + value;
}

function sumOf(parts: readonly Series[]): Series | null {
  const [first] = parts;
  if (first === undefined) return null;
  const values = first.values.map((_, index) =>
    parts.reduce<number | null>((sum, { values: own }) => {
      const value = own[index] ?? null;
      return sum === null || value === null ? null : sum + value;
    }, 0),
  );
  const base = parts.reduce((sum, part) => sum + BigInt(part.base), 0n);
  return { kind: 'counter', unit: first.unit, base: base.toString(), values };
}

/** Increase since the sample before; null where it is not known, at a restart, and where a counter fell. */
function increases({ restarts }: Samples, series: Series | undefined): (number | null)[] {
  const values = series?.values ?? [];
  const anew = new Set(restarts);
  return values.map((value, index) => {
    const before = index === 0 ? null : (values[index - 1] ?? null);
    if (value === null || before === null || anew.has(index) || value < before) return null;
    return value - before;
  });
}

function shareOfCpu(
  samples: Samples,
  [busy, idle, iowait, steal, user, system]: readonly Series[],
  pick: (busy: number, server: number) => number,
): Series {
  const rows = [busy, idle, iowait, steal, user, system].map((series) => increases(samples, series));
  return level(
    'percent',
    samples.times.map((_, index) => {
      const [working, ...others] = rows.map((row) => row[index] ?? null);
      const [idling, waiting, stolen, ofUser, ofSystem] = others;
      if (working == null || idling == null || waiting == null || stolen == null) return null;
      if (ofUser == null || ofSystem == null) return null;
      const whole = working + idling + waiting + stolen;
      return whole > 0 ? Math.min(100, (100 * pick(working, ofUser + ofSystem)) / whole) : null;
    }),
  );
}

function level(unit: Unit, values: (number | null)[]): Series {
  return { kind: 'gauge', unit, base: '0', values };
}
