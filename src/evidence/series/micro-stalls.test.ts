import { describe, expect, test } from 'vitest';
import { type Companion, findFalls, findStalls, type Stall } from './micro-stalls';

/** A seeded generator of numbers in [0, 1): mulberry32. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function stallsOf(values: (number | null)[], lengthMs = 1000, companions: Companion[] = []): Stall[] {
  return findStalls({
    endsMs: values.map((_, index) => (index + 1) * lengthMs),
    lengthsMs: values.map(() => lengthMs),
    throughput: [{ name: 'statements', values }],
    companions: () => companions,
  });
}

/** Steady load of `mean` per second with some noise. */
function load(count: number, mean: number, variation: number, seed = 1): number[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => Math.max(0, mean * (1 + variation * normal(random))));
}

describe('micro-stalls', () => {
  test('a second without statements in a steady load is one, with its start, length and depth', () => {
    const values = load(120, 1000, 0.05);
    values[60] = 0;
    const [stall, ...more] = stallsOf(values);
    expect(more).toEqual([]);
    expect(stall).toMatchObject({ startMs: 60_000, lengthMs: 1000, depth: 1, micro: true, during: 0 });
    expect(stall?.usual).toBeGreaterThan(950);
    expect(stall?.usual).toBeLessThan(1050);
  });

  test('300 ms at a tenth of the rate, sampled every 100 ms', () => {
    const values = load(300, 2000, 0.1);
    for (const index of [150, 151, 152]) values[index] = 200;
    expect(stallsOf(values, 100)).toMatchObject([{ startMs: 15_000, lengthMs: 300, micro: true }]);
  });

  test('a stop of 1.4 s in a load that varies by a third from sample to sample; a single low sample of it is chance', () => {
    const values = load(300, 900, 0.33);
    for (let index = 150; index < 157; index += 1) values[index] = 20;
    values[149] = 900;
    values[157] = 900;
    expect(stallsOf(values, 200)).toMatchObject([{ startMs: 30_000, lengthMs: 1400 }]);
    const one = load(300, 900, 0.33);
    one[150] = 20;
    expect(stallsOf(one, 200)).toEqual([]);
  });

  test('a stop of 12 s is a stall that averages show too: not a micro-stall', () => {
    const values = load(200, 1000, 0.05).map((rate, index) => (index >= 90 && index < 102 ? 0 : rate));
    expect(stallsOf(values)).toMatchObject([{ startMs: 90_000, lengthMs: 12_000, micro: false }]);
  });

  test('load that begins, ends, or changes its level is no stall', () => {
    expect(stallsOf([...Array(60).fill(0), ...load(60, 1000, 0.05)])).toEqual([]);
    expect(stallsOf([...load(60, 1000, 0.05), ...Array(60).fill(0)])).toEqual([]);
    expect(stallsOf([...load(60, 1000, 0.05), ...load(60, 300, 0.05)])).toEqual([]);
  });

  test('a single statement now and then gives no stalls between them', () => {
    const random = seeded(4);
    expect(stallsOf(Array.from({ length: 600 }, () => (random() < 0.9 ? 5 : 0)))).toEqual([]);
  });

  test('load that swings by itself between high and low has no stalls', () => {
    expect(stallsOf(Array.from({ length: 200 }, (_, index) => (index % 4 < 2 ? 1000 : 100)))).toEqual([]);
  });

  test('gaps are neither stalls nor do they hide one', () => {
    const values: (number | null)[] = load(120, 1000, 0.05);
    for (const index of [40, 41, 42, 62]) values[index] = null;
    expect(stallsOf(values)).toEqual([]);
    values[60] = 0;
    expect(stallsOf(values)).toHaveLength(1);
  });

  test('says what else moved, the most unusual first, and nothing of what did not', () => {
    const values = load(120, 1000, 0.05);
    values[60] = 0;
    const level = (name: string, usual: number, during: number): Companion => ({
      name,
      onlyRises: false,
      values: values.map((_, index) => (index === 60 ? during : usual + (index % 3))),
    });
    const [stall] = stallsOf(values, 1000, [
      level('Threads_running', 4, 65),
      level('Innodb_data_pending_fsyncs', 0, 30),
      level('Innodb_buffer_pool_pages_dirty', 5000, 5004),
    ]);
    expect(stall?.coMovers.map(({ name }) => name)).toEqual([
      'Threads_running',
      'Innodb_data_pending_fsyncs',
    ]);
    expect(stall?.coMovers[0]).toMatchObject({ during: 65, usual: 5 });
  });

  test('one stall that shows in several rates is reported once', () => {
    const statements = load(120, 1000, 0.05);
    const commits = load(120, 500, 0.05, 2);
    statements[60] = 300;
    commits[60] = 0;
    commits[61] = 0;
    const stalls = findStalls({
      endsMs: statements.map((_, index) => (index + 1) * 1000),
      lengthsMs: statements.map(() => 1000),
      throughput: [
        { name: 'statements', values: statements },
        { name: 'commits', values: commits },
      ],
      companions: () => [],
    });
    expect(stalls).toMatchObject([{ measure: 'commits', lengthMs: 2000 }]);
  });
});

