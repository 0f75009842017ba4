import { expect, test } from 'vitest';
import { SeriesBuilder } from '../../evidence/series/series';
import { sampledVariable } from '../../server';
import { derivedSeries } from '../../shared/series-names';
import { GrowingSnapshots } from './growing';

const values = (questions: number, running: number) =>
  new Map([
    ['Questions', String(questions)],
    ['Com_commit', String(questions / 10)],
    ['Threads_running', String(running)],
  ]);
const wanted = { id: 'one', names: ['Questions', derivedSeries.transactions, 'absent'], pixels: 10 };

test('what a snapshot has sampled so far is drawn after each sample, derived series too', () => {
  const growing = new GrowingSnapshots();
  const builder = new SeriesBuilder('2026-11-24T10:00:00.000Z', 1000, sampledVariable);
  growing.begin('one', builder);
  expect(growing.names('one')).toMatchObject({ lengthMs: 0, series: [] });
  builder.add(0, values(100, 1));
  builder.add(1000, values(150, 4));
  expect(growing.names('one')).toMatchObject({ lengthMs: 1000, intervalMs: 1000, events: [] });
  expect(growing.names('one')?.series.map(({ name }) => name)).toContain('Threads_running');
  const rates = () => growing.draw(wanted)?.map(({ name, high }) => [name, high.at(-1)]);
  expect(rates()).toEqual([
    ['Questions', 50],
    [derivedSeries.transactions, 5],
  ]);
  builder.add(2000, values(250, 2));
  expect(rates()).toEqual([
    ['Questions', 100],
    [derivedSeries.transactions, 10],
  ]);
});

test('a snapshot that has ended, or never began, is none of them', () => {
  const growing = new GrowingSnapshots();
  growing.begin('one', new SeriesBuilder('2026-11-24T10:00:00.000Z', 1000, sampledVariable));
  growing.end('one');
  expect(growing.names('one')).toBeUndefined();
  expect(growing.draw(wanted)).toBeUndefined();
});
