import { type MetricId, metricFacts, type ProbeSample } from '../../shared/probe';
import { slotNoiseOfBaseline } from './power';
import { samplesValue } from './slot-value';

/** From this share of the processors on, CPU time for a statement decides how many statements there are. */
const saturatedShare = 0.8;

export interface MetricChoice {
  metric: MetricId;
  /** Standard deviation of the log of a slot; null: the A/A period is too short to tell. */
  slotNoise: number | null;
  basis: 'slots' | 'samples';
  text: string;
}

/**
 * The metric of a proof or a probe, by the A/A period alone, which no change has touched. Throughput is what a closed-loop
 * load is about; CPU time for a statement takes its place where it is quieter and the load uses up the processors, for only
 * then does less of it mean more statements.
 * @param requested the user's own choice, or the only one that the load allows
 * @param waiting names of changes that act by how long statements wait, which CPU time does not show
 */
export function chooseMetric(
  samples: readonly ProbeSample[],
  {
    requested,
    cpus,
    latencies = [],
    slotSamples,
    waiting = [],
  }: {
    requested: MetricId | null;
    cpus: number | null;
    /** Of the samples, where statements are timed. */
    latencies?: readonly number[];
    slotSamples: number;
    waiting?: readonly string[];
  },
): MetricChoice {
  const noiseOf = (metric: MetricId) => {
    if (metric === 'latency') return slotNoiseOfBaseline(latencies, slotSamples);
    return slotNoiseOfBaseline(
      samples.map((sample) => samplesValue([sample], metric) ?? 0),
      slotSamples,
    );
  };
  const chosen = (metric: MetricId, why: string): MetricChoice => {
    const noise = noiseOf(metric);
    const text = `${metricFacts[metric].text}: ${why}.`;
    return { metric, slotNoise: noise?.slotNoise ?? null, basis: noise?.basis ?? 'samples', text };
  };
  if (requested !== null) return chosen(requested, 'as the load or the request has it');
  const [throughput, cpu] = [noiseOf('throughput'), noiseOf('cpu-per-operation')];
  if (cpu === undefined) return chosen('throughput', 'CPU time cannot be read from here');
  if (waiting.length > 0)
    return chosen(
      'throughput',
      `${waiting.join(', ')} ${waiting.length === 1 ? 'acts' : 'act'} by how long statements wait, which CPU time does not show`,
    );
  const share = usedShare(samples, cpus);
  if (share === null || share < saturatedShare)
    return chosen('throughput', 'the load leaves processors idle, so that CPU time does not decide');
  return cpu.slotNoise < (throughput?.slotNoise ?? Number.POSITIVE_INFINITY)
    ? chosen('cpu-per-operation', 'the CPUs are saturated, and it is the quieter one in the A/A period')
    : chosen('throughput', 'the quieter one in the A/A period');
}

/** Processor time of server and client as share of all there is. */
function usedShare(samples: readonly ProbeSample[], cpus: number | null): number | null {
  if (cpus === null) return null;
  let used = 0;
  let seconds = 0;
  for (const sample of samples) {
    used += (sample.cpuSeconds ?? 0) + (sample.clientCpuSeconds ?? 0);
    seconds += sample.seconds;
  }
  return seconds === 0 ? null : used / seconds / cpus;
}

/** Samples that a slot holds, at least 1. */
export function samplesOfSlot({
  measureSeconds,
  sampleSeconds,
}: {
  measureSeconds: number;
  sampleSeconds: number;
}): number {
  return Math.max(1, Math.round(measureSeconds / sampleSeconds));
}
