import { type Bucket, histogramQuantile } from '../experiment/statistics/histogram';
import type { StatementLatency } from '../shared/latency';
import type { Snapshot } from '../shared/snapshot';
import { FactReader } from './facts/inputs/fact-reader';
import { FactSet } from './facts/inputs/fact-set';
import { MissingInput } from './facts/inputs/fact-value';
import { Observed } from './facts/inputs/observed';
import { picoseconds, type RowDelta, sectionDeltas } from './facts/inputs/section-deltas';

/**
 * How long statements took within the window, by the server's histogram over all of them: MySQL 8.0 and later
 * (events_statements_histogram_global), or the plugin query_response_time. Latchkey's own statements are among them, as the
 * server does not tell whose they were. null: this server has no such histogram, or it was not read at both ends.
 */
export function statementLatency(snapshot: Snapshot): StatementLatency | null {
  const observed = new Observed(snapshot);
  const read = new FactReader(observed, new FactSet(observed, new Map()), {
    id: 'statement_latency',
    needs: ['section.statement-histogram'],
  });
  try {
    const buckets = bucketsOf(
      sectionDeltas(read, 'statement-histogram', ({ bucket_number, time }) => String(bucket_number ?? time)),
    );
    const statements = buckets.reduce((sum, { count }) => sum + count, 0);
    const [p95, p99] = [0.95, 0.99].map((share) => histogramQuantile(buckets, share)?.value ?? null);
    return p95 == null || p99 == null ? null : { p95, p99, statements };
  } catch (thrown) {
    if (thrown instanceof MissingInput) return null;
    throw thrown;
  }
}

function bucketsOf(deltas: RowDelta<'statement-histogram'>[]): Bucket[] {
  const counts = deltas.map((delta) => ({ row: delta.row, count: delta.increase('count_bucket') ?? 0 }));
  if (counts.some(({ row }) => row.bucket_timer_high != null)) {
    return counts
      .map(({ row, count }) => ({
        low: Number(row.bucket_timer_low) * picoseconds,
        high: Number(row.bucket_timer_high) * picoseconds,
        count,
      }))
      .sort((a, b) => a.low - b.low);
  }
  // TIME is the upper end of a bucket; the last one has none ("TOO LONG").
  let low = 0;
  return counts
    .map(({ row, count }) => ({ high: Number(row.time), count }))
    .map(({ high, count }) => ({ high: Number.isFinite(high) ? high : Number.POSITIVE_INFINITY, count }))
    .sort((a, b) => a.high - b.high)
    .map(({ high, count }) => {
      const bucket = { low, high, count };
      low = high;
      return bucket;
    });
}
