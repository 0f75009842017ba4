import { parseVersion } from '../../../src/shared/server.ts';
import type { Snapshot } from '../../../src/shared/snapshot.ts';
import { bytes, seconds } from './units.ts';
import { statementsOf } from './workloads.ts';
import type { Statement, World } from './world.ts';

export const pageSize = 16_384;

/** Milliseconds of one request: what such storage does when it is not overloaded. */
const latencies = {
  nvme: { readMs: 0.12, writeMs: 0.05, syncMs: 0.15 },
  ssd: { readMs: 0.3, writeMs: 0.15, syncMs: 0.6 },
  network: { readMs: 0.8, writeMs: 0.9, syncMs: 1.2 },
  hdd: { readMs: 8, writeMs: 6, syncMs: 9 },
} as const;

/** Sessions found in each class at any moment. */
export interface Sessions {
  running: number;
  dataIo: number;
  redoIo: number;
  binlog: number;
  rowLock: number;
  metadataLock: number;
  latch: number;
  /** Ready to go on and not let. */
  queued: number;
  /** For the lock of a whole table. */
  other: number;
}

/** Everything that follows from a world, in bytes, seconds and per second. */
export interface Model {
  world: World;
  flavour: Snapshot['server']['flavour'];
  version: readonly [number, number, number];
  uptime: number;
  memory: number;
  data: number;
  pool: { bytes: number; pages: number; used: number; dirty: number };
  redo: { bytes: number; perSecond: number; age: number };
  io: { readMs: number; writeMs: number; syncMs: number };
  statements: Statement[];
  /** Sums over the statements, per second. */
  total: {
    statements: number;
    commits: number;
    examined: number;
    scanned: number;
    sent: number;
    affected: number;
    tmp: number;
    tmpDisk: number;
  };
  pagesRead: number;
  pageRequests: number;
  flushed: number;
  /** fsync of the redo log and of the binary log; group commit shares them. */
  logSyncs: number;
  binlogSyncs: number;
  binlogBytes: number;
  sessions: Sessions;
  /** Milliseconds that a wait adds to each execution: I/O by rows examined, commits by what they flush. */
  waitMs: (statement: Statement) => number;
}

export function sumOf(statements: readonly Statement[], of: (one: Statement) => number): number {
  return statements.reduce((sum, one) => sum + one.perSecond * of(one), 0);
}

