import { expect, test } from 'vitest';
import { analyze } from '../../../src/analysis';
import { sectionRows } from '../../../src/shared/snapshot';
import { productRules } from '../../analysis/rule-files';
import { importPaste } from './pasted';

// What is said of a text that shows one moment, or one event, and no rate.

const rules = productRules();

async function headlineOf(text: string) {
  const { snapshot } = await importPaste(text);
  return analyze(snapshot, rules, { path: null }).headline.text;
}

const sessions = (state: string, count: number, statement: string) =>
  Array.from(
    { length: count },
    (_, at) => `| ${at + 10} | app | h:${at} | shop | Query | 2 | ${state} | ${statement} |`,
  );
const heading = '| Id | User | Host | db | Command | Time | State | Info |';

test.each([
  ['waiting for handler commit', 'COMMIT', 'wait for their commit'],
  ['Opening tables', 'SELECT 1 FROM a', 'open or close tables'],
  ['Waiting for table level lock', 'UPDATE a SET b = 1', 'wait for the lock of a whole table'],
  ['Waiting for query cache lock', 'SELECT 1 FROM a', 'wait for the query cache'],
  ['Copying to tmp table on disk', 'SELECT 1 FROM a GROUP BY b', 'build temporary tables or sort'],
  ['Sending data', 'SELECT 1 FROM a', 'read rows'],
])('six sessions in "%s"', async (state, statement, said) => {
  const text = [heading, ...sessions(state, 6, statement), 'max_connections = 500', ''].join('\n');
  expect(await headlineOf(text)).toContain(`6 of 6 active sessions ${said}`);
});

test.each([
  ['sessions that sleep', sessions('', 9, 'NULL').map((row) => row.replace('Query', 'Sleep'))],
  ['three of a state', sessions('Sending data', 3, 'SELECT 1')],
])('%s are no queue', async (_name, rows) => {
  expect(await headlineOf([heading, ...rows, 'max_connections = 500', ''].join('\n'))).not.toContain(
    'active sessions',
  );
});

test('a notice is what stands out where a text shows nothing graver', async () => {
  const log =
    '2026-11-24T03:12:11.223456Z 1 [Note] [MY-012551] [InnoDB] Database was not shutdown normally!\n2026-11-24T03:12:11.223461Z 1 [Note] [MY-012552] [InnoDB] Starting crash recovery.\n';
  const text = await headlineOf(log);
  expect(text).toMatch(/crash/);
  expect(text).toContain('Nothing more serious stands out');
});

