import { compareVersions } from '../../../shared/server';
import { engineSize } from '../innodb/buffer-pool';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';
import type { Row } from '../inputs/row-delta';

const source = 'INFORMATION_SCHEMA.TABLES (system schemas left out)';
const needs = ['section.schema-sizes'] as const;

/** Facts on tables and their engines, and on temporary tables by engine. */
export const tableFacts: FactDefinition[] = [
  {
    id: 'myisam_size',
    unit: 'bytes',
    type: 'number',
    needs,
    doc: {
      what: 'Data and indexes in MyISAM tables.',
      formula: 'sum of data_length + index_length over ENGINE = MyISAM',
      source,
    },
    compute: (read) => engineSize(read, 'myisam'),
  },
  {
    id: 'myisam_tables',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'MyISAM tables with rows in them.',
      formula: 'tables with ENGINE = MyISAM but those with TABLE_ROWS = 0',
      source,
    },
    compute: (read) => filled(read).filter((row) => engineOf(row) === 'myisam').length,
  },
  {
    id: 'mixed_schemas',
    unit: 'none',
    type: 'string',
    needs,
    doc: {
      what: 'Schemas that keep rows both in InnoDB and in an engine without transactions (MyISAM, Aria, MEMORY); empty: none.',
      formula: 'schemas with filled tables of both kinds, by name',
      source,
    },
    compute: (read) => {
      const kinds = new Map<string, Set<boolean>>();
      for (const row of filled(read)) {
        const engine = engineOf(row);
        if (engine !== 'innodb' && !withoutTransactions.has(engine)) continue;
        const schema = String(row.table_schema);
        kinds.set(schema, (kinds.get(schema) ?? new Set()).add(engine === 'innodb'));
      }
      const mixed = [...kinds].filter(([, found]) => found.size === 2).map(([schema]) => schema);
      return mixed.sort().slice(0, 5).join(', ');
    },
  },
  {
    id: 'tmp_engines',
    unit: 'none',
    type: 'string',
    needs: [
      'variable.tmp_table_size',
      'variable.internal_tmp_mem_storage_engine',
      'variable.internal_tmp_disk_storage_engine',
      'variable.aria_used_for_temp_tables',
    ],
    doc: {
      what: 'Storage engines of internal temporary tables: in memory, and on disk.',
      formula:
        'in memory internal_tmp_mem_storage_engine, or MEMORY where that is not there. On disk Aria (MyISAM without aria_used_for_temp_tables) in MariaDB, internal_tmp_disk_storage_engine where it is there, else MyISAM before and InnoDB after it',
      source: 'MySQL manual, "Internal Temporary Table Use in MySQL"; MariaDB "aria_used_for_temp_tables"',
    },
    compute: (read) => {
      // Every server has it: without it the settings were not read, and a variable that lacks shows nothing.
      read.variable('tmp_table_size');
      return `${memoryEngine(read)} in memory, ${diskEngine(read)} on disk`;
    },
  },
  {
    id: 'tmp_limit',
    unit: 'none',
    type: 'string',
    needs: ['variable.internal_tmp_mem_storage_engine'],
    doc: {
      what: 'What limits an internal temporary table in memory: "heap" (the lesser of tmp_table_size and max_heap_table_size), "shared" (temptable_max_ram alone) or "table" (tmp_table_size for each, temptable_max_ram for all).',
      formula:
        'heap where the engine is MEMORY (MySQL before 8.0, MariaDB, or chosen); TempTable: shared before MySQL 8.0.28, table from then on',
      source: 'MySQL 8.0 manual, "Internal Temporary Table Use in MySQL" (tmp_table_size from 8.0.28)',
    },
    compute: (read) => {
      if (memoryEngine(read).toLowerCase() !== 'temptable') return 'heap';
      return compareVersions(read.server.version, [8, 0, 28]) >= 0 ? 'table' : 'shared';
    },
  },
  {
    id: 'temptable_ram',
    unit: 'bytes',
    type: 'number',
    needs: ['section.memory-pfs'],
    doc: {
      what: 'Memory that internal temporary tables of engine TempTable hold at the end of the window, all sessions together.',
      formula: 'CURRENT_NUMBER_OF_BYTES_USED of memory/temptable/physical_ram',
      source: 'MySQL 8.0 manual, "Internal Temporary Table Use in MySQL"',
    },
    compute: (read) => instrumentBytes(read, 'memory/temptable/physical_ram'),
  },
  {
    id: 'largest_instrument_bytes',
    unit: 'bytes',
    type: 'number',
    needs: ['section.memory-pfs'],
    doc: {
      what: 'Memory that the largest consumer beside the buffer pool and the Performance Schema holds at the end of the window.',
      formula:
        'largest CURRENT_NUMBER_OF_BYTES_USED without memory/innodb/buf_buf_pool and memory/performance_schema/%',
      source: 'MySQL manual, "Memory Summary Tables"; sys.memory_global_by_current_bytes',
    },
    compute: (read) => largestInstrument(read)?.bytes ?? 0,
  },
  {
    id: 'largest_instrument',
    unit: 'none',
    type: 'string',
    needs: ['section.memory-pfs'],
    doc: {
      what: 'Name of that consumer.',
      formula: 'its EVENT_NAME',
      source: 'MySQL manual, "Memory Summary Tables"',
    },
    compute: (read) => largestInstrument(read)?.name ?? 'none',
  },
  {
    id: 'temptable_mapped',
    unit: 'bytes',
    type: 'number',
    needs: ['section.memory-pfs'],
    doc: {
      what: 'Size of the memory-mapped files that TempTable overflowed into at the end of the window.',
      formula: 'CURRENT_NUMBER_OF_BYTES_USED of memory/temptable/physical_disk',
      source: 'MySQL 8.0 manual, "Internal Temporary Table Use in MySQL"',
    },
    compute: (read) => instrumentBytes(read, 'memory/temptable/physical_disk'),
  },
  {
    id: 'aria_page_miss_ratio',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Aria_pagecache_reads', 'status.Aria_pagecache_read_requests'],
    doc: {
      what: 'Share of Aria page reads that went to the file. MariaDB keeps temporary tables on disk in Aria.',
      formula: 'Aria_pagecache_reads / Aria_pagecache_read_requests within the window',
      source: 'MariaDB "Aria Status Variables"',
    },
    compute: (read) =>
      read.rateRatio(
        'Aria_pagecache_reads',
        'Aria_pagecache_read_requests',
        'No Aria page was read in the window.',
      ),
  },
  {
    id: 'optimizer_switches_off',
    unit: 'none',
    type: 'string',
    needs: ['variable.optimizer_switch'],
    doc: {
      what: 'Optimiser switches that are on by default and off for everyone here; empty: none.',
      formula: 'flags of optimizer_switch that are off, of those that every version ships on',
      source: 'MySQL manual and MariaDB, "optimizer_switch"',
    },
    compute: (read) => {
      const flags = String(read.variable('optimizer_switch')).toLowerCase().split(',');
      return shippedOn.filter((flag) => flags.includes(`${flag}=off`)).join(', ');
    },
  },
];

