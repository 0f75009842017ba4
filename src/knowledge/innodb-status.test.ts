import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseInnodbStatus } from './innodb-status';

/** Texts of real servers under load, with repeated threads and transactions cut out. */
const text = (server: string) =>
  readFileSync(new URL(`../../test/knowledge/texts/innodb-status-${server}.txt`, import.meta.url), 'utf8');

test('MySQL 5.6 under adaptive hash index contention', () => {
  const status = parseInnodbStatus(text('mysql56'));
  expect(status.semaphores?.spins).toEqual([
    { lock: 'mutex', spins: 3, rounds: 90, osWaits: 1, roundsPerWait: 30 },
    { lock: 'rw-shared', spins: 25, rounds: 600, osWaits: 20, roundsPerWait: 24 },
    { lock: 'rw-excl', spins: 1, rounds: 60, osWaits: 2, roundsPerWait: 60 },
  ]);
  expect(
    status.semaphores?.waiting.map(({ file, line, lock, created }) => ({ file, line, lock, created })),
  ).toEqual([
    { file: 'btr0sea.cc', line: 1331, lock: 's-lock', created: 'btr0sea.cc:173' },
    { file: 'btr0cur.cc', line: 2041, lock: 'x-lock', created: 'btr0sea.cc:173' },
    { file: 'row0sel.cc', line: 4138, lock: 's-lock', created: 'buf0buf.cc:1021' },
    { file: 'row0upd.cc', line: 2354, lock: 'x-lock', created: 'buf0buf.cc:1021' },
  ]);
  expect(status.transactions).toEqual({
    historyListLength: 10,
    purgeState: 'running but idle',
    listed: 6,
    active: 2,
    lockWaits: 0,
  });
  expect(status.latestDeadlockAt).toBe('2026-11-21 04:14:15');
  expect(status.adaptiveHash).toEqual({ searchesPerSecond: 1000, nonHashSearchesPerSecond: 171_000 });
  expect(status.log).toMatchObject({
    sequenceNumber: '1783487',
    checkpointAge: 139_935,
    maxCheckpointAge: null,
  });
  expect(status.rows).toEqual({ queriesInside: 0, queriesInQueue: 0, readViews: 15 });
});

test('MySQL 9.7 names its mutexes and counts pending requests by thread', () => {
  const status = parseInnodbStatus(text('mysql97'));
  expect(status.semaphores?.waiting[2]).toEqual({
    thread: '140667437938368',
    file: 'trx0trx.cc',
    line: 391,
    seconds: 0,
    lock: 'mutex',
    object: 'TRX_POOL',
    created: 'trx0trx.cc:388',
  });
  expect(status.semaphores?.spins.map(({ lock }) => lock)).toEqual(['rw-shared', 'rw-excl', 'rw-sx']);
  expect(status.io).toEqual({ pendingReads: 0, pendingWrites: 0, pendingLogFlushes: 1, pendingFlushes: 0 });
  expect(status.bufferPool).toMatchObject({
    size: 8191,
    free: 7122,
    database: 1069,
    modified: 14,
    hitsPerThousand: 1000,
  });
  expect(status.log?.checkpointAge).toBe(167_415);
});

test('MariaDB 11.8 prints no spins, no single-page writes and one number of pending flushes', () => {
  const status = parseInnodbStatus(text('mariadb118'));
  expect(status.semaphores).toEqual({ spins: [], waiting: [] });
  expect(status.io).toEqual({
    pendingReads: null,
    pendingWrites: null,
    pendingLogFlushes: null,
    pendingFlushes: 0,
  });
  expect(status.bufferPool).toMatchObject({ size: 8112, modified: 284, pendingSinglePageWrites: null });
  expect(status.log).toMatchObject({
    sequenceNumber: '448461',
    lastCheckpointAt: '45466',
    checkpointAge: 402_995,
  });
  expect(status.transactions).toMatchObject({ listed: 6, active: 5 });
  expect(status.rows).toEqual({ queriesInside: null, queriesInQueue: null, readViews: 20 });
});

test('what Percona Server adds is read; positions above 2^53 stay exact', () => {
  const log = parseInnodbStatus(
    '---\nLOG\n---\nLog sequence number 20000000000000000003\nLast checkpoint at  20000000000000000001\nMax checkpoint age    80826164\n',
  ).log;
  expect(log).toMatchObject({
    sequenceNumber: '20000000000000000003',
    checkpointAge: 2,
    maxCheckpointAge: 80_826_164,
  });
});

test('waiting requests are added up where only the threads are printed', () => {
  const io = (line: string) => parseInnodbStatus(`--------\nFILE I/O\n--------\n${line}\n`).io;
  expect(io('Pending normal aio reads: [3, 0, 4] , aio writes: [1] ,')).toMatchObject({
    pendingReads: 7,
    pendingWrites: 1,
  });
  expect(io('Pending normal aio reads: 5 [3, 2] , aio writes: 0 [0, 0] ,')).toMatchObject({
    pendingReads: 5,
  });
  expect(io('Pending normal aio reads: 12, aio writes: 2,')).toMatchObject({
    pendingReads: 12,
    pendingWrites: 2,
  });
});

test('sections that are not there are null; a cut text is read as far as it goes', () => {
  expect(Object.values(parseInnodbStatus('')).every((value) => value === null)).toBe(true);
  const whole = text('mysql97');
  for (let length = 0; length < whole.length; length += 97) parseInnodbStatus(whole.slice(0, length));
  const cut = parseInnodbStatus(whole.slice(0, whole.indexOf('FILE I/O')));
  expect(cut.transactions?.historyListLength).toBe(15);
  expect(cut.log).toBeNull();
});

test('Windows line endings change nothing', () => {
  const whole = text('mysql56');
  expect(parseInnodbStatus(whole.replaceAll('\n', '\r\n'))).toEqual(parseInnodbStatus(whole));
});
