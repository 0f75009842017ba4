import { expect, test } from 'vitest';
import { buildSnapshot } from '../../test/analysis/snapshot-builder';
import { searchSnapshot } from './search';

const text = 'History list length 12\nLog sequence number 7\nPending flushes (fsync) log: 1';
const snapshot = {
  ...buildSnapshot({
    variables: { innodb_log_buffer_size: 1048576, max_connections: 151 },
    status: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`Log_counter_${index}`, index])),
    sections: {
      'innodb-status': {
        status: 'ok',
        tookMs: 1,
        data: { end: { at: '2026-01-01T00:00:00.000Z', tookMs: 1, text } },
      },
    },
  }),
  statements: [{ at: '2026-01-01T00:00:00.000Z', sql: 'SHOW GLOBAL STATUS', tookMs: 1, rows: 1 }],
};
const found = (words: string) =>
  searchSnapshot(snapshot, words).map(({ section, count, lines }) => [section, count, lines.length]);

test('rows and lines that hold all words, the section with the fewest first, and all of them counted', () => {
  expect(found('LOG')).toEqual([
    ['variables', 1, 1],
    ['innodb-status', 2, 2],
    ['status', 30, 10],
  ]);
  expect(searchSnapshot(snapshot, 'buffer  log')).toEqual([
    { section: 'variables', count: 1, lines: ['innodb_log_buffer_size · 1048576'] },
  ]);
});

test('statements that Latchkey sent are searched too; without a word, or without a hit, there is nothing', () => {
  expect(found('show global')).toEqual([[null, 1, 1]]);
  expect(found('  ')).toEqual([]);
  expect(found('nowhere-at-all')).toEqual([]);
});
