import { z } from 'zod';
import { defined } from './base/defined';
import { pathSchema } from './base/path-argument';
import { shortText } from './base/short-text';
import { type DeclaredHost, declaredHostSchema, storageKindSchema } from './connection';
import { deepReportSchema } from './deep';
import { listOf, membersOf, plainListOf } from './first-issue';
import { historySchema } from './history';
import { reasonSchema } from './reason';
import { redactionClassSchema } from './redaction';
import { serverIdentitySchema } from './server';
import { transportSchema } from './transport';

export const snapshotSchemaName = 'latchkey/snapshot/1';

/** A value of a server row. Integers above 2^53 and decimals are strings, so that nothing is rounded. */
export const cellSchema = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.infer<typeof cellSchema>;

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isCell = (value: unknown) => value === null || isText(value) || isNumber(value);
const isRow = (value: unknown) => Array.isArray(value) && value.every(isCell);

export const tableSchema = z.object({
  columns: plainListOf(isText, z.string()),
  rows: plainListOf(isRow, plainListOf(isCell, cellSchema)),
});
export type Table = z.infer<typeof tableSchema>;

/** What a collector brought at one moment: a table, or a text (SHOW ENGINE INNODB STATUS). */
export const captureSchema = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  tookMs: z.number().nonnegative(),
  table: tableSchema.optional(),
  text: z.string().optional(),
  /** Set when rows were left out by a bound; says which bound. */
  truncated: z.string().optional(),
});
export type Capture = z.infer<typeof captureSchema>;

/** Collectors of cumulative counters capture at both ends of the window; the others only at its end. */
export const sectionDataSchema = z.object({ start: captureSchema.optional(), end: captureSchema.optional() });
export type SectionData = z.infer<typeof sectionDataSchema>;

export const sectionSchema = z.object({
  status: z.enum(['ok', 'skipped', 'failed']),
  reason: reasonSchema.optional(),
  tookMs: z.number().nonnegative(),
  rows: z.number().int().nonnegative().optional(),
  data: sectionDataSchema.optional(),
});
export type Section = z.infer<typeof sectionSchema>;

/**
 * One sampled series. A counter's values are relative to `base` (a decimal string, exact), so that differences
 * stay exact whatever the size of the counter; a gauge's values are as read. null: no sample at that moment.
 */
export const seriesSchema = z.object({
  kind: z.enum(['counter', 'gauge']),
  unit: z.string(),
  base: z.string().regex(/^-?\d+$/),
  values: plainListOf((value) => value === null || isNumber(value), z.number().nullable()),
});
export type Series = z.infer<typeof seriesSchema>;

/** By what active sessions were classed into the series `sessions.*`. */
export const sessionSamplingSchema = z.object({
  /** `waits`: current wait events; `states`: thread states only, because waits were not instrumented. */
  basis: z.enum(['waits', 'states']),
  text: z.string(),
  /** What would make waits visible. */
  remedy: z.string().optional(),
});
export type SessionSampling = z.infer<typeof sessionSamplingSchema>;

/** Where the series `host.*` were read. */
export const hostSamplingSchema = z.object({
  origin: z.enum(['local', 'ssh', 'prometheus', 'unknown']),
  /** Why the host was not sampled. */
  reason: reasonSchema.optional(),
  /** Every series that was read: one of these that is not in `series` stood still. */
  names: plainListOf(isText, z.string()),
});
export type HostSampling = z.infer<typeof hostSamplingSchema>;

export const samplesSchema = z.object({
  /** ISO 8601, UTC, of time 0. */
  startedAt: z.string(),
  intervalMs: z.number().int().positive(),
  /** Milliseconds since `startedAt`, one per sample, ascending. */
  times: plainListOf(isNumber, z.number()),
  series: membersOf(seriesSchema),
  /** Indexes into `times` at which the server was found restarted: counters start again there. */
  restarts: plainListOf(Number.isInteger, z.number().int()),
  /** Set when only chosen status variables were sampled: one that is not in `series` then says nothing. */
  chosen: z.literal(true).optional(),
  /** Set when only the differences of counters are known: their levels say nothing. */
  relative: z.literal(true).optional(),
  sessions: sessionSamplingSchema.optional(),
  host: hostSamplingSchema.optional(),
});
export type Samples = z.infer<typeof samplesSchema>;

