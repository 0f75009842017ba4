import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis';
import type { Cell } from '../../src/shared/snapshot';
import { productRules } from './rule-files';
import { type Build, buildSnapshot, tableSection } from './snapshot-builder';

// Who blocks whom, and which index a statement needs: from the sections of a snapshot to what the user reads.

const rules = productRules();
const judge = (build: Build) => analyze(buildSnapshot(build), rules, { path: null });
const finding = (build: Build, ruleId: string) => judge(build).findings.find((one) => one.ruleId === ruleId);
const seconds = (length: number, step: number) => Array.from({ length }, (_, index) => index * step);
const load = {
  counters: { Questions: seconds(21, 500) },
  gauges: { Threads_running: Array.from({ length: 21 }, () => 9) },
};

const transactionColumns = [
  'TRX_ID',
  'AGE_SECONDS',
  'WAIT_SECONDS',
  'TRX_MYSQL_THREAD_ID',
  'TRX_QUERY',
  'TRX_ROWS_LOCKED',
];
const sessionColumns = ['ID', 'COMMAND', 'TIME', 'STATE', 'INFO'];
const waitColumns = ['WAITING_TRX_ID', 'BLOCKING_TRX_ID', 'OBJECT_SCHEMA', 'OBJECT_NAME', 'INDEX_NAME'];

function locked(transactions: Cell[][], sessions: Cell[][], waits: Cell[][]): Build {
  return {
    ...load,
    sections: {
      transactions: tableSection(transactionColumns, { end: transactions }),
      processlist: tableSection(sessionColumns, { end: sessions }),
      'lock-waits': tableSection(waitColumns, { end: waits }),
    },
  };
}

describe('row locks', () => {
  const forgotten = locked(
    [
      ['100', 90, null, 11, null, 5],
      ['101', 40, 40, 12, 'UPDATE `orders` SET `a` = ?', 1],
      ['102', 20, 20, 13, 'DELETE FROM `orders`', 1],
    ],
    [
      [11, 'Sleep', 85, '', null],
      [12, 'Query', 40, 'updating', 'UPDATE `orders` SET `a` = ?'],
      [13, 'Query', 20, 'updating', 'DELETE FROM `orders`'],
    ],
    [
      ['101', '100', 'shop', 'orders', 'PRIMARY'],
      ['102', '101', 'shop', 'orders', 'PRIMARY'],
    ],
  );

  test('the head of the queue is named, with a KILL to copy', () => {
    const found = finding(forgotten, 'transaction-blocks-others');
    expect(found?.severity).toBe('critical');
    expect(found?.impact.text).toMatch(/Connection 11 blocks 2 transactions/);
    expect(found?.explanation).toMatch(/asleep for 85 s.*shop\.orders \(PRIMARY\)/);
    expect(found?.actions.some((text) => text.endsWith('KILL 11;'))).toBe(true);
  });

  test('its session is also named as one that sleeps in a transaction', () => {
    expect(finding(forgotten, 'transaction-idle')?.impact.text).toMatch(/Connection 11 .*row locks held: 5/);
  });

  test('short waits behind a hot row are no forgotten transaction', () => {
    const hot = locked(
      [
        ['100', 0, null, 11, 'UPDATE t', 1],
        ['101', 0, 0, 12, 'UPDATE t', 1],
      ],
      [
        [11, 'Query', 0, 'updating', 'UPDATE t'],
        [12, 'Query', 0, 'updating', 'UPDATE t'],
      ],
      [['101', '100', 'shop', 't', 'PRIMARY']],
    );
    expect(judge(hot).findings.map(({ ruleId }) => ruleId)).not.toContain('transaction-blocks-others');
  });
});

