// Probes on real servers under sysbench: runs in which nothing differs, and runs in which something surely does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerId, startServer } from '../../scripts/servers/index.ts';
import { sysbenchOnPath } from '../../scripts/servers/sysbench.ts';
import type { ProbeRequest, ProbeResult } from '../../src/shared/probe.ts';
import { sourceEngine } from '../source.ts';

export interface LiveRun {
  outcome: ProbeResult['outcome'];
  /** Why, where it was not completed. */
  text?: string;
  metric: string;
  verdict: string;
  estimatePercent: number | null;
  low: number | null;
  high: number | null;
  restore: ProbeResult['restore']['status'];
}

/** Runs probes one after the other on one throw-away server. The verdict is that of the first arm. */
export async function liveRuns(
  id: ServerId,
  options: Record<string, string | number | boolean>,
  requests: readonly ProbeRequest[],
): Promise<LiveRun[]> {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-calibration-'));
  sysbenchOnPath(home);
  const path = process.env.PATH ?? '';
  process.env.PATH = `${home}:${path}`;
  const server = await startServer(id, { options });
  const engine = await sourceEngine(home);
  const connect = { target: { socket: server.socket, user: 'root' }, secrets: {} };
  try {
    const runs: LiveRun[] = [];
    for (const request of requests) {
      const result = await engine.call(
        'probe.run',
        { ...connect, request },
        { ask: { change: async () => true } },
      );
      const arm = result.arms.find(({ verdict }) => verdict !== 'baseline');
      runs.push({
        outcome: result.outcome,
        ...(result.outcome === 'completed' ? {} : { text: result.text }),
        metric: result.metric.id,
        verdict: arm?.verdict ?? 'none',
        estimatePercent: arm?.estimatePercent ?? null,
        low: arm?.low ?? null,
        high: arm?.high ?? null,
        restore: result.restore.status,
      });
    }
    return runs;
  } finally {
    process.env.PATH = path;
    await engine.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
