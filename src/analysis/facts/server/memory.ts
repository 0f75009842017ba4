import { memoryBudget } from '../../memory/memory-budget';
import {
  type MemoryEvidence,
  memoryCounters,
  memoryHostFacts,
  memorySettings,
} from '../../memory/memory-evidence';
import { usageOf } from '../../memory/memory-usage';
import {
  sessionBytes,
  sessionSettings,
  temporaryTables,
  workingSessionBytes,
} from '../../memory/session-memory';
import type { FactDefinition } from '../inputs/definition';
import { type FactReader, onceForFacts } from '../inputs/fact-reader';
import type { Need } from '../inputs/need';

const budgetNeeds: readonly Need[] = [
  ...memorySettings.map((name) => `variable.${name}` as const),
  ...memoryCounters.map((name) => `status.${name}` as const),
  ...memoryHostFacts.map((name) => `host.${name}` as const),
  'section.memory-pfs',
  'snapshot.history',
];

const MiB = 1024 ** 2;
/** Shares of the memory limit. */
const leastAvailable = 0.03;
const leastSwapped = 0.02;

/** Facts on memory: the limit, and the budget of the server as it is (see plan/memory-budget for its terms). */
export const memoryFacts: FactDefinition[] = [
  {
    id: 'statement_text_memory',
    unit: 'bytes',
    type: 'number',
    needs: [
      'variable.performance_schema',
      'variable.performance_schema_max_digest_length',
      'variable.performance_schema_max_sql_text_length',
      'variable.performance_schema_digests_size',
      'variable.performance_schema_events_statements_history_long_size',
      'variable.performance_schema_events_statements_history_size',
      'fact.connections_peak',
    ],
    doc: {
      what: 'Memory that the Performance Schema may take for texts and digests of statements.',
      formula:
        '(digests_size + events_statements_history_long_size + events_statements_history_size x connections_peak) x (max_digest_length + max_sql_text_length); sizes that the server works out itself, or that nobody read: 10,000, 10,000 and 10; 0 where performance_schema is OFF',
      source:
        'MySQL manual, "Performance Schema System Variables"; "The Performance Schema Memory-Allocation Model"',
    },
    compute: (read) => {
      if (read.hasVariable('performance_schema') && read.variable('performance_schema') === false) return 0;
      const size = (name: string, otherwise: number) => {
        const value = read.hasVariable(name) ? read.number(name) : -1;
        return value < 0 ? otherwise : value;
      };
      const bytes =
        read.number('performance_schema_max_digest_length') +
        read.number('performance_schema_max_sql_text_length');
      const rows =
        size('performance_schema_digests_size', 10_000) +
        size('performance_schema_events_statements_history_long_size', 10_000) +
        size('performance_schema_events_statements_history_size', 10) * read.factOr('connections_peak', 0);
      return rows * bytes;
    },
  },
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
  {
    id: 'memory_used_up',
    unit: 'none',
    type: 'boolean',
    needs: ['host.memoryAvailableBytes', 'host.swapUsed', 'fact.memory_limit'],
    doc: {
      what: 'Whether hardly any memory is available, and more is in swap than a few pages that nobody uses.',
      formula: `available < ${leastAvailable} x memory limit, and swap in use >= max(256 MiB, ${leastSwapped} x memory limit)`,
      source: 'Latchkey. With less, there is no file cache left to drop, and programs are swapped out',
    },
    compute: (read) => {
      const limit = read.fact('memory_limit');
      const isLittleLeft = read.hostNumber('memoryAvailableBytes') < leastAvailable * limit;
      return isLittleLeft && read.hostNumber('swapUsed') >= Math.max(256 * MiB, leastSwapped * limit);
    },
  },
  {
    id: 'pool_without_swap',
    unit: 'bytes',
    type: 'number',
    needs: ['fact.memory_limit', 'host.swapUsed', 'variable.innodb_buffer_pool_size'],
    doc: {
      what: 'Buffer pool that would leave nothing in swap, with a quarter of it to spare; only where the pool takes half of the memory or more, and at least two fifths of it would stay.',
      formula: 'innodb_buffer_pool_size - 1.25 x swap in use',
      source: 'Latchkey: a pool that is a small part of the memory is not what fills it',
    },
    compute: (read) => {
      const pool = read.number('innodb_buffer_pool_size');
      const excess = 1.25 * read.hostNumber('swapUsed');
      if (pool < 0.5 * read.fact('memory_limit')) {
        return read.missing('absent', 'The buffer pool takes less than half of the memory.');
      }
      if (excess > 0.6 * pool) return read.missing('absent', 'More lies in swap than the pool could give.');
      return pool - excess;
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
        // Without the pool the budget would be a sum of little; of what else nobody read the default counts.
        read.number('innodb_buffer_pool_size');
        return presentBudget(read)[end];
      },
    }),
  ),
  {
    id: 'memory_temporary_likely',
    unit: 'bytes',
    type: 'number',
    needs: budgetNeeds,
    doc: {
      what: 'What internal temporary tables of the MEMORY engine take in the likely case; 0 where another engine holds them or none was made.',
      formula:
        'term "Temporary tables in memory" of the memory budget: the lesser of tmp_table_size and max_heap_table_size x sessions busy at the peak',
      source: 'MySQL manual, "Internal Temporary Table Use in MySQL"',
    },
    compute: (read) => {
      read.number('tmp_table_size');
      read.number('max_heap_table_size');
      const term = presentBudget(read).terms.find(({ name }) => name === temporaryTables);
      return term?.likely ?? 0;
    },
  },
  {
    id: 'caches_beside_pool',
    unit: 'bytes',
    type: 'number',
    needs: [
      'variable.key_buffer_size',
      'variable.aria_pagecache_buffer_size',
      'variable.query_cache_size',
      'fact.query_cache_on',
    ],
    doc: {
      what: 'What the caches beside the buffer pool may grow to; those not read count as nothing.',
      formula: 'key_buffer_size + aria_pagecache_buffer_size + query_cache_size where the query cache is on',
      source: 'MySQL manual, "How MySQL Uses Memory"; MariaDB, "MariaDB Memory Allocation"',
    },
    compute: (read) => {
      const isOn = read.factReading('query_cache_on');
      const names = isOn.known && isOn.value === true ? [...otherCaches, 'query_cache_size'] : otherCaches;
      const known = names.flatMap((name) => {
        const reading = read.variableReading(name);
        return reading.known && typeof reading.value === 'number' ? [reading.value] : [];
      });
      if (known.length === 0) return read.missing('not-read', 'No cache besides the buffer pool was read.');
      return known.reduce((sum, bytes) => sum + bytes, 0);
    },
  },
];

