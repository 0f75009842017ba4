import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { rateOf } from '../inputs/rate-of';

/** Facts on the query cache (MySQL up to 5.7 and MariaDB). */
export const queryCacheFacts: FactDefinition[] = [
  {
    id: 'query_cache_on',
    unit: 'none',
    type: 'boolean',
    needs: [
      'variable.query_cache_type',
      'variable.query_cache_size',
      'status.Qcache_inserts',
      'status.Qcache_queries_in_cache',
      'status.Qcache_hits',
      'status.Qcache_lowmem_prunes',
    ],
    doc: {
      what: 'The query cache is in use.',
      formula:
        'query_cache_type is not OFF (0) and query_cache_size > 0; where one of them was not read: Qcache_inserts, Qcache_queries_in_cache, Qcache_hits or Qcache_lowmem_prunes is above zero',
      source: 'MySQL 5.7 manual, "Query Cache Configuration"; MariaDB "Query Cache"',
    },
    compute: (read) => {
      if (isUnstated(read) && isCounted(read)) return true;
      if (read.lacksVariable('query_cache_type')) return false;
      const type = String(read.variable('query_cache_type')).toLowerCase();
      return type !== 'off' && type !== '0' && type !== 'false' && read.number('query_cache_size') > 0;
    },
  },
  {
    id: 'query_cache_hit_ratio',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Qcache_hits', 'status.Qcache_inserts', 'status.Qcache_not_cached', 'status.Com_select'],
    doc: {
      what: 'Share of the SELECT statements that the query cache answered.',
      formula:
        'Qcache_hits / (Qcache_hits + Qcache_inserts + Qcache_not_cached) within the window; where those were not read, Qcache_hits / (Qcache_hits + Com_select), for Com_select does not count what the cache answered',
      source: 'MySQL 5.7 manual, "Query Cache Status and Maintenance"',
    },
    compute: (read) => {
      const hits = read.rate('Qcache_hits');
      const counted = ['Qcache_inserts', 'Qcache_not_cached'].every((name) => read.rateReading(name).known);
      const others = counted
        ? read.rate('Qcache_inserts') + read.rate('Qcache_not_cached')
        : read.rate('Com_select');
      const all = hits + others;
      return all > 0 ? hits / all : read.missing('error', 'No SELECT reached the query cache.');
    },
  },
  {
    id: 'query_cache_prune_rate',
    ...rateOf('Qcache_lowmem_prunes'),
    doc: {
      what: 'Results per second thrown out of the query cache for lack of memory.',
      formula: 'Qcache_lowmem_prunes per second',
      source: 'MySQL 5.7 manual, "Query Cache Status and Maintenance"',
    },
  },
  {
    id: 'query_cache_insert_rate',
    ...rateOf('Qcache_inserts'),
    doc: {
      what: 'Results per second put into the query cache.',
      formula: 'Qcache_inserts per second',
      source: 'MySQL 5.7 manual, "Query Cache Status and Maintenance"',
    },
  },
];

/** Whether one of both settings was not read, as in the part of a list. */
function isUnstated(read: FactReader): boolean {
  return ['query_cache_type', 'query_cache_size'].some((name) => {
    const reading = read.variableReading(name);
    return !reading.known && reading.reason.code !== 'absent';
  });
}

/** Whether the status counts results in it. */
function isCounted(read: FactReader): boolean {
  return ['Qcache_inserts', 'Qcache_queries_in_cache', 'Qcache_hits', 'Qcache_lowmem_prunes'].some((name) => {
    const reading = read.statusReading(name);
    return reading.known && Number(reading.value) > 0;
  });
}
