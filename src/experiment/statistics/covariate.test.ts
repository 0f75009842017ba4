import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../shared/base/random';
import { pairedEffect } from '../design/paired-effects';
import { fitWithCovariate, standardErrors } from './covariate';

/** Standard normal numbers (Box and Muller). */
function normals(seed: number): () => number {
  const random = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

interface Made {
  count: number;
  /** What is looked for, and what the covariate is moved by, as log ratios. */
  effect: number;
  moved?: number;
  seed: number;
}

/** Log ratios whose noise the covariate shares. */
function made({ count, effect, moved = 0, seed }: Made) {
  const normal = normals(seed);
  const shared = Array.from({ length: count }, normal);
  return {
    observed: shared.map((each) => effect + 0.1 * each + 0.03 * normal()),
    covariate: shared.map((each) => moved + 0.1 * each + 0.02 * normal()),
  };
}

function pairs(of: Made, withCovariate = true) {
  const { observed, covariate } = made(of);
  return observed.map((each, index) => ({
    values: [Math.exp(each), 1] as const,
    on: [[0], []] as const,
    ...(withCovariate ? { covariate: [Math.exp(covariate[index] ?? 0), 1] as const } : {}),
  }));
}

describe('a covariate', () => {
  const ones = (count: number) => Array.from({ length: count }, () => [1]);

  it('takes the noise out that it shares', () => {
    const of = { count: 20, effect: 0.05, seed: 1 };
    const [plain, adjusted] = [pairedEffect(pairs(of, false), 'normal'), pairedEffect(pairs(of), 'normal')];
    expect(adjusted?.standardError).toBeLessThan(0.7 * (plain?.standardError ?? 0));
    expect(Math.abs((adjusted?.estimate ?? 0) - 0.05)).toBeLessThan(0.03);
    expect(adjusted?.degreesOfFreedom).toBe(18);
  });

  it.each([6, 10, 30])(
    'keeps the level of the test with %i pairs, where it may be used and where not',
    (count) => {
      const runs = 3000;
      const found = Array.from({ length: runs }, (_, seed) =>
        pairedEffect(pairs({ count, effect: 0, seed: seed + 1 }), 'normal'),
      ).filter((effect) => (effect?.p ?? 1) <= 0.05).length;
      expect(found / runs).toBeLessThan(0.06);
    },
  );

  it('does not hide what moves both, nor make an effect of what moves the covariate alone', () => {
    const both = pairedEffect(pairs({ count: 20, effect: 0.3, moved: 0.15, seed: 3 }), 'normal');
    expect(both?.p).toBeLessThan(0.001);
    const alone = pairedEffect(pairs({ count: 20, effect: 0, moved: 0.3, seed: 4 }), 'normal');
    expect(alone?.p).toBeGreaterThan(0.05);
  });

  it.each([6, 12, 24])('makes no effect of a client that costs 1 % more, at %i pairs', (count) => {
    const runs = 2000;
    const found = Array.from({ length: runs }, (_, seed) =>
      pairedEffect(pairs({ count, effect: 0, moved: Math.log(1.01), seed: seed + 1 }), 'normal'),
    ).filter((effect) => (effect?.p ?? 1) <= 0.05).length;
    expect(found / runs).toBeLessThan(0.06);
  });

  it('says which columns move it', () => {
    const { observed, covariate } = made({ count: 20, effect: 0, moved: 0.3, seed: 5 });
    expect(fitWithCovariate(ones(20), observed, covariate)?.moved).toEqual([true]);
    const still = made({ count: 20, effect: 0, seed: 8 });
    expect(fitWithCovariate(ones(20), still.observed, still.covariate)?.moved).toEqual([false]);
  });

  it('is left out where it is not known, does not vary, or too few observations are left', () => {
    const { observed, covariate } = made({ count: 20, effect: 0.05, seed: 7 });
    expect(fitWithCovariate(ones(20), observed, [...covariate.slice(1), null])).toBeNull();
    expect(fitWithCovariate(ones(20), observed, [...covariate.slice(1), Number.NaN])).toBeNull();
    const few = [ones(5), observed.slice(0, 5), covariate.slice(0, 5)] as const;
    expect(fitWithCovariate(...few)).toBeNull();
    const constant = observed.map(() => 1);
    expect(fitWithCovariate(ones(20), observed, constant)).toBeNull();
  });

  it('has the standard errors of its fit', () => {
    const fit = fitWithCovariate(ones(6), [1, 2, 3, 4, 5, 6], [1, -1, 1, -1, 1, -1]);
    // Mean 3.5 beside a covariate of mean 0; slope -0.5; residual squares 17.5 - 1.5 over 4 degrees of freedom.
    expect(standardErrors(fit?.fit as NonNullable<typeof fit>['fit'], 4)[0]).toBeCloseTo(
      Math.sqrt(16 / 4 / 6),
      10,
    );
  });
});
