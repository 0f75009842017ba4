import { z } from 'zod';

const size = z.union([z.string().regex(/^[\d.]+[KMGT]?$/), z.number()]);
const setting = z.union([z.string(), z.number()]);
const numbers = z.record(z.string(), z.number());

/** One kind of statement. Times are milliseconds of each execution; what no field says does not happen. */
const statementSchema = z.strictObject({
  sql: z.string(),
  perSecond: z.number(),
  /** On a processor. */
  ms: z.number(),
  examined: z.number().default(1),
  sent: z.number().default(0),
  affected: z.number().default(0),
  /** `range`, `scan` (first table read as a whole), `join` (a joined table read as a whole). */
  access: z.enum(['key', 'range', 'scan', 'join']).default('key'),
  tmp: z.number().default(0),
  tmpDisk: z.number().default(0),
  sorted: z.number().default(0),
  merges: z.number().default(0),
  errors: z.number().default(0),
  warnings: z.number().default(0),
  /** Waits on top of the time on a processor, milliseconds of each execution. */
  rowLockMs: z.number().default(0),
  metadataLockMs: z.number().default(0),
  latchMs: z.number().default(0),
  tempIoMs: z.number().default(0),
  /** For a replica's answer at commit. */
  binlogMs: z.number().default(0),
  /** Ready to go on and not let: for a processor, or for a ticket of InnoDB. */
  queueMs: z.number().default(0),
});
export type Statement = z.infer<typeof statementSchema>;

const sessionSchema = z.strictObject({
  count: z.number().default(1),
  command: z.string().default('Query'),
  state: z.string().default('executing'),
  seconds: z.number().default(0),
  sql: z.string().nullable().default(null),
  user: z.string().default('app'),
  host: z.string().default('10.0.1.17:41000'),
  /** Its transaction: age in seconds, rows changed and locked. */
  transaction: z
    .strictObject({
      seconds: z.number(),
      changed: z.number().default(0),
      locked: z.number().default(0),
      waits: z.boolean().default(false),
    })
    .optional(),
  /** Table whose metadata lock it holds (a transaction does) or waits for. */
  metadataLock: z
    .strictObject({ table: z.string(), type: z.string(), pending: z.boolean().default(false) })
    .optional(),
  /** The place in this list, from 0, of the session whose row lock it waits for. */
  blockedBy: z.number().optional(),
});

const replicaSchema = z.strictObject({
  lag: z.number().default(0),
  workers: z.number().default(4),
  /** Rows per second that the applier changes. */
  rows: z.number().default(500),
  running: z.enum(['Yes', 'No']).default('Yes'),
  error: z.number().default(0),
  /** Seconds that it is meant to be behind. */
  delay: z.number().default(0),
  state: z.string().default('Waiting for an event from Coordinator'),
});

