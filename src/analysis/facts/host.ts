import type { FactDefinition } from './definition';

/** Facts that join host and server. */
export const hostFacts: FactDefinition[] = [
  {
    id: 'threads_per_cpu',
    unit: 'ratio',
    type: 'number',
    needs: ['fact.busy_threads', 'host.cpus'],
    doc: {
      what: 'Busy sessions for each CPU of the host.',
      formula: 'busy_threads / CPUs',
      source: 'host facts of the snapshot (read or declared)',
    },
    compute: (read) => read.fact('busy_threads') / read.hostNumber('cpus'),
  },
];
