import { expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../test/analysis/snapshot-builder';
import { statementLatency } from './latency';

const ms = 1e9;
const columns = ['BUCKET_NUMBER', 'BUCKET_TIMER_LOW', 'BUCKET_TIMER_HIGH', 'COUNT_BUCKET'];
const latencyOf = (section: ReturnType<typeof tableSection>) =>
  statementLatency(buildSnapshot({ sections: { 'statement-histogram': section } }));

test('p95 and p99 are of the statements within the window, not of all since start', () => {
  const start = [[1, 0, ms, 1_000_000]];
  const end = [
    [1, 0, ms, 1_000_090],
    [2, ms, 2 * ms, 5],
    [3, 2 * ms, 4 * ms, 5],
  ];
  const latency = latencyOf(tableSection(columns, { start, end }, { seconds: 10 }));
  expect(latency?.statements).toBe(100);
  expect(latency?.p95).toBeCloseTo(0.002, 9);
  expect(latency?.p99).toBeCloseTo(0.0036, 9);
});

test('buckets of query_response_time have an upper end only', () => {
  const start = [
    ['  0.001000', 0, 0],
    ['  0.010000', 0, 0],
    ['TOO LONG', 0, 0],
  ];
  const end = [
    ['  0.001000', 90, 0],
    ['  0.010000', 10, 0],
    ['TOO LONG', 0, 0],
  ];
  const latency = latencyOf(tableSection(['TIME', 'COUNT_BUCKET', 'TOTAL'], { start, end }, { seconds: 10 }));
  expect(latency?.p95).toBeCloseTo(0.0055, 9);
});

test('a server without a histogram, or with one that counted nothing, has no latency', () => {
  expect(statementLatency(buildSnapshot({}))).toBeNull();
  expect(latencyOf(tableSection(columns, { start: [], end: [] }, { seconds: 10 }))).toBeNull();
});
