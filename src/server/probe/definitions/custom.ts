import type { ProbeDefinition } from './definition';

export const custom: ProbeDefinition = {
  id: 'custom',
  title: 'A setting of your own',
  question: 'Is the server faster with these values than with the present ones?',
  metric: 'throughput',
  choosesMetric: true,
  times: { settleSeconds: 1, measureSeconds: 2.5, blocks: 24, explores: true },
  workloads: ['sysbench', 'live', 'replay'],
  preset: 'read-write',
  propose: () => ({ arms: [], leftOut: [] }),
};
