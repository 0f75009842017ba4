import { expect, test } from 'vitest';
import { parseInnodbStatus } from '.';

// Formats of servers that the tests do not start. The examples are made for the purpose; each test names where the
// format is documented.

const whole = (...sections: [title: string, ...lines: string[]][]): string =>
  [
    '=====================================',
    '131017 10:33:50 INNODB MONITOR OUTPUT',
    '=====================================',
    'Per second averages calculated from the last 6 seconds',
    ...sections.flatMap(([title, ...lines]) => {
      const dashes = '-'.repeat(title === 'INDIVIDUAL BUFFER POOL INFO' ? 22 : title.length);
      return [dashes, title, dashes, ...lines];
    }),
    '----------------------------',
    'END OF INNODB MONITOR OUTPUT',
    '============================',
    '',
  ].join('\n');

const read = (...sections: [title: string, ...lines: string[]][]) => {
  const status = parseInnodbStatus(whole(...sections));
  expect(status.unknownLines).toEqual([]);
  expect(status.truncated).toBeNull();
  return status;
};

// MySQL 5.1 manual, "InnoDB Standard Monitor and Lock Monitor Output"; sync0arr.c, trx0trx.c, ibuf0ibuf.c of 5.0 and 5.1.
test('MySQL 5.0 and 5.1: numbers in halves, waits without rounds, one line for all fields of a record', () => {
  const status = read(
    [
      'SEMAPHORES',
      'OS WAIT ARRAY INFO: reservation count 413452, signal count 378357',
      '--Thread 32782 has waited at btr0sea.c line 1477 for 0.50 seconds the semaphore:',
      'X-lock on RW-latch at 41a28668 created in file btr0sea.c line 135',
      'a writer (thread id 32782) has reserved it in mode  wait exclusive',
      'number of readers 1, waiters flag 1',
      'Last time read locked in file btr0sea.c line 731',
      'Last time write locked in file btr0sea.c line 1347',
      '--Thread 32783 has waited at ibuf0ibuf.c line 2302 for 0.00 seconds the semaphore:',
      'Mutex at 0x2aab created file ibuf0ibuf.c line 394, lock var 1',
      'waiters flag 1',
      'wait is ending',
      'Mutex spin waits 5672442, rounds 3899888, OS waits 4719',
      'RW-shared spins 5920, OS waits 2918; RW-excl spins 3463, OS waits 3163',
    ],
    [
      'LATEST DETECTED DEADLOCK',
      '030709 12:59:58',
      '*** (1) TRANSACTION:',
      'TRANSACTION 0 290252780, ACTIVE 1 sec, process no 3185, OS thread id 30733 inserting',
      'LOCK WAIT 3 lock struct(s), heap size 320, undo log entries 146',
      'MySQL thread id 21, query id 4553379 localhost user update',
      "INSERT INTO notes VALUES ('a')",
      '*** (1) WAITING FOR THIS LOCK TO BE GRANTED:',
      'RECORD LOCKS space id 0 page no 48310 n bits 568 index `owner` of table `test/notes` trx id 0 290252780 lock mode S waiting',
      'Record lock, heap no 324 PHYSICAL RECORD: n_fields 2; 1-byte offs TRUE; info bits 32',
      ' 0: len 7; hex 61613335383137; asc aa35817;; 1: len 4; hex 8020c0a1; asc     ;;',
      '',
      '*** (2) TRANSACTION:',
      'TRANSACTION 0 290251546, ACTIVE 2 sec, process no 3190, OS thread id 32782 inserting, thread declared inside InnoDB 500',
      '130 lock struct(s), heap size 11584, undo log entries 4437',
      'MySQL thread id 23, query id 4554396 localhost user update',
      "REPLACE INTO notes VALUES ('b')",
      '*** (2) HOLDS THE LOCK(S):',
      'TABLE LOCK table `test/notes` trx id 0 290251546 lock mode IX',
      '*** (2) WAITING FOR THIS LOCK TO BE GRANTED:',
      'RECORD LOCKS space id 0 page no 48310 n bits 568 index `owner` of table `test/notes` trx id 0 290251546 lock_mode X locks gap before rec insert intention waiting',
      '*** WE ROLL BACK TRANSACTION (1)',
    ],
    [
      'TRANSACTIONS',
      'Trx id counter 1 290328385',
      "Purge done for trx's n:o < 1 290315608 undo n:o < 0 17",
      'History list length 20',
      'Total number of lock structs in row lock hash table 70',
      'LIST OF TRANSACTIONS FOR EACH SESSION:',
      '---TRANSACTION 0 0, not started, process no 3491, OS thread id 42002',
      'MySQL thread id 32, query id 4668737 localhost user',
      'show innodb status',
      '---TRANSACTION 0 290328384, ACTIVE 3 sec, process no 3205, OS thread id 38929 fetching rows, thread declared inside InnoDB 442',
      'mysql tables in use 1, locked 0',
      'MySQL thread id 29, query id 4668736 localhost user Sending data',
      'SELECT * FROM t',
      'Trx read view will not see trx with id >= 0 290328385, sees < 0 290315608',
    ],
    [
      'FILE I/O',
      'I/O thread 0 state: waiting for i/o request (insert buffer thread)',
      'I/O thread 1 state: doing file i/o (log thread) ev set',
      'Pending normal aio reads: 12, aio writes: 2,',
      " ibuf aio reads: 1, log i/o's: 3, sync i/o's: 4",
      'Pending flushes (fsync) log: 1; buffer pool: 5',
      '151671 OS file reads, 94747 OS file writes, 8750 OS fsyncs',
      '1 pending preads, 2 pending pwrites',
      '25.44 reads/s, 18494 avg bytes/read, 17.55 writes/s, 2.33 fsyncs/s',
    ],
    [
      'INSERT BUFFER AND ADAPTIVE HASH INDEX',
      'Ibuf: size 1, free list len 19, seg size 21,',
      '85004 inserts, 85004 merged recs, 26669 merges',
      'Hash table size 207619, used cells 14461, node heap has 16 buffer(s)',
      '1877.67 hash searches/s, 5121.10 non-hash searches/s',
    ],
    [
      'LOG',
      'Log sequence number 18 1212842764',
      'Log flushed up to   18 1212665295',
      'Last checkpoint at  18 1135877290',
      '0 pending log writes, 1 pending chkp writes',
      "4341 log i/o's done, 1.22 log i/o's/second",
    ],
    [
      'BUFFER POOL AND MEMORY',
      'Total memory allocated 84966343; in additional pool allocated 1402624',
      'Dictionary memory allocated 54030',
      'Buffer pool size   3200',
      'Free buffers       110',
      'Database pages     3074',
      'Modified db pages  2674',
      'Pending reads 0',
      'Pending writes: LRU 0, flush list 3, single page 1',
      'Pages read 171380, created 51968, written 194688',
      '28.72 reads/s, 20.72 creates/s, 47.55 writes/s',
      'Buffer pool hit rate 999 / 1000',
    ],
    [
      'ROW OPERATIONS',
      '8 queries inside InnoDB, 2 queries in queue',
      '3 read views open inside InnoDB',
      'Main thread process no. 3004, id 7176, state: purging',
      'Number of rows inserted 3738558, updated 127415, deleted 33707, read 755779',
      '1586.13 inserts/s, 50.89 updates/s, 28.44 deletes/s, 107.88 reads/s',
    ],
  );
  expect(status).toMatchObject({
    at: '131017 10:33:50',
    averagedSeconds: 6,
    background: null,
    semaphores: {
      reservations: '413452',
      signals: '378357',
      spins: [
        { lock: 'mutex', spins: '5672442', rounds: '3899888', osWaits: '4719', roundsPerWait: null },
        { lock: 'rw-shared', spins: '5920', rounds: null, osWaits: '2918' },
        { lock: 'rw-excl', spins: '3463', rounds: null, osWaits: '3163' },
      ],
      waiting: [
        {
          lock: 'x-lock',
          seconds: 0.5,
          created: { file: 'btr0sea.c', line: 135 },
          holder: { thread: '32782' },
        },
        { lock: 'mutex', created: { file: 'ibuf0ibuf.c', line: 394 }, holder: null, ended: true },
      ],
    },
    latestDeadlock: {
      at: '030709 12:59:58',
      victim: 0,
      transactions: [
        {
          id: '0 290252780',
          operation: 'inserting',
          undoEntries: 146,
          connection: '21',
          statement: "INSERT INTO notes VALUES ('a')",
          waitsFor: [
            {
              mode: 'S',
              covers: 'next-key',
              table: '`test/notes`',
              transaction: '0 290252780',
              heapNumbers: [324],
            },
          ],
        },
        {
          ticketsInside: 500,
          holds: [{ kind: 'table', mode: 'IX' }],
          waitsFor: [{ mode: 'X', covers: 'insert-intention' }],
        },
      ],
    },
    transactions: {
      nextId: '1 290328385',
      purgedBelow: '1 290315608',
      purgedUndoBelow: '0 17',
      purgeState: null,
      historyListLength: 20,
      rowLockStructs: 70,
      list: [
        { id: '0 0', state: 'not started', operation: null, statement: 'show innodb status' },
        {
          seconds: 3,
          operation: 'fetching rows',
          ticketsInside: 442,
          readView: { seesBelow: '0 290315608' },
        },
      ],
    },
    io: {
      threads: [{ purpose: 'insert buffer thread' }, { state: 'doing file i/o', purpose: 'log thread' }],
      pendingReads: 12,
      pendingReadsByThread: null,
      pendingWrites: 2,
      pendingInsertBufferReads: 1,
      pendingLogOperations: 3,
      pendingSynchronous: 4,
      pendingFlushes: 5,
      pendingPreads: 1,
      pendingPwrites: 2,
      bytesPerRead: 18494,
    },
    insertBuffer: { segment: 21, inserts: '85004', mergedRecords: '85004', merges: '26669', merged: null },
    adaptiveHash: {
      partitions: [{ cells: 207_619, usedCells: 14_461, buffers: 16 }],
      searchesPerSecond: 1877.67,
    },
    log: {
      // 18 x 2^32 + 1212842764
      sequenceNumber: '78522254092',
      checkpointAge: 76_965_474,
      pendingWrites: 0,
      pendingCheckpointWrites: 1,
    },
    bufferPool: {
      additionalPoolBytes: '1402624',
      hitsPerThousand: 999,
      youngPerThousand: null,
      oldDatabase: null,
    },
    rows: {
      queriesInside: 8,
      queriesInQueue: 2,
      mainThreadState: 'purging',
      rows: { insertsPerSecond: 1586.13 },
    },
  });
});

