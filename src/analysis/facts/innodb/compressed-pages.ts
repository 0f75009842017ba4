import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { sectionDeltas } from '../inputs/section-deltas';

const needs = ['section.compressed-pages'] as const;
const source = 'MySQL manual, "The INFORMATION_SCHEMA INNODB_CMP Table"';

/** Facts on tables with ROW_FORMAT=COMPRESSED. */
export const compressedPageFacts: FactDefinition[] = [
  {
    id: 'compress_rate',
    unit: 'count/s',
    type: 'number',
    needs,
    doc: {
      what: 'Pages of compressed tables that are compressed per second.',
      formula: 'increase of COMPRESS_OPS of all page sizes / seconds',
      source,
    },
    compute: (read) => increase(read, 'compress_ops') / read.sectionSeconds('compressed-pages'),
  },
  {
    id: 'compress_failure_share',
    unit: 'ratio',
    type: 'number',
    needs,
    doc: {
      what: 'Share of these that did not fit, so that the page was split and compressed again.',
      formula: '1 - increase of COMPRESS_OPS_OK / increase of COMPRESS_OPS; 0 where nothing was compressed',
      source,
    },
    compute: (read) => {
      const all = increase(read, 'compress_ops');
      return all > 0 ? 1 - increase(read, 'compress_ops_ok') / all : 0;
    },
  },
  {
    id: 'compress_cpus',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'CPUs that compressing and uncompressing take on average.',
      formula: 'increase of COMPRESS_TIME + UNCOMPRESS_TIME (whole seconds) / seconds',
      source,
    },
    compute: (read) =>
      (increase(read, 'compress_time') + increase(read, 'uncompress_time')) /
      read.sectionSeconds('compressed-pages'),
  },
];

function increase(
  read: FactReader,
  column: 'compress_ops' | 'compress_ops_ok' | 'compress_time' | 'uncompress_time',
): number {
  return sectionDeltas(read, 'compressed-pages', ({ page_size: size }) => String(size)).reduce(
    (sum, delta) => sum + (delta.increase(column) ?? 0),
    0,
  );
}
