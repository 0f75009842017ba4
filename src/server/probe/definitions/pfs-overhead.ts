import { needsStartForSynch } from '../../../knowledge/waits/synch-instruments';
import type { RequestedInstruments, TargetArm } from '../../change';
import type { ProbeDefinition } from './definition';

const off = (group: RequestedInstruments['group'], names: string[]): RequestedInstruments => ({
  group,
  names,
  position: 'OFF',
});
const timed = (names: string[]): RequestedInstruments => ({
  group: 'setup_instruments',
  names,
  position: 'ON+TIMED',
});
const consumersOn = (names: string[]): RequestedInstruments => ({
  group: 'setup_consumers',
  names,
  position: 'ON',
});

const sums = ['global_instrumentation', 'thread_instrumentation'];

const arms: readonly TargetArm[] = [
  {
    name: 'none',
    settings: [],
    instruments: [off('setup_instruments', ['%']), off('setup_consumers', ['%'])],
  },
  {
    name: 'statements',
    settings: [],
    instruments: [
      off('setup_instruments', ['%']),
      timed(['statement/%']),
      off('setup_consumers', ['%']),
      consumersOn([...sums, '%statements_digest']),
    ],
  },
  {
    name: 'tables',
    settings: [],
    instruments: [
      off('setup_instruments', ['%']),
      timed(['wait/io/table/%', 'wait/lock/table/%']),
      off('setup_consumers', ['%']),
      consumersOn(sums),
    ],
  },
  {
    name: 'all-synch',
    settings: [],
    instruments: [timed(['wait/synch/%']), consumersOn([...sums, 'events_waits_current'])],
  },
];

export const pfsOverhead: ProbeDefinition = {
  id: 'pfs-overhead',
  title: 'Cost of the Performance Schema',
  question: 'What does the Performance Schema set-up of this server cost, against less and more of it?',
  metric: 'cpu-per-operation',
  times: { settleSeconds: 1, measureSeconds: 5, blocks: 14, explores: false },
  workloads: ['sysbench', 'replay'],
  preset: 'point-select',
  propose: ({ globals, identity }) => {
    if (globals.get('performance_schema') !== 'ON') {
      return {
        code: 'disabled',
        text: 'The Performance Schema is off, and only a start enables or disables it: there is nothing to compare live.',
        remedy: 'Under [mysqld]: performance_schema = ON',
      };
    }
    const without = arms.filter(({ name }) => name !== 'all-synch');
    return needsStartForSynch(identity)
      ? {
          arms: without,
          leftOut: [
            {
              arm: 'all-synch',
              reason:
                "Before MySQL 5.7.12 and MariaDB 10.5 waits for mutexes are counted only from a start with performance-schema-instrument = 'wait/synch/%=ON'.",
            },
          ],
        }
      : { arms: [...arms], leftOut: [] };
  },
  remarks: () => [
    'The variants "none" and "tables" disable statement digests: monitoring that reads them sees nothing during that time, and its totals lack it.',
    'The Performance Schema as a whole cannot be disabled on a running server; "none" is as far as it can be reduced.',
  ],
};
