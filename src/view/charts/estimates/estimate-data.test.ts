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
  const grid = gridOf((await recorded('ahi-spin-grid')).arms);
  expect(grid?.rows).toEqual(['OFF', 'ON']);
  expect(grid?.columns).toEqual(['0', '6', '24']);
  expect(grid?.cell('ON', '0')?.name).toBe('AHI ON, delay 0');
  expect(grid?.cell('ON', '6')).toBeNull();
});

test('variants of one setting make none', async () => {
  expect(gridOf((await recorded('spin-wait-delay')).arms)).toBeNull();
  expect(gridOf([])).toBeNull();
});
