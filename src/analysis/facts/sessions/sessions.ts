import type { FactDefinition } from '../inputs/definition';
import { rateByDigests } from '../inputs/digest-deltas';
import type { FactReader } from '../inputs/fact-reader';
import { largest } from '../inputs/interval-values';

const manual = 'MySQL manual, "Server Status Variables"';

/** Facts on connections, threads, table caches, temporary tables and sorts. */
export const sessionFacts: FactDefinition[] = [
  {
    id: 'connections_peak',
    unit: 'count',
    type: 'number',
    needs: ['status.Threads_connected'],
    doc: {
      what: 'Most connections open at one sample of the window.',
      formula: 'max of Threads_connected',
      source: manual,
    },
    compute: (read) =>
      largest(read.levelsIfSampled('Threads_connected') ?? []) ?? read.status('Threads_connected'),
    perSecond: (read) => read.levelInIntervals('Threads_connected'),
  },
  {
    id: 'connections_used_share',
    unit: 'ratio',
    type: 'number',
    needs: ['fact.connections_peak', 'variable.max_connections'],
    doc: {
      what: 'Connections in use as a share of the limit, at the fullest sample.',
      formula: 'connections_peak / max_connections',
      source: manual,
    },
    compute: (read) => read.fact('connections_peak') / read.number('max_connections'),
    perSecond: (read) => {
      const limit = read.number('max_connections');
      return read.factInIntervals('connections_peak').map((value) => (value === null ? null : value / limit));
    },
  },
  rate('connection_rate', 'Connections', 'Connection attempts per second.'),
  rate('threads_created_rate', 'Threads_created', 'Threads created for connections per second.'),
  rate(
    'refused_connection_rate',
    'Connection_errors_max_connections',
    'Connections refused per second because max_connections was reached.',
  ),
  rate(
    'aborted_clients_rate',
    'Aborted_clients',
    'Connections per second that ended without a proper close.',
  ),
  rate('aborted_connects_rate', 'Aborted_connects', 'Failed attempts to connect per second.'),
  {
    id: 'table_cache_miss_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Table_open_cache_misses', 'status.Opened_tables'],
    doc: {
      what: 'Times per second that a table had to be opened because the cache did not hold it.',
      formula: 'Table_open_cache_misses per second; Opened_tables per second where that counter is missing',
      source: manual,
    },
    compute: (read) => read.rate(tableMissSource(read)),
    perSecond: (read) => read.rateInIntervals(tableMissSource(read)),
  },
  rate(
    'table_cache_overflow_rate',
    'Table_open_cache_overflows',
    'Times per second that a table was closed because the cache was full.',
  ),
  rate('opened_definitions_rate', 'Opened_table_definitions', 'Table definitions read per second.'),
  {
    id: 'table_cache_fill',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Open_tables', 'variable.table_open_cache'],
    doc: {
      what: 'Open tables as a share of the cache.',
      formula: 'Open_tables / table_open_cache',
      source: manual,
    },
    compute: (read) => read.status('Open_tables') / read.number('table_open_cache'),
  },
  {
    id: 'open_files_share',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Open_files', 'variable.open_files_limit'],
    doc: {
      what: 'Open files as a share of the limit (a level, not a rate).',
      formula: 'Open_files / open_files_limit',
      source: manual,
    },
    compute: (read) => {
      const limit = read.number('open_files_limit');
      return limit > 0 ? read.status('Open_files') / limit : read.missing('error', 'open_files_limit is 0.');
    },
  },
  {
    id: 'tmp_table_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Created_tmp_tables', 'section.statement-digests'],
    doc: {
      what: "Internal temporary tables per second, without those that Latchkey's own SHOW STATUS needs.",
      formula:
        'Created_tmp_tables per second - own statements per second, at least what the digests of other sessions counted',
      source: manual,
    },
    compute: (read) => madeByOthers(read, 'Created_tmp_tables'),
    perSecond: (read) => read.rateInIntervals('Created_tmp_tables'),
  },
  {
    id: 'tmp_disk_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Created_tmp_disk_tables', 'section.statement-digests'],
    doc: {
      what: "Internal temporary tables on disk per second, without Latchkey's own.",
      formula:
        'Created_tmp_disk_tables per second - own statements per second, at least what the digests of other sessions counted',
      source: manual,
    },
    compute: (read) => madeByOthers(read, 'Created_tmp_disk_tables'),
    perSecond: (read) => read.rateInIntervals('Created_tmp_disk_tables'),
  },
  {
    id: 'tmp_disk_share',
    unit: 'ratio',
    type: 'number',
    needs: ['fact.tmp_disk_rate', 'fact.tmp_table_rate'],
    doc: {
      what: 'Share of the internal temporary tables that were on disk.',
      formula: 'tmp_disk_rate / tmp_table_rate (disk tables are already inside the total)',
      source: manual,
    },
    compute: (read) => {
      const all = read.fact('tmp_table_rate');
      if (all === 0) return read.missing('error', 'No temporary table was made in the window.');
      return Math.min(1, read.fact('tmp_disk_rate') / all);
    },
  },
  rate(
    'merge_pass_rate',
    'Sort_merge_passes',
    'Merge passes of sorts per second: sorts that did not fit their buffer.',
  ),
  {
    id: 'sort_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Sort_scan', 'status.Sort_range'],
    doc: { what: 'Sorts per second.', formula: '(Sort_scan + Sort_range) per second', source: manual },
    compute: (read) => read.rate('Sort_scan') + read.rate('Sort_range'),
  },
  {
    id: 'rows_per_sort',
    unit: 'count',
    type: 'number',
    needs: ['fact.sort_rate', 'status.Sort_rows'],
    doc: { what: 'Rows in a sort, on average.', formula: 'Sort_rows per second / sort_rate', source: manual },
    compute: (read) => {
      const sorts = read.fact('sort_rate');
      return sorts > 0 ? read.rate('Sort_rows') / sorts : read.missing('error', 'Nothing was sorted.');
    },
  },
  {
    id: 'join_without_index_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Select_full_join', 'status.Select_range_check'],
    doc: {
      what: 'Joins without a usable index per second: those that use join_buffer_size.',
      formula: '(Select_full_join + Select_range_check) per second',
      source: manual,
    },
    compute: (read) => read.rate('Select_full_join') + read.rate('Select_range_check'),
  },
  {
    id: 'full_scan_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Select_scan'],
    doc: {
      what: "Statements per second that scanned their first table, without Latchkey's own.",
      formula: 'Select_scan per second - own statements per second, at least 0',
      source: manual,
    },
    compute: (read) => Math.max(0, read.rate('Select_scan') - read.ownStatementsPerSecond),
  },
  {
    id: 'key_cache_miss_ratio',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Key_reads', 'status.Key_read_requests'],
    doc: {
      what: 'Share of MyISAM index block reads that went to the file.',
      formula: 'Key_reads / Key_read_requests within the window',
      source: manual,
    },
    compute: (read) =>
      read.rateRatio('Key_reads', 'Key_read_requests', 'No MyISAM index block was read in the window.'),
  },
  {
    id: 'binlog_cache_disk_share',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Binlog_cache_disk_use', 'status.Binlog_cache_use'],
    doc: {
      what: 'Share of the transactions whose binary log cache went to a temporary file.',
      formula: 'Binlog_cache_disk_use / Binlog_cache_use within the window',
      source: manual,
    },
    compute: (read) =>
      read.rateRatio(
        'Binlog_cache_disk_use',
        'Binlog_cache_use',
        'No transaction used the binary log cache.',
      ),
  },
];

function rate(id: string, name: string, what: string): FactDefinition {
  return {
    id,
    unit: 'count/s',
    type: 'number',
    needs: [`status.${name}`],
    doc: { what, formula: `${name} per second`, source: manual },
    compute: (read) => read.rate(name),
    perSecond: (read) => read.rateInIntervals(name),
  };
}

function tableMissSource(read: FactReader): string {
  return read.hasStatus('Table_open_cache_misses') ? 'Table_open_cache_misses' : 'Opened_tables';
}

/** Latchkey's own statements need one temporary table each at most, and where that is too much the digests know better. */
function madeByOthers(read: FactReader, counter: 'Created_tmp_tables' | 'Created_tmp_disk_tables'): number {
  const counted = {
    Created_tmp_tables: 'sum_created_tmp_tables',
    Created_tmp_disk_tables: 'sum_created_tmp_disk_tables',
  } as const;
  const atLeast = rateByDigests(read, counted[counter]);
  return Math.max(atLeast, read.rate(counter) - read.ownStatementsPerSecond);
}
