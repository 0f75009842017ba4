import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ProbeResult, probeResultSchema } from '../../shared/probe';
import { probeLevels } from './probe-levels';

const recorded = (name: string): ProbeResult =>
  probeResultSchema.parse(
    JSON.parse(
      readFileSync(
        name === 'io-capacity' ? 'test/probe/results/io-capacity.json' : `samples/probes/${name}.json`,
        'utf8',
      ),
    ),
  );

test('a probe of I/O capacity shows p95, checkpoint age, dirty pages and micro-stalls of each variant', () => {
  const result = recorded('io-capacity');
  const levels = probeLevels(result);
  expect(levels?.head).toEqual([
    'Variant',
    'p95 of a statement, ms',
    'Checkpoint age (highest)',
    'Dirty pages (highest)',
    'Micro-stalls',
  ]);
  expect(
    levels?.rows.map(([name]) => name),
    'not those only explored',
  ).toEqual(['baseline', '100', '200']);
  const [, p95 = '', age, dirty, stalls] = levels?.rows[0] ?? [];
  const slots = result.blocks.flatMap((block) => block.slots).filter(({ arm }) => arm === 'baseline');
  const each = slots.flatMap((slot) => (slot.p95Ms === null ? [] : [slot.p95Ms]));
  expect(Number(p95)).toBeGreaterThanOrEqual(Math.floor(Math.min(...each)));
  expect(Number(p95)).toBeLessThanOrEqual(Math.ceil(Math.max(...each)));
  expect(age).toMatch(/^[\d.]+ MiB \([\d.]+ MiB\)$/);
  expect(dirty).toMatch(/^[\d,.]+ \([\d,.]+\)$/);
  expect(stalls).toMatch(/^\d+ of \d+$/);
});

test('a slot that a guard ended counts for nothing, and samples below half of the mean are micro-stalls', () => {
  const result = recorded('io-capacity');
  const [block] = result.blocks.filter(({ stage }) => stage === 'verdict');
  const [slot] = block?.slots.filter(({ arm }) => arm === 'baseline') ?? [];
  const [sample] = slot?.samples ?? [];
  if (block === undefined || slot === undefined || sample === undefined) throw new Error('no such slot');
  const of = (operations: number) => ({ ...sample, seconds: 1, operations, dirtyPages: operations });
  const shown = probeLevels({
    ...result,
    blocks: [
      {
        ...block,
        slots: [
          { ...slot, p95Ms: 4, samples: [of(100), of(100)] },
          { ...slot, p95Ms: 6, samples: [of(100), of(20)] },
          { ...slot, p95Ms: 900, samples: [of(1)], stopped: true },
        ],
      },
    ],
  });
  expect(shown?.rows[0]?.[1]).toBe('5');
  expect(shown?.rows[0]?.slice(3)).toEqual(['80 (100)', '1 of 4']);
});

test('where nothing of it was read there is no table', () => {
  expect(probeLevels(recorded('custom'))).toBeNull();
  expect(probeLevels(recorded('buffer-pool-resize'))).toBeNull();
  expect(probeLevels(recorded('spin-wait-delay'))?.head).toEqual(['Variant', 'p95 of a statement, ms']);
});
