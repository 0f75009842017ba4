import type { Draft, Row } from '../draft.ts';
import { type Model, pageSize } from '../model.ts';
import { mixTables } from '../workloads.ts';

const perMs = 1e9;

interface FileLoad {
  file: string;
  event: string;
  reads?: number;
  readBytes?: number;
  writes?: number;
  writeBytes?: number;
  syncs?: number;
}

/** File input and output by file and by event, and waits for latches: what statements waited for is inside. */
export function applyFiles(draft: Draft, model: Model): void {
  const loads = fileLoads(draft, model);
  draft.rows('file-io', (end) => loads.map((load) => fileRow(load, model, draft.at('file-io', end))));
  applyWaits(draft, model, loads);
  draft.rows('pfs-waits-by-instance', () => []);
  draft.rows('pfs-waits-by-thread', () => []);
  draft.rows('table-io', () => []);
}

function fileLoads(draft: Draft, model: Model): FileLoad[] {
  const data: FileLoad[] = mixTables.map(([table, share]) => ({
    file: `/var/lib/mysql/shop/${table}.ibd`,
    event: 'wait/io/file/innodb/innodb_data_file',
    reads: model.world.reads * share,
    readBytes: model.world.reads * share * pageSize,
    writes: model.flushed * share,
    writeBytes: model.flushed * share * pageSize,
    syncs: (model.flushed * share) / 60,
  }));
  const binlog = model.binlogBytes > 0 || model.binlogSyncs > 0;
  return [
    ...data,
    {
      file: draft.hasStatus('Innodb_redo_log_capacity_resized')
        ? '/var/lib/mysql/#innodb_redo/#ib_redo881'
        : '/var/lib/mysql/ib_logfile0',
      event: 'wait/io/file/innodb/innodb_log_file',
      writes: model.logSyncs * 1.1,
      writeBytes: model.redo.perSecond,
      syncs: model.logSyncs,
    },
    ...(binlog
      ? [
          {
            file: '/var/lib/mysql/binlog.000881',
            event: 'wait/io/file/sql/binlog',
            writes: model.total.commits,
            writeBytes: model.binlogBytes,
            syncs: model.binlogSyncs,
          },
        ]
      : []),
  ];
}

function times({ reads = 0, writes = 0, syncs = 0, event }: FileLoad, { io }: Model) {
  // Writes into the page cache of the kernel (logs) cost next to nothing; pages go to the disk.
  const writeMs = event.endsWith('innodb_data_file') ? io.writeMs : 0.01;
  return {
    read: reads * io.readMs * perMs,
    write: writes * writeMs * perMs,
    misc: syncs * io.syncMs * perMs,
  };
}

function fileRow(load: FileLoad, model: Model, seconds: number): Row {
  const count = (perSecond: number) => Math.round(perSecond * (0.6 * model.uptime + seconds));
  const { reads = 0, writes = 0, syncs = 0, readBytes = 0, writeBytes = 0 } = load;
  const time = times(load, model);
  return {
    file_name: load.file,
    event_name: load.event,
    count_star: count(reads) + count(writes) + count(syncs),
    sum_timer_wait: count(time.read) + count(time.write) + count(time.misc),
    count_read: count(reads),
    sum_timer_read: count(time.read),
    sum_number_of_bytes_read: count(readBytes),
    count_write: count(writes),
    sum_timer_write: count(time.write),
    sum_number_of_bytes_write: count(writeBytes),
    count_misc: count(syncs),
    sum_timer_misc: count(time.misc),
    max_timer_wait: Math.round(60 * model.io.readMs * perMs),
  };
}

function applyWaits(draft: Draft, model: Model, loads: FileLoad[]): void {
  const events = new Map<string, { count: number; time: number }>();
  const add = (event: string, count: number, time: number) => {
    const kept = events.get(event) ?? { count: 0, time: 0 };
    events.set(event, { count: kept.count + count, time: kept.time + time });
  };
  for (const load of loads) {
    const { read, write, misc } = times(load, model);
    add(load.event, (load.reads ?? 0) + (load.writes ?? 0) + (load.syncs ?? 0), read + write + misc);
  }
  for (const [event, threads] of Object.entries(model.world.latches))
    add(event, threads * 20_000, threads * 1000 * perMs);
  if (model.sessions.metadataLock > 0)
    add(
      'wait/lock/metadata/sql/mdl',
      model.sessions.metadataLock,
      model.sessions.metadataLock * 1000 * perMs,
    );
  draft.rows('pfs-waits-global', (end) => {
    const seconds = draft.at('pfs-waits-global', end);
    const at = (perSecond: number) => Math.round(perSecond * (0.6 * model.uptime + seconds));
    return [...events].map(([event_name, { count, time }]) => ({
      event_name,
      count_star: at(count),
      sum_timer_wait: at(time),
      avg_timer_wait: Math.round(time / Math.max(1e-9, count)),
      max_timer_wait: Math.round((60 * time) / Math.max(1e-9, count)),
    }));
  });
}
