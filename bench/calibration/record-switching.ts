// Records how long real switches between settings take: what slots of simulated runs are apart by.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerId, startServer } from '../../scripts/servers/index.ts';
import { sysbenchOnPath } from '../../scripts/servers/sysbench.ts';
import type { ProbeResult } from '../../src/shared/probe.ts';
import { sourceEngine } from '../source.ts';

export interface RecordedSwitching {
  version: string;
  /** Seconds that each slot took beyond settling and measuring: setting, reading back, reconnecting, reading counters. */
  seconds: number[];
  /** Percent of the processors' time that other programs than server and load had; null: not counted. */
  othersPercent: number | null;
}

/** A variable that acts at once, or one of sessions, for which the load reconnects. */
const settings = {
  'at once': { variable: 'innodb_spin_wait_delay', value: '12' },
  sessions: { variable: 'sort_buffer_size', value: '524288' },
} as const;
export type SwitchingKind = keyof typeof settings;

/** Seconds of measuring: some dozens of switches. */
const maxSeconds = 40;

/** One probe under sysbench; its verdict is of no interest. */
export async function recordSwitching(id: ServerId, kind: SwitchingKind): Promise<RecordedSwitching> {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-switching-'));
  sysbenchOnPath(home);
  const path = process.env.PATH ?? '';
  process.env.PATH = `${home}:${path}`;
  const server = await startServer(id, {
    options: { innodb_flush_log_at_trx_commit: 2, innodb_buffer_pool_size: '256M', 'skip-log-bin': true },
  });
  const engine = await sourceEngine(home);
  try {
    const result = await engine.call(
      'probe.run',
      {
        target: { socket: server.socket, user: 'root' },
        secrets: {},
        request: {
          probe: 'custom',
          arms: [{ name: 'other', settings: [settings[kind]] }],
          workload: { kind: 'sysbench', preset: 'update-index', threads: 8, tables: 2, rows: 10_000 },
          ...{ maxSeconds, seed: 1, metric: 'throughput' },
        },
      },
      { ask: { change: async () => true } },
    );
    return { version: server.version, seconds: switchTimesOf(result), othersPercent: othersPercent(result) };
  } finally {
    process.env.PATH = path;
    await engine.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** From the beginning of a slot to that of the next one, without what was settled and measured; not after one that was stopped. */
function switchTimesOf({ blocks, design: { settleSeconds, measureSeconds } }: ProbeResult): number[] {
  const slots = blocks.flatMap((block) => block.slots);
  return slots.flatMap((slot, index) => {
    const next = slots[index + 1];
    if (next === undefined || slot.stopped === true) return [];
    const seconds = (next.startedAt - slot.startedAt) / 1000 - settleSeconds - measureSeconds;
    return [Math.round(1000 * seconds) / 1000];
  });
}

function othersPercent({ blocks, environment }: ProbeResult): number | null {
  const cpus = environment.host.cpus.value;
  const samples = blocks.flatMap(({ slots }) => slots.flatMap((slot) => slot.samples));
  const counted = samples.flatMap(({ busySeconds, cpuSeconds, clientCpuSeconds, seconds }) =>
    busySeconds === null || cpuSeconds === null
      ? []
      : [{ others: busySeconds - cpuSeconds - (clientCpuSeconds ?? 0), seconds }],
  );
  if (cpus === undefined || counted.length === 0) return null;
  const sum = (of: (each: (typeof counted)[number]) => number) =>
    counted.reduce((total, each) => total + of(each), 0);
  return Math.round(
    (100 *
      Math.max(
        0,
        sum(({ others }) => others),
      )) /
      (cpus * sum(({ seconds }) => seconds)),
  );
}