test('a full disk is graver than a notice, whoever met it', async () => {
  const log =
    '2026-11-24T03:12:11.223456Z 0 [ERROR] [MY-012639] [InnoDB] Write to file ./ibtmp1 failed at offset 5368709120, 1048576 bytes should have been written, only 512000 were written. Operating system error number 28.\n';
  const text = await headlineOf(log);
  expect(text).toMatch(/^The server's disk is full/);
});

const report = (head: string) => `# Profile
# Rank Query ID           Response time    Calls  R/Call  V/M   Item
# ==== ================== ================ ====== ======= ===== ====
#    1 0x8C1A4B8F6B0E2F6C 81234.1210 91.2%   8012 10.1391  3.21 SELECT orders
# MISC 0xMISC              7812.1200  8.8% 801231  0.0060   0.0 <91 ITEMS>

${head}
# Count          0    8012
# Exec time     91  81234s      2s     41s     10s     19s      5s      9s
# Rows sent      0  80.12k      10      10      10      10       0      10
# Rows examine  97  39.12G   4.88M   5.12M   5.00M   4.99M  10.12k   4.99M
SELECT o.* FROM orders o WHERE o.mail = 'x' LIMIT 10\\G
`;

test.each([
  '# Query 1: 2.23 QPS, 22.56x concurrency, ID 0x8C1A4B8F6B0E2F6C at byte 12345',
  '# Overall: 809.24k total, 93 unique, 225.25 QPS, 24.78x concurrency ____\n# Query 1: ID 0x8C1A4B8F6B0E2F6C at byte 1',
])('a report of pt-query-digest says by its rate how long it looked: %s', async (head) => {
  const { snapshot } = await importPaste(report(head));
  const { start, end } = snapshot.sections['statement-digests']?.data ?? {};
  const seconds = (Date.parse(end?.at ?? '') - Date.parse(start?.at ?? '')) / 1000;
  expect(seconds).toBeGreaterThan(3500);
  expect(seconds).toBeLessThan(3700);
  expect(analyze(snapshot, rules, { path: null }).headline.text).toContain('91.2 % of statement time');
});

/** The profile alone, as it is pasted most often: of how long it was nobody knows. */
const profile = (first: string) => `# Profile
# Rank Query ID           Response time    Calls  R/Call  V/M   Item
# ==== ================== ================ ====== ======= ===== ====
${first}
#    2 0xA1B2C3D4E5F60718  1230.1000  4.0% 912312  0.0013  0.00 INSERT events
`;

test.each([
  ['#    1 0x8C1A4B8F6B0E2F6C 81234.1210 91.2%   8012 10.1391  3.21 SELECT orders', /of statement time/],
  [
    '#    1 0x813031B8BBC3B329 28123.2000 91.2% 912312  0.0308  0.01 COMMIT',
    /^Commits wait for storage: .*30\.8 ms/,
  ],
])('a profile alone is judged by its shares: %s', async (first, words) => {
  expect(await headlineOf(profile(first))).toMatch(words);
});

test('figures of a panel: rates by their own unit, the time since the start, the memory', async () => {
  const { snapshot } = await importPaste(`MySQL Uptime            41 days
Version                 8.0.34-26
MySQL Current QPS             3.62k
Node RAM       62.7 GiB
Innodb rows read     1.9k ops/s
Data size on disk ~180 GB
`);
  const status = new Map(sectionRows(snapshot, 'status').map(({ name, value }) => [name, Number(value)]));
  expect(status.get('Uptime')).toBe(41 * 86_400);
  expect(status.get('Queries')).toBe(3620 * 41 * 86_400);
  expect(status.get('Innodb_rows_read')).toBe(1900 * 41 * 86_400);
  expect(snapshot.host.memoryBytes.value).toBeCloseTo(62.7 * 2 ** 30, -3);
  expect(snapshot.host.dataBytes?.value).toBe(180 * 2 ** 30);
});

const border =
  '+----+------+------------+---------+------+---------------------------------+----------------------+';
const queue = [
  border,
  '| id | user | host | command | time | state | info |',
  border,
  ...[40, 41, 42, 43].map(
    (id) =>
      `| ${id} | app | web1:4000 | Query | 611 | Waiting for table metadata lock | SELECT * FROM orders |`,
  ),
  border,
  '',
  '+--------+-----------+---------------------+---------------------+-----------+',
  '| trx_id | trx_state | trx_started         | trx_mysql_thread_id | trx_query |',
  '+--------+-----------+---------------------+---------------------+-----------+',
  '| 421923 | RUNNING   | 2024-05-11 09:12:11 |                  12 | NULL      |',
  '+--------+-----------+---------------------+---------------------+-----------+',
];
const clock = [
  'mysql> select now();',
  '+---------------------+',
  '| now()               |',
  '+---------------------+',
  '| 2024-05-11 10:41:02 |',
  '+---------------------+',
];

test('the only transaction that is older than a queue holds it, also where a list leaves out who sleeps', async () => {
  expect(await headlineOf([...queue, ...clock, ''].join('\n'))).toMatch(
    /behind the open transaction of connection 12 \(inferred\)/,
  );
});

test('without the time at the server no transaction is known to be young', async () => {
  const { snapshot } = await importPaste([...queue, ''].join('\n'));
  const { notChecked } = analyze(snapshot, rules, { path: null });
  expect(notChecked.find(({ ruleId }) => ruleId === 'old-open-transaction')?.reasons[0]?.text).toMatch(
    /SELECT NOW\(\)/,
  );
});
