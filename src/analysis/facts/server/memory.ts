import { memoryBudget } from '../../memory/memory-budget';
import {
  type MemoryEvidence,
  memoryCounters,
  memoryHostFacts,
  memorySettings,
} from '../../memory/memory-evidence';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import type { Need } from '../inputs/need';

const budgetNeeds: readonly Need[] = [
  ...memorySettings.map((name) => `variable.${name}` as const),
  ...memoryCounters.map((name) => `status.${name}` as const),
  ...memoryHostFacts.map((name) => `host.${name}` as const),
  'section.memory-pfs',
];

/** Facts on memory: the limit, and the budget of the server as it is (see plan/memory-budget for its terms). */
export const memoryFacts: FactDefinition[] = [
  {
    id: 'memory_limit',
    unit: 'bytes',
    type: 'number',
    needs: ['host.memoryBytes', 'host.cgroupMemoryBytes'],
    doc: {
      what: 'Memory that the server may use: RAM of its host or the limit of its control group, whichever is less.',
      formula: 'min(host RAM, control group limit where there is one)',
      source: 'host facts of the snapshot (read or declared, never assumed)',
    },
    compute: (read) => {
      const group = read.hostReading('cgroupMemoryBytes');
      const ram = read.hostReading('memoryBytes');
      if (group.known && typeof group.value === 'number') {
        return ram.known && typeof ram.value === 'number' ? Math.min(group.value, ram.value) : group.value;
      }
      return read.hostNumber('memoryBytes');
    },
  },
  ...(['likely', 'worst'] as const).map(
    (end): FactDefinition => ({
      id: `memory_${end}`,
      unit: 'bytes',
      type: 'number',
      needs: budgetNeeds,
      doc: {
        what: `Memory that the server takes with its present settings, ${end} case.`,
        formula: 'sum of the terms of the memory budget (shown with the plan)',
        source:
          'MySQL manual, "How MySQL Uses Memory"; research on allocation per version, see plan/memory-budget',
      },
      compute: (read) => {
        // Without these two the budget would be a sum of little.
        read.number('innodb_buffer_pool_size');
        read.number('max_connections');
        return memoryBudget(evidenceOf(read), new Map())[end];
      },
    }),
  ),
];

function evidenceOf(read: FactReader): MemoryEvidence {
  return {
    server: read.server,
    intervals: read.intervals,
    variable: (name) => read.variableReading(name),
    status: (name) => read.statusReading(name),
    rate: (name) => read.rateReading(name),
    levelInIntervals: (name) => read.levelsIfSampled(name),
    rows: (section) => read.rowsOrReason(section),
    host: (name) => read.hostReading(name),
  };
}
