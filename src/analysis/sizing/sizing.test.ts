import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  connectionsRoom,
  memoryReserve,
  poolRoom,
  redoUseful,
  sortedAtOnce,
  tableCacheBound,
  tableCacheNeed,
} from './machine';
import { headroom, recommendedValue, type Sizing } from './recommended';
import { roundedDown, roundedDownFinely, roundedUp, type SizingUnit } from './round';

const kib = 1024;
const mib = 1024 ** 2;
const gib = 1024 ** 3;
const unit = fc.constantFrom<SizingUnit>('bytes', 'count');
const amount = fc.double({ min: 1, max: 1e15, noNaN: true });

describe('values as people write them', () => {
  test.each<[number, SizingUnit, number]>([
    [118 * mib, 'bytes', 128 * mib],
    [129 * mib, 'bytes', 160 * mib],
    [1.9 * gib, 'bytes', 2 * gib],
    [2.1 * gib, 'bytes', 2.5 * gib],
    [700 * kib, 'bytes', 768 * kib],
    [17, 'count', 20],
    [11, 'count', 12],
    [7, 'count', 7],
    [601, 'count', 800],
    [1000, 'count', 1000],
  ])('%d (%s) is written as %d', (value, kind, expected) => {
    expect(roundedUp(value, kind)).toBe(expected);
  });

  test('what is rounded is rounded already, up is not below, down is not above, and no step is longer than half', () => {
    fc.assert(
      fc.property(amount, unit, (value, kind) => {
        const up = roundedUp(value, kind);
        const down = roundedDown(value, kind);
        expect(up).toBeGreaterThanOrEqual(value);
        expect(down).toBeLessThanOrEqual(value);
        expect(up).toBeLessThanOrEqual(Math.max(value * 1.5, value + 1));
        expect(roundedUp(up, kind)).toBe(up);
        expect(roundedDown(down, kind)).toBe(down);
        expect(Number.isInteger(up)).toBe(true);
      }),
    );
  });

  test('sizes from 4 MiB on are whole MiB', () => {
    fc.assert(
      fc.property(fc.double({ min: 4 * mib, max: 2 ** 50, noNaN: true }), (value) => {
        expect(roundedUp(value, 'bytes') % mib).toBe(0);
      }),
    );
  });

  test('what is left of a machine is rounded down by an eighth at most', () => {
    fc.assert(
      fc.property(fc.double({ min: 64 * mib, max: 2 ** 45, noNaN: true }), (value) => {
        const down = roundedDownFinely(value);
        expect(down).toBeLessThanOrEqual(value);
        expect(down).toBeGreaterThan(value * 0.875 - 1);
        expect(down % mib).toBe(0);
      }),
    );
  });
});

const optional = (value: fc.Arbitrary<number>) => fc.option(value, { nil: null });
const sizing: fc.Arbitrary<Sizing> = fc.record({
  present: optional(amount),
  need: amount,
  byDefault: optional(amount),
  atMost: optional(amount),
  direction: fc.constantFrom('raise' as const, 'lower' as const),
  unit,
});

describe('the policy', () => {
  test('a rise covers the need with headroom and the default of the version, unless the bound forbids it', () => {
    fc.assert(
      fc.property(sizing, (asked) => {
        const value = recommendedValue({ ...asked, direction: 'raise' });
        if (value === null) return;
        if (asked.present !== null) expect(value).toBeGreaterThanOrEqual(asked.present * 1.1);
        const { atMost, byDefault, present, need } = asked;
        if (atMost !== null) expect(value).toBeLessThanOrEqual(Math.max(atMost, 0));
        const isBound = atMost !== null && value > 0.66 * atMost - 1;
        if (isBound) return;
        expect(value).toBeGreaterThanOrEqual(need * headroom);
        if (byDefault !== null && (present === null || present < byDefault)) {
          expect(value).toBeGreaterThanOrEqual(byDefault);
        }
      }),
    );
  });

  test('a fall is one, stays above the need and the default, and below the bound', () => {
    fc.assert(
      fc.property(sizing, fc.constant('lower' as const), (asked, direction) => {
        const value = recommendedValue({ ...asked, direction });
        if (value === null) return;
        if (asked.present !== null) expect(value).toBeLessThanOrEqual(asked.present * 0.9);
        if (asked.atMost !== null) expect(value).toBeLessThanOrEqual(asked.atMost);
        else expect(value).toBeGreaterThanOrEqual(asked.need * headroom);
      }),
    );
  });

  test('is reached in one step: what it recommends, it does not raise again', () => {
    fc.assert(
      fc.property(sizing, (asked) => {
        const value = recommendedValue(asked);
        if (value === null || value === 0) return;
        expect(recommendedValue({ ...asked, present: value })).toBeNull();
      }),
    );
  });

  test('never lowers a rise nor raises a fall, and asks for no change of a few per cent', () => {
    const asked = { need: 1000, byDefault: null, atMost: null, unit: 'count' as const };
    expect(recommendedValue({ ...asked, present: 1200, direction: 'raise' })).toBeNull();
    expect(recommendedValue({ ...asked, present: 5000, direction: 'raise' })).toBeNull();
    expect(recommendedValue({ ...asked, present: 500, direction: 'lower' })).toBeNull();
    expect(recommendedValue({ ...asked, present: 500, direction: 'raise' })).toBe(1250);
  });

  test('twelve connections become the default, not a few more', () => {
    const asked = { present: 12, need: 12, byDefault: 151, atMost: 1000, unit: 'count' as const };
    expect(recommendedValue({ ...asked, direction: 'raise' })).toBe(151);
  });
});