/** @param settings of the server as it will be: what is synchronised at commit follows from them */
export function modelOf(world: World, base: Snapshot, settings: (name: string) => string | null): Model {
  const version = parseVersion(world.version ?? base.server.versionText) ?? base.server.version;
  const statements = statementsOf(world);
  const sum = (of: (one: Statement) => number) => sumOf(statements, of);
  const data = bytes(world.data);
  const poolBytes = Number(settings('innodb_buffer_pool_size'));
  const io = {
    readMs: world.readMs ?? latencies[world.storage].readMs,
    writeMs: world.writeMs ?? latencies[world.storage].writeMs,
    syncMs: world.syncMs ?? latencies[world.storage].syncMs,
  };
  const commits = sumOf(statements, ({ sql }) => (sql === 'COMMIT' ? 1 : 0));
  const affected = sum((one) => one.affected) + (world.replica?.rows ?? 0);
  const redoPerSecond = world.redo === undefined ? affected * 700 : bytes(world.redo);
  const redoBytes = world.redoInForce === undefined ? redoSize(settings) : bytes(world.redoInForce);
  const applied = (world.replica?.rows ?? 0) / 5;
  const logSyncs =
    settings('innodb_flush_log_at_trx_commit') === '1' ? syncs(commits + applied, io.syncMs) : 1;
  const logs = settings('log_bin') === 'ON' || settings('log_bin') === '1';
  const syncEvery = Number(settings('sync_binlog') ?? 0);
  const binlogSyncs = logs && syncEvery > 0 ? syncs((commits + applied) / syncEvery, io.syncMs) : 0;
  const commitMs = (logSyncs > 1 ? io.syncMs : 0) + (binlogSyncs > 0 && syncEvery === 1 ? io.syncMs : 0);
  const { reads } = world;
  const examined = sum((one) => one.examined);
  const waitMs = (one: Statement) => {
    const weight = one.examined / Math.max(1e-9, examined);
    const commit = one.sql === 'COMMIT' ? commitMs : 0;
    return (
      weight * reads * io.readMs +
      commit +
      one.rowLockMs +
      one.metadataLockMs +
      one.latchMs +
      one.tempIoMs +
      one.binlogMs +
      one.queueMs
    );
  };
  const share = (ms: number) => ms / 1000;
  const sessions: Sessions = {
    running: share(sum((one) => one.ms)),
    dataIo: share(reads * io.readMs + sum((one) => one.tempIoMs)),
    redoIo: logSyncs > 1 ? share(commits * io.syncMs) : 0,
    binlog: share((commitMs > io.syncMs ? commits * io.syncMs : 0) + sum((one) => one.binlogMs)),
    rowLock: share(sum((one) => one.rowLockMs)),
    metadataLock: share(sum((one) => one.metadataLockMs)),
    latch: share(sum((one) => one.latchMs)),
    queued: share(sum((one) => one.queueMs)),
    other: 0,
  };
  for (const session of world.sessions) {
    if (['Sleep', 'Binlog Dump', 'Daemon'].includes(session.command) || session.state === 'login') continue;
    sessions[session.blockedBy === undefined ? classOf(session.state) : 'rowLock'] += session.count;
  }
  const used = world.poolFilled ?? Math.min(0.985, (data * 1.02 + 50 * 1024 ** 2) / poolBytes);
  const pages = Math.floor(poolBytes / pageSize);
  return {
    world,
    flavour: base.server.flavour,
    version,
    uptime: seconds(world.uptime),
    memory: bytes(world.memory),
    data,
    pool: {
      bytes: poolBytes,
      pages,
      used: Math.round(pages * used),
      dirty: Math.round(pages * used * world.dirty),
    },
    redo: { bytes: redoBytes, perSecond: redoPerSecond, age: world.checkpointAge * redoBytes },
    io,
    statements,
    total: {
      statements: sum(() => 1),
      commits,
      examined,
      scanned: sum((one) => (one.access === 'scan' || one.access === 'join' ? one.examined : 0)),
      sent: sum((one) => one.sent),
      affected,
      tmp: sum((one) => one.tmp),
      tmpDisk: sum((one) => one.tmpDisk),
    },
    pagesRead: world.reads + world.readAhead,
    pageRequests: Math.max(world.reads * 1.5, examined * 1.4 + sum(() => 3) + affected * 8),
    flushed: world.flushed ?? Math.min(affected * 0.5, redoPerSecond / 2500),
    logSyncs,
    binlogSyncs,
    binlogBytes: logs ? affected * 330 : 0,
    sessions,
    waitMs,
  };
}

/** Group commit: no more flushes than the device can do one after the other. */
function syncs(commits: number, syncMs: number): number {
  return Math.min(commits, 700 / syncMs);
}

function redoSize(settings: (name: string) => string | null): number {
  const capacity = settings('innodb_redo_log_capacity');
  if (capacity !== null) return Number(capacity);
  return Number(settings('innodb_log_file_size') ?? 0) * Number(settings('innodb_log_files_in_group') ?? 1);
}

/** The class of a session by its thread state, as the sampler has it. */
function classOf(state: string): keyof Sessions {
  if (/metadata lock|table flush/i.test(state)) return 'metadataLock';
  if (/table level lock/i.test(state)) return 'other';
  if (/row lock|^updating \(blocked\)/i.test(state)) return 'rowLock';
  if (/commit|binlog|semi-sync/i.test(state)) return 'binlog';
  return 'running';
}
