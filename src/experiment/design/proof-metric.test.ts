import { describe, expect, it } from 'vitest';
import type { ProbeSample } from '../../shared/probe';
import { chooseMetric } from './proof-metric';

/** Seconds of a load: statements that vary, CPU time for each that does not, on two processors. */
function samples(cpuSeconds: number, wobble = 0.3): ProbeSample[] {
  return Array.from({ length: 20 }, (_, second) => {
    const share = 1 + wobble * (Math.floor(second / 2) % 2 === 0 ? 1 : -1);
    return {
      seconds: 1,
      operations: 1000 * share,
      cpuSeconds: cpuSeconds * share,
      clientCpuSeconds: 0.1,
      threadsRunning: 4,
    } as ProbeSample;
  });
}

const options = { requested: null, cpus: 2, slotSamples: 2 };

describe('the metric of a proof', () => {
  it('is CPU time for a statement where that is quieter and the load is CPU-bound', () => {
    expect(chooseMetric(samples(1.8), options).metric).toBe('cpu-per-operation');
  });

  it('is throughput where processors are left idle, or CPU time is not known', () => {
    expect(chooseMetric(samples(0.5), options).metric).toBe('throughput');
    const unknown = samples(1.8).map((sample) => ({ ...sample, cpuSeconds: null }));
    expect(chooseMetric(unknown, options).metric).toBe('throughput');
    expect(chooseMetric(samples(1.8), { ...options, cpus: null }).metric).toBe('throughput');
  });

  it('is throughput where a change acts by how long statements wait, and says so', () => {
    const { metric, text } = chooseMetric(samples(1.8), {
      ...options,
      waiting: ['innodb_thread_concurrency'],
    });
    expect(metric).toBe('throughput');
    expect(text).toContain('innodb_thread_concurrency acts by how long statements wait');
  });

  it('is what was asked for, whatever is quieter', () => {
    expect(chooseMetric(samples(0.5), { ...options, requested: 'cpu-per-operation' }).metric).toBe(
      'cpu-per-operation',
    );
  });
});