// github.com/BrightcoveOS/Diamond issue 251 (texts of 5.5.8 and 5.5.17); sync0arr.c, sync0rw.c of 5.5.
test('MySQL 5.5: loops by period, hexadecimal ids, latches by name', () => {
  const status = read(
    [
      'BACKGROUND THREAD',
      'srv_master_thread loops: 53 1_second, 44 sleeps, 5 10_second, 7 background, 7 flush',
      'srv_master_thread log flush and writes: 48',
    ],
    [
      'SEMAPHORES',
      'OS WAIT ARRAY INFO: reservation count 19791, signal count 16759',
      '--Thread 1401 has waited at trx0trx.c line 207 for 0.00 seconds the semaphore:',
      "Mutex at 0x14d6 '&kernel_mutex', lock var 1",
      'waiters flag 1',
      '--Thread 1402 has waited at btr0sea.c line 1170 for 1.00 seconds the semaphore:',
      "S-lock on RW-latch at 0x2b8 '&btr_search_latch'",
      'number of readers 0, waiters flag 1, lock_word: 0',
      'RW-shared spins 786, rounds 21423, OS waits 702',
      'RW-excl spins 1222, rounds 15276, OS waits 316',
      'Mutex spin waits 254562, rounds 1025105, OS waits 18606',
      'Spin rounds per wait: 4.03 mutex, 27.26 RW-shared, 12.50 RW-excl',
    ],
    [
      'TRANSACTIONS',
      'Trx id counter 1B588AD6',
      "Purge done for trx's n:o < 1B584EEF undo n:o < 0",
      'History list length 399',
      'LIST OF TRANSACTIONS FOR EACH SESSION:',
      '---TRANSACTION 1B588AD5, ACTIVE 12 sec inserting',
      'mysql tables in use 1, locked 1',
      '1 lock struct(s), heap size 376, 0 row lock(s), undo log entries 1',
      'MySQL thread id 110202, OS thread handle 0x505ce940, query id 3463250 192.0.2.7 app update',
      'INSERT INTO t VALUES (1)',
    ],
  );
  expect(status.background).toEqual({
    loops: { '1_second': '53', sleeps: '44', '10_second': '5', background: '7', flush: '7' },
    logFlushesAndWrites: '48',
  });
  expect(status.semaphores?.waiting).toMatchObject([
    { lock: 'mutex', object: 'kernel_mutex', created: null },
    { lock: 's-lock', object: 'btr_search_latch', created: null, seconds: 1 },
  ]);
  expect(status.semaphores?.spins.map(({ roundsPerWait }) => roundsPerWait)).toEqual([4.03, 27.26, 12.5]);
  expect(status.transactions).toMatchObject({
    nextId: '1B588AD6',
    purgeState: null,
    list: [{ id: '1B588AD5', seconds: 12, session: '192.0.2.7 app update' }],
  });
});

