import { describe, expect, test } from 'vitest';
import { stallsOf } from '../../src/analysis';
import { factCatalog } from '../../src/analysis/facts/catalog';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { sessionClasses } from '../../src/knowledge/waits/session-waits';
import type { Series, Snapshot } from '../../src/shared/snapshot';
import { exampleSnapshot } from '../files/example-snapshot';

const gauge = (values: (number | null)[]): Series => ({ kind: 'gauge', unit: 'count', base: '0', values });
const counter = (rates: number[]): Series => {
  const values = [0];
  for (const rate of rates) values.push((values[values.length - 1] ?? 0) + rate);
  return { kind: 'counter', unit: 'count', base: '1000', values };
};

function sampled(
  seconds: number,
  series: Record<string, Series>,
  basis: 'waits' | 'states' = 'waits',
): Snapshot {
  return {
    ...exampleSnapshot(),
    windowSeconds: seconds,
    statements: [],
    samples: {
      startedAt: '2026-11-21T00:00:00.000Z',
      intervalMs: 1000,
      times: Array.from({ length: seconds + 1 }, (_, index) => index * 1000),
      series,
      restarts: [],
      sessions: { basis, text: '' },
    },
  };
}

function factsOf(snapshot: Snapshot) {
  const facts = new FactSet(new Observed(snapshot), factCatalog());
  return (id: string) => {
    const reading = facts.reading(id);
    return reading.known ? reading.value : reading.reason.code;
  };
}

describe('active sessions by wait class', () => {
  const classes = Object.fromEntries(sessionClasses.map((name) => [`sessions.${name}`, gauge([0, 0, 0, 0])]));
  const snapshot = sampled(3, {
    ...classes,
    'sessions.active': gauge([4, 4, 4, 4]),
    'sessions.latch': gauge([0, 3, 3, 0]),
    'sessions.engine': gauge([4, 1, 1, 4]),
    'sessions.object.btr_search_latch': gauge([null, 2, 3, 0]),
    'sessions.object.log_sys': gauge([null, 1, 0, 0]),
  });

  test('shares by class and by object add up over the samples', () => {
    const fact = factsOf(snapshot);
    expect(fact('active_sessions')).toBe(4);
    expect(fact('sessions_latch_share')).toBe(0.5);
    expect(fact('sessions_engine_share')).toBe(0.5);
    expect(fact('sessions_row_lock_share')).toBe(0);
    expect(fact('top_session_object')).toBe('Latch of the adaptive hash index');
    expect(fact('top_session_object_share')).toBeCloseTo(5 / 12);
    expect(fact('sessions_by_waits')).toBe(true);
  });

  test('a snapshot without them says so, and shares of nobody are unknown', () => {
    const without = factsOf(sampled(3, { Threads_running: gauge([1, 1, 1, 1]) }));
    expect(without('sessions_latch_share')).toBe('no-window');
    const idle = factsOf(sampled(3, { ...classes, 'sessions.active': gauge([0, 0, 0, 0]) }));
    expect(idle('active_sessions')).toBe(0);
    expect(idle('sessions_latch_share')).toBe('error');
  });
});

describe('micro-stalls of a snapshot', () => {
  const rates = Array.from({ length: 60 }, (_, second) => (second === 30 ? 0 : 900 + (second % 7) * 10));
  const running = Array.from({ length: 61 }, (_, index) => (index === 31 ? 40 : 3));
  const snapshot = sampled(60, { Questions: counter(rates), Threads_running: gauge(running) });

  test('are events with start, length, depth and what moved', () => {
    expect(stallsOf(snapshot)).toMatchObject([
      {
        startMs: 30_000,
        lengthMs: 1000,
        depth: 1,
        micro: true,
        coMovers: [{ name: 'Threads_running', during: 40 }],
      },
    ]);
  });

  test('and facts', () => {
    const fact = factsOf(snapshot);
    expect(fact('micro_stall_count')).toBe(1);
    expect(fact('micro_stall_longest')).toBe(1);
    expect(fact('micro_stall_depth')).toBe(1);
    expect(fact('micro_stall_share')).toBeCloseTo(1 / 60);
    expect(fact('micro_stall_with')).toBe('Threads_running');
  });

  test('a snapshot of one moment has none to tell', () => {
    expect(stallsOf({ ...snapshot, samples: null })).toBeNull();
    expect(factsOf({ ...snapshot, samples: null })('micro_stall_count')).toBe('no-window');
  });
});