/** How samples were taken, beside when. */
export const samplingSchema = samplesSchema.pick({ chosen: true, sessions: true, host: true });
export type Sampling = z.infer<typeof samplingSchema>;

const originSchema = z.enum(['local', 'ssh', 'declared', 'imported', 'unknown']);
/** A host fact with where it comes from; `unknown` has a reason and no value. */
export function hostFactSchema<T extends z.ZodType>(value: T) {
  return z.object({ origin: originSchema, value: value.optional(), reason: reasonSchema.optional() });
}
export type StorageKind = z.infer<typeof storageKindSchema>;
const bytesFact = () => hostFactSchema(z.number().nonnegative()).optional();
const countFact = () => hostFactSchema(z.number().int().nonnegative()).optional();
const measureFact = () => hostFactSchema(z.number().nonnegative()).optional();
const textFact = () => hostFactSchema(z.string()).optional();
const yesNoFact = () => hostFactSchema(z.enum(['yes', 'no'])).optional();

/**
 * Facts of the server's host. The optional ones came later than the format: a snapshot without one does not know it.
 * Values that have one of two states are texts, so that rules compare them by name.
 */
export const hostSchema = z.object({
  /** Processors that the server may use: online, allowed to the process, and within its control group's quota. */
  cpus: hostFactSchema(z.number().int().positive()),
  cpuModel: hostFactSchema(z.string()),
  memoryBytes: hostFactSchema(z.number().positive()),
  /** Memory limit of the server's control group, where there is one. */
  cgroupMemoryBytes: hostFactSchema(z.number().positive()),
  /** Of the data directory; so are `iops`, `device` to `mountOptions`. */
  storage: hostFactSchema(storageKindSchema),
  iops: hostFactSchema(z.number().positive()),
  governor: hostFactSchema(z.string()),

  /** Of the whole machine, whatever the server may use of it; `threads` counts logical processors online. */
  sockets: countFact(),
  cores: countFact(),
  threads: countFact(),
  smt: hostFactSchema(z.enum(['on', 'off'])).optional(),
  numaNodes: countFact(),
  /** `none`, `yes` (a virtual machine of some kind), or the hypervisor's name in lower case, such as `kvm`. */
  virtualisation: textFact(),
  /** Driver that sets the clock of the processors, such as `intel_pstate` or `acpi-cpufreq`. */
  cpuDriver: textFact(),
  clockSource: textFact(),
  kernel: textFact(),

  memoryAvailableBytes: bytesFact(),
  /** Data and indexes of all tables, where nobody read the tables themselves: declared, or stated by a report. */
  dataBytes: bytesFact(),
  /** Processors' worth of time by the control group's quota, such as 1.5. */
  cgroupCpus: hostFactSchema(z.number().positive()).optional(),
  /** Swap space configured and in use, bytes; 0: none. */
  swap: bytesFact(),
  swapUsed: bytesFact(),
  /** Pages a second from and to swap, as another tool measured them. */
  swapInPages: countFact(),
  swapOutPages: countFact(),
  /** What other tools (iostat, mpstat, sar, vmstat, top) measured: shares of the CPU time, and processors that the server used. */
  cpuBusy: measureFact(),
  cpuIowait: measureFact(),
  cpuSteal: measureFact(),
  serverCpus: measureFact(),
  /** Of the busiest disk: its name, share of the time with a request under way, milliseconds of a request, requests under way. */
  busiestDisk: textFact(),
  diskBusy: measureFact(),
  diskLatency: measureFact(),
  diskReadLatency: measureFact(),
  diskWriteLatency: measureFact(),
  diskQueue: measureFact(),
  /** Requests a second of the storage; milliseconds of an fsync, by a test of the storage. */
  diskReads: measureFact(),
  diskWrites: measureFact(),
  fsyncLatency: measureFact(),
  /** Metrics of a service: the share of the volume's burst credits that is left, and the CPU credits that are left. */
  storageBurst: measureFact(),
  cpuCredits: measureFact(),
  /** Connections that the kernel dropped since boot because a listen queue was full (`netstat -s`, `nstat`). */
  listenOverflows: countFact(),
  /** vm.swappiness, or that of the server's control group (version 1). */
  swappiness: countFact(),
  /** Transparent huge pages. */
  thp: hostFactSchema(z.enum(['always', 'madvise', 'never'])).optional(),

  /** Name of the block device, such as `nvme0n1` or `md0`; a partition is identified by its disk. */
  device: textFact(),
  rotational: yesNoFact(),
  scheduler: textFact(),
  maxSectorsKb: countFact(),
  /** Level of the md array that the device is or lies on, such as `raid10`; `none` without one. */
  raid: textFact(),
  /** Disks below a RAID or mapped device, such as `sda, sdb`. */
  members: textFact(),
  filesystem: textFact(),
  /** As in the mount table, with the file system's own; without paths, addresses and names. */
  mountOptions: textFact(),

  /** The same of the redo log's directory. */
  redoStorage: hostFactSchema(storageKindSchema).optional(),
  redoDevice: textFact(),
  redoRotational: yesNoFact(),
  redoScheduler: textFact(),
  redoMaxSectorsKb: countFact(),
  redoRaid: textFact(),
  redoMembers: textFact(),
  redoFilesystem: textFact(),
  redoMountOptions: textFact(),

  /** The same of the binary log's directory. */
  binlogStorage: hostFactSchema(storageKindSchema).optional(),
  binlogDevice: textFact(),
  binlogRotational: yesNoFact(),
  binlogScheduler: textFact(),
  binlogMaxSectorsKb: countFact(),
  binlogRaid: textFact(),
  binlogMembers: textFact(),
  binlogFilesystem: textFact(),
  binlogMountOptions: textFact(),

  /** Free and size of the file systems of its folders, bytes; of `tmpdir` the first. */
  dataFree: bytesFact(),
  dataTotal: bytesFact(),
  redoFree: bytesFact(),
  redoTotal: bytesFact(),
  undoFree: bytesFact(),
  undoTotal: bytesFact(),
  binlogFree: bytesFact(),
  binlogTotal: bytesFact(),
  tmpFree: bytesFact(),
  tmpTotal: bytesFact(),
  /** Processes killed for lack of memory: on the machine since it started, in the server's control group, and servers alone. */
  oomKills: countFact(),
  cgroupOomKills: countFact(),
  serverOomKills: countFact(),

  /** The server's process. Memory in RAM and in swap, bytes. */
  serverRss: bytesFact(),
  serverSwapped: bytesFact(),
  serverThreads: countFact(),
  serverOpenFiles: countFact(),
  serverOpenFilesLimit: countFact(),
  /** `default`, `interleave:0-1`, `bind:0`, `prefer:1`: of the process, as set by numactl. */
  numaPolicy: textFact(),
  allocator: hostFactSchema(z.enum(['jemalloc', 'tcmalloc', 'mimalloc', 'glibc', 'musl'])).optional(),
});
export type Host = z.infer<typeof hostSchema>;
export type HostFactName = keyof Host;

