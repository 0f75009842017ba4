import type { MetricId, ProbeOutcome, ProbeResult, ProbeSample } from '../../../shared/probe';
import type { ProofDesign, ProofPair, ProofResult } from '../../../shared/proof';
import type { EnteredArm } from '../../change';
import { type GuardedRun, Guards } from '../runner/guards';
import type { Taken } from '../runner/slots';

/** What a proof has measured so far; kept up to date, so that one that is cut short loses nothing. */
export class ProofTaken implements Taken {
  outcome: ProbeOutcome = 'failed';
  text = 'It ended before anything was measured.';
  design: ProofDesign;
  metric: MetricId;
  metricText = '';
  baselinePeriod: ProbeSample[] = [];
  baselineLatency: number[] = [];
  pairs: ProofPair[] = [];
  dropped: ProofResult['dropped'] = [];
  noise: ProbeResult['noise'] = null;
  digests: ProbeResult['digests'] = undefined;
  /** Seconds since the measuring began. */
  seconds = 0;
  readonly stored = new Map<string, EnteredArm>();
  readonly guards: Guards;

  constructor(design: ProofDesign, metric: MetricId | null, run: GuardedRun) {
    this.guards = new Guards(run);
    this.design = design;
    this.metric = metric ?? 'throughput';
  }
}
