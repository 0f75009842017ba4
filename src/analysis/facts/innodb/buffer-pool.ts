import { onceFor } from '../../../shared/base/once-for';
import { sql, sqlString } from '../../../shared/writers/sql';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { combine, largest } from '../inputs/interval-values';
import type { Need } from '../inputs/need';
import { cellNumber } from '../inputs/observed';
import { rateOf } from '../inputs/rate-of';
import type { Row } from '../inputs/row-delta';

const statusManual = 'MySQL manual, "Server Status Variables"';

/** Statistics that are this much below what is in use are stale. */
const staleFrom = 1.05;
/** So many times its size were read into a pool that is full: what drops tables frees some of it. */
const filledFrom = 4;
const pageBytes = 16 * 1024;
/** Pages a second that no leftover of a start or of a single scan explains. */
const provingReads = 50;

const indexSearchNeeds: readonly Need[] = [
  'section.innodb-metrics',
  'status.Innodb_adaptive_hash_hash_searches',
  'status.Innodb_adaptive_hash_non_hash_searches',
];
const indexSearchSource = 'INFORMATION_SCHEMA.INNODB_METRICS; MariaDB "InnoDB Status Variables"';

/** Facts on the InnoDB buffer pool and on flushing it. */
export const bufferPoolFacts: FactDefinition[] = [
  {
    id: 'pool_read_rate',
    ...rateOf('Innodb_buffer_pool_reads'),
    needs: ['status.Innodb_buffer_pool_reads', 'section.innodb-status'],
    doc: {
      what: 'Pages per second that a statement had to wait for from storage.',
      formula:
        'Innodb_buffer_pool_reads per second; where nobody read it, reads/s of the InnoDB status, which counts read-ahead too',
      source: `${statusManual}; "InnoDB Standard Monitor and Lock Monitor Output"`,
    },
    compute: (read) => {
      const printed = printedPool(read, 'Innodb_buffer_pool_reads')?.readsPerSecond ?? 0;
      return printed > 0 ? printed : read.rate('Innodb_buffer_pool_reads');
    },
  },
  {
    id: 'pool_miss_ratio',
    unit: 'ratio',
    type: 'number',
    needs: [
      'status.Innodb_buffer_pool_reads',
      'status.Innodb_buffer_pool_read_requests',
      'section.innodb-status',
    ],
    doc: {
      what: 'Share of logical page reads that went to storage.',
      formula:
        'Innodb_buffer_pool_reads / Innodb_buffer_pool_read_requests, both within the window (reads are already inside requests); where nobody read them, what the hit rate of the InnoDB status leaves',
      source: statusManual,
    },
    compute: (read) => {
      const printed = printedPool(read, 'Innodb_buffer_pool_read_requests')?.hitsPerThousand ?? null;
      if (printed !== null) return 1 - printed / 1000;
      return read.rateRatio(
        'Innodb_buffer_pool_reads',
        'Innodb_buffer_pool_read_requests',
        'No page was requested in the window.',
      );
    },
    perSecond: (read) =>
      combine(
        read.rateInIntervals('Innodb_buffer_pool_reads'),
        read.rateInIntervals('Innodb_buffer_pool_read_requests'),
        (reads, requests) => reads / requests,
      ),
  },
  {
    id: 'pool_reads_per_statement',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Innodb_buffer_pool_read_requests', 'fact.statement_rate'],
    doc: {
      what: 'Logical page reads for each statement.',
      formula: 'Innodb_buffer_pool_read_requests per second / statement_rate',
      source: statusManual,
    },
    compute: (read) => {
      const statements = read.fact('statement_rate');
      if (statements === 0) return read.missing('error', 'No statement ran in the window.');
      return read.rate('Innodb_buffer_pool_read_requests') / statements;
    },
  },
  {
    id: 'pool_free_share',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Innodb_buffer_pool_pages_free', 'status.Innodb_buffer_pool_pages_total'],
    doc: {
      what: 'Share of the buffer pool that is free.',
      formula: 'Innodb_buffer_pool_pages_free / Innodb_buffer_pool_pages_total (counts of pages)',
      source: statusManual,
    },
    compute: (read) =>
      read.status('Innodb_buffer_pool_pages_free') / read.status('Innodb_buffer_pool_pages_total'),
    perSecond: (read) =>
      combine(
        read.levelInIntervals('Innodb_buffer_pool_pages_free'),
        read.levelInIntervals('Innodb_buffer_pool_pages_total'),
        (free, total) => free / total,
      ),
  },
  {
    id: 'pool_kept_free_share',
    unit: 'ratio',
    type: 'number',
    needs: [
      'variable.innodb_lru_scan_depth',
      'variable.innodb_buffer_pool_instances',
      'variable.innodb_buffer_pool_size',
      'status.Innodb_buffer_pool_pages_total',
    ],
    doc: {
      what: 'Share of the buffer pool that the page cleaner tries to keep free. In a very small pool this is most of it.',
      formula:
        'innodb_lru_scan_depth x instances (1 where there are none) / Innodb_buffer_pool_pages_total, at most 1',
      source: 'MySQL manual, "innodb_lru_scan_depth"; buf_flush_LRU_list_batch (buf0flu.cc)',
    },
    compute: (read) => {
      // A pool below 1 GiB has one instance whatever 5.6 shows (srv_buf_pool_instances, innodb_init).
      const pages = read.status('Innodb_buffer_pool_pages_total');
      const shown = Math.max(1, read.numberOr('innodb_buffer_pool_instances', 1));
      const instances = read.number('innodb_buffer_pool_size') < 1024 ** 3 ? 1 : shown;
      return Math.min(1, (read.number('innodb_lru_scan_depth') * instances) / pages);
    },
  },
  {
    id: 'pool_full',
    unit: 'none',
    type: 'boolean',
    needs: [
      'fact.pool_free_share',
      'fact.pool_kept_free_share',
      'status.Innodb_buffer_pool_reads',
      'variable.innodb_buffer_pool_size',
    ],
    doc: {
      what: 'Whether the buffer pool holds as much as it can: no more of it is free than the page cleaner keeps ready; where the free pages were not read, whether several times its size was read into it.',
      formula: `pool_free_share < 0.05, or < 1.1 x pool_kept_free_share (1.5 x where several times the pool was read into it); where that is not known, < 0.1 and, as where pool_free_share was not read, true from Innodb_buffer_pool_reads x 16 KiB >= ${filledFrom} x innodb_buffer_pool_size since the start`,
      source: 'derived; MySQL manual, "innodb_lru_scan_depth"',
    },
    compute: (read) => {
      const freeShare = read.factReading('pool_free_share');
      if (!freeShare.known && wasFilled(read)) return true;
      const free = read.fact('pool_free_share');
      if (free < 0.05) return true;
      const kept = read.factReading('pool_kept_free_share');
      // What the page cleaner keeps ready is up to a tenth of a small pool; what was read into it says that the rest is in use.
      if (!kept.known && free < 0.1 && wasFilled(read)) return true;
      if (!kept.known && kept.reason.code === 'absent') return false;
      // Of a very small pool the page cleaner keeps more than it aims at; what was read into it says that none of it is unused.
      return free < (wasFilled(read) ? 1.5 : 1.1) * read.fact('pool_kept_free_share');
    },
  },
  {
    id: 'data_size',
    unit: 'bytes',
    type: 'number',
    needs: [
      'section.schema-sizes',
      'host.dataBytes',
      'fact.pool_full',
      'fact.pool_read_rate',
      'fact.working_set',
    ],
    doc: {
      what: 'Data and indexes in InnoDB tables, by the statistics of the data dictionary; where those were not read, as declared or as a report states; the working set where a full pool that goes on reading proves the statistics too small.',
      formula: `sum of data_length + index_length over ENGINE = InnoDB; else host.dataBytes; working_set where that is ${staleFrom} times as much, pool_full and pool_read_rate >= ${provingReads} over the window`,
      source:
        'INFORMATION_SCHEMA.TABLES; statistics are recalculated after a tenth of the rows has changed, and later',
    },
    compute: (read) => {
      const counted =
        'reason' in read.rowsOrReason('schema-sizes') && read.hostReading('dataBytes').known
          ? read.hostNumber('dataBytes')
          : engineSize(read, 'innodb');
      return Math.max(counted, provenSize(read, counted));
    },
  },
  {
    id: 'wait_free_rate',
    ...rateOf('Innodb_buffer_pool_wait_free'),
    doc: {
      what: 'Times per second that a statement found no free page and waited for one to be flushed.',
      formula: 'Innodb_buffer_pool_wait_free per second',
      source: `${statusManual}; MariaDB counts LRU waits under the same name`,
    },
  },
  {
    id: 'single_page_flush_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['section.innodb-metrics'],
    doc: {
      what: 'Searches per second in which a user thread looked for a page to flush by itself.',
      formula: 'INNODB_METRICS buffer_LRU_single_flush_num_scan, increase / seconds',
      source: 'INFORMATION_SCHEMA.INNODB_METRICS (off by default; absent in MariaDB 10.5+)',
    },
    compute: (read) => metricRate(read, 'buffer_LRU_single_flush_num_scan'),
  },
  {
    id: 'flush_page_rate',
    ...rateOf('Innodb_buffer_pool_pages_flushed'),
    doc: {
      what: 'Pages flushed per second.',
      formula: 'Innodb_buffer_pool_pages_flushed per second',
      source: statusManual,
    },
  },
  {
    id: 'read_ahead_evicted_share',
    unit: 'ratio',
    type: 'number',
    needs: [
      'status.Innodb_buffer_pool_read_ahead',
      'status.Innodb_buffer_pool_read_ahead_rnd',
      'status.Innodb_buffer_pool_read_ahead_evicted',
    ],
    doc: {
      what: 'Share of the pages read ahead that were evicted without having been used.',
      formula:
        'Innodb_buffer_pool_read_ahead_evicted / (Innodb_buffer_pool_read_ahead + _read_ahead_rnd, where that was read) within the window: what is evicted is of either',
      source: `${statusManual}; buf_LRU_free_page (buf0lru.cc)`,
    },
    compute: (read) => {
      const random = read.rateReading('Innodb_buffer_pool_read_ahead_rnd');
      const all = read.rate('Innodb_buffer_pool_read_ahead') + (random.known ? random.value : 0);
      const evicted = read.rate('Innodb_buffer_pool_read_ahead_evicted');
      return all > 0 ? evicted / all : read.missing('error', 'No page was read ahead in the window.');
    },
  },
  {
    id: 'read_ahead_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Innodb_buffer_pool_read_ahead'],
    doc: {
      what: 'Pages read ahead per second.',
      formula: 'Innodb_buffer_pool_read_ahead per second',
      source: statusManual,
    },
    compute: (read) => read.rate('Innodb_buffer_pool_read_ahead'),
  },
  {
    id: 'ahi_hit_ratio',
    unit: 'ratio',
    type: 'number',
    needs: indexSearchNeeds,
    doc: {
      what: 'Share of index lookups that the adaptive hash index answered.',
      formula:
        'adaptive_hash_searches / (adaptive_hash_searches + adaptive_hash_searches_btree) within the window, or the status variables Innodb_adaptive_hash_*_searches',
      source: indexSearchSource,
    },
    compute: (read) => {
      const { hits, misses } = indexSearches(read);
      return hits + misses > 0
        ? hits / (hits + misses)
        : read.missing('error', 'No index lookup was counted.');
    },
  },
  {
    id: 'index_lookup_rate',
    unit: 'count/s',
    type: 'number',
    needs: indexSearchNeeds,
    doc: {
      what: 'Index lookups in InnoDB per second, with the adaptive hash index and without it.',
      formula:
        '(adaptive_hash_searches + adaptive_hash_searches_btree) per second, or the status variables Innodb_adaptive_hash_*_searches',
      source: indexSearchSource,
    },
    compute: (read) => {
      const { hits, misses } = indexSearches(read);
      return hits + misses;
    },
  },
  {
    id: 'peak_dirty_share',
    unit: 'ratio',
    type: 'number',
    needs: [
      'status.Innodb_buffer_pool_pages_dirty',
      'status.Innodb_buffer_pool_pages_data',
      'status.Innodb_buffer_pool_pages_free',
    ],
    doc: {
      what: 'Largest share of dirty pages seen at one sample, or in the one reading that there is, as the page cleaner counts it.',
      formula: 'max of Innodb_buffer_pool_pages_dirty / (Innodb_buffer_pool_pages_data + _free)',
      source: 'buf_get_modified_ratio_pct (buf0buf.cc)',
    },
    compute: (read) =>
      (read.series('Innodb_buffer_pool_pages_dirty') === undefined ? null : largest(dirtyShares(read))) ??
      dirtyShareAtEnd(read),
    perSecond: dirtyShares,
  },
];

