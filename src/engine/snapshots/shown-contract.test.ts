import { expect, test } from 'vitest';
import type { Capture, Section } from '../../shared/snapshot';
import { shownContract } from './shown-contract';

const server = {
  ...{ flavour: 'mysql' as const, version: [8, 0, 31] as [number, number, number], versionText: '8.0.31' },
  ...{ comment: '', hosting: 'self' as const, uptimeSeconds: 60, serverKey: 'k', privileges: [] },
  performanceSchema: true,
};
const capture = (at: string, rows: string[][]): Capture => ({
  at,
  tookMs: 1,
  table: { columns: ['name', 'value'], rows },
});
const section = (data: Section['data']): Section => ({ status: 'ok', tookMs: 1, ...(data && { data }) });

test('variables have the unit of their value', () => {
  const end = capture('2026-11-24T10:00:10.000Z', [
    ['innodb_buffer_pool_size', '134217728'],
    ['wait_timeout', '28800'],
    ['of_a_plugin_nobody_knows', '1'],
  ]);
  const { named } = shownContract({ server, sections: { variables: section({ end }) } }, 'variables');
  expect(named).toEqual({ innodb_buffer_pool_size: { unit: 'bytes' }, wait_timeout: { unit: 'seconds' } });
});

test('a counter has its increase a second within the window, a level and one that was flushed have none', () => {
  const start = capture('2026-11-24T10:00:00.000Z', [
    ['Questions', '100'],
    ['Threads_running', '3'],
    ['Slow_queries', '9'],
  ]);
  const end = capture('2026-11-24T10:00:10.000Z', [
    ['Questions', '350'],
    ['Threads_running', '5'],
    ['Slow_queries', '1'],
  ]);
  const { named } = shownContract({ server, sections: { status: section({ start, end }) } }, 'status');
  expect(named).toMatchObject({ Questions: { perSecond: 25 }, Threads_running: { unit: 'count' } });
  expect(named.Threads_running).not.toHaveProperty('perSecond');
  expect(named.Slow_queries).not.toHaveProperty('perSecond');
});
