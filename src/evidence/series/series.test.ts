import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplesSchema } from '../../shared/snapshot';
import { type SampledVariable, SeriesBuilder } from './series';

const catalog = (name: string): SampledVariable | undefined => {
  if (name === 'Uptime' || name.startsWith('G')) return { name, kind: 'gauge', unit: 'count' };
  return name.startsWith('C') || name === 'Queries' ? { name, kind: 'counter', unit: 'count' } : undefined;
};

function build(rows: (Record<string, string> | null)[]) {
  const builder = new SeriesBuilder('2026-11-21T00:00:00.000Z', 1000, catalog);
  rows.forEach((row, index) => {
    builder.add(index * 1000, row === null ? null : new Map(Object.entries(row)));
  });
  return samplesSchema.parse(builder.build());
}

describe('series', () => {
  test('counters are exact differences from their base, gauges are as read, unknown names are left out', () => {
    const samples = build([
      { C: '18446744073709551000', G: '-3', X: '1' },
      { C: '18446744073709551007', G: '4.25', X: '2' },
    ]);
    expect(samples.series).toEqual({
      C: { kind: 'counter', unit: 'count', base: '18446744073709551000', values: [0, 7] },
      G: { kind: 'gauge', unit: 'count', base: '0', values: [-3, 4.25] },
    });
  });

  test('a missed tick is a gap in every series', () => {
    const samples = build([{ C: '1', G: '1' }, null, { C: '5', G: '1' }]);
    expect(samples.series.C?.values).toEqual([0, null, 4]);
    expect(samples.series.G?.values).toEqual([1, null, 1]);
    expect(samples.times).toEqual([0, 1000, 2000]);
  });

  test('a counter that goes down is unknown at that sample and differences after it are right', () => {
    expect(build([{ C: '10' }, { C: '30' }, { C: '5' }, { C: '9' }]).series.C?.values).toEqual([
      0,
      20,
      null,
      -1,
    ]);
  });

  test('a restart is recognised by the uptime; counters start again there', () => {
    const samples = build([
      { C: '10', Uptime: '100' },
      { C: '1', Uptime: '1' },
      { C: '2', Uptime: '2' },
    ]);
    expect(samples.restarts).toEqual([1]);
    expect(samples.series.C?.values).toEqual([0, -9, -8]);
  });

  test('what stands still is left out, unless it is a level or must be there', () => {
    expect(
      Object.keys(
        build([
          { C: '7', G: '7', Queries: '7' },
          { C: '7', G: '7', Queries: '7' },
        ]).series,
      ),
    ).toEqual(['G', 'Queries']);
  });

  test('a name that appears late or vanishes is unknown where it was not there', () => {
    expect(build([{ G: '1' }, { G: '1', C: '5' }, { C: '6' }]).series).toMatchObject({
      C: { values: [null, 0, 1] },
      G: { values: [1, 1, null] },
    });
  });

  test('text that is no number gives no series', () => {
    expect(
      build([
        { G: 'ON', C: '' },
        { G: 'OFF', C: 'x' },
      ]).series,
    ).toEqual({});
  });

  test('differences of any two samples are exact, whatever the size of the counter', () => {
    const increments = fc.array(fc.nat({ max: 2 ** 31 }), { minLength: 1, maxLength: 20 });
    const base = fc.bigInt({ min: 0n, max: 2n ** 64n });
    fc.assert(
      fc.property(base, increments, (start, steps) => {
        let value = start;
        const raw = [start, ...steps.map((step) => (value += BigInt(step)))];
        const series = build(raw.map((total) => ({ Queries: total.toString() }))).series.Queries;
        expect(series?.base).toBe(start.toString());
        expect(series?.values.map((difference) => start + BigInt(difference ?? -1))).toEqual(raw);
      }),
    );
  });

  test('every series has one value per time, whatever is missed or missing', () => {
    const row = fc.option(
      fc.dictionary(fc.constantFrom('C1', 'C2', 'G1', 'Uptime', 'X'), fc.nat().map(String)),
      { nil: null },
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const samples = build(rows);
        expect(samples.times).toHaveLength(rows.length);
        for (const [name, series] of Object.entries(samples.series)) {
          expect(series.values).toHaveLength(rows.length);
          series.values.forEach((value, index) => {
            if (rows[index]?.[name] === undefined) expect(value).toBeNull();
          });
        }
      }),
    );
  });

  test('of more samples than fit every second one is left out, and what is kept is exact', () => {
    const row = fc.option(
      fc.record({
        C: fc.integer({ min: 0, max: 10 ** 9 }).map(String),
        G: fc.integer().map(String),
        Queries: fc.constant('7'),
        Uptime: fc.integer({ min: 0, max: 100 }).map(String),
      }),
      { freq: 8 },
    );
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 300, max: 4000 }),
        (rows, most) => {
          const builder = new SeriesBuilder('2026-11-21T00:00:00.000Z', 1000, catalog, most);
          rows.forEach((one, index) => {
            builder.add(index * 1000, one === null ? null : new Map(Object.entries(one)));
          });
          const { times, series, intervalMs, restarts } = samplesSchema.parse(builder.build());
          const sizes = [times, ...Object.values(series).map(({ values }) => values)];
          // One sample more may stand there before the next one goes.
          expect(JSON.stringify(sizes).length).toBeLessThan(most + 200);
          expect(times.every((time, index) => time === index * intervalMs)).toBe(true);
          expect(times.length).toBe(Math.ceil(rows.length / (intervalMs / 1000)));
          for (const index of restarts) expect(index).toBeLessThan(times.length);
          for (const [name, { base, values }] of Object.entries(series)) {
            expect(values.length).toBe(times.length);
            values.forEach((value, index) => {
              const text = Reflect.get(rows[(times[index] ?? 0) / 1000] ?? {}, name);
              if (value !== null) expect(value + Number(base)).toBe(Number(text));
              const before = values[index - 1] ?? null;
              if (name === 'C' && value !== null && before !== null && !restarts.includes(index))
                expect(value).toBeGreaterThanOrEqual(before);
            });
          }
        },
      ),
    );
  });

  test('a window of a day fits into its room, at one distance from sample to sample', () => {
    const most = 1024 ** 2;
    const builder = new SeriesBuilder('2026-11-21T00:00:00.000Z', 1000, catalog, most);
    for (let second = 0; second < 86_401; second += 1) {
      const value = String(10n ** 15n + BigInt(second) * 10n ** 9n);
      builder.add(
        second * 1000,
        new Map([
          ['C1', value],
          ['C2', value],
        ]),
      );
    }
    const { times, intervalMs, series } = builder.build();
    expect(JSON.stringify([times, series]).length).toBeLessThan(most * 1.01);
    expect(intervalMs).toBe(4000);
    expect(times.at(-1)).toBe(86_400_000);
  });
});
