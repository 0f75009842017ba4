import { expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../../../test/analysis/snapshot-builder';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

/** Innodb_deadlocks is not there; the counter of INNODB_METRICS and the status at both ends of ten seconds. */
function deadlockRate(counts: [number, number], latest: [string, string], errors: number | null = null) {
  const metrics = (count: number) => [['lock_deadlocks', count, 'enabled']];
  const printed = (at: string, deadlock: string) => ({
    at: `2026-11-24T${at}Z`,
    tookMs: 1,
    text: `=====================================
2026-11-24 ${at} 0x7fe2 INNODB MONITOR OUTPUT
=====================================
Per second averages calculated from the last 10 seconds
------------------------
LATEST DETECTED DEADLOCK
------------------------
2026-11-24 ${deadlock} 0x7fe254c8a6c0
*** (1) TRANSACTION:
TRANSACTION 1943, ACTIVE 1 sec starting index read
*** (2) TRANSACTION:
TRANSACTION 1944, ACTIVE 1 sec starting index read
*** WE ROLL BACK TRANSACTION (2)
----------------------------
END OF INNODB MONITOR OUTPUT
============================
`,
  });
  const sections = {
    'innodb-metrics': tableSection(['name', 'count', 'status'], {
      start: metrics(counts[0]),
      end: metrics(counts[1]),
    }),
    'innodb-status': {
      status: 'ok' as const,
      tookMs: 1,
      data: { start: printed('10:00:00', latest[0]), end: printed('10:00:10', latest[1]) },
    },
  };
  const digests = (statements: number, failed: number) => [
    ['sbtest', 'd1', 'UPDATE t', statements, 1e9 * statements, failed],
  ];
  const failed =
    errors === null
      ? {}
      : {
          'statement-digests': tableSection(
            ['SCHEMA_NAME', 'DIGEST', 'DIGEST_TEXT', 'COUNT_STAR', 'SUM_TIMER_WAIT', 'SUM_ERRORS'],
            { start: digests(1_000, 0), end: digests(2_000, errors) },
            { seconds: 10 },
          ),
        };
  const counters = { Questions: Array.from({ length: 11 }, (_, index) => index * 100) };
  const reading = new FactSet(
    new Observed(buildSnapshot({ sections: { ...sections, ...failed }, counters })),
    factCatalog(),
  ).reading('deadlock_rate');
  return reading.known ? reading.value : reading.reason;
}

test('deadlocks that are printed and not counted are known by how fresh the latest is, up to the errors of statements', () => {
  expect(deadlockRate([0, 0], ['09:59:59', '10:00:10'], 290)).toBe(1);
  expect(deadlockRate([0, 0], ['09:59:57', '10:00:06'], 290)).toBe(0.25);
  expect(deadlockRate([0, 0], ['09:59:59', '10:00:10'], 2)).toBe(0.2);
});

test('where nobody counts errors the deadlock that was printed is all there is', () => {
  expect(deadlockRate([0, 0], ['09:59:59', '10:00:10'])).toBe(0.1);
});

test('a counter that counts is believed, and a deadlock of before the window is none', () => {
  expect(deadlockRate([5, 25], ['09:59:59', '10:00:10'])).toBe(2);
  expect(deadlockRate([7, 7], ['09:00:00', '09:00:00'])).toBe(0);
  expect(deadlockRate([7, 7], ['10:00:00', '10:00:00'], 290)).toBe(0);
});