/** A server as a person would describe it. What is not said is that of a healthy one. */
export const worldSchema = z.strictObject({
  version: z.string().optional(),
  /** Where it is not that of the base. */
  flavour: z.enum(['mysql', 'percona', 'mariadb']).optional(),
  hosting: z.enum(['self', 'rds', 'aurora', 'cloudsql', 'azure']).default('self'),
  uptime: z.string().default('34d'),
  memory: size.default('32G'),
  cgroupMemory: size.optional(),
  /** Memory of other processes. */
  others: size.default('1G'),
  cpus: z.number().default(8),
  cgroupCpus: z.number().optional(),
  steal: z.number().default(0),
  storage: z.enum(['nvme', 'ssd', 'hdd', 'network']).default('nvme'),
  iops: z.number().optional(),
  /** Mean milliseconds of a read, a write and a flush of the data disk; by the kind of storage where not said. */
  readMs: z.number().optional(),
  writeMs: z.number().optional(),
  syncMs: z.number().optional(),
  /** Share of the time in which the disk is busy beyond what the server does. */
  diskBusy: z.number().optional(),
  /** The storage gives no more, so that nothing comes in waves. */
  flatTop: z.boolean().default(false),
  swap: z
    .strictObject({ used: size.default(0), in: z.number().default(0), out: z.number().default(0) })
    .default({ used: 0, in: 0, out: 0 }),
  host: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  /** Nothing is known of the host: managed, or seen from afar. */
  hostUnknown: z.boolean().default(false),

  data: size.default('12G'),
  tables: z.number().default(60),
  myisam: size.optional(),
  pool: size.optional(),
  /** Share of the pool that holds pages; by data and pool where not said. */
  poolFilled: z.number().optional(),
  dirty: z.number().default(0.08),
  /** Page reads per second that statements wait for. */
  reads: z.number().default(5),
  readAhead: z.number().default(0),
  readAheadEvicted: z.number().default(0),
  waitFree: z.number().default(0),
  /** Bytes of redo per second, size of the redo log, and how much of it the checkpoint age fills. */
  redo: size.optional(),
  redoSize: size.optional(),
  checkpointAge: z.number().default(0.25),
  logWaits: z.number().default(0),
  flushed: z.number().optional(),
  history: z.number().default(900),
  historyGrowth: z.number().default(0),
  spinRounds: z.number().default(400),

  workload: z.enum(['web', 'keys', 'ingest', 'report', 'none']).default('web'),
  statements: z.number().default(3000),
  extra: z.array(statementSchema).default([]),
  connected: z.number().default(80),
  connects: z.number().default(0.4),
  threadsCreated: z.number().default(0),
  sessions: z.array(sessionSchema).default([]),
  deadlocks: z.number().default(0),
  openTables: z.number().optional(),
  tableMisses: z.number().default(0),
  replica: replicaSchema.optional(),
  replicas: z.number().default(0),

  settings: z.record(z.string(), setting).default({}),
  without: z.array(z.string()).default([]),
  /** Counters per second, levels, and totals since the start, over whatever the rest says. */
  rates: numbers.default({}),
  levels: numbers.default({}),
  totals: numbers.default({}),
  /** Status variables that are no numbers. */
  texts: z.record(z.string(), z.string()).default({}),
  /** Size of the redo log that is in force, where the variable says something else. */
  redoInForce: size.optional(),
  /** Seconds that threads wait for a latch in each second, by event; these instruments are on then. */
  latches: numbers.default({}),
  /** Tables of the schema with a fault. */
  withoutPrimaryKey: z.array(z.string()).default([]),
  errorLog: z
    .array(z.strictObject({ ago: z.string(), prio: z.string(), code: z.string(), text: z.string() }))
    .default([]),
  /** Instruments and consumers that are on, as LIKE patterns. */
  instrumentsOn: z.array(z.string()).default([]),
  performanceSchemaOff: z.boolean().default(false),
  /** Full binary logs of 1 GiB that are kept before the one that is written. */
  binaryLogs: z.number().default(0),
  /** Plugins that are active beside those of the base. */
  plugins: z.array(z.string()).default([]),
  /** Rows, by column, of sections that no other word gives; `12/s` counts. */
  sections: z
    .record(z.string(), z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))))
    .default({}),
});
export type World = z.infer<typeof worldSchema>;

const rangeSchema = z.strictObject({
  variable: z.string(),
  from: size.optional(),
  to: size.optional(),
  /** Instead of a range, where the value is a word. */
  is: z.string().optional(),
  /** Who says that a value in this range is right. */
  who: z.string(),
});

export const bases = [
  'mysql56',
  'mysql57',
  'mysql80',
  'mysql97',
  'mariadb102',
  'mariadb1011',
  'mariadb114',
  'mariadb118',
] as const;

export const caseSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string(),
  base: z.enum(bases),
  world: worldSchema.prefault({}),
  /** Mechanisms of which any is the cause; empty: the server is healthy. */
  cause: z.array(z.string()).default([]),
  /** What an advice for these variables may say; without an advice for the first the case lacks its value. */
  values: z.array(rangeSchema).default([]),
  /** Variables that no plan may touch here; with `up` or `down`: in that direction. */
  forbidden: z.array(z.string()).default([]),
  /** Most lines on a healthy server besides the headline. */
  lines: z.number().default(3),
  /** Who says that this is the cause: a paper, manual, bug report or a peer's rule. */
  source: z.string(),
});
export type ProductionCase = z.infer<typeof caseSchema>;
