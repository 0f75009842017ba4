import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';

const kinds = [
  'accounts',
  'cond_classes',
  'cond_instances',
  'file_classes',
  'file_handles',
  'file_instances',
  'hosts',
  'index_stat',
  'memory_classes',
  'metadata_lock',
  'mutex_classes',
  'mutex_instances',
  'prepared_statements',
  'program',
  'rwlock_classes',
  'rwlock_instances',
  'socket_instances',
  'stage_classes',
  'statement_classes',
  'table_handles',
  'table_instances',
  'table_lock_stat',
  'thread_classes',
  'thread_instances',
  'users',
] as const;
const needs = kinds.map((kind) => `status.Performance_schema_${kind}_lost` as const);
const source = 'MySQL manual, "Performance Schema Status Variables"; MariaDB the same';

/** Facts on what the Performance Schema had no room for. Digests have rules of their own. */
export const instancesLostFacts: FactDefinition[] = [
  {
    id: 'instances_lost',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'Objects that the Performance Schema could not instrument since the server started, because the memory that it was given for them was full.',
      formula: 'sum of Performance_schema_*_lost, without digests and connection attributes',
      source,
    },
    compute: (read) => lost(read).reduce((sum, { count }) => sum + count, 0),
  },
  {
    id: 'instances_lost_of',
    unit: 'none',
    type: 'string',
    needs,
    doc: { what: 'The kinds of these objects.', formula: 'kind and number, most first', source },
    compute: (read) =>
      lost(read)
        .sort((a, b) => b.count - a.count)
        .map(({ kind, count }) => `${kind.replaceAll('_', ' ')} (${count})`)
        .join(', '),
  },
];

function lost(read: FactReader): { kind: string; count: number }[] {
  const known = kinds.filter((kind) => {
    const reading = read.statusReading(`Performance_schema_${kind}_lost`);
    if (reading.known || reading.reason.code === 'absent') return reading.known;
    return read.missing(reading.reason.code, reading.reason.text);
  });
  if (known.length === 0)
    return read.missing('absent', 'The server does not count what its Performance Schema lost.');
  return known
    .map((kind) => ({ kind, count: read.status(`Performance_schema_${kind}_lost`) }))
    .filter(({ count }) => count > 0);
}
