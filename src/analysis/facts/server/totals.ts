import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';

const manual = 'MySQL manual, "Server Status Variables"';

/**
 * Totals against each other or against a setting, which say something at any uptime. Rules read them where a paste holds no
 * rate; a rate that is known decides before them.
 */
export const totalFacts: FactDefinition[] = [
  {
    id: 'one_reading',
    unit: 'none',
    type: 'boolean',
    needs: ['status.Uptime', 'status.Max_used_connections'],
    doc: {
      what: 'The status was read once only: high-water marks and totals speak, and there is no window.',
      formula: 'there are no samples, and a status',
      source: 'the snapshot',
    },
    compute: (read) => {
      if (!read.statusReading('Uptime').known) read.status('Max_used_connections');
      return read.sampledTimes === null;
    },
  },
  {
    id: 'definitions_opened_for_each_entry',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Opened_table_definitions', 'variable.table_definition_cache'],
    doc: {
      what: 'How many table definitions were read since the start for each entry of their cache.',
      formula: 'Opened_table_definitions / table_definition_cache',
      source: `${manual}, Opened_table_definitions`,
    },
    compute: (read) =>
      read.status('Opened_table_definitions') / Math.max(1, read.number('table_definition_cache')),
  },
  {
    id: 'tables_opened_for_each_entry',
    unit: 'ratio',
    type: 'number',
    needs: [
      'status.Opened_tables',
      'status.Table_open_cache_misses',
      'status.Open_tables',
      'status.Uptime',
      'variable.table_open_cache',
    ],
    doc: {
      what: 'How many tables were opened since the start for each entry of the table cache.',
      formula:
        'Opened_tables (or Table_open_cache_misses) / table_open_cache; where nobody read that, Opened_tables / Open_tables, if it is a hundred and more and a table a second was opened',
      source: `${manual}, Opened_tables`,
    },
    compute: (read) => {
      const [opened, open, uptime] = [
        tablesOpened(read),
        read.statusReading('Open_tables'),
        read.statusReading('Uptime'),
      ];
      if (read.variableReading('table_open_cache').known || !open.known || !uptime.known)
        return opened / Math.max(1, read.number('table_open_cache'));
      // A cache that is never filled holds few of many for other reasons: FLUSH TABLES, a backup.
      const entries = Number(open.value);
      if (entries < 1 || opened < 100 * entries || opened < Number(uptime.value))
        return read.missing('absent', 'table_open_cache is not known.');
      return opened / entries;
    },
  },
  {
    id: 'table_cache_total_need',
    unit: 'count',
    type: 'number',
    needs: ['status.Opened_tables', 'status.Table_open_cache_misses', 'variable.table_open_cache'],
    doc: {
      what: 'Open tables to keep where only the total of opened tables is known: the next step up, to be looked at again.',
      formula: 'the lesser of Opened_tables (or Table_open_cache_misses) and 2 x table_open_cache',
      source: 'MariaDB "Optimizing table_open_cache": raise it step by step while Opened_tables grows',
    },
    compute: (read) => Math.min(tablesOpened(read), 2 * read.number('table_open_cache')),
  },
  {
    id: 'query_cache_reuse',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Qcache_hits', 'status.Qcache_inserts'],
    doc: {
      what: 'How often a result in the query cache was used, on average.',
      formula: 'Qcache_hits / Qcache_inserts since the start',
      source: 'MySQL 5.7 manual, "Query Cache Status and Maintenance"',
    },
    compute: (read) =>
      read.statusRatio('Qcache_hits', 'Qcache_inserts', 'Nothing was stored in the query cache.'),
  },
  {
    id: 'query_cache_pruned_share',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Qcache_lowmem_prunes', 'status.Qcache_inserts'],
    doc: {
      what: 'Share of the results in the query cache that were thrown out for lack of memory.',
      formula: 'Qcache_lowmem_prunes / Qcache_inserts since the start',
      source: 'MySQL 5.7 manual, "Query Cache Status and Maintenance"',
    },
    compute: (read) =>
      read.statusRatio('Qcache_lowmem_prunes', 'Qcache_inserts', 'Nothing was stored in the query cache.'),
  },
  {
    id: 'key_cache_miss_total',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Key_reads', 'status.Key_read_requests'],
    doc: {
      what: 'Share of MyISAM index block reads that went to the file, since the start.',
      formula: 'Key_reads / Key_read_requests',
      source: 'MySQL manual, "key_buffer_size"',
    },
    compute: (read) => read.statusRatio('Key_reads', 'Key_read_requests', 'No MyISAM index was read.'),
  },
  {
    id: 'tmp_disk_total_share',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Created_tmp_disk_tables', 'status.Created_tmp_tables'],
    doc: {
      what: 'Share of the internal temporary tables that went to disk, since the start.',
      formula: 'Created_tmp_disk_tables / Created_tmp_tables',
      source: 'MySQL manual, "Internal Temporary Table Use in MySQL"',
    },
    compute: (read) =>
      read.statusRatio(
        'Created_tmp_disk_tables',
        'Created_tmp_tables',
        'No internal temporary table was made.',
      ),
  },
  {
    id: 'table_lock_wait_share',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Table_locks_waited', 'status.Table_locks_immediate'],
    doc: {
      what: 'Share of the table locks that had to be waited for, since the start.',
      formula: 'Table_locks_waited / (Table_locks_waited + Table_locks_immediate)',
      source: 'MySQL manual, "Internal Locking Methods"',
    },
    compute: (read) => {
      const all = read.status('Table_locks_waited') + read.status('Table_locks_immediate');
      return all > 0
        ? read.status('Table_locks_waited') / all
        : read.missing('error', 'No table lock was taken.');
    },
  },
  {
    id: 'merge_pass_total_share',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Sort_merge_passes', 'status.Sort_scan', 'status.Sort_range'],
    doc: {
      what: 'Merge passes for each sort, since the start.',
      formula: 'Sort_merge_passes / (Sort_scan + Sort_range)',
      source: 'MySQL manual, "ORDER BY Optimization"',
    },
    compute: (read) => {
      const sorts = read.status('Sort_scan') + read.status('Sort_range');
      return sorts > 0
        ? read.status('Sort_merge_passes') / sorts
        : read.missing('error', 'Nothing was sorted.');
    },
  },
  {
    id: 'log_wait_share',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Innodb_log_waits', 'status.Innodb_log_writes'],
    doc: {
      what: 'Share of the writes of the log buffer before which a statement had waited for room in it, since the start.',
      formula: 'Innodb_log_waits / Innodb_log_writes',
      source: `${manual}, Innodb_log_waits`,
    },
    compute: (read) => read.statusRatio('Innodb_log_waits', 'Innodb_log_writes', 'The log was not written.'),
  },
];

/** Tables opened since the start; the misses of the cache are the same count (MySQL 5.6.6, MariaDB 10.2). */
function tablesOpened(read: FactReader): number {
  const opened = read.statusReading('Opened_tables');
  return opened.known ? read.status('Opened_tables') : read.status('Table_open_cache_misses');
}