/** One statement that Latchkey sent, as sent; literals of Latchkey's own only. */
export const statementSchema = z.object({
  at: z.string(),
  sql: z.string(),
  tookMs: z.number().nonnegative(),
  rows: z.number().int().nonnegative().nullable(),
  error: z.string().optional(),
  /** How many times more it was sent and is not listed: a long window sends the same ones again and again. */
  more: z.number().int().positive().optional(),
});
export type Statement = z.infer<typeof statementSchema>;

/** Why a snapshot was taken by `latchkey watch`, with the samples before it. */
const triggerSchema = z.object({
  when: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  before: samplesSchema.nullable(),
});

export const snapshotSchema = z.object({
  schema: z.literal(snapshotSchemaName),
  id: z.uuid(),
  createdAt: z.string(),
  createdBy: z.string(),
  origin: z.object({
    kind: z.enum(['live', 'import', 'prometheus']),
    /** Live: user and place of the server; import: name of the file or folder. */
    target: z.string(),
    /** Live: how the session travelled; absent where it was taken before this was recorded. */
    transport: transportSchema.optional(),
    /** Import: the tool that made the files, and when they were imported (`createdAt` is when they were made). */
    tool: z.string().optional(),
    importedAt: z.string().optional(),
    /** Set where a report gave averages per second without the time that they are of: its counters are those of a day. */
    averages: z.literal('of a day').optional(),
  }),
  /** False when the run was cancelled or the connection was lost; `incomplete` says which. */
  complete: z.boolean(),
  incomplete: reasonSchema.optional(),
  literals: z.enum(['removed', 'kept']),
  /** What an export took out besides literals. */
  redacted: z.array(redactionClassSchema).optional(),
  /** Length of the sampled window in seconds; null: no window (one moment only). */
  windowSeconds: z.number().nonnegative().nullable(),
  server: serverIdentitySchema,
  host: hostSchema,
  sections: membersOf(sectionSchema),
  samples: samplesSchema.nullable(),
  trigger: triggerSchema.optional(),
  /** Set when wait instruments and counters were enabled for the window. */
  deep: deepReportSchema.optional(),
  /** The weeks before it, from a store of metrics. */
  history: historySchema.optional(),
  statements: listOf(statementSchema),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** The rows of a section as objects keyed by lower-case column name (servers differ in case); [] where absent. */
export function sectionRows(
  snapshot: Snapshot,
  section: string,
  end: 'start' | 'end' = 'end',
): Record<string, Cell>[] {
  const table = snapshot.sections[section]?.data?.[end]?.table;
  if (table === undefined) return [];
  const names = table.columns.map((column) => column.toLowerCase());
  return table.rows.map((cells) => {
    // Rows that are filled alike share one shape, which Object.fromEntries would not give them: reading is faster. Thousands
    // of rows are made for an analysis: the plain loop takes three quarters of the time of one over the names.
    const row: Record<string, Cell> = {};
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = cells[index] ?? null;
    return row;
  });
}

/**
 * Length of a step in which nothing shorter can be seen, seconds: of a snapshot from a metrics store that scrapes less often
 * than once a second. null: samples are of single seconds, or there are none.
 */
export function averagedSeconds({ origin, samples }: Pick<Snapshot, 'origin' | 'samples'>): number | null {
  const ms = origin.kind === 'prometheus' ? (samples?.intervalMs ?? 0) : 0;
  return ms > 1000 ? ms / 1000 : null;
}

/** The one-line description that history, lists and the window's header show. */
export const snapshotSummarySchema = z.object({
  id: z.string(),
  path: pathSchema('read'),
  title: z.string(),
  createdAt: z.string(),
  complete: z.boolean(),
  windowSeconds: z.number().nullable(),
  server: serverIdentitySchema,
  target: z.string(),
  transport: transportSchema.optional(),
  /** SHA-256 of what the file holds: by it the history shows a snapshot from a copy with the same id. */
  content: z.string().optional(),
});
export type SnapshotSummary = z.infer<typeof snapshotSummarySchema>;

/** A snapshot as lists show it. @param path absolute path of its file */
export function summarise(path: string, snapshot: Snapshot): SnapshotSummary {
  const target = shortText(snapshot.origin.target);
  const copy = (snapshot.redacted ?? []).length > 0 ? ', redacted copy' : '';
  return {
    id: snapshot.id,
    path,
    title: `${target}, ${snapshot.createdAt.slice(0, 16).replace('T', ' ')} UTC${copy}`,
    createdAt: snapshot.createdAt,
    complete: snapshot.complete,
    windowSeconds: snapshot.windowSeconds,
    server: { ...snapshot.server, comment: shortText(snapshot.server.comment) },
    target,
    ...defined({ transport: snapshot.origin.transport }),
  };
}

/** The title of a snapshot where its time stands beside it. */
export function titleWithoutTime({ title }: Pick<SnapshotSummary, 'title'>): string {
  return title.replace(/, \d{4}-\d\d-\d\d \d\d:\d\d UTC/, '');
}

/** Length and interval of a snapshot's window, for another of the same length; a moment gives a moment. */
export function windowOf({ windowSeconds, samples }: Snapshot): {
  windowSeconds: number;
  intervalMs: number;
} {
  return {
    windowSeconds: Math.min(86_400, Math.max(0, Math.round(windowSeconds ?? 0))),
    intervalMs: Math.min(60_000, Math.max(100, samples?.intervalMs ?? 1000)),
  };
}

/** What the user declared of the host of a snapshot, so that another of the same server is judged by the same. */
export function declaredIn({ host }: Snapshot): DeclaredHost {
  const declared = declaredHostSchema.keyof().options.flatMap((name) => {
    const fact = host[name];
    return fact?.origin === 'declared' ? [[name, fact.value] as const] : [];
  });
  return declaredHostSchema.parse(Object.fromEntries(declared));
}