/** What a full pool holds and what it had to read besides, where that is more than the statistics know; else 0. */
function provenSize(read: FactReader, counted: number): number {
  if (read.intervals.length === 0) return 0;
  const full = read.factReading('pool_full');
  if (!full.known || full.value !== true || read.factOr('pool_read_rate', 0) < provingReads) return 0;
  const used = read.factOr('working_set', 0);
  return used >= staleFrom * counted ? used : 0;
}

/** What one reading shows: the peak is no lower. */
function dirtyShareAtEnd(read: FactReader): number {
  const usable = read.status('Innodb_buffer_pool_pages_data') + read.status('Innodb_buffer_pool_pages_free');
  return usable > 0
    ? read.status('Innodb_buffer_pool_pages_dirty') / usable
    : read.missing('error', 'The pool has no pages.');
}

function dirtyShares(read: FactReader): (number | null)[] {
  const usable = combine(
    read.levelInIntervals('Innodb_buffer_pool_pages_data'),
    read.levelInIntervals('Innodb_buffer_pool_pages_free'),
    (data, free) => data + free,
  );
  return combine(
    read.levelInIntervals('Innodb_buffer_pool_pages_dirty'),
    usable,
    (dirty, all) => dirty / all,
  );
}

/** Bytes of data and indexes in tables of an engine, from section schema-sizes. */
export function engineSize(read: FactReader, engine: string): number {
  const rows = read.rows('schema-sizes');
  let total = 0;
  for (const row of rows) {
    if (String(row.engine ?? '').toLowerCase() !== engine) continue;
    total += (cellNumber(row.data_length) ?? 0) + (cellNumber(row.index_length) ?? 0);
  }
  return total;
}

