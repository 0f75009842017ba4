import fc from 'fast-check';
import {
  bases,
  caseSchema,
  type ProductionCase,
  type World,
} from '../../bench/diagnosis/production/world.ts';

const gib = 1024 ** 3;
const mib = 1024 ** 2;

/** A server that nobody described: any machine, version, amount of data, rates and settings that go together. */
export const anyWorld: fc.Arbitrary<ProductionCase> = fc
  .record({
    base: fc.constantFrom(...bases),
    memory: fc.constantFrom(0.5, 1, 2, 4, 8, 16, 24, 32, 64, 96, 128, 256, 512, 1024),
    cpus: fc.constantFrom(1, 2, 4, 8, 16, 32, 64),
    hosting: fc.constantFrom(...(['self', 'self', 'self', 'rds', 'cloudsql', 'azure'] as const)),
    hostUnknown: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    cgroup: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
    storage: fc.constantFrom(...(['nvme', 'ssd', 'hdd', 'network'] as const)),
    iops: fc.option(fc.constantFrom(500, 3000, 16_000), { nil: undefined, freq: 3 }),
    swap: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    poolShare: fc.double({ min: 0.002, max: 0.85, noNaN: true }),
    dataShare: fc.double({ min: 0.001, max: 8, noNaN: true }),
    reads: fc.double({ min: 0, max: 1, noNaN: true }),
    redo: fc.constantFrom(0.02, 0.2, 1, 4, 12, 40),
    redoSize: fc.constantFrom(0.0625, 0.09375, 0.5, 2, 8, 32, 64),
    age: fc.double({ min: 0.02, max: 0.9, noNaN: true }),
    dirty: fc.double({ min: 0.01, max: 0.7, noNaN: true }),
    flushed: fc.double({ min: 0.1, max: 1.2, noNaN: true }),
    workload: fc.constantFrom(...(['web', 'keys', 'ingest', 'report'] as const)),
    load: fc.double({ min: 0.001, max: 0.7, noNaN: true }),
    connected: fc.constantFrom(3, 30, 120, 400, 1500),
    refused: fc.boolean(),
    tables: fc.constantFrom(20, 60, 700, 12_000),
    misses: fc.constantFrom(0, 0, 40, 1500),
    connects: fc.constantFrom(0.2, 20, 400),
    waits: fc.record({
      spill: fc.boolean(),
      sort: fc.boolean(),
      scan: fc.boolean(),
      logWaits: fc.constantFrom(0, 0, 40),
      history: fc.constantFrom(0, 0, 4000),
      replica: fc.boolean(),
      oom: fc.boolean(),
    }),
    settings: settingsOf({
      innodb_io_capacity: [100, 200, 2000, 20_000],
      innodb_io_capacity_max: [400, 2000, 40_000],
      innodb_max_dirty_pages_pct: [5, 75, 90],
      innodb_lru_scan_depth: [256, 1024, 16_384],
      innodb_purge_threads: [1, 4],
      innodb_log_buffer_size: [mib, 16 * mib, 512 * mib],
      innodb_thread_concurrency: [0, 4, 64],
      innodb_doublewrite: ['ON', 'OFF'],
      innodb_flush_log_at_trx_commit: [0, 1, 2],
      sync_binlog: [0, 1, 1000],
      sort_buffer_size: [32_768, 262_144, 2 * mib, 64 * mib],
      join_buffer_size: [131_072, 262_144, gib],
      read_buffer_size: [131_072, 64 * mib],
      read_rnd_buffer_size: [262_144, 32 * mib],
      tmp_table_size: [mib, 16 * mib, 256 * mib, 8 * gib],
      max_heap_table_size: [mib, 16 * mib, 256 * mib, 8 * gib],
      table_open_cache: [64, 400, 2000, 16_000],
      table_definition_cache: [400, 2000],
      open_files_limit: [1024, 65_535],
      thread_cache_size: [0, 8, 100],
      key_buffer_size: [8 * mib, 512 * mib],
      binlog_cache_size: [4096, 32_768],
      query_cache_size: [0, 256 * mib],
      wait_timeout: [60, 28_800],
      long_query_time: [0, 1, 10],
    }),
  })
  .map((drawn) => worldOf(drawn));

type Settings = Record<string, string | number>;

/** Each of these variables at one of its values, or as a careful administrator sets it. */
function settingsOf(values: Record<string, (string | number)[]>): fc.Arbitrary<Settings> {
  const drawn = Object.fromEntries(
    Object.entries(values).map(([name, some]) => [
      name,
      fc.option(fc.constantFrom(...some), { nil: undefined, freq: 1 }),
    ]),
  );
  return fc
    .tuple(fc.record(drawn), fc.array(fc.nat({ max: 99 }), { minLength: 25, maxLength: 25 }))
    .map(([all, dice]) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([name, value], index) =>
          // One in four is set: a server with all of them wrong has no plan that anybody could judge.
          value === undefined || (dice[index % dice.length] ?? 0) >= 45
            ? []
            : [[name, value as string | number] as const],
        ),
      ),
    );
}

