import type { FactDefinition } from './definition';
import type { FactReader } from './fact-reader';
import { picoseconds, type RowDelta, sectionDeltas } from './section-deltas';

const source = 'performance_schema.events_statements_summary_by_digest (picoseconds)';
const inputs = ['section.statement-digests', 'fact.statement_rate'];

/** Facts on statements by digest, within the window. */
export const statementFacts: FactDefinition[] = [
  {
    id: 'scan_time_share',
    unit: 'ratio',
    type: 'number',
    needs: inputs,
    doc: {
      what: 'Share of the statement time spent in digests that scan: no index used and 100 rows or more examined for each row sent.',
      formula: 'SUM_TIMER_WAIT of scanning digests / SUM_TIMER_WAIT of all, both within the window',
      source,
    },
    compute: (read) => {
      const all = digests(read);
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
    compute: (read) => {
      const text = String(topScan(read)?.row.digest_text ?? 'none');
      return text.length > 160 ? `${text.slice(0, 157)}...` : text;
    },
  },
];

/**
 * Digests of other sessions: Latchkey's own and the server's dictionary queries are left out. Missing where the
 * digests cover less than half of the statements: some servers have none for prepared statements.
 */
function digests(read: FactReader): RowDelta[] {
  const found = otherDigests(read);
  if (found.length > 0 && found.every(({ row }) => row.sum_no_index_used == null)) {
    read.missing('absent', 'The slow log does not tell which statements used no index.');
  }
  const counted = found.reduce((sum, delta) => sum + (delta.increase('count_star') ?? 0), 0);
  const statements = read.fact('statement_rate') * read.sectionSeconds('statement-digests');
  if (statements > 0 && counted < 0.5 * statements) {
    read.missing(
      'not-instrumented',
      `Only ${Math.round((100 * counted) / statements)} % of the statements have a digest; prepared statements have none in this version.`,
    );
  }
  return found;
}

function otherDigests(read: FactReader): RowDelta[] {
  return sectionDeltas(
    read,
    'statement-digests',
    (row) => `${row.schema_name ?? ''}\n${row.digest ?? ''}`,
  ).filter(
    ({ row }) =>
      !/performance_schema|information_schema|^SHOW |latchkey/i.test(String(row.digest_text ?? '')),
  );
}

function scans(delta: RowDelta): boolean {
  const noIndex = delta.increase('sum_no_index_used') ?? 0;
  const examined = delta.increase('sum_rows_examined') ?? 0;
  const sent = delta.increase('sum_rows_sent') ?? 0;
  const affected = delta.increase('sum_rows_affected') ?? 0;
  return noIndex > 0 && examined >= 100 * Math.max(1, sent + affected);
}

function statementTime(deltas: RowDelta[]): number {
  return deltas.reduce((sum, delta) => sum + (delta.increase('sum_timer_wait') ?? 0), 0) * picoseconds;
}

function topScan(read: FactReader): RowDelta | undefined {
  let top: { delta: RowDelta; time: number } | undefined;
  for (const delta of digests(read)) {
    if (!scans(delta)) continue;
    const time = delta.increase('sum_timer_wait') ?? 0;
    if (top === undefined || time > top.time) top = { delta, time };
  }
  return top?.delta;
}
