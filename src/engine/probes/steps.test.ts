import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { probeResultSchema } from '../../shared/probe';
import { probeSteps } from './steps';

const recorded = probeResultSchema.parse(JSON.parse(readFileSync('samples/probes/sort-buffer.json', 'utf8')));

test('the steps of a recorded probe follow each other, within its time, and begin when their SET was sent', () => {
  const steps = probeSteps(recorded);
  expect(steps.map(({ arm }) => arm)).toEqual(
    recorded.blocks.flatMap(({ slots }) => slots.map(({ arm }) => arm)),
  );
  const first = steps.find(({ arm }) => arm !== 'baseline');
  expect(first?.from).toBe(recorded.statements.find(({ sql }) => /^set global /i.test(sql))?.at);
  for (const [index, { from, to }] of steps.entries()) {
    expect(Date.parse(to)).toBeGreaterThan(Date.parse(from));
    expect(Date.parse(steps[index + 1]?.from ?? to)).toBeGreaterThanOrEqual(Date.parse(to) - 1);
  }
  expect(Date.parse(steps[0]?.from ?? '')).toBeGreaterThan(Date.parse(recorded.startedAt));
  expect(Date.parse(steps.at(-1)?.to ?? '')).toBeLessThanOrEqual(Date.parse(recorded.endedAt) + 1000);
});

test('a probe that set nothing has no steps', () => {
  expect(probeSteps({ ...recorded, blocks: [], statements: [] })).toEqual([]);
});