// MySQL 5.7 manual, "InnoDB Standard Monitor and Lock Monitor Output"; lizardfs issue 659 (5.7.21); sync0arr.cc 5.7.
test('MySQL 5.7: sx-locks, mutexes with their makers, requests by thread, pending log flushes', () => {
  const status = read(
    [
      'SEMAPHORES',
      'OS WAIT ARRAY INFO: reservation count 119',
      'OS WAIT ARRAY INFO: reservation count 2',
      '--Thread 140474 has waited at fil0fil.cc line 3111 for 2.00 seconds the semaphore:',
      'SX-lock on RW-latch at 0x3ca8738 created in file dict0dict.cc line 1183',
      'a writer (thread id 140406) has reserved it in mode  SX',
      'number of readers 0, waiters flag 1, lock_word: 10000000',
      'Last time read locked in file row0purge.cc line 862',
      'Last time write locked in file /export/home/pb2/build/storage/innobase/dict/dict0stats.cc line 2376',
      '--Thread 140475 has waited at log0log.ic line 491 for 0.00 seconds the semaphore:',
      'Mutex at 0x33ab0f8, Mutex LOG_SYS created log0log.cc:847, lock var 1',
      '',
      'OS WAIT ARRAY INFO: signal count 103',
      'RW-shared spins 0, rounds 290, OS waits 140',
      'RW-excl spins 0, rounds 1262, OS waits 36',
      'RW-sx spins 6, rounds 159, OS waits 5',
      'Spin rounds per wait: 290.00 RW-shared, 1262.00 RW-excl, 26.50 RW-sx',
    ],
    [
      'FILE I/O',
      'Pending normal aio reads: [3, 0, 4, 0] , aio writes: [1, 0, 0, 0] ,',
      " ibuf aio reads:, log i/o's:, sync i/o's:",
      'Pending flushes (fsync) log: 0; buffer pool: 0',
    ],
    [
      'LOG',
      'Log sequence number 7091687636',
      'Log flushed up to   7091687636',
      'Pages flushed up to 7091687636',
      'Last checkpoint at  7091687627',
      '1 pending log flushes, 0 pending chkp writes',
      "10 log i/o's done, 0.00 log i/o's/second",
    ],
    ['ROW OPERATIONS', 'Process ID=24767, Main thread ID=140449, state: sleeping'],
  );
  expect(status.semaphores).toMatchObject({
    reservations: '121',
    waiting: [
      {
        lock: 'sx-lock',
        holder: { thread: '140406', mode: 'SX' },
        lastWriteLocked: { file: 'dict0stats.cc' },
      },
      { lock: 'mutex', object: 'LOG_SYS', created: { file: 'log0log.cc', line: 847 }, holder: null },
    ],
  });
  expect(status.semaphores?.spins.at(-1)).toEqual({
    lock: 'rw-sx',
    spins: '6',
    rounds: '159',
    osWaits: '5',
    roundsPerWait: 26.5,
  });
  expect(status.io).toMatchObject({
    pendingReads: 7,
    pendingReadsByThread: [3, 0, 4, 0],
    pendingWrites: 1,
    pendingInsertBufferReads: null,
  });
  expect(status.log).toMatchObject({ checkpointAge: 9, pendingFlushes: 1, pendingWrites: null });
  expect(status.rows?.mainThreadState).toBe('sleeping');
});

