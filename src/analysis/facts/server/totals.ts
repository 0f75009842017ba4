import type { FactDefinition } from '../inputs/definition';

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
    id: 'tables_opened_for_each_entry',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Opened_tables', 'variable.table_open_cache'],
    doc: {
      what: 'How many tables were opened since the start for each entry of the table cache.',
      formula: 'Opened_tables / table_open_cache',
      source: `${manual}, Opened_tables`,
    },
    compute: (read) => read.status('Opened_tables') / Math.max(1, read.number('table_open_cache')),
  },
  {
    id: 'table_cache_total_need',
    unit: 'count',
    type: 'number',
    needs: ['status.Opened_tables', 'variable.table_open_cache'],
    doc: {
      what: 'Open tables to keep where only the total of opened tables is known: the next step up, to be looked at again.',
      formula: 'the lesser of Opened_tables and 2 x table_open_cache',
      source: 'MariaDB "Optimizing table_open_cache": raise it step by step while Opened_tables grows',
    },
    compute: (read) => Math.min(read.status('Opened_tables'), 2 * read.number('table_open_cache')),
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
];
