import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metricsAvailability, startMetricsStore } from '../scripts/servers/topology/metrics.ts';
import { defineBench } from './bench.ts';
import { fillStore, storeShape, templateSeries } from './history/generated-store.ts';
import { cpuSeconds } from './process-cpu.ts';
import { root, sourceEngine } from './source.ts';

interface Result {
  /** Points and series that the store was given. */
  points: number;
  series: number;
  /** Reading 14 days of one server into a snapshot, seconds, each time. */
  openSeconds: number[];
  openHours: number;
  openSeries: number;
  /** Of the same, processor time of the program and the store, seconds. */
  openCpuSeconds: number[];
  /** A round over 24 h of every server, and judging it, seconds. */
  roundSeconds: number;
  judgeSeconds: number;
  /** Processor time of the two, and of the store meanwhile, seconds. */
  matrixCpuSeconds: number;
  taken: number;
  findings: number;
  /** Most resident memory of the round in the first tenth of its time, and after that, MiB. */
  earlyMiB: number;
  peakMiB: number;
}

const openBudget = 3;
const matrixBudget = 20;
const flatMiB = 64;
const opens = 5;

/** A fleet in a store of metrics: one server over weeks, and all of them over a day. */
export const historyBench = defineBench<Result>({
  id: 'history',
  title: `${storeShape.servers} servers over ${storeShape.days} days in VictoriaMetrics`,
  budget: `14 days of one server in ${openBudget} s or less; the fleet matrix of ${storeShape.servers} servers over 24 h in ${matrixBudget} s or less; flat memory`,
  items: ['store'],
  measure: async () => {
    const available = metricsAvailability();
    if (!available.available) throw new Error(available.reason);
    const home = mkdtempSync(join(tmpdir(), 'latchkey-history-bench-'));
    const template = await templateSeries();
    const store = await startMetricsStore({
      kind: 'victoria-metrics',
      scraped: [],
      args: ['-retentionPeriod=1y', '-search.maxSamplesPerQuery=2000000000'],
    });
    try {
      const url = `http://127.0.0.1:${store.port}`;
      const toMs = Math.floor(Date.now() / 60_000) * 60_000;
      const filled = await fillStore(url, template, toMs);
      const engine = await sourceEngine(home);
      try {
        return {
          ...filled,
          ...(await opened(engine, url, toMs, store.pid)),
          ...(await matrix(url, home, store.pid)),
        };
      } finally {
        await engine.close();
      }
    } finally {
      await store.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
  table: (results) => [
    ['what', 'measured'],
    ...[...results.values()].flatMap((one) => [
      ['points, series in the store', `${(one.points / 1e6).toFixed(0)} million, ${one.series}`],
      [
        `${one.openHours} hours of one server (${one.openSeries} series), seconds`,
        one.openSeconds.map((seconds) => seconds.toFixed(1)).join(', '),
      ],
      [
        `24 h of ${one.taken} servers read, judged, seconds`,
        `${one.roundSeconds.toFixed(1)} + ${one.judgeSeconds.toFixed(1)}`,
      ],
      [
        'processor time of Latchkey and the store for each of the two, seconds',
        `${(one.openCpuSeconds.reduce((sum, seconds) => sum + seconds, 0) / one.openCpuSeconds.length).toFixed(1)} and ${one.matrixCpuSeconds.toFixed(1)}`,
      ],
      ['findings in the matrix', String(one.findings)],
      [
        'memory in the first tenth of the round, after that',
        `${one.earlyMiB.toFixed(0)}, ${one.peakMiB.toFixed(0)} MiB`,
      ],
    ]),
    ['steps of the store', storeShape.text],
  ],
  verdict: (results) => {
    const [one] = results.values();
    if (one === undefined) return { met: false, text: 'nothing was measured' };
    const open = [...one.openSeconds].sort((a, b) => a - b)[Math.floor(one.openSeconds.length / 2)] ?? 0;
    const whole = one.roundSeconds + one.judgeSeconds;
    const grown = one.peakMiB - one.earlyMiB;
    return {
      met:
        open <= openBudget && whole <= matrixBudget && grown <= flatMiB && one.taken === storeShape.servers,
      text: `14 days in ${open.toFixed(1)} s (median of ${one.openSeconds.length}), the matrix in ${whole.toFixed(1)} s, ${grown.toFixed(0)} MiB more memory after the first tenth of the round`,
    };
  },
});

type Engine = Awaited<ReturnType<typeof sourceEngine>>;

/** The history of the last 14 days of one server, as `--history 14d` reads it, and the hour at its end. */
async function opened(engine: Engine, url: string, toMs: number, storePid: number) {
  const openSeconds: number[] = [];
  const openCpuSeconds: number[] = [];
  const cpu = () => cpuSeconds(process.pid) + cpuSeconds(storePid);
  let history: { hours: number; series: number } = { hours: 0, series: 0 };
  for (let round = 0; round < opens; round += 1) {
    const [began, before] = [performance.now(), cpu()];
    const { id } = await engine.call('metrics.snapshot', {
      source: { url },
      secrets: {},
      from: new Date(toMs - 3_600_000).toISOString(),
      to: new Date(toMs).toISOString(),
      server: 'db001',
      declaredHost: {},
      historyHours: 14 * 24,
    });
    openSeconds.push((performance.now() - began) / 1000);
    openCpuSeconds.push(cpu() - before);
    const document = await engine.call('snapshot.document', { id });
    const series = Object.values(document.history?.series ?? {});
    history = { hours: series[0]?.mean.length ?? 0, series: series.length };
  }
  return { openSeconds, openCpuSeconds, openHours: history.hours, openSeries: history.series };
}

/** `latchkey fleet import`, `snapshot --last 24h` and `analyze`, as they are built. */
async function matrix(url: string, home: string, storePid: number) {
  const inventory = join(home, 'fleet.yaml');
  await latchkey(home, ['import', '--from', url, '-o', inventory]);
  const before = cpuSeconds(storePid);
  const round = await latchkey(home, ['snapshot', inventory, '--last', '24h', '--json']);
  const judged = await latchkey(home, ['analyze', inventory, '--json']);
  const { servers } = JSON.parse(round.out) as { servers: { outcome: string }[] };
  const { findings } = JSON.parse(judged.out) as { findings: unknown[] };
  const early = round.memory.slice(0, Math.ceil(round.memory.length / 10));
  return {
    roundSeconds: round.seconds,
    judgeSeconds: judged.seconds,
    matrixCpuSeconds: round.cpu + judged.cpu + cpuSeconds(storePid) - before,
    earlyMiB: Math.max(...early),
    peakMiB: Math.max(...round.memory.slice(early.length)),
    taken: servers.filter(({ outcome }) => outcome === 'taken').length,
    findings: findings.length,
  };
}

/** A command of the built program: its output, seconds of the whole process, resident memory over time, MiB. */
async function latchkey(home: string, args: string[]) {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'out/main/cli.cjs'), 'fleet', ...args], {
    env: { ...process.env, LATCHKEY_HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let cpu = 0;
  const memory: number[] = [];
  const chunks: Buffer[] = [];
  const timer = setInterval(() => {
    try {
      const [resident] = /(?<=VmRSS:\s*)\d+/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      if (resident !== undefined) memory.push(Number(resident) / 1024);
      cpu = Math.max(cpu, cpuSeconds(child.pid ?? 0));
    } catch {
      // It has ended between two looks.
    }
  }, 100);
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  try {
    await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
  } finally {
    clearInterval(timer);
  }
  return {
    out: Buffer.concat(chunks).toString('utf8'),
    seconds: (performance.now() - began) / 1000,
    cpu,
    memory,
  };
}
