import { expect, test } from 'vitest';
import { exampleHistory } from '../../test/files/example-history';
import { judgeHistory } from '../analysis/history/judge-history';
import { historyLines } from './history-text';

test('what a history says is said with its span, its step and what it lacks', () => {
  const history = exampleHistory(48, {
    restarts: ['2026-11-07T04:00:00.000Z'],
    missing: { host: { code: 'not-read', text: 'The store has nothing of the host.' } },
  });
  const lines = historyLines(judgeHistory(history, { dataFolder: null, maxConnections: 100 }));
  expect(lines.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Source: 2026-11-07 03:00 UTC to 2026-11-09 03:00 UTC, 48 of 48 hours known: db1.example.net:9104, mysqld_exporter, https://metrics.example.net:9090/prometheus. 15 s averages: no micro-stalls can be seen.',
    'Statements: 123/s in the busiest hour (2026-11-08 02:00 UTC); 99 % of the hours up to 123/s, 95 % up to 122/s',
    'Open connections (largest step): 60 in the busiest hour (2026-11-07 03:00 UTC); 99 % of the hours up to 60, 95 % up to 60',
    'Connections: The history holds 2 of the 7 days that a trend needs.',
    'Interrupted: 1 restart',
    'Not in it: host: The store has nothing of the host.',
  ]);
});