/** Caches of engines other than InnoDB. */
const otherCaches = ['key_buffer_size', 'aria_pagecache_buffer_size'] as const;

/** Facts on what one session may take: sums of settings, where the default stands for what nobody read. */
export const sessionMemoryFacts: FactDefinition[] = [
  {
    id: 'session_bytes',
    unit: 'bytes',
    type: 'number',
    needs: budgetNeeds,
    doc: {
      what: 'Memory that one session takes at most while it sorts, joins, scans and keeps one temporary table; at least one of these settings has to be known.',
      formula:
        'sort_buffer_size + join_buffer_size + read_buffer_size + read_rnd_buffer_size + binlog_cache_size + net_buffer_length + thread_stack + min(tmp_table_size, max_heap_table_size) where the engine of temporary tables is MEMORY; the default of the version for what nobody read',
      source: 'MySQL manual, "How MySQL Uses Memory"',
    },
    compute: (read) => {
      const usage = usageOf(evidenceOf(read), new Map());
      if (!sessionSettings.some((name) => read.variableReading(name).known))
        return read.missing('not-read', 'No session buffer was read.');
      return sessionBytes(usage);
    },
  },
  {
    id: 'session_bytes_working',
    unit: 'bytes',
    type: 'number',
    needs: ['fact.session_bytes', ...budgetNeeds],
    doc: {
      what: 'The same with a quarter of the temporary table: its limit is no buffer that is taken, and of many sessions only some fill one.',
      formula:
        'session_bytes less three quarters of min(tmp_table_size, max_heap_table_size) where that is part of it',
      source: 'Latchkey',
    },
    compute: (read) => {
      read.fact('session_bytes');
      return workingSessionBytes(usageOf(evidenceOf(read), new Map()));
    },
  },
  {
    id: 'session_defaults',
    unit: 'none',
    type: 'string',
    needs: budgetNeeds,
    doc: {
      what: 'Session buffers that were not read and are assumed at their default; empty: none.',
      formula: 'names of the variables of session_bytes that the snapshot lacks',
      source: 'the variables of the snapshot; the catalog',
    },
    compute: (read) => {
      if (!sessionSettings.some((name) => read.variableReading(name).known))
        return read.missing('not-read', 'No session buffer was read.');
      const { isAssumed } = usageOf(evidenceOf(read), new Map());
      return ([...sessionSettings, 'tmp_table_size', 'max_heap_table_size'] as const)
        .filter(isAssumed)
        .join(', ');
    },
  },
];

const presentBudget = onceForFacts((read) => memoryBudget(evidenceOf(read), new Map()));

function evidenceOf(read: FactReader): MemoryEvidence {
  return {
    server: read.server,
    intervals: read.intervals,
    variable: (name) => read.variableReading(name),
    defaultOf: (name) => read.defaultOf(name),
    status: (name) => read.statusReading(name),
    rate: (name) => read.rateReading(name),
    levelInIntervals: (name) => read.levelsIfSampled(name),
    mostInHistory: (name) => read.mostInHistory(name),
    rows: (section) => read.rowsOrReason(section),
    host: (name) => read.hostReading(name),
  };
}
