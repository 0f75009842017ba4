import { expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../../../test/analysis/snapshot-builder';
import type { Snapshot } from '../../../shared/snapshot';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const orders = 'SELECT * FROM `orders` WHERE `id` = ?';
const columns = [
  ...[
    'schema_name',
    'digest',
    'digest_text',
    'count_star',
    'sum_timer_wait',
    'sum_warnings',
    'sum_select_scan',
  ],
];

interface Ran {
  text: string;
  calls: number;
  seconds: number;
  /** Executions with a warning, and those that scanned. */
  warned?: number;
  scanned?: number;
}

/** A window of 10 s in which these ran. `prepared`: executions without a digest, and their time. */
function windowOf(ran: Ran[], prepared = { calls: 0, seconds: 0 }, statements: string[] = []): Snapshot {
  const digests = (share: number) =>
    ran.map(({ text, calls, seconds, warned = 0, scanned = 0 }, index) => [
      ...[
        'shop',
        String(index),
        text,
        calls * share,
        seconds * 1e12 * share,
        warned * share,
        scanned * share,
      ],
    ]);
  const all = ran.reduce((sum, { calls }) => sum + calls, prepared.calls);
  const time = ran.reduce((sum, { seconds }) => sum + seconds, prepared.seconds);
  const events = (share: number) => [['statement/sql/select', all * share, time * 1e12 * share]];
  const snapshot = buildSnapshot({
    server: { flavour: 'mysql', version: [5, 7, 22] },
    counters: { Questions: [0, ...Array.from({ length: 10 }, (_, at) => (all * (at + 1)) / 10)] },
    sections: {
      'statement-digests': tableSection(columns, { start: digests(0), end: digests(1) }),
      'statements-by-event': tableSection(['event_name', 'count_star', 'sum_timer_wait'], {
        start: events(0),
        end: events(1),
      }),
    },
  });
  const sent = statements.map((sql) => ({ at: snapshot.createdAt, sql, tookMs: 1, rows: null }));
  return { ...snapshot, statements: sent };
}

function factOf(id: string, snapshot: Snapshot): unknown {
  const reading = new FactSet(new Observed(snapshot), factCatalog()).reading(id);
  return reading.known ? reading.value : null;
}

test('what others watch the server with is load where it takes a twentieth of the time or more', () => {
  const status = { text: 'SHOW GLOBAL STATUS', calls: 900, seconds: 4 };
  const rest = { text: orders, calls: 900, seconds: 6 };
  expect(factOf('watching_time_share', windowOf([rest, status]))).toBeCloseTo(0.4);
  expect(factOf('watching_time_share', windowOf([rest, { ...status, seconds: 0.2 }]))).toBe(0);
  // The same statement, sent by Latchkey itself: as often, and by far less often.
  const own = (times: number) => Array.from({ length: times }, () => 'SHOW GLOBAL STATUS');
  expect(factOf('watching_time_share', windowOf([rest, status], undefined, own(900)))).toBe(0);
  expect(factOf('watching_time_share', windowOf([rest, status], undefined, own(10)))).toBeCloseTo(0.4);
});

test('a monitor that is all of the load is the statement with most time', () => {
  const sizes = {
    text: 'SELECT `table_schema` , SUM ( `data_length` ) FROM `information_schema` . `TABLES` GROUP BY `table_schema`',
    calls: 700,
    seconds: 30,
  };
  expect(factOf('top_digest', windowOf([sizes]))).toBe(sizes.text);
  expect(factOf('top_digest_share', windowOf([sizes]))).toBe(1);
});

test('digests speak where they hold most of the time, however many quick statements have none', () => {
  const report = { text: 'SELECT COUNT ( * ) FROM `orders` WHERE `note` LIKE ?', calls: 20, seconds: 18 };
  expect(factOf('top_digest_share', windowOf([report], { calls: 8000, seconds: 1 }))).toBe(1);
  expect(factOf('top_digest_share', windowOf([report], { calls: 8000, seconds: 40 }))).toBeNull();
});

test('where errors are not counted, lists that scan and warn each time exceed the memory of ranges', () => {
  const list = { text: 'SELECT SUM ( `k` ) FROM `t` WHERE `id` IN (...)', calls: 1000, seconds: 30 };
  expect(factOf('range_limit_rate', windowOf([{ ...list, warned: 999, scanned: 1000 }]))).toBeCloseTo(100);
  expect(factOf('range_limit_rate', windowOf([{ ...list, warned: 10, scanned: 1000 }]))).toBe(0);
  expect(factOf('range_limit_rate', windowOf([{ ...list, text: orders, warned: 1000, scanned: 1000 }]))).toBe(
    0,
  );
});