/** The counters of INNODB_METRICS by name, the first of a name: dozens of facts read one of hundreds each. */
export const metricsByName = onceFor((rows: readonly Row<'innodb-metrics'>[]) => {
  const byName = new Map<string, Row<'innodb-metrics'>>();
  for (const row of rows) {
    const name = String(row.name).toLowerCase();
    if (!byName.has(name)) byName.set(name, row);
  }
  return byName;
});

/** Increase per second of an INNODB_METRICS counter; missing where it is off or was read once only. */
export function metricRate(read: FactReader, name: string): number {
  const find = (end: 'start' | 'end') =>
    metricsByName(read.rows('innodb-metrics', end)).get(name.toLowerCase());
  const end = find('end');
  if (end === undefined) return read.missing('absent', `INNODB_METRICS has no counter ${name} here.`);
  if (end.status !== 'enabled') {
    return read.missing(
      'disabled',
      `INNODB_METRICS counter ${name} is off.`,
      sql`SET GLOBAL innodb_monitor_enable = ${sqlString(name)}`.text,
    );
  }
  const start = find('start');
  const before = cellNumber(start?.count);
  const after = cellNumber(end.count);
  if (before === null || after === null || after < before) {
    return read.missing('no-window', `INNODB_METRICS counter ${name} has no increase over the window.`);
  }
  return (after - before) / read.sectionSeconds('innodb-metrics');
}

/** Pages stay in the pool until others need their place. */
function wasFilled(read: FactReader): boolean {
  const reads = read.statusReading('Innodb_buffer_pool_reads');
  const size = read.variableReading('innodb_buffer_pool_size');
  return reads.known && size.known && Number(reads.value) * pageBytes >= filledFrom * Number(size.value);
}

/** Searches for a key per second: those that the adaptive hash index answered, and the others. */
function indexSearches(read: FactReader): { hits: number; misses: number } {
  return read.hasStatus('Innodb_adaptive_hash_hash_searches')
    ? {
        hits: read.rate('Innodb_adaptive_hash_hash_searches'),
        misses: read.rate('Innodb_adaptive_hash_non_hash_searches'),
      }
    : {
        hits: metricRate(read, 'adaptive_hash_searches'),
        misses: metricRate(read, 'adaptive_hash_searches_btree'),
      };
}

/** The buffer pool as the InnoDB status prints it, where the rate of a counter is not known; null: it does not. */
function printedPool(read: FactReader, counter: string) {
  if (read.rateReading(counter).known) return null;
  const found = read.innodbStatusOrReason('end');
  return 'reason' in found ? null : (found.status.bufferPool ?? null);
}