interface Drawn {
  base: ProductionCase['base'];
  memory: number;
  cpus: number;
  hosting: World['hosting'];
  hostUnknown: boolean;
  cgroup: boolean;
  storage: World['storage'];
  iops: number | undefined;
  swap: boolean;
  poolShare: number;
  dataShare: number;
  reads: number;
  redo: number;
  redoSize: number;
  age: number;
  dirty: number;
  flushed: number;
  workload: World['workload'];
  load: number;
  connected: number;
  refused: boolean;
  tables: number;
  misses: number;
  connects: number;
  waits: {
    spill: boolean;
    sort: boolean;
    scan: boolean;
    logWaits: number;
    history: number;
    replica: boolean;
    oom: boolean;
  };
  settings: Settings;
}

const cpuMsOf = { web: 0.16, keys: 0.09, ingest: 0.2, report: 1060, none: 1 } as const;
const mostReads = { nvme: 30_000, ssd: 6000, network: 3000, hdd: 120 } as const;

/** The parts that follow from each other: what a machine cannot do it does not do. */
function worldOf(drawn: Drawn): ProductionCase {
  const memory = drawn.memory * gib;
  // A limit of a fourth of the machine, as a container has it.
  const usable = drawn.cgroup && drawn.memory >= 8 ? memory / 4 : memory;
  const others = Math.min(gib, 0.15 * usable);
  const pool = roundTo(Math.max(128 * mib, drawn.poolShare * (usable - others)), 128 * mib);
  const data = Math.max(50 * mib, Math.round(drawn.dataShare * usable));
  const isManaged = drawn.hosting !== 'self';
  const reads = data > pool ? drawn.reads ** 3 * mostReads[drawn.storage] : drawn.reads * 4;
  const extra = [
    ...(drawn.waits.spill ? [{ ...grouped, perSecond: drawn.cpus * 2 }] : []),
    ...(drawn.waits.sort ? [{ ...sorted, perSecond: drawn.cpus }] : []),
    ...(drawn.waits.scan ? [{ ...scanned, perSecond: drawn.cpus }] : []),
  ];
  const cpus = drawn.cpus * (extra.length > 0 ? 0.4 : 1);
  const maxConnections = drawn.refused ? drawn.connected : drawn.connected * 3 + 50;
  return caseSchema.parse({
    id: 'any',
    title: 'Any server',
    base: drawn.base,
    source: 'drawn at random',
    world: {
      memory,
      ...(usable < memory ? { cgroupMemory: usable } : {}),
      others,
      cpus: drawn.cpus,
      hosting: drawn.hosting,
      hostUnknown: drawn.hostUnknown,
      storage: drawn.storage,
      ...(drawn.iops === undefined ? {} : { iops: drawn.iops }),
      ...(drawn.swap && !isManaged ? { swap: { used: 0.1 * usable, in: 300, out: 400 } } : {}),
      data,
      pool,
      reads,
      redo: drawn.redo * mib,
      redoSize: roundTo(drawn.redoSize * gib, mib),
      checkpointAge: drawn.age,
      dirty: drawn.dirty,
      flushed: Math.round((drawn.redo * mib * drawn.flushed) / 2500),
      tables: drawn.tables,
      openTables: Math.min(drawn.tables * 2, Number(drawn.settings.table_open_cache ?? 4000)),
      tableMisses: drawn.tables * 2 > Number(drawn.settings.table_open_cache ?? 4000) ? drawn.misses : 0,
      workload: drawn.workload,
      statements: (drawn.load * cpus * 1000) / cpuMsOf[drawn.workload],
      connected: drawn.connected,
      connects: drawn.connects,
      threadsCreated: Number(drawn.settings.thread_cache_size ?? 100) === 0 ? drawn.connects : 0,
      logWaits: drawn.waits.logWaits,
      history: drawn.waits.history > 0 ? 5_000_000 : 900,
      historyGrowth: drawn.waits.history,
      extra,
      ...(drawn.waits.replica ? { replica: { lag: 900, workers: 1, rows: 3000 } } : {}),
      ...(drawn.waits.oom && !isManaged ? { host: { oomKills: 2 } } : {}),
      settings: { max_connections: maxConnections, ...drawn.settings },
      ...(drawn.refused ? { rates: { Connection_errors_max_connections: 2 } } : {}),
      levels: { Max_used_connections: drawn.refused ? drawn.connected + 1 : drawn.connected * 1.2 },
    },
  });
}

function roundTo(value: number, step: number): number {
  return Math.max(step, Math.floor(value / step) * step);
}

const grouped = {
  sql: 'SELECT `customer_id` , SUM ( `total` ) FROM `orders` WHERE `created_at` > ? GROUP BY `customer_id`',
  ms: 60,
  examined: 30_000,
  sent: 500,
  access: 'range',
  tmpDisk: 1,
  tempIoMs: 60,
};
const sorted = {
  sql: 'SELECT `id` , `email` FROM `customers` WHERE `country` = ? ORDER BY `email`',
  ms: 90,
  examined: 40_000,
  sent: 40_000,
  sorted: 40_000,
  merges: 30,
  access: 'range',
  tempIoMs: 50,
};
const scanned = {
  sql: 'SELECT * FROM `orders` WHERE `reference` = ?',
  ms: 180,
  examined: 400_000,
  sent: 1,
  access: 'scan',
};