// MySQL 8.0 manual, same chapter; chess-data issue 38 (8.0, owner of a mutex).
test('MySQL 8.0: log positions of each step, the owner of a mutex, three transactions in a deadlock', () => {
  const part = (number: number, id: number) => [
    `*** (${number}) TRANSACTION:`,
    `TRANSACTION ${id}, ACTIVE 1 sec starting index read`,
    'LOCK WAIT 3 lock struct(s), heap size 1136, 2 row lock(s)',
    `MySQL thread id ${number}, OS thread handle 14, query id ${number} localhost root updating`,
    'UPDATE t SET a = 1',
    '',
    `*** (${number}) HOLDS THE LOCK(S):`,
    `RECORD LOCKS space id 2 page no 4 n bits 72 index PRIMARY of table \`t\`.\`t\` trx id ${id} lock_mode X locks rec but not gap`,
    `Record lock, heap no ${number + 1}`,
    '',
    `*** (${number}) WAITING FOR THIS LOCK TO BE GRANTED:`,
    `RECORD LOCKS space id 2 page no 4 n bits 72 index PRIMARY of table \`t\`.\`t\` trx id ${id} lock_mode X locks rec but not gap waiting`,
    '',
  ];
  const status = read(
    [
      'SEMAPHORES',
      '--Thread 134534 has waited at log0meb.cc line 1783 for 7988 seconds the semaphore:',
      'Mutex at 0x7a5bc482f440, Mutex LOG_FILES created log0log.cc:642, locked by 134534446188096',
      '',
    ],
    [
      'LATEST DETECTED DEADLOCK',
      '2024-09-10 18:36:09 0x7f97',
      ...part(1, 11),
      ...part(2, 12),
      ...part(3, 13),
      '*** WE ROLL BACK TRANSACTION (3)',
    ],
    [
      'LOG',
      'Log sequence number          13793197307',
      'Log buffer assigned up to    13793197306',
      'Log buffer completed up to   13793197305',
      'Log written up to            13793197304',
      'Log flushed up to            13793197303',
      'Added dirty pages up to      13793197302',
      'Pages flushed up to          13793195904',
      'Last checkpoint at           13793195900',
      'Log minimum file id is       4194',
      'Log maximum file id is       4211',
      "7769907 log i/o's done, 1.11 log i/o's/second",
    ],
  );
  expect(status.semaphores?.waiting).toMatchObject([
    { seconds: 7988, object: 'LOG_FILES', holder: { thread: '134534446188096' } },
  ]);
  expect(status.latestDeadlock?.victim).toBe(2);
  expect(
    status.latestDeadlock?.transactions.map(({ holds, waitsFor }) => [
      holds[0]?.heapNumbers,
      waitsFor.length,
    ]),
  ).toEqual([
    [[2], 1],
    [[3], 1],
    [[4], 1],
  ]);
  expect(status.log).toMatchObject({
    bufferCompletedUpTo: '13793197305',
    checkpointAge: 1407,
    oldestFile: '4194',
  });
});