describe('metadata locks', () => {
  const waiting = 'Waiting for table metadata lock';
  const build = locked(
    [
      ['100', 70, null, 21, null, 0],
      ['90', 200, null, 22, 'SELECT ?', 0],
    ],
    [
      [21, 'Sleep', 65, '', null],
      [22, 'Query', 200, 'executing', 'SELECT ?'],
      [23, 'Query', 60, waiting, 'ALTER TABLE `orders` ADD `x` INTEGER'],
      [24, 'Query', 30, waiting, 'SELECT * FROM `orders`'],
    ],
    [],
  );

  test('a queue behind DDL names the DDL and, as inferred, the sleeping transaction older than the wait', () => {
    const { headline, findings } = judge(build);
    const found = findings.find(({ ruleId }) => ruleId === 'metadata-lock-queue');
    expect(found?.severity).toBe('critical');
    expect(found?.explanation).toMatch(/ALTER TABLE.*Connection 21 holds the lock \(inferred/);
    expect(found?.actions[0]).toBe('Let connection 21 commit, or end it: KILL 21;');
    expect(headline.text).toMatch(/metadata lock: 2 sessions wait.*connection 21/);
  });

  test('the holder is seen where the server shows metadata locks, whatever else is open', () => {
    const columns = ['OBJECT_TYPE', 'OBJECT_SCHEMA', 'OBJECT_NAME', 'LOCK_STATUS', 'PROCESSLIST_ID'];
    const shown = {
      ...build,
      sections: {
        ...build.sections,
        'metadata-locks': tableSection(columns, {
          end: [
            ['TABLE', 'shop', 'orders', 'PENDING', 23],
            ['TABLE', 'shop', 'orders', 'PENDING', 24],
            ['TABLE', 'shop', 'orders', 'GRANTED', 23],
            ['TABLE', 'shop', 'orders', 'GRANTED', 22],
            ['TABLE', 'shop', 'other', 'GRANTED', 21],
          ],
        }),
      },
    };
    const found = finding(shown, 'metadata-lock-queue');
    expect(found?.explanation).toMatch(/Connection 22 holds the lock \(seen in metadata_locks\)/);
  });

  test('on Amazon RDS the statement is the one that works there', () => {
    const snapshot = buildSnapshot(build);
    const rds = { ...snapshot, server: { ...snapshot.server, hosting: 'rds' as const } };
    const found = analyze(rds, rules, { path: null }).findings.find(
      ({ ruleId }) => ruleId === 'metadata-lock-queue',
    );
    expect(found?.actions[0]).toMatch(/CALL mysql\.rds_kill\(21\);$/);
  });
});

describe('the index for a scanning statement', () => {
  const digestColumns = [
    'SCHEMA_NAME',
    'DIGEST',
    'DIGEST_TEXT',
    'COUNT_STAR',
    'SUM_TIMER_WAIT',
    'SUM_ROWS_SENT',
    'SUM_ROWS_AFFECTED',
    'SUM_ROWS_EXAMINED',
    'SUM_NO_INDEX_USED',
    'SUM_ERRORS',
    'SUM_WARNINGS',
  ];
  const digests = (text: string) =>
    tableSection(
      digestColumns,
      {
        start: [['shop', 'a', text, 0, '0', 0, 0, '0', 0, 0, 0]],
        end: [['shop', 'a', text, 10_000, '60000000000000', 10_000, 0, '1000000000', 10_000, 0, 0]],
      },
      { seconds: 20 },
    );
  const build = (text: string, indexes: Cell[][]): Build => ({
    ...load,
    sections: {
      'statement-digests': digests(text),
      'schema-sizes': tableSection(['TABLE_SCHEMA', 'TABLE_NAME', 'ENGINE', 'TABLE_ROWS'], {
        end: [['shop', 'orders', 'InnoDB', 100_000]],
      }),
      'table-columns': tableSection(['TABLE_SCHEMA', 'TABLE_NAME', 'COLUMN_NAME', 'COLUMN_TYPE'], {
        end: ['id', 'customer', 'made'].map((name) => ['shop', 'orders', name, 'int']),
      }),
      'table-indexes': tableSection(
        [
          'TABLE_SCHEMA',
          'TABLE_NAME',
          'INDEX_NAME',
          'NON_UNIQUE',
          'SEQ_IN_INDEX',
          'COLUMN_NAME',
          'INDEX_TYPE',
          'CARDINALITY',
        ],
        { end: [['shop', 'orders', 'PRIMARY', 0, 1, 'id', 'BTREE', 100_000], ...indexes] },
      ),
    },
  });
  const text = 'SELECT * FROM `orders` WHERE `made` > ? AND `customer` = ?';

  test('is shown as a statement to run, with what it serves and the time that it concerns', () => {
    const found = finding(build(text, []), 'missing-index');
    expect(found?.actions[0]).toBe(
      `CREATE INDEX \`ix_customer_made\` ON \`shop\`.\`orders\` (\`customer\`, \`made\`); It serves customer compared for equality, then the range of made. For: ${text}`,
    );
    expect(found?.impact).toMatchObject({ share: 1, basis: 'measured' });
    // Without a second and third proposal there are no empty actions.
    expect(found?.actions).toHaveLength(2);
  });

  test('makes a shorter index superfluous, and says so', () => {
    const shorter = ['shop', 'orders', 'ix_customer', 1, 1, 'customer', 'BTREE', 9000];
    expect(finding(build(text, [shorter]), 'missing-index')?.actions[0]).toMatch(
      /Index ix_customer is then superfluous/,
    );
  });

  test('is not proposed where none helps: the finding on scans gives the reason', () => {
    const scan = build('SELECT * FROM `orders`', []);
    expect(finding(scan, 'missing-index')).toBeUndefined();
    expect(finding(scan, 'full-scans')?.actions.join()).toMatch(
      /Why no index is proposed: .*a scan is right/,
    );
  });

  test('is not guessed where the columns were not read', () => {
    const { sections = {}, ...rest } = build(text, []);
    const { 'table-columns': _, ...others } = sections;
    const { notChecked } = judge({ ...rest, sections: others });
    expect(notChecked.map(({ ruleId }) => ruleId)).toContain('missing-index');
  });
});
