import { expect, test } from 'vitest';
import { analyze } from '../../../src/analysis';
import { productRules } from '../../analysis/rule-files';
import { importPaste } from './pasted';

// Who holds up a queue, by nothing but a process list.

const rules = productRules();

async function finding(text: string) {
  const { snapshot } = await importPaste(`${text}\nmax_connections = 500\n`);
  return analyze(snapshot, rules, { path: null }).findings.find(
    ({ ruleId }) => ruleId === 'metadata-lock-queue',
  );
}

const heading = '| Id | User | Host | db | Command | Time | State | Info | Progress |';
const reader = '| 87 | report | h:1 | dwh | Query | 7300 | Sending data | SELECT a FROM facts | 0.000 |';
const flush =
  '| 100 | backup | h:2 | NULL | Query | 5401 | Waiting for table flush | FLUSH TABLES WITH READ LOCK | 0.000 |';
const young = '| 90 | app | h:3 | shop | Query | 2 | Sending data | SELECT 1 FROM t | 0.000 |';
const queue = [1, 2, 3].map(
  (at) =>
    `| ${100 + at} | app | h:${at + 3} | shop | Query | ${5400 - at} | Waiting for global read lock | INSERT INTO o VALUES (${at}) | 0.000 |`,
);

test('FLUSH TABLES waits for the statement that was running when it came', async () => {
  const found = await finding([heading, flush, young, reader, ...queue].join('\n'));
  expect(found?.explanation).toContain('Connection 87 holds the lock (inferred');
  expect(found?.explanation).toContain('First in the queue here: FLUSH TABLES WITH READ LOCK.');
  expect(found?.actions.join('\n')).toContain('KILL 87;');
});

test('a statement that came later, or a session that sleeps, holds up no FLUSH TABLES', async () => {
  const asleep = '| 88 | app | h:9 | shop | Sleep | 9000 | | NULL | 0.000 |';
  const found = await finding([heading, flush, young, asleep, ...queue].join('\n'));
  expect(found?.explanation).not.toContain('holds the lock');
});

test.each(['|', '\t', ','])('the progress of MariaDB is no part of a statement: %j', async (separator) => {
  const row = (cells: string[]) => cells.join(separator);
  const text = [
    row([
      '7',
      'app',
      'h:1',
      'shop',
      'Query',
      '900',
      'Waiting for table metadata lock',
      'DROP TABLE old',
      '0.000',
    ]),
    row(['8', 'app', 'h:2', 'shop', 'Sleep', '950', '', 'NULL', '0.000']),
  ].join('\n');
  expect((await finding(text))?.explanation).toContain('First in the queue here: DROP TABLE old.');
});