const withoutTransactions = new Set(['myisam', 'aria', 'memory', 'csv']);

/** Flags that are on by default in every version of MySQL and MariaDB that has them. */
const shippedOn = [
  'derived_merge',
  'firstmatch',
  'hash_join',
  'index_condition_pushdown',
  'index_merge',
  'index_merge_union',
  'loosescan',
  'materialization',
  'semijoin',
  'subquery_cache',
  'use_index_extensions',
];

function memoryEngine(read: FactReader): string {
  const variable = 'internal_tmp_mem_storage_engine';
  return read.lacksVariable(variable) ? 'MEMORY' : String(read.variable(variable));
}

function diskEngine(read: FactReader): string {
  const { flavour, version } = read.server;
  if (flavour === 'mariadb') {
    const variable = 'aria_used_for_temp_tables';
    return !read.lacksVariable(variable) && read.variable(variable) === false ? 'MyISAM' : 'Aria';
  }
  const variable = 'internal_tmp_disk_storage_engine';
  if (!read.lacksVariable(variable)) return String(read.variable(variable)).replace(/^INNODB$/i, 'InnoDB');
  return compareVersions(version, [8, 0, 16]) >= 0 ? 'InnoDB' : 'MyISAM';
}

/** Tables that are not known to be empty: of one that is locked the server reports no number of rows. */
function filled(read: FactReader): Row<'schema-sizes'>[] {
  return read.rows('schema-sizes').filter(({ table_rows }) => cellNumber(table_rows) !== 0);
}

function engineOf(row: Row<'schema-sizes'>): string {
  return String(row.engine ?? '').toLowerCase();
}

/** Bytes that a memory instrument counts now; 0 where it has none, as the section leaves such rows out. */
function largestInstrument(read: FactReader): { name: string; bytes: number } | undefined {
  return read
    .rows('memory-pfs')
    .map((row) => ({
      name: String(row.event_name ?? ''),
      bytes: cellNumber(row.current_number_of_bytes_used) ?? 0,
    }))
    .filter(
      ({ name }) => name !== 'memory/innodb/buf_buf_pool' && !name.startsWith('memory/performance_schema/'),
    )
    .reduce<{ name: string; bytes: number } | undefined>(
      (most, one) => (most === undefined || one.bytes > most.bytes ? one : most),
      undefined,
    );
}

function instrumentBytes(read: FactReader, name: string): number {
  const row = read.rows('memory-pfs').find(({ event_name }) => event_name === name);
  return Math.max(0, cellNumber(row?.current_number_of_bytes_used) ?? 0);
}
