import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../scripts/servers/index.ts';
import { prepareSysbench, startSysbench, type Workload } from '../scripts/servers/sysbench.ts';
import { defineBench, quantile } from './bench.ts';
import { sourceModules } from './source.ts';

const hours = 24;
const seriesWanted = 600;
const pixels = 1500;
/** Length of the baseline periods of recorded increments that are strung together, samples. */
const baselineSeconds = 30;
/** What is recorded: each load for so many seconds, one after the other, with a pause between. */
const loads: { workload: Workload; threads: number }[] = [
  { workload: 'oltp_read_write', threads: 8 },
  { workload: 'oltp_update_index', threads: 4 },
  { workload: 'oltp_point_select', threads: 16 },
];
const loadSeconds = 40;
const pauseSeconds = 10;

interface Result {
  recordedSeconds: number;
  recordedSeries: number;
  movingSeries: number;
  fileBytes: number;
  writeSeconds: number;
  /** Milliseconds to draw one series, the best of three readings each, by baseline period. */
  reading: Record<string, { median: number; slowest: number }>;
}

/** A recorded series as differences between neighbouring samples, and where it began. */
interface Increments {
  name: string;
  kind: 'counter' | 'gauge';
  first: number;
  values: number[];
}

/** The store of recordings at the size of a day. */
export const storageBench = defineBench<Result>({
  id: 'storage',
  title: `${hours} h of 1 s samples of ${seriesWanted} series`,
  budget: '100 MB or less, and any series drawn in 50 ms or less',
  items: ['mysql97'],
  measure: (id) =>
    sourceModules<
      [typeof import('../src/server/index.ts'), typeof import('../src/store/index.ts')],
      Promise<Result>
    >(['/src/server/index.ts', '/src/store/index.ts'], async (server, store) => {
      if (id !== 'mysql97') throw new Error(`no such server here: ${id}`);
      const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
      try {
        const samples = await recordLoad(server);
        const recorded = incrementsOf(samples, server.sampledVariable);
        return {
          ...fill(store, join(folder, 'recordings.sqlite'), recorded),
          recordedSeconds: samples.length,
        };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
  table: (results) => [
    ['server', 'recorded', 'series recorded (moving)', 'file', 'written in', 'drawn: median (slowest)'],
    ...[...results].map(([name, one]) => [
      name,
      `${one.recordedSeconds} s`,
      `${one.recordedSeries} (${one.movingSeries})`,
      `${(one.fileBytes / 1e6).toFixed(1)} MB`,
      `${one.writeSeconds.toFixed(0)} s`,
      Object.entries(one.reading)
        .map(([span, { median, slowest }]) => `${span} ${median.toFixed(1)} ms (${slowest.toFixed(1)} ms)`)
        .join(', '),
    ]),
  ],
  verdict: (results) => {
    const all = [...results.values()];
    const bytes = Math.max(...all.map(({ fileBytes }) => fileBytes));
    const slowest = Math.max(
      ...all.flatMap(({ reading }) => Object.values(reading).map((one) => one.slowest)),
    );
    return {
      met: bytes <= 100e6 && slowest <= 50,
      text:
        `${(bytes / 1e6).toFixed(1)} MB, the slowest series took ${slowest.toFixed(1)} ms (best of three readings each). ` +
        `What a loaded server gave in a few minutes was extended to ${hours} h by stringing together baseline periods of ` +
        `${baselineSeconds} recorded increments in random order (seeded), each series with an order of its own, and to ` +
        `${seriesWanted} series by repeating those that move`,
    };
  },
});

/** Everything that the sampler reads at 1 s while loads come and go. */
async function recordLoad(
  product: typeof import('../src/server/index.ts'),
): Promise<ReadonlyMap<string, string>[]> {
  const server = await startServer('mysql97');
  const session = await product.openSession({ socket: server.socket, user: 'root' }, {});
  const tables = { socket: server.socket, tables: 4, rows: 20_000 };
  const samples: ReadonlyMap<string, string>[] = [];
  try {
    await prepareSysbench(tables);
    const clock = {
      now: () => new Date(),
      monotonicMs: () => performance.now(),
      sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    };
    const source = product.sampleSource(session, { intervalMs: 1000, clock });
    const sampling = product.sampleWindow({
      read: source.read,
      builder: { add: (_, values) => void (values === null ? undefined : samples.push(values)) },
      windowMs: loads.length * (loadSeconds + pauseSeconds) * 1000,
      intervalMs: 1000,
      clock,
      signal: new AbortController().signal,
      onSample: () => {},
    });
    for (const load of loads) {
      await startSysbench({ ...tables, ...load, seconds: loadSeconds }).done;
      await clock.sleep(pauseSeconds * 1000);
    }
    await sampling;
    return samples;
  } finally {
    await session.close();
    await server.stop();
  }
}

function incrementsOf(
  samples: ReadonlyMap<string, string>[],
  meaning: (name: string) => { kind: 'counter' | 'gauge' } | undefined,
): Increments[] {
  const found: Increments[] = [];
  for (const [name, text] of samples[0] ?? []) {
    const described = meaning(name);
    if (described === undefined || !Number.isFinite(Number(text)) || text === '') continue;
    const values = samples.map((sample) => Number(sample.get(name) ?? Number.NaN));
    if (values.some((value) => !Number.isFinite(value))) continue;
    const increments = values.slice(1).map((value, index) => value - (values[index] ?? 0));
    found.push({ name, kind: described.kind, first: values[0] ?? 0, values: increments });
  }
  return found;
}

function fill(
  { openRecordings }: typeof import('../src/store/index.ts'),
  file: string,
  recorded: Increments[],
): Omit<Result, 'recordedSeconds'> {
  const moving = recorded.filter(({ values }) => values.some((value) => value !== 0));
  const copies = Array.from({ length: Math.max(0, seriesWanted - recorded.length) }, (_, index) => {
    const one = moving[index % moving.length];
    if (one === undefined) throw new Error('nothing moved');
    return { ...one, name: `${one.name}_${index}` };
  });
  const all = [...recorded, ...copies].slice(0, seriesWanted);
  const kinds = new Map(all.map(({ name, kind }) => [name, kind]));
  const store = openRecordings(file);
  const recorder = store.recordings.begin(
    {
      id: 'bench',
      title: 'bench',
      startedAt: new Date().toISOString(),
      intervalMs: 1000,
      target: 'bench',
      server: {
        flavour: 'mysql',
        version: [9, 7, 0],
        versionText: '9.7',
        comment: '',
        hosting: 'self',
        uptimeSeconds: 1,
        serverKey: 'bench',
        privileges: null,
        performanceSchema: true,
      },
    },
    (name) => {
      const kind = kinds.get(name);
      return kind === undefined ? undefined : { kind, unit: 'count' };
    },
  );
  const started = performance.now();
  const walks = all.map((one, index) => walk(one, index + 1));
  for (let second = 0; second < hours * 3600; second += 1) {
    // A real clock wakes up a little late.
    recorder.append(second * 1000 + (second % 3), new Map(walks.map((next) => next())));
  }
  recorder.flush();
  const writeSeconds = (performance.now() - started) / 1000;
  const reading = readBack(
    store,
    all.map(({ name }) => name),
  );
  store.close();
  return {
    recordedSeries: recorded.length,
    movingSeries: moving.length,
    fileBytes: statSync(file).size,
    writeSeconds,
    reading,
  };
}

/** The series as text, sample by sample. Levels go back to where they began at each baseline period, so that none drifts away. */
function walk({ name, kind, first, values }: Increments, seed: number): () => [string, string] {
  let state = seed * 7919;
  let value = first;
  let at = 0;
  let left = 0;
  return () => {
    if (left === 0) {
      state = (state * 48_271) % 2_147_483_647;
      at = state % Math.max(1, values.length - baselineSeconds);
      left = baselineSeconds;
      if (kind === 'gauge') value = first + values.slice(0, at).reduce((sum, one) => sum + one, 0);
    }
    value += values[at] ?? 0;
    at += 1;
    left -= 1;
    return [name, String(Math.round(value * 1e6) / 1e6)];
  };
}

function readBack(
  store: ReturnType<typeof import('../src/store/index.ts').openRecordings>,
  names: string[],
): Result['reading'] {
  const dayMs = hours * 3_600_000;
  const spans: [string, number, number][] = [
    ['24 h', 0, dayMs],
    ['6 h', dayMs / 2, dayMs / 2 + 6 * 3_600_000],
    ['10 min', dayMs / 3, dayMs / 3 + 600_000],
  ];
  return Object.fromEntries(
    spans.map(([label, from, to]) => {
      const times = names.map((name) => {
        const tries = [1, 2, 3].map(() => {
          const started = performance.now();
          const [drawn] = store.recordings.draw('bench', [name], from, to, pixels);
          if (drawn === undefined || drawn.times.length > pixels + 1)
            throw new Error(`${name} was not drawn`);
          return performance.now() - started;
        });
        // Other work on the machine only ever adds.
        return Math.min(...tries);
      });
      return [label, { median: quantile(times, 0.5), slowest: Math.max(...times) }];
    }),
  );
}