describe('sizes of a machine', () => {
  test.each([
    [512 * mib, 192 * mib],
    [gib, 384 * mib],
    [4 * gib, 1.5 * gib],
    [16 * gib, 2 * gib],
    [64 * gib, 6.4 * gib],
  ])('of %d bytes the system keeps %d', (memory, kept) => {
    expect(memoryReserve(memory)).toBeCloseTo(kept, 0);
  });

  test('a control group keeps half of what a host does: kernel and logins are outside of it', () => {
    expect(memoryReserve(4 * gib, true)).toBe(0.75 * gib);
    expect(memoryReserve(16 * gib, true)).toBeCloseTo(1.6 * gib, 0);
    expect(poolRoom({ memoryBytes: 4 * gib, restBytes: 0.8 * gib, isGroup: true }) / gib).toBeCloseTo(
      2.38,
      2,
    );
  });

  test('pool, rest and reserve together never exceed the memory, and more memory never means less pool', () => {
    const bytes = fc.double({ min: 0, max: 2 ** 44, noNaN: true });
    fc.assert(
      fc.property(bytes, bytes, bytes, (memory, more, restBytes) => {
        const room = poolRoom({ memoryBytes: memory, restBytes });
        expect(room).toBeGreaterThanOrEqual(0);
        if (room > 0) {
          expect(room * 1.03 + restBytes + memoryReserve(memory)).toBeLessThanOrEqual(memory * (1 + 1e-9));
        }
        expect(poolRoom({ memoryBytes: memory + more, restBytes })).toBeGreaterThanOrEqual(room - 1);
      }),
    );
  });

  test('redo is half of the pool at most, 1 GiB beside a small one and never above 32 GiB', () => {
    expect(redoUseful(128 * mib)).toBe(gib);
    expect(redoUseful(48 * gib)).toBe(24 * gib);
    expect(redoUseful(512 * gib)).toBe(32 * gib);
  });

  test('a table cache holds each table, and never more than every session with every table', () => {
    expect(
      tableCacheNeed({ tables: 60, sessions: 40, busy: 12, present: 20, evictedPerSecond: 11_300 }),
    ).toBe(180);
    expect(
      tableCacheNeed({ tables: 20_000, sessions: 300, busy: 8, present: 4000, evictedPerSecond: 850 }),
    ).toBe(20_080);
    expect(tableCacheNeed({ tables: 0, sessions: 300, busy: 8, present: 4000, evictedPerSecond: 100 })).toBe(
      5000,
    );
    // Twenty entries are opened again ten thousand times a second: that is no ten thousand tables.
    expect(tableCacheNeed({ tables: 0, sessions: 300, busy: 8, present: 20, evictedPerSecond: 10_400 })).toBe(
      4000,
    );
    expect(
      tableCacheNeed({ tables: 0, sessions: 300, busy: 8, present: 2000, evictedPerSecond: 10_400 }),
    ).toBe(20_000);
    expect(
      tableCacheNeed({ tables: 500, sessions: 900, busy: 64, present: 4000, evictedPerSecond: 700 }),
    ).toBe(5400);
    expect(tableCacheNeed({ tables: 3, sessions: 20, busy: 64, present: 20, evictedPerSecond: 700 })).toBe(
      60,
    );
    expect(tableCacheBound({ openFiles: 1024, connections: 151 })).toBe(431);
    expect(tableCacheBound({ openFiles: 100, connections: 151 })).toBe(400);
  });

  test('connections are those that are open and those that the spare memory holds', () => {
    const each = { fixedBytes: 300 * kib, bufferBytes: 896 * kib };
    expect(connectionsRoom({ open: 100, spareBytes: 0, ...each })).toBe(100);
    expect(connectionsRoom({ open: 100, spareBytes: gib, ...each })).toBe(2101);
  });

  test('a sort of one merge pass is some buffers long, one of many passes seven times as many', () => {
    expect(sortedAtOnce(1)).toBe(4);
    expect(sortedAtOnce(2)).toBe(15);
    expect(sortedAtOnce(11)).toBe(70);
  });
});
