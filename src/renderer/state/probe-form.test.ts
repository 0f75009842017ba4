import { expect, test } from 'vitest';
import { type ProbeSummary, probeRequestSchema } from '../../shared/probe';
import { probeFormOf, readProbeForm } from './probe-form';

const sortBuffer: ProbeSummary = {
  id: 'sort-buffer',
  title: 'Sort buffer',
  question: '?',
  metric: 'throughput',
  settleSeconds: 2,
  measureSeconds: 8,
  blocks: 8,
  defaultSeconds: 300,
  workloads: ['sysbench', 'live'],
  preset: 'order-range',
  durability: false,
  arms: [{ name: '4 MiB', settings: [{ variable: 'sort_buffer_size', value: '4M' }] }],
};

test('a probe as it comes asks for nothing but its load', () => {
  const read = readProbeForm('sort-buffer', probeFormOf(sortBuffer));
  expect(read).toEqual({
    ok: true,
    request: {
      probe: 'sort-buffer',
      workload: { kind: 'sysbench', preset: 'order-range', threads: 4, tables: 4, rows: 25_000 },
    },
  });
});

test("a dead man's switch is asked for with its time, and only where it is wanted", () => {
  const form = { ...probeFormOf(sortBuffer), switchSeconds: '45' };
  const read = (deadMansSwitch: boolean, switchSeconds = '45') =>
    readProbeForm('sort-buffer', { ...form, deadMansSwitch, switchSeconds });
  expect(read(true)).toMatchObject({ ok: true, request: { deadMansSwitchSeconds: 45 } });
  expect(read(false)).not.toHaveProperty('request.deadMansSwitchSeconds');
  expect(read(true, '4')).toMatchObject({ ok: false, errors: { switchSeconds: expect.any(String) } });
  expect(read(true, '')).toMatchObject({ ok: false });
  expect(read(false, 'nonsense').ok).toBe(true);
});

test('what is typed reads into a request that fits the contract', () => {
  const form = {
    ...probeFormOf(sortBuffer),
    arms: [{ name: ' both ', settings: 'sort-buffer-size=4M , JOIN_BUFFER_SIZE = 1M' }],
    workload: 'live' as const,
    minutes: '1.5',
    settle: '4',
    margin: '5',
    metric: 'latency' as const,
    seed: '7',
  };
  const read = readProbeForm('custom', form);
  expect(read).toEqual({
    ok: true,
    request: {
      probe: 'custom',
      workload: { kind: 'live' },
      arms: [
        {
          name: 'both',
          settings: [
            { variable: 'sort_buffer_size', value: '4M' },
            { variable: 'join_buffer_size', value: '1M' },
          ],
        },
      ],
      maxSeconds: 90,
      settleSeconds: 4,
      marginPercent: 5,
      seed: 7,
      metric: 'latency',
    },
  });
  expect(read.ok && probeRequestSchema.safeParse(read.request).success).toBe(true);
});

test('every field that cannot be used is named', () => {
  const read = readProbeForm('custom', {
    ...probeFormOf(sortBuffer),
    arms: [
      { name: '', settings: 'a = 1' },
      { name: 'x', settings: 'a = 1, nonsense' },
      { name: 'y', settings: 'a = 1' },
    ],
    threads: '0',
    tables: '',
    minutes: 'soon',
    settle: '0',
    seed: '1.5',
  });
  expect(read).toMatchObject({
    ok: false,
    errors: {
      arms: [expect.stringContaining('name'), expect.stringContaining('variable = value'), undefined],
      threads: expect.any(String),
      tables: expect.any(String),
      minutes: expect.any(String),
      settle: expect.any(String),
      seed: expect.any(String),
    },
  });
});

test('advice of a finding is the one variant', () => {
  const advised = { name: 'advised', settings: [{ variable: 'sort_buffer_size', value: '262144' }] };
  expect(probeFormOf(sortBuffer, advised).arms).toEqual([
    { name: 'advised', settings: 'sort_buffer_size = 262144' },
  ]);
});

test('a replay takes its connections, its pace and its slow log; empty means as fast as answers come, and what the server has kept', () => {
  const form = { ...probeFormOf(sortBuffer), workload: 'replay' as const };
  expect(readProbeForm('sort-buffer', form)).toMatchObject({
    ok: true,
    request: { workload: { kind: 'replay', threads: 4 } },
  });
  const filled = { ...form, threads: '2', rate: '50', slowLog: ' /var/log/slow.log ' };
  expect(readProbeForm('sort-buffer', filled)).toMatchObject({
    request: { workload: { kind: 'replay', threads: 2, rate: 50, slowLog: '/var/log/slow.log' } },
  });
  expect(readProbeForm('sort-buffer', { ...form, threads: '65', rate: '-1' })).toMatchObject({
    ok: false,
    errors: { threads: '1 to 64.', rate: '0.1 to 100,000.' },
  });
});

test('better values of one variable or two are looked for in place of variants', () => {
  const form = { ...probeFormOf({ id: 'custom', workloads: ['live'], arms: [], preset: 'read-only' }) };
  const asked = readProbeForm('custom', { ...form, best: ' innodb-spin-wait-delay ' });
  expect(asked).toMatchObject({ ok: true, request: { best: ['innodb_spin_wait_delay'] } });
  expect(asked.ok && asked.request.arms).toBeUndefined();
  const two = readProbeForm('custom', { ...form, best: 'innodb_spin_wait_delay, INNODB_SYNC_SPIN_LOOPS' });
  expect(two).toMatchObject({ request: { best: ['innodb_spin_wait_delay', 'innodb_sync_spin_loops'] } });
  for (const best of ['', 'a = 1', "x'; DROP", 'a, b, c', 'a,'])
    expect(readProbeForm('custom', { ...form, best })).toMatchObject({
      ok: false,
      errors: { best: 'The name of one variable, or of two with a comma.' },
    });
});
