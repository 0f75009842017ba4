import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type ProbeResult, probeResultSchema } from '../../../shared/probe';
import { describeEstimates, estimateRange, estimatesOf, estimateTable, gridOf } from './estimate-data';

async function recorded(name: string): Promise<ProbeResult> {
  return probeResultSchema.parse(JSON.parse(await readFile(`samples/probes/${name}.json`, 'utf8')));
}

test('every variant but the baseline has a line, and the A/A control stands last', async () => {
  const result = await recorded('ahi-spin-grid');
  const estimates = estimatesOf(result);
  expect(estimates.map(({ name }) => name)).toEqual([
    ...result.arms.slice(1).map(({ name }) => name),
    'A/A control',
  ]);
  for (const { name } of estimates) expect(describeEstimates(estimates)).toContain(name);
  expect(estimateTable(estimates).rows).toHaveLength(estimates.length);
});

test('the axis holds what is small whole, and ends before what says nothing', () => {
  const line = { name: 'a', verdict: 'better', estimatePercent: 12 } as const;
  expect(estimateRange([{ ...line, low: 4, high: 21 }])).toEqual({ from: -10, to: 30 });
  expect(estimateRange([{ ...line, low: -99.9, high: 1e9 }])).toEqual({ from: -100, to: 150 });
  expect(estimateRange([])).toEqual({ from: -10, to: 10 });
});

test('variants of two settings make a grid whose empty cell is where the server stands', async () => {
  const grid = gridOf(await recorded('ahi-spin-grid'));
  expect(grid?.rows).toEqual(['OFF', 'ON']);
  expect(grid?.columns).toEqual(['0', '6', '24']);
  expect(grid?.cell('ON', '0')?.name).toBe('AHI ON, delay 0');
  expect(grid?.cell('ON', '6')).toBeNull();
  expect(grid?.empty('ON', '6')).toBe('present settings');
});

test('of a grid with several empty cells only that of the present values is called so', async () => {
  const { arms } = await recorded('ahi-spin-grid');
  const [first, ...others] = arms.filter(({ verdict }) => verdict !== 'baseline');
  if (first === undefined) throw new Error('Nothing was recorded.');
  const pair = (x: string, y: string) => ({
    ...first,
    settings: [
      { variable: 'x', value: x, stored: x },
      { variable: 'y', value: y, stored: y },
    ],
  });
  const tried = [pair('4', '100'), pair('64', '100'), pair('16', '25'), pair('16', '400'), pair('64', '400')];
  const best = {
    variables: [
      { variable: 'x', present: 16 },
      { variable: 'y', present: 100 },
    ],
    chosen: null,
  };
  const grid = gridOf({ arms: tried, probe: 'custom', best });
  expect(grid?.empty('16', '100')).toBe('present settings');
  expect(grid?.empty('4', '400')).toBe('not tried');
  // Variants of a person's own, or of which one was left out, say nothing of the present values.
  expect(gridOf({ arms: tried, probe: 'custom' })?.empty('16', '100')).toBe('not tried');
  const without = gridOf({ arms: others, probe: 'ahi-spin-grid' });
  expect(without?.empty('ON', '6')).toBe('not tried');
});

test('variants of one setting make none', async () => {
  expect(gridOf(await recorded('spin-wait-delay'))).toBeNull();
  expect(gridOf({ arms: [], probe: 'custom' })).toBeNull();
});
