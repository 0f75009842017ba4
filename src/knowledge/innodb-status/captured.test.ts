import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { innodbStatusSections, parseInnodbStatus, type StatusSections } from '.';

const text = (name: string) =>
  readFileSync(new URL(`../../../test/knowledge/texts/${name}.txt`, import.meta.url), 'utf8');
const read = (name: string) => parseInnodbStatus(text(name));

const servers = ['mysql56', 'mysql97', 'mariadb1011', 'mariadb118'] as const;
const states = ['fresh', 'loaded', 'deadlock', 'locks', 'foreign-key', 'foreign-key-parent', 'idle'] as const;

describe.each(servers)('%s', (server) => {
  test.each(states)('%s: every line has a known form, and nothing is missing', (state) => {
    const status = read(`${server}-${state}`);
    expect(status.unknownLines).toEqual([]);
    expect(status.truncated).toBeNull();
    const { background, semaphores, transactions, io, log, bufferPool, rows } = status;
    for (const section of [background, semaphores, transactions, io, log, bufferPool, rows])
      expect(section).not.toBeNull();
    expect(status.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(status.averagedSeconds).not.toBeNull();
    expect(transactions?.historyListLength).toBeGreaterThanOrEqual(0);
    expect(log?.checkpointAge).toBeGreaterThanOrEqual(0);
    expect(bufferPool?.size).toBeGreaterThan(8000);
    expect((status.adaptiveHash?.partitions.length ?? 0) > 0).toBe(true);
    expect(status.insertBuffer === null).toBe(server.startsWith('mariadb'));
    expect(bufferPool?.instances.map(({ instance }) => instance)).toEqual(
      server.startsWith('mysql') ? [0, 1] : [],
    );
    expect(status.latestDeadlock === null).toBe(state === 'fresh' || state === 'loaded');
  });

  test.each(states)('%s: a section that is read alone is the same as in the whole', (state) => {
    const judged = ({
      at,
      semaphores,
      latestDeadlock,
      transactions,
      log,
      rows,
      truncated,
    }: StatusSections) => ({
      ...{ at, semaphores, latestDeadlock, transactions, log, rows, truncated },
    });
    const name = `${server}-${state}`;
    expect(judged(innodbStatusSections(text(name)))).toEqual(judged(read(name)));
  });

  test('the totals of the buffer pool are those of its instances', () => {
    const pool = read(`${server}-loaded`).bufferPool;
    if (pool === null || pool.instances.length === 0) return;
    for (const field of ['size', 'free', 'database', 'modified', 'pendingReads', 'lruLength'] as const)
      expect(pool.instances.reduce((sum, instance) => sum + (instance[field] ?? 0), 0)).toBe(pool[field]);
  });

  test('the load waits for row locks', () => {
    const list = read(`${server}-loaded`).transactions?.list ?? [];
    const waiting = list.filter(({ phase }) => phase === 'LOCK WAIT');
    expect(waiting.length).toBeGreaterThan(0);
    for (const transaction of waiting) {
      expect(transaction).toMatchObject({
        state: 'active',
        operation: 'starting index read',
        tablesLocked: 1,
      });
      expect(transaction.statement).toMatch(/^UPDATE sbtest1 SET k=k\+1 WHERE id=(\?|\d+)$/);
      expect(transaction.connection).toMatch(/^\d+$/);
      expect(transaction.waitsFor).toMatchObject([
        {
          kind: 'record',
          mode: 'X',
          covers: 'record',
          waiting: true,
          table: '`sbtest`.`sbtest1`',
          index: 'PRIMARY',
        },
      ]);
      expect(transaction.waitsFor[0]?.transaction).toBe(transaction.id);
    }
  });

  test('a deadlock: who held what, who waited for what, who was rolled back', () => {
    const deadlock = read(`${server}-deadlock`).latestDeadlock;
    expect(deadlock?.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(deadlock).toMatchObject({ victim: 1, searchGivenUp: false });
    expect(deadlock?.transactions).toHaveLength(2);
    const statements = deadlock?.transactions.map(({ statement }) => statement) ?? [];
    expect([...statements].sort()).toEqual([
      "UPDATE t.h SET k = 10 /* it's\nmine */ WHERE id = 2",
      "UPDATE t.h SET k = 20\n\n  WHERE id = 1 AND 'ab' = 'ab'",
    ]);
    const [first, last] = deadlock?.transactions ?? [];
    for (const transaction of [first, last])
      expect(transaction).toMatchObject({ undoEntries: 1, rowLocks: 2, operation: 'starting index read' });
    const row = { kind: 'record', mode: 'X', covers: 'record', table: '`t`.`h`', index: 'PRIMARY' };
    expect(first?.waitsFor).toMatchObject([{ ...row, waiting: true }]);
    expect(last?.waitsFor).toMatchObject([{ ...row, waiting: true }]);
    // What one waits for the other holds. MySQL 5.6 does not say what the first holds.
    expect(last?.holds).toMatchObject([
      { ...row, waiting: false, heapNumbers: first?.waitsFor[0]?.heapNumbers },
    ]);
    if (server === 'mysql56') expect(first?.holds).toEqual([]);
    else expect(first?.holds).toMatchObject([{ ...row, heapNumbers: last?.waitsFor[0]?.heapNumbers }]);
  });

  test('the lock monitor: row, gap, table and partition locks, the wait and its statement', () => {
    const list = read(`${server}-locks`).transactions?.list ?? [];
    const writer = list.find(({ undoEntries }) => undoEntries === 1);
    const held = writer?.holds.map(({ kind, mode, covers, index, partition }) => ({
      kind,
      mode,
      covers,
      index,
      partition,
    }));
    const record = (covers: string, index: string, partition: string | null = null) => ({
      kind: 'record',
      mode: 'X',
      covers,
      index,
      partition,
    });
    const table = (partition: string | null) => ({
      kind: 'table',
      mode: 'IX',
      covers: null,
      index: null,
      partition,
    });
    expect(held).toHaveLength(6);
    expect(held).toEqual(
      expect.arrayContaining([
        table(null),
        table('Partition `p1`'),
        record('next-key', 'k'),
        record('record', 'PRIMARY'),
        record('gap', 'k'),
        record('record', 'PRIMARY', 'Partition `p1`'),
      ]),
    );
    const waiter = list.find(({ phase }) => phase === 'LOCK WAIT');
    expect(waiter).toMatchObject({
      statement: "UPDATE t.h SET k = 31 WHERE id = 3 AND 'x' <> 'y'",
      waitsFor: [{ kind: 'record', covers: 'record', heapNumbers: [4] }],
      holds: [{ kind: 'table', mode: 'IX' }],
    });
    expect(Math.floor(waiter?.waitingSeconds ?? 0)).toBe(2);
  });

  test('a foreign key error in the child and in the parent', () => {
    const child = read(`${server}-foreign-key`).latestForeignKeyError;
    const definition = 'CONSTRAINT `has_parent` FOREIGN KEY (`parent`) REFERENCES `parent` (`id`)';
    const common = { childTable: '`t`.`child`', constraint: 'has_parent', definition, explanation: [] };
    expect(child).toMatchObject({
      ...common,
      refusedIn: 'child',
      parentTable: '`t`.`parent`',
      childIndex: 'by_parent',
      parentIndex: 'PRIMARY',
      transaction: { statement: "INSERT INTO t.child VALUES (2, 77 + LENGTH('ab'))", operation: 'inserting' },
    });
    expect(read(`${server}-foreign-key-parent`).latestForeignKeyError).toMatchObject({
      ...common,
      refusedIn: 'parent',
      childIndex: 'by_parent',
      parentIndex: 'PRIMARY',
      transaction: { statement: 'DELETE FROM t.parent WHERE id = 2' },
    });
  });
});

test('a reader with an old view is seen, except in MySQL 9.7, which does not print it', () => {
  const views = servers.map((server) =>
    read(`${server}-locks`).transactions?.list.flatMap(({ readView, state, seconds }) =>
      readView === null ? [] : [{ ...readView, state, aged: (seconds ?? 0) >= 2 }],
    ),
  );
  const view = { seesBelow: expect.stringMatching(/^\d+$/), notFrom: expect.stringMatching(/^\d+$/) };
  const reader = [{ ...view, state: 'active', aged: true }];
  expect(views).toEqual([reader, [], reader, reader]);
});

describe('under contention for the adaptive hash index', () => {
  test('MySQL 5.6: where threads wait, who holds the latch', () => {
    const status = read('mysql56-contention');
    expect(status.semaphores?.spins).toEqual([
      { lock: 'mutex', spins: '3', rounds: '90', osWaits: '1', roundsPerWait: 30 },
      { lock: 'rw-shared', spins: '25', rounds: '600', osWaits: '20', roundsPerWait: 24 },
      { lock: 'rw-excl', spins: '1', rounds: '60', osWaits: '2', roundsPerWait: 60 },
    ]);
    expect(status.semaphores).toMatchObject({ reservations: '23', signals: '4' });
    const made = { ahi: { file: 'btr0sea.cc', line: 173 }, block: { file: 'buf0buf.cc', line: 1021 } };
    expect(
      status.semaphores?.waiting.map(({ file, line, lock, created, holder }) => [
        file,
        line,
        lock,
        created,
        holder?.thread,
      ]),
    ).toEqual([
      ['btr0sea.cc', 1331, 's-lock', made.ahi, '140142236690112'],
      ['btr0cur.cc', 2041, 'x-lock', made.ahi, '140142236690112'],
      ['row0sel.cc', 4138, 's-lock', made.block, '140142235879104'],
      ['row0upd.cc', 2354, 'wait-x-lock', made.block, '140142169327296'],
    ]);
    expect(status.semaphores?.waiting[3]).toMatchObject({
      readers: 1,
      holder: { mode: 'wait exclusive', place: null },
      lastReadLocked: { file: 'row0sel.cc', line: 4138 },
      lastWriteLocked: { file: 'row0ins.cc', line: 2338 },
      ended: false,
    });
    expect(status.adaptiveHash).toEqual({
      partitions: [{ cells: 276_671, buffers: 1, usedCells: null }],
      searchesPerSecond: 1000,
      nonHashSearchesPerSecond: 171_000,
    });
    expect(status.background).toEqual({
      loops: { srv_active: '0', srv_shutdown: '0', srv_idle: '3109' },
      logFlushesAndWrites: '3109',
    });
  });

  test('MySQL 9.7 names its mutexes and their owners', () => {
    const status = read('mysql97-contention');
    expect(status.semaphores?.waiting[2]).toEqual({
      thread: '140667437938368',
      file: 'trx0trx.cc',
      line: 391,
      seconds: 0,
      lock: 'mutex',
      object: 'TRX_POOL',
      created: { file: 'trx0trx.cc', line: 388 },
      holder: { thread: '140667466471104', mode: null, place: null },
      readers: null,
      reader: null,
      lastReadLocked: null,
      lastWriteLocked: null,
      ended: false,
    });
    expect(status.io).toMatchObject({
      pendingReads: 0,
      pendingLogFlushes: 1,
      pendingFlushes: 0,
      fsyncs: '121',
    });
    expect(status.io?.threads).toHaveLength(9);
    expect(status.io?.threads[1]).toEqual({
      number: 1,
      state: 'waiting for completed aio requests',
      purpose: 'read thread',
    });
    expect(status.log).toMatchObject({
      capacity: '104857600',
      writtenUpTo: '19659517',
      flushedUpTo: '19658472',
      dirtyPagesAddedUpTo: '19661395',
      checkpointAge: 167_415,
      newestFile: '6',
      operations: '128',
    });
    expect(status.rows).toMatchObject({
      queriesInside: 0,
      queriesInQueue: 0,
      readViews: 2,
      mainThreadState: 'sleeping',
      rows: { inserted: '512', readsPerSecond: 1_484_000 },
      systemRows: { read: '5775', readsPerSecond: 0 },
    });
    expect(status.transactions?.list.at(-1)).toMatchObject({ state: 'prepared', seconds: 0, undoEntries: 1 });
  });

  test('MariaDB 11.8 prints no waits, one number of pending flushes, and addresses as ids', () => {
    const status = read('mariadb118-contention');
    expect(status.semaphores).toEqual({ reservations: null, signals: null, spins: [], waiting: [] });
    expect(status.io).toMatchObject({
      pendingReads: null,
      pendingLogFlushes: null,
      pendingFlushes: 0,
      threads: [],
    });
    expect(status.bufferPool).toMatchObject({
      size: 8112,
      modified: 284,
      modifiedPercent: 3.501,
      modifiedPercentLimit: 90,
      pendingSinglePageWrites: null,
      created: '274',
    });
    expect(status.rows).toMatchObject({ queriesInside: null, readViews: 20, mainThreadState: 'sleeping' });
    expect(status.transactions?.list[2]).toMatchObject({
      id: '0x7feead13b680',
      readView: { seesBelow: '2654', notFrom: '2680' },
    });
    expect(status.adaptiveHash).toBeNull();
  });
});

test('Windows line endings change nothing', () => {
  for (const server of servers) {
    const whole = text(`${server}-locks`);
    expect(parseInnodbStatus(whole.replaceAll('\n', '\r\n'))).toEqual(parseInnodbStatus(whole));
  }
});
