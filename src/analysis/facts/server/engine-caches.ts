import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';
import type { Row } from '../inputs/row-delta';

/** Facts on the caches and sizes of storage engines other than InnoDB. */
export const engineCacheFacts: FactDefinition[] = [
  {
    id: 'key_cache_unused_share',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Key_blocks_unused', 'variable.key_cache_block_size', 'variable.key_buffer_size'],
    doc: {
      what: 'Share of the key cache that is unused.',
      formula: 'Key_blocks_unused x key_cache_block_size / key_buffer_size, at most 1',
      source: 'MySQL manual, "key_buffer_size"',
    },
    compute: (read) => {
      const size = read.number('key_buffer_size');
      if (size === 0) return read.missing('absent', 'There is no key cache.');
      return Math.min(1, (read.status('Key_blocks_unused') * read.number('key_cache_block_size')) / size);
    },
  },
  {
    id: 'myisam_index_size',
    unit: 'bytes',
    type: 'number',
    needs: ['section.schema-sizes'],
    doc: {
      what: 'Indexes of MyISAM tables, outside the system schemas.',
      formula: 'sum of index_length over ENGINE = MyISAM',
      source: 'INFORMATION_SCHEMA.TABLES',
    },
    compute: (read) => lengths(read, 'myisam', ['index_length']),
  },
  {
    id: 'rocksdb_size',
    unit: 'bytes',
    type: 'number',
    needs: ['section.schema-sizes'],
    doc: {
      what: 'Data and indexes in MyRocks tables, by their statistics.',
      formula: 'sum of data_length + index_length over ENGINE = ROCKSDB',
      source: 'INFORMATION_SCHEMA.TABLES',
    },
    compute: (read) => lengths(read, 'rocksdb', ['data_length', 'index_length']),
  },
  {
    id: 'rocksdb_readahead',
    unit: 'bytes',
    type: 'number',
    needs: ['variable.rocksdb_compaction_readahead_size'],
    doc: {
      what: 'How much one read of a compaction asks of the operating system.',
      formula: 'rocksdb_compaction_readahead_size',
      source: '[smalldatum-2024-07]; Percona Server manual, "MyRocks System Variables"',
    },
    compute: (read) => read.number('rocksdb_compaction_readahead_size'),
  },
  {
    id: 'rocksdb_direct_reads',
    unit: 'none',
    type: 'boolean',
    needs: ['variable.rocksdb_use_direct_reads'],
    doc: {
      what: 'MyRocks reads past the cache of the operating system.',
      formula: 'rocksdb_use_direct_reads = ON',
      source: 'Percona Server manual, "MyRocks System Variables"',
    },
    compute: (read) => {
      const value = read.variable('rocksdb_use_direct_reads');
      return value === true || value === 1;
    },
  },
];

function lengths(read: FactReader, engine: string, columns: readonly (keyof Row<'schema-sizes'>)[]): number {
  let total = 0;
  for (const row of read.rows('schema-sizes')) {
    if (String(row.engine ?? '').toLowerCase() !== engine) continue;
    for (const column of columns) total += cellNumber(row[column]) ?? 0;
  }
  return total;
}
