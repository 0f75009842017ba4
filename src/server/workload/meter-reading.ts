import type { ProbeSample } from '../../shared/probe';

/** Counters and levels of one moment; counters only ever grow. null: not available. */
export interface MeterReading {
  /** Milliseconds of the monotonic clock. */
  at: number;
  operations: number;
  cpuSeconds: number | null;
  clientCpuSeconds: number | null;
  busySeconds: number | null;
  errors: number | null;
  /** Statements of clients that ended, and their time; null: the server does not time them. */
  ended: { statements: number; seconds: number } | null;
  threadsRunning: number | null;
  replicaLagSeconds: number | null;
  freeMemoryBytes: number | null;
  checkpointAge: number | null;
  dirtyPages: number | null;
  /** Status counters that the definition asks for. */
  counters: ReadonlyMap<string, number>;
}

/** Executions and seconds of a digest since the server counts them. */
export type DigestSums = ReadonlyMap<string, { executions: number; seconds: number }>;
/** Statement times: values at or above `low` and below `high`, in milliseconds. */
export type Histogram = readonly { low: number; high: number; count: number }[];

/** Reads the server while arms follow each other. */
export interface Meter {
  /** @throws LatchkeyError connection-lost when the server cannot be asked any more */
  read(signal: AbortSignal): Promise<MeterReading>;
  /** null: this server or account has no statement digests. */
  digests(signal: AbortSignal): Promise<DigestSums | null>;
  /** null: this server keeps no histogram of statement times. */
  histogram(signal: AbortSignal): Promise<Histogram | null>;
}

/** The sample between two readings. @param start monotonic milliseconds at which measuring began */
export function sampleBetween(before: MeterReading, after: MeterReading, start: number): ProbeSample {
  const grown = (pick: (reading: MeterReading) => number | null) => {
    const [from, to] = [pick(before), pick(after)];
    return from === null || to === null ? null : Math.max(0, to - from);
  };
  return {
    at: rounded(after.at - start),
    seconds: Math.max(0.001, rounded((after.at - before.at) / 1000)),
    operations: Math.max(0, after.operations - before.operations),
    cpuSeconds: roundedOrNull(grown(({ cpuSeconds }) => cpuSeconds)),
    clientCpuSeconds: roundedOrNull(grown(({ clientCpuSeconds }) => clientCpuSeconds)),
    busySeconds: roundedOrNull(grown(({ busySeconds }) => busySeconds)),
    errors: grown(({ errors }) => errors),
    statementMs: meanMs(before.ended, after.ended),
    threadsRunning: after.threadsRunning,
    replicaLagSeconds: after.replicaLagSeconds,
    freeMemoryBytes: after.freeMemoryBytes,
    checkpointAge: after.checkpointAge,
    dirtyPages: after.dirtyPages,
  };
}

function meanMs(before: MeterReading['ended'], after: MeterReading['ended']): number | null {
  if (before === null || after === null) return null;
  const statements = after.statements - before.statements;
  // Fewer than before: the table was emptied in between.
  return statements > 0 ? rounded((1000 * Math.max(0, after.seconds - before.seconds)) / statements) : 0;
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function roundedOrNull(value: number | null): number | null {
  return value === null ? null : rounded(value);
}
