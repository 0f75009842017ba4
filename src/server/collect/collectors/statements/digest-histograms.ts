import type { Cell } from '../../../../shared/snapshot';
import { quoteText } from '../../../connect/table-union';
import type { CollectContext, Collector } from '../../collector';
import type { Source } from '../../reading/source';

const most = 20;
/** More at the start, so that those that lead at the end are among them. */
const mostAtStart = 40;

const select = `SELECT SCHEMA_NAME, DIGEST, BUCKET_NUMBER, BUCKET_TIMER_LOW, BUCKET_TIMER_HIGH, COUNT_BUCKET
FROM performance_schema.events_statements_histogram_by_digest WHERE COUNT_BUCKET > 0 AND`;
const leadingSql = `SELECT SCHEMA_NAME, DIGEST FROM performance_schema.events_statements_summary_by_digest
WHERE DIGEST IS NOT NULL ORDER BY SUM_TIMER_WAIT DESC LIMIT ${mostAtStart}`;

/**
 * Histograms of the statements with the most time, so that their percentiles can be worked out for the window. Read
 * by the key of the table: a full read would visit 450 buckets of every statement. Timers are picoseconds.
 */
export const digestHistograms: Collector = {
  id: 'digest-histograms',
  costClass: 'medium',
  timeoutMs: 5_000,
  when: 'start+end',
  since: 'MySQL 8.0.3',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    { flavours: ['mysql'], from: [8, 0, 3], sql: leadingSql, bound: { rows: mostAtStart, by: 'time' } },
  ],
  fetch: async (context, source) => {
    const sql = (await leading(context, source))
      .map(([schema, digest]) => {
        const named = schema === null ? 'SCHEMA_NAME IS NULL' : `SCHEMA_NAME = ${quoteText(String(schema))}`;
        return `${select} ${named} AND DIGEST = ${quoteText(String(digest))}`;
      })
      .join('\nUNION ALL ');
    if (sql === '') return { table: { columns: [], rows: [] } };
    const options = { timeoutMs: digestHistograms.timeoutMs, signal: context.signal };
    return { table: await context.session.query(sql, options) };
  },
};

/** Section statement-digests knows them where it ran before; at the start it runs after. */
async function leading(context: CollectContext, source: Source): Promise<Cell[][]> {
  const known = context.shared.earlier('statement-digests');
  if (known !== null)
    return known
      .filter((row) => typeof row.digest === 'string')
      .slice(0, most)
      .map((row) => [row.schema_name ?? null, row.digest ?? null]);
  const options = { timeoutMs: digestHistograms.timeoutMs, signal: context.signal };
  return (await context.session.query(source.sql, options)).rows;
}
