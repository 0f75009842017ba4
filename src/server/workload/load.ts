import type { ReportProgress } from '../../shared/progress';
import type { DigestSums, Histogram } from './meter-reading';

/** What loads the server while it is measured. */
export interface Load {
  /** Program and version, such as `sysbench 1.0.20`; null: there is none, the load is the server's own. */
  readonly program: string | null;
  /** Brings data and program to where the load runs. @throws LatchkeyError */
  start(signal: AbortSignal, report: ReportProgress): Promise<void>;
  /** Gives all connections of the load up for new ones, which take the present global values. */
  reconnect(signal: AbortSignal): Promise<void>;
  /** CPU seconds that the program has used so far; null: unknown. */
  clientCpuSeconds(): Promise<number | null>;
  /** Processors that it can use at most; null: as many as there are. */
  readonly processors: number | null;
  /** Executions and time of its own statements so far, by digest; null: it does not time them, the server may. */
  ownDigests(): DigestSums | null;
  /** Times of its own statements so far; null: as above. */
  ownHistogram(): Histogram | null;
  /** Failed statements so far; null: unknown. */
  errors(): number | null;
  /** Why the load has ended by itself; null: it runs. */
  failure(): string | null;
  /** Ends the load; does nothing where it has ended. */
  stop(): Promise<void>;
}