// Percona Server 5.5 to 8.0 manuals, "Extended SHOW ENGINE INNODB STATUS"; log0log.cc of Percona Server 8.0.
test('Percona Server: ages of the checkpoint, memory of hash tables, the oldest view, transactions last', () => {
  const status = read(
    [
      'LOG',
      'Log sequence number 20000000000000000003',
      'Last checkpoint at  20000000000000000001',
      'Max checkpoint age    80826164',
      'Checkpoint age target 78300347',
      'Modified age          2',
      'Checkpoint age        2',
      'Modified age no less than    20000000000000000001',
      'Log tracking enabled',
      'Log tracked up to   19999999999999999990',
      'Max tracked LSN age 72937677',
    ],
    [
      'BUFFER POOL AND MEMORY',
      'Total memory allocated 558891008; in additional pool allocated 0',
      'Total memory allocated by read views 96',
      'Internal hash tables (constant factor + variable factor)',
      '    Adaptive hash index 8937168 \t(8851048 + 86120)',
      '    Page hash           553976 (buffer pool 0 only)',
      '    Dictionary cache    3947045 \t(2214224 + 1732821)',
      'Dictionary memory allocated 1732821',
      'Buffer pool size        32767',
      'Buffer pool size, bytes 536854528',
      'No buffer pool page gets since the last printout',
    ],
    [
      'INDIVIDUAL BUFFER POOL INFO',
      '---BUFFER POOL 0',
      'Buffer pool size        16383',
      'Buffer pool size, bytes 268419072',
    ],
    [
      'ROW OPERATIONS',
      '2 queries inside InnoDB, 0 queries in queue',
      '2 read views open inside InnoDB',
      '1 RW transactions active inside InnoDB',
      '0 RO transactions active inside InnoDB',
      '1 out of 1000 descriptors used',
      '---OLDEST VIEW---',
      'Normal read view',
      'Read view low limit trx n:o 505',
      'Read view up limit trx id 504',
      'Read view low limit trx id 506',
      'Read view individually stored trx ids:',
      'Read view trx id 505',
      '-----------------',
      'Main thread process no. 69463, id 139781619037952, state: sleeping',
    ],
    [
      'TRANSACTIONS',
      'Trx id counter 507',
      "Purge done for trx's n:o < 505 undo n:o < 0",
      'History list length 1',
      'LIST OF TRANSACTIONS FOR EACH SESSION:',
      '---TRANSACTION 506, ACTIVE 804 sec starting index read',
      'LOCK WAIT 2 lock struct(s), heap size 376, 1 row lock(s)',
      'MySQL thread id 3, OS thread handle 0x7efe7cb5b700, query id 47 localhost root statistics',
      'SELECT * FROM t FOR UPDATE',
      '------- TRX HAS BEEN WAITING 19 SEC FOR THIS LOCK TO BE GRANTED:',
      'RECORD LOCKS space id 0 page no 307 n bits 72 index `PRIMARY` of table `t`.`t` trx id 506 lock_mode X waiting',
      '------------------',
      'TABLE LOCK table `t`.`t` trx id 506 lock mode IX',
      'TOO MANY LOCKS PRINTED FOR THIS TRX: SUPPRESSING FURTHER PRINTS',
    ],
  );
  expect(status.log).toMatchObject({
    sequenceNumber: '20000000000000000003',
    checkpointAge: 2,
    maxCheckpointAge: 80_826_164,
    checkpointAgeTarget: 78_300_347,
    modifiedAge: 2,
    trackedUpTo: '19999999999999999990',
  });
  expect(status.bufferPool).toMatchObject({
    readViewBytes: '96',
    sizeBytes: '536854528',
    hitsPerThousand: null,
    hashTables: [
      { name: 'Adaptive hash index', bytes: '8937168' },
      { name: 'Page hash', bytes: '553976' },
      { name: 'Dictionary cache', bytes: '3947045' },
    ],
    instances: [{ instance: 0, size: 16_383, sizeBytes: '268419072' }],
  });
  expect(status.rows).toMatchObject({
    readWriteTransactions: 1,
    oldestView: { lowLimit: '506', upLimit: '504' },
    mainThreadState: 'sleeping',
  });
  expect(status.transactions?.list).toMatchObject([
    { waitingSeconds: 19, locksCut: true, waitsFor: [{ heapNumbers: [] }], holds: [{ kind: 'table' }] },
  ]);
});