describe('steady load is silent', () => {
  const hours = 6;
  const seconds = hours * 3600;

  /** Rates of a load whose logarithm is an autoregressive process of the first order. */
  function lognormal(seed: number, mean: number, variation: number, memory: number): number[] {
    const random = seeded(seed);
    let state = 0;
    return Array.from({ length: seconds }, () => {
      state = memory * state + Math.sqrt(1 - memory ** 2) * normal(random);
      return mean * Math.exp(variation * state);
    });
  }

  test.each([
    [0.02, 0],
    [0.1, 0],
    [0.1, 0.8],
    [0.2, 0],
    [0.2, 0.9],
    [0.3, 0],
    [0.3, 0.9],
    [0.5, 0.5],
  ])('noise of %f with memory %f: at most 1 false stall in 6 h', (variation, memory) => {
    expect(stallsOf(lognormal(7, 1000, variation, memory)).length).toBeLessThanOrEqual(1);
  });

  test.each([0.05, 0.15, 0.25])('normal noise of %f: at most 1 false stall in 6 h', (variation) => {
    expect(stallsOf(load(seconds, 1000, variation, 11)).length).toBeLessThanOrEqual(1);
  });

  test.each([3, 20, 30, 100])('random arrivals of %f a second: at most 1 in 6 h', (mean) => {
    const random = seeded(5);
    const arrivals = Array.from({ length: seconds }, () => {
      // Knuth: how many exponential gaps fit into a second.
      let count = 0;
      let time = -Math.log(1 - random());
      while (time < mean) {
        count += 1;
        time += -Math.log(1 - random());
      }
      return count;
    });
    expect(stallsOf(arrivals).length).toBeLessThanOrEqual(1);
  });

  test('a load that rises and falls over the day', () => {
    const random = seeded(3);
    const day = Array.from(
      { length: seconds },
      (_, second) => (600 + 500 * Math.sin((2 * Math.PI * second) / seconds)) * (1 + 0.08 * normal(random)),
    );
    expect(stallsOf(day).length).toBeLessThanOrEqual(1);
  });

  test('and of 200 stalls planted in a noise of 10 % nearly all are found', () => {
    const values = load(seconds, 1000, 0.1, 13);
    for (let index = 200; index < 200 + 200 * 100; index += 100) values[index] = 100;
    expect(stallsOf(values).filter(({ micro }) => micro).length).toBeGreaterThanOrEqual(198);
  });
});

describe('sustained falls', () => {
  const fallsOf = (values: (number | null)[]) =>
    findFalls({
      endsMs: values.map((_, index) => (index + 1) * 1000),
      lengthsMs: values.map(() => 1000),
      throughput: [{ name: 'statements', values }],
      companions: () => [],
    });

  test('a load that falls to zero and stays there is named, with its start and length', () => {
    const values = [...load(60, 1000, 0.1), ...Array.from({ length: 40 }, () => 0)];
    expect(stallsOf(values)).toEqual([]);
    expect(fallsOf(values)).toMatchObject([
      { startMs: 60_000, lengthMs: 40_000, depth: 1, during: 0, sustained: true },
    ]);
  });

  test('so is one that comes back after a minute', () => {
    const values = [
      ...load(60, 1000, 0.1),
      ...Array.from({ length: 60 }, () => 3),
      ...load(60, 1000, 0.1, 2),
    ];
    expect(fallsOf(values)).toMatchObject([{ startMs: 60_000, lengthMs: 60_000 }]);
  });

  test('a steady load, one that begins, and a stop of some seconds are none', () => {
    const stop = load(120, 1000, 0.1);
    for (let index = 60; index < 65; index += 1) stop[index] = 0;
    for (const values of [
      load(120, 1000, 0.3),
      [...Array.from({ length: 40 }, () => 0), ...load(60, 1000, 0.1)],
      stop,
    ]) {
      expect(fallsOf(values)).toEqual([]);
    }
  });
});
