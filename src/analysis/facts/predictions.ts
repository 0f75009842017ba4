import type { Prediction, Worlds } from './inputs/definition';

const poolSize = 'innodb_buffer_pool_size';
/** Room for undo, the change buffer and pages that are half full, beside data and indexes. */
const poolOverhead = 1.05;

/** Once the pool holds all data, what was caused by missing pages is gone; before that nothing can be said. */
const goneWithAllDataInPool: Prediction = {
  with: [poolSize],
  needs: [`variable.${poolSize}`, 'fact.data_size'],
  compute: (worlds) => (holdsAllData(worlds) ? 0 : null),
};

function holdsAllData({ present, planned }: Worlds): boolean {
  const size = planned.number(poolSize);
  return size > present.number(poolSize) && size >= poolOverhead * present.fact('data_size');
}

/** Limits of the checkpoint age grow with the redo log. */
function limitOfRedo(id: string): Prediction {
  return {
    with: ['innodb_redo_log_capacity', 'innodb_log_file_size', 'innodb_log_files_in_group'],
    needs: [`fact.${id}`, 'fact.redo_capacity'],
    compute: ({ present, planned }) =>
      (present.fact(id) * planned.fact('redo_capacity')) / present.fact('redo_capacity'),
  };
}

const goneWithoutQueryCache: Prediction = {
  with: ['query_cache_type', 'query_cache_size'],
  needs: ['fact.query_cache_on'],
  compute: ({ planned }) => (planned.factValue('query_cache_on') === false ? 0 : null),
};

/** A cache that keeps what the load needs open opens it no more. */
const goneWithAllTablesOpen: Prediction = {
  with: ['table_open_cache'],
  needs: ['variable.table_open_cache', 'fact.table_cache_need'],
  compute: ({ present, planned }) =>
    planned.number('table_open_cache') >= present.fact('table_cache_need') ? 0 : null,
};

/**
 * Where tmp_table_size alone bounds a temporary table (TempTable from 8.0.28 on, which keeps BLOB columns in memory too). In
 * the MEMORY engine rows have their full width, and BLOBs go to disk whatever the size.
 */
const goneWithRoomForTemporaryTables: Prediction = {
  with: ['tmp_table_size', 'temptable_max_ram'],
  needs: ['variable.tmp_table_size', 'fact.tmp_limit', 'fact.tmp_table_need'],
  compute: ({ present, planned }) =>
    present.factValue('tmp_limit') === 'table' &&
    planned.number('tmp_table_size') >= present.fact('tmp_table_need')
      ? 0
      : null,
};

/** Caches of a fixed size, which a plan may make smaller in favour of the buffer pool. */
export const fixedCaches = ['key_buffer_size', 'query_cache_size'] as const;

/**
 * What a smaller cache frees: no more than it is smaller by, and no more than the process holds beyond the budget or the budget
 * gets smaller by. Memory that something else holds stays held.
 */
const lessWithSmallerCaches: Prediction = {
  with: fixedCaches,
  needs: [
    'fact.memory_held',
    'fact.memory_likely',
    ...fixedCaches.map((name) => `variable.${name}` as const),
  ],
  compute: ({ present, planned }) => {
    const held = present.fact('memory_held');
    const likely = present.fact('memory_likely');
    const smallerBy = fixedCaches.reduce(
      (sum, name) => sum + Math.max(0, present.numberOr(name, 0) - planned.numberOr(name, 0)),
      0,
    );
    const beyond = Math.max(0, held - likely) + Math.max(0, likely - planned.fact('memory_likely'));
    return held - Math.min(smallerBy, beyond);
  },
};

/** Sorts that fit into the buffer need no merge pass. */
const goneWithRoomForSorts: Prediction = {
  with: ['sort_buffer_size'],
  needs: ['variable.sort_buffer_size', 'fact.sort_need'],
  compute: ({ present, planned }) =>
    planned.number('sort_buffer_size') >= present.fact('sort_need') ? 0 : null,
};

/** What is said of facts that were measured under settings which a plan changes. By fact. */
export const predictions: Readonly<Record<string, Prediction>> = {
  pool_read_rate: goneWithAllDataInPool,
  pool_miss_ratio: goneWithAllDataInPool,
  data_read_share: goneWithAllDataInPool,
  wait_free_rate: goneWithAllDataInPool,
  pool_free_share: {
    with: [poolSize],
    needs: [`variable.${poolSize}`, 'fact.data_size', 'fact.pool_free_share'],
    compute: (worlds) =>
      holdsAllData(worlds)
        ? Math.max(0, 1 - worlds.present.fact('data_size') / worlds.planned.number(poolSize))
        : worlds.present.fact('pool_free_share'),
  },
  memory_held: lessWithSmallerCaches,
  redo_sync_limit: limitOfRedo('redo_sync_limit'),
  redo_async_limit: limitOfRedo('redo_async_limit'),
  redo_capacity: {
    with: ['innodb_redo_log_capacity', 'innodb_log_file_size', 'innodb_log_files_in_group'],
    needs: ['variable.innodb_redo_log_capacity', 'variable.innodb_log_file_size', 'fact.redo_files'],
    compute: ({ planned }) =>
      planned.hasVariable('innodb_redo_log_capacity')
        ? planned.number('innodb_redo_log_capacity')
        : planned.number('innodb_log_file_size') * planned.fact('redo_files'),
  },
  table_cache_miss_rate: goneWithAllTablesOpen,
  table_cache_overflow_rate: goneWithAllTablesOpen,
  tmp_disk_rate: goneWithRoomForTemporaryTables,
  tmp_disk_share: goneWithRoomForTemporaryTables,
  tmp_disk_time_share: goneWithRoomForTemporaryTables,
  merge_pass_rate: goneWithRoomForSorts,
  merge_pass_time_share: goneWithRoomForSorts,
  refused_connection_rate: {
    with: ['max_connections'],
    needs: ['variable.max_connections', 'fact.connections_peak'],
    compute: ({ planned }) =>
      planned.number('max_connections') > 1.1 * planned.fact('connections_peak') ? 0 : null,
  },
  query_cache_lock_share: goneWithoutQueryCache,
  query_cache_insert_rate: goneWithoutQueryCache,
  query_cache_prune_rate: goneWithoutQueryCache,
  ahi_latch_share: {
    with: ['innodb_adaptive_hash_index'],
    needs: ['variable.innodb_adaptive_hash_index'],
    compute: ({ planned }) => (planned.variable('innodb_adaptive_hash_index') === false ? 0 : null),
  },
};
