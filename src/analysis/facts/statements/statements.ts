import type { FactDefinition } from '../inputs/definition';
import {
  type Digest,
  digestsWithRows,
  digestText,
  digestInputs as inputs,
  scans,
  digestSource as source,
  statementTime,
  topBy,
} from '../inputs/digest-deltas';
import type { FactReader } from '../inputs/fact-reader';

/** Facts on statements by digest, within the window. */
export const statementFacts: FactDefinition[] = [
  {
    id: 'scan_time_share',
    unit: 'ratio',
    type: 'number',
    needs: inputs,
    doc: {
      what: 'Share of the statement time spent in digests that scan: no index used, or a whole index read in spite of a condition (SUM_SELECT_SCAN), and 100 rows or more examined for each row sent.',
      formula: 'SUM_TIMER_WAIT of scanning digests / SUM_TIMER_WAIT of all, both within the window',
      source,
    },
    compute: (read) => {
      const all = digestsWithIndexUse(read);
      const total = statementTime(all);
      return total > 0
        ? statementTime(all.filter(scans)) / total
        : read.missing('error', 'No statement ran.');
    },
  },
  {
    id: 'scan_rows_per_statement',
    unit: 'count',
    type: 'number',
    needs: inputs,
    doc: {
      what: 'Rows that the heaviest scanning digest examined for each execution.',
      formula: 'SUM_ROWS_EXAMINED / COUNT_STAR of that digest within the window',
      source,
    },
    compute: (read) => {
      const top = topScan(read);
      return top === undefined
        ? 0
        : (top.increase('sum_rows_examined') ?? 0) / (top.increase('count_star') || 1);
    },
  },
  {
    id: 'scan_top_digest',
    unit: 'none',
    type: 'string',
    needs: inputs,
    doc: {
      what: 'The scanning statement that took most time, without its literals.',
      formula: 'DIGEST_TEXT',
      source,
    },
    compute: (read) => digestText(topScan(read)),
  },
];

/** Digests that tell whether an index was used; a slow log as the source does not. */
function digestsWithIndexUse(read: FactReader): Digest[] {
  const found = digestsWithRows(read);
  if (found.length > 0 && found.every(({ row }) => row.sum_no_index_used == null)) {
    read.missing('absent', 'The slow log does not report which statements used no index.');
  }
  return found;
}

function topScan(read: FactReader): Digest | undefined {
  return topBy(digestsWithIndexUse(read).filter(scans), (delta) => delta.increase('sum_timer_wait') ?? 0);
}
