import { expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../test/analysis/snapshot-builder';
import { judgePool } from './pool-judgement';

const gib = 1024 ** 3;
const memory = { origin: 'local' as const, value: 23.5 * gib, unit: 'bytes' as const };
const columns = ['TABLE_SCHEMA', 'ENGINE', 'TABLES', 'DATA_LENGTH', 'INDEX_LENGTH'];
const ofMachine = (data: number, misses = 0) =>
  buildSnapshot({
    host: { memoryBytes: memory },
    variables: { innodb_buffer_pool_size: gib / 16, max_connections: 151 },
    counters: {
      Innodb_buffer_pool_read_requests: Array.from({ length: 11 }, (_, second) => second * 1000),
      Innodb_buffer_pool_reads: Array.from({ length: 11 }, (_, second) => second * misses),
    },
    sections: {
      'schema-sizes': tableSection(
        columns,
        { start: [], end: [['db', 'InnoDB', 3, data, 0]] },
        { seconds: 10 },
      ),
    },
  });

test('a pool that is larger than the memory is never fine', () => {
  expect(judgePool(ofMachine(40 * gib), 50 * gib)).toMatchObject({ verdict: 'exceeds' });
  const nearly = judgePool(ofMachine(40 * gib), 23 * gib);
  expect(nearly.verdict).toBe('exceeds');
  expect(nearly.roomBytes).toBeLessThan(23.5 * gib);
});

test('data and hit rate decide between enough and too little', () => {
  expect(judgePool(ofMachine(100 * 1024 ** 2), gib).verdict).toBe('fits');
  const small = judgePool(ofMachine(12 * gib, 50), gib);
  expect(small.verdict).toBe('small');
  expect(small.text).toContain('95 % of requests');
  expect(judgePool(ofMachine(12 * gib, 0), gib).verdict).toBe('fits');
});

test('nothing is judged without the memory of the machine', () => {
  const judged = judgePool(buildSnapshot({ variables: { innodb_buffer_pool_size: gib } }), gib);
  expect(judged).toMatchObject({ verdict: 'unknown', memoryBytes: null, suggestedBytes: null });
});

test('no pool below the default of the server is suggested where there is memory', () => {
  const small = judgePool(ofMachine(48 * 1024 ** 2, 50), 32 * 1024 ** 2);
  expect(small).toMatchObject({ verdict: 'small', suggestedBytes: 128 * 1024 ** 2 });
});
