import { expect, test } from 'vitest';
import { judged } from './judged-paste';

// The load by statement and by wait, as Performance Insights and the query analytics of PMM show it.

test('query analytics: load, executions and mean time of each statement, and of all', async () => {
  const { ids, headline } = await judged(`MySQL 8.0.40
#  Query                                   Load   Query Count  Query Time
   TOTAL                                   9.1    640 QPS      14.2 ms
1  SELECT * FROM posts WHERE author = ...  7.2    9 QPS        0.8 s
2  UPDATE users SET seen = ? WHERE id = ?  0.7    210 QPS      3.3 ms`);
  expect(ids).toEqual(['one-statement-dominates']);
  expect(headline.text).toMatch(/One statement takes 79.* of statement time: 9 executions a second/);
});

test('Performance Insights: sessions by wait and by statement; how often a statement ran is not known', async () => {
  const { ids, findings } = await judged(`Aurora MySQL 3.05, average active sessions 21
wait/synch/cond/innodb/row_lock_wait   14.1
CPU                                    4.4
wait/io/table/sql/handler              1.2
wait/io/redo_log_flush                 0.9
UPDATE seats SET free = free - 1 WHERE id = ?   (13.9 AAS)`);
  expect(ids).toContain('waits-mostly-on-one-object');
  expect(ids).toContain('one-statement-dominates');
  const waits = findings.find(({ ruleId }) => ruleId === 'waits-mostly-on-one-object');
  expect(waits?.impact.text).toBe('94 % of the wait time on average: Row locks (Aurora).');
  const top = findings.find(({ ruleId }) => ruleId === 'one-statement-dominates');
  expect(top?.evidence.find(({ label }) => label === 'Mean time')?.value ?? null).toBeNull();
});

test.each([
  ['a statement without the load of all', 'SELECT * FROM t WHERE a = ? -- 14.2 AAS'],
  ['one wait alone', 'wait/io/redo_log_flush 1.9'],
  ['a time without executions', 'SELECT * FROM t WHERE a = ?   12 ms'],
  ['prose', 'We select 12 QPS of load on 3 servers, and the load is 4.'],
])('nothing is taken: %s', async (_, text) => {
  const { snapshot } = await judged(`MySQL 8.0.40\nmax_connections = 300\n${text}`);
  expect(snapshot.sections['statement-digests']?.status).toBe('skipped');
  expect(snapshot.sections['pfs-waits-global']?.status).toBe('skipped');
});

test('literals of the statements are removed', async () => {
  const { snapshot } = await judged(
    `MySQL 8.0.40\nDB load: 9 AAS\nSELECT * FROM cards WHERE number = '4111111111111111'  | 7 AAS`,
  );
  const table = snapshot.sections['statement-digests']?.data?.end?.table;
  expect(table?.rows.length).toBe(2);
  expect(JSON.stringify(table)).not.toContain('4111');
});
