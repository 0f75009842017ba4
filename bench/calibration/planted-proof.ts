// Plans of five changes of which it is known beforehand what they do, proven on real servers under sysbench.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerId, startServer } from '../../scripts/servers/index.ts';
import { sysbenchOnPath } from '../../scripts/servers/sysbench.ts';
import type { ProofResult, ProvenChange } from '../../src/shared/proof.ts';
import { lightSnapshot, root, sourceEngine } from '../source.ts';

/** What is planted, by the variable that the plan changes. */
type Role = 'good' | 'harmful' | 'idle';

interface PlantedPlan {
  /** Options of the start. */
  options: Record<string, string | number>;
  /** Connections of the load. */
  threads: number;
  changes: Record<string, { to: string; role: Role }>;
}

/** Sorts of 5,000 rows do not fit into 32K; a net buffer of 1K sends their rows in many small writes. */
const sorting = { innodb_buffer_pool_size: '256M', sort_buffer_size: '32K' };
const idle = {
  innodb_stats_on_metadata: { to: 'ON', role: 'idle' },
  concurrent_insert: { to: 'NEVER', role: 'idle' },
} as const;

/**
 * With 16 connections on two processors one thread in InnoDB gets more done than all of them: 119 transactions a second
 * against 89, in 6 runs of 4 s each on 8.0.31 that took turns. So the good change sets that limit; taking it away is
 * what an earlier version of this plan called good, and was rightly measured as harmful.
 */
const mysql: PlantedPlan = {
  options: sorting,
  threads: 16,
  changes: {
    sort_buffer_size: { to: '2M', role: 'good' },
    innodb_thread_concurrency: { to: '1', role: 'good' },
    net_buffer_length: { to: '1024', role: 'harmful' },
    ...idle,
  },
};

/** MariaDB has no limit of threads in InnoDB; sorting by row ids reads each row a second time. */
const mariadb: PlantedPlan = {
  options: { ...sorting, net_buffer_length: 1024 },
  threads: 4,
  changes: {
    sort_buffer_size: { to: '2M', role: 'good' },
    net_buffer_length: { to: '16384', role: 'good' },
    max_length_for_sort_data: { to: '8', role: 'harmful' },
    ...idle,
  },
};

export const plantedPlans: Partial<Record<ServerId, PlantedPlan>> = {
  mysql80: mysql,
  mysql97: mysql,
  mariadb114: mariadb,
};

export interface PlantedProof {
  outcome: ProofResult['outcome'];
  text: string;
  metric: string;
  seconds: number;
  /** Busy share of the machine's processors that others than server and load had, percent; null: not counted. */
  othersPercent: number | null;
  changes: (Pick<ProvenChange, 'name' | 'verdict' | 'estimatePercent' | 'low' | 'high'> & { role: Role })[];
  whole: ProofResult['whole'];
  kept: ProofResult['kept'];
  restore: ProofResult['restore']['status'];
}

/** One proof of the planted plan on a throw-away server; its document is kept in the cache of the bench. */
export async function provePlanted(id: ServerId, maxSeconds: number, seed: number): Promise<PlantedProof> {
  const planted = plantedPlans[id];
  if (planted === undefined) throw new Error(`nothing planted for ${id}`);
  const home = mkdtempSync(join(tmpdir(), 'latchkey-planted-'));
  sysbenchOnPath(home);
  const path = process.env.PATH ?? '';
  process.env.PATH = `${home}:${path}`;
  const server = await startServer(id, { options: planted.options });
  const engine = await sourceEngine(home);
  const connect = { target: { socket: server.socket, user: 'root' }, secrets: {} };
  try {
    const { id: snapshot } = await engine.call('snapshot.take', lightSnapshot(server.socket, 2));
    const set = Object.fromEntries(Object.entries(planted.changes).map(([name, { to }]) => [name, to]));
    const result = await engine.call(
      'proof.run',
      {
        ...connect,
        ...{ id: snapshot, choices: { accepted: [], locked: [], set }, force: null },
        request: {
          workload: {
            kind: 'sysbench',
            preset: 'order-range',
            threads: planted.threads,
            tables: 1,
            rows: 50_000,
          },
          ...{ maxSeconds, seed },
        },
      },
      { ask: { change: async () => true } },
    );
    keep(id, seed, result);
    return summary(result, planted);
  } finally {
    process.env.PATH = path;
    await engine.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

function keep(id: ServerId, seed: number, result: ProofResult): void {
  const folder = join(root, '.cache', 'bench', 'planted-proofs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}-${seed}.json`), `${JSON.stringify(result)}\n`);
}

function summary(result: ProofResult, { changes }: PlantedPlan): PlantedProof {
  const { outcome, text, metric, seconds, whole, kept, restore } = result;
  return {
    ...{ outcome, text, metric: metric.id, seconds, whole, kept, restore: restore.status },
    othersPercent: othersPercent(result),
    changes: result.changes.flatMap(({ name, verdict, estimatePercent, low, high }) => {
      const role = changes[name]?.role;
      return role === undefined ? [] : [{ name, role, verdict, estimatePercent, low, high }];
    }),
  };
}

function othersPercent({ baselinePeriod, pairs, environment }: ProofResult): number | null {
  const slots = pairs.flatMap(({ slots }) => slots.flatMap(({ samples }) => samples));
  let [busy, own, seconds] = [0, 0, 0];
  for (const sample of [...baselinePeriod, ...slots]) {
    if (sample.busySeconds === null || sample.cpuSeconds === null) return null;
    busy += sample.busySeconds;
    own += sample.cpuSeconds + (sample.clientCpuSeconds ?? 0);
    seconds += sample.seconds;
  }
  const cpus = environment.host.cpus.value;
  return cpus === undefined ? null : (100 * Math.max(0, busy - own)) / (seconds * cpus);
}
