import { expect, test } from 'vitest';
import { judged } from './judged-paste';

// Slow logs whose statements are not at fault, and what the log then says: who holds only a log asks where to begin.

interface Entry {
  seconds: number;
  sql: string;
  sent?: number;
  examined?: number;
  lock?: number;
}

/** Each entry `times` times, 17 s apart. */
function slowLog(entries: Entry[], times = 30): string {
  const lines = ['/usr/sbin/mysqld, Version: 8.0.36 (MySQL Community Server - GPL). started with:'];
  for (let at = 0; at < times; at += 1)
    for (const { seconds, sql, sent = 0, examined = 0, lock = 0.0001 } of entries)
      lines.push(
        `# Time: 2026-03-01T10:${String(Math.floor((at * 17) / 60)).padStart(2, '0')}:${String((at * 17) % 60).padStart(2, '0')}.123456Z`,
        `# User@Host: app[app] @ web1 [10.0.0.5]  Id: ${100 + at}`,
        `# Query_time: ${seconds.toFixed(6)}  Lock_time: ${lock.toFixed(6)} Rows_sent: ${sent}  Rows_examined: ${examined}`,
        'SET timestamp=1772359200;',
        `${sql};`,
      );
  return `${lines.join('\n')}\n`;
}

const point: Entry = { seconds: 3, sql: 'SELECT * FROM users WHERE id = 7', sent: 1, examined: 1 };

test('reads of one row that take seconds: the server stalls, not the statement', async () => {
  const { findings, headline } = await judged(slowLog([point]));
  expect(findings[0]?.ruleId).toBe('small-statements-slow');
  expect(headline.text).toMatch(
    /^Statements that read few rows take 3 s on average, 100 % of the statement time/,
  );
});

test.each<[string, Entry, number?]>([
  ['many rows', { ...point, sent: 500, examined: 510 }],
  ['locks', { ...point, lock: 2.9 }],
  ['no time', { ...point, seconds: 0.2 }],
  ['a sleep', { ...point, sql: 'SELECT SLEEP(3)' }],
  ['a full-text search', { ...point, sql: "SELECT id FROM posts WHERE MATCH (body) AGAINST ('x')" }],
  ['a count of a whole table', { ...point, sql: 'SELECT COUNT(*) FROM posts', examined: 0 }],
  ['an INSERT of who knows how many rows', { ...point, sql: 'INSERT INTO t VALUES (1),(2)', sent: 0 }],
  ['a few executions', point, 3],
])('statements with %s are another case', async (_, entry, times) => {
  const { findings } = await judged(slowLog([entry], times));
  expect(findings.map(({ ruleId }) => ruleId)).not.toContain('small-statements-slow');
});

test('a log in which nothing is at fault says which statement takes most of its time', async () => {
  const { headline } = await judged(
    slowLog([
      { seconds: 4, sql: 'SELECT * FROM orders WHERE customer_id = 3', sent: 500, examined: 510 },
      { seconds: 1, sql: 'INSERT INTO events (a, b) VALUES (1, 2)' },
    ]),
  );
  expect(headline.text).toContain(
    'Of the 2 statements that were given, one takes 80 % of the time, 4 s on average: SELECT * FROM orders WHERE customer_id = ?.',
  );
  expect(headline.text).not.toContain('uptime');
});

test('a log of statements that take no time names none', async () => {
  const { headline } = await judged(slowLog([{ ...point, seconds: 0.0004 }]));
  expect(headline.text).not.toContain('SELECT * FROM users');
});
