import type { ProbeDefinition } from './definition';

const capacity = 'innodb_io_capacity';
const most = 'innodb_io_capacity_max';

/** A slot has to span several fills of the redo log, since it is then that flushing shows. */
export const ioCapacity: ProbeDefinition = {
  id: 'io-capacity',
  title: 'I/O capacity',
  question: 'How many pages should InnoDB flush a second in the background?',
  metric: 'throughput',
  times: { settleSeconds: 10, measureSeconds: 50, blocks: 6, explores: true, leastMeasureSeconds: 15 },
  workloads: ['sysbench', 'live'],
  preset: 'update-index',
  propose: ({ globals }) => ({
    arms: [100, 200, 1000, 4000, 10_000]
      .filter((value) => String(value) !== globals.get(capacity))
      .map((value) => ({
        name: String(value),
        settings: [
          { variable: capacity, value: String(value) },
          { variable: most, value: String(Math.max(2 * value, 2000)) },
        ],
      })),
    leftOut: [],
  }),
  counters: ['Innodb_buffer_pool_pages_flushed'],
  lacksLoad: ({ perSecond }) =>
    (perSecond.get('Innodb_buffer_pool_pages_flushed') ?? 0) < 1 ? 'Hardly any page was flushed.' : null,
  remarks: () => [
    'Every variant sets innodb_io_capacity_max too, to twice the capacity, at least 2000. Checkpoint age and dirty pages of each slot are recorded beside throughput.',
  ],
};