// MariaDB 10.2 to 10.5: sync0arr.cc (holder with its place); lock0lock.cc.
test('MariaDB up to 10.5 names the place of a holder', () => {
  const status = read([
    'SEMAPHORES',
    '--Thread 1 has waited at row0ins.cc line 2600 for 0.00 seconds the semaphore:',
    'X-lock on RW-latch at 0x7f created in file dict0dict.cc line 2160',
    'a writer (thread id 2) has reserved it in mode  exclusive',
    'number of readers 0, waiters flag 1, lock_word: 0',
    'Last time write locked in file dict0stats.cc line 1969',
    'Holder thread 2 file dict0stats.cc line 1969',
    'wait has ended',
  ]);
  expect(status.semaphores?.waiting).toMatchObject([
    { holder: { thread: '2', mode: 'exclusive', place: { file: 'dict0stats.cc', line: 1969 } }, ended: true },
  ]);
});

// lock0lock.cc of 5.1 to 5.7 (LOCK_EXCEED_MAX_DEPTH); MySQL manual, "Deadlock Detection".
test('a search for a deadlock that was given up', () => {
  const { latestDeadlock } = read([
    'LATEST DETECTED DEADLOCK',
    '2016-12-03 19:14:57 0x70',
    'TOO DEEP OR LONG SEARCH IN THE LOCK TABLE WAITS-FOR GRAPH, WE WILL ROLL BACK FOLLOWING TRANSACTION ',
    '',
    '*** TRANSACTION:',
    'TRANSACTION 77, ACTIVE 3 sec starting index read',
    'LOCK WAIT 2 lock struct(s), heap size 360, 1 row lock(s)',
    '*** WAITING FOR THIS LOCK TO BE GRANTED:',
    'RECORD LOCKS space id 6 page no 3 n bits 72 index `PRIMARY` of table `t`.`t` trx id 77 lock_mode X waiting',
  ]);
  expect(latestDeadlock).toMatchObject({
    searchGivenUp: true,
    victim: 0,
    transactions: [{ id: '77', waitsFor: [{ mode: 'X' }] }],
  });
});

// dict0dict.cc dict_foreign_error_report_low; MySQL manual 5.7.
test('an error in the definition of a foreign key is kept in words', () => {
  const { latestForeignKeyError } = read([
    'LATEST FOREIGN KEY ERROR',
    '2018-02-13 11:12:26 0x70 Error in foreign key constraint of table shop/#sql-7fa_247a:',
    ' foreign key (`owner`) references `owners` (`id`)',
    '   on delete cascade:',
    'Cannot resolve table name close to:',
    ' (`id`)',
  ]);
  expect(latestForeignKeyError).toMatchObject({
    at: '2018-02-13 11:12:26',
    transaction: null,
    childTable: 'shop/#sql-7fa_247a',
    refusedIn: null,
  });
  expect(latestForeignKeyError?.explanation).toContain('Cannot resolve table name close to:');
});
