import { describe, expect, test } from 'vitest';
import { type InnodbStatus, parseInnodbStatus } from '.';
import { StatusFragment } from './fragment';

/** As MySQL 5.7 prints it, with one open transaction. */
const whole = `=====================================
2024-03-01 10:11:12 0x7f0 INNODB MONITOR OUTPUT
=====================================
Per second averages calculated from the last 20 seconds
-----------------
BACKGROUND THREAD
-----------------
srv_master_thread loops: 780 srv_active, 0 srv_shutdown, 121338 srv_idle
srv_master_thread log flush and writes: 122118
----------
SEMAPHORES
----------
OS WAIT ARRAY INFO: reservation count 4965
OS WAIT ARRAY INFO: signal count 2581
RW-shared spins 2672, rounds 67275, OS waits 2149
RW-excl spins 3904, rounds 14446, OS waits 52
RW-sx spins 93, rounds 852, OS waits 9
Spin rounds per wait: 25.18 RW-shared, 3.70 RW-excl, 9.16 RW-sx
------------
TRANSACTIONS
------------
Trx id counter 31552
Purge done for trx's n:o < 31552 undo n:o < 0 state: running but idle
History list length 800123
LIST OF TRANSACTIONS FOR EACH SESSION:
---TRANSACTION 31551, ACTIVE 766132 sec
2 lock struct(s), heap size 1136, 1 row lock(s), undo log entries 1
MySQL thread id 71, OS thread handle 140, query id 930 10.0.0.5 app
---
LOG
---
Log sequence number 338086806104
Log flushed up to   338086701989
Pages flushed up to 337893695348
Last checkpoint at  337892779162
0 pending log flushes, 0 pending chkp writes
287170691 log i/o's done, 651.60 log i/o's/second
----------------------
BUFFER POOL AND MEMORY
----------------------
Total large memory allocated 35181821952
Dictionary memory allocated 845480
Buffer pool size   2097024
Free buffers       8192
Database pages     2083730
Old database pages 769025
Modified db pages  14765
Pending reads      0
Pending writes: LRU 0, flush list 0, single page 0
Pages made young 698403, not young 367390
0.07 youngs/s, 0.40 non-youngs/s
Pages read 1845072, created 5545638, written 31512819
0.13 reads/s, 1.60 creates/s, 31.66 writes/s
Buffer pool hit rate 1000 / 1000, young-making rate 0 / 1000 not 0 / 1000
Pages read ahead 0.00/s, evicted without access 0.00/s, Random read ahead 0.00/s
LRU len: 2083730, unzip_LRU len: 0
I/O sum[15632]:cur[0], unzip sum[0]:cur[0]
--------------
ROW OPERATIONS
--------------
0 queries inside InnoDB, 0 queries in queue
2 read views open inside InnoDB
Process ID=26392, Main thread ID=139671263573760, state: sleeping
Number of rows inserted 17457, updated 1786, deleted 157, read 69084781
0.00 inserts/s, 0.00 updates/s, 0.00 deletes/s, 5.68 reads/s
----------------------------
END OF INNODB MONITOR OUTPUT
============================
`;
const meant = parseInnodbStatus(whole);

function fragmentOf(text: string): InnodbStatus | null {
  const reader = new StatusFragment();
  for (const line of text.split('\n')) reader.push(line);
  const put = reader.end();
  return put === null ? null : parseInnodbStatus(put);
}

/** What a fragment of several forms still has to say. */
const parts = ['background', 'semaphores', 'transactions', 'log', 'bufferPool', 'rows'] as const;

describe('parts of an InnoDB status', () => {
  test.each<[string, (text: string) => string]>([
    ['indented, as pages quote it', (text) => text.replaceAll(/^/gm, '      ')],
    ['on one line, as pages flatten it', (text) => text.replaceAll(/\s+/g, ' ')],
    [
      'with titles that Markdown made of its dashes',
      (text) => text.replaceAll(/^-{3,}\n([A-Z /]+)\n-{3,}$/gm, '## $1\n'),
    ],
    ['without its titles', (text) => text.replaceAll(/^-{3,}\n[A-Z /]+\n-{3,}$/gm, '')],
    ['without its first and last lines', (text) => text.split('\n').slice(4, -4).join('\n')],
    ['with empty lines between', (text) => text.replaceAll('\n', '\n\n')],
  ])('%s: every field is read', (_how, change) => {
    const found = fragmentOf(change(whole));
    expect(found?.log).toEqual(meant.log);
    expect(found?.bufferPool).toEqual(meant.bufferPool);
    expect(found?.semaphores).toEqual(meant.semaphores);
    expect(found?.transactions?.historyListLength).toBe(800_123);
    expect(found?.transactions?.list[0]).toMatchObject({ seconds: 766_132, connection: '71' });
    expect(found?.rows?.rows).toEqual(meant.rows?.rows);
  });

  test.each(parts.filter((part) => part !== 'background'))('%s alone', (part) => {
    const [, section = ''] =
      {
        semaphores: /-\n(SEMAPHORES\n[\s\S]*?)-{3,}\nTRANS/,
        transactions: /-\n(TRANSACTIONS\n[\s\S]*?)-{3}\nLOG/,
        log: /-\n(LOG\n[\s\S]*?)-{3,}\nBUFFER/,
        bufferPool: /-\n(BUFFER POOL AND MEMORY\n[\s\S]*?)-{3,}\nROW/,
        rows: /-\n(ROW OPERATIONS\n[\s\S]*?)-{3,}\nEND/,
      }[part].exec(whole) ?? [];
    const found = fragmentOf(`This is what it says:\n\n---\n${section}\nWhat can I do?`);
    for (const one of parts) {
      if (one === part && part === 'transactions')
        expect(found?.transactions?.list[0]?.seconds).toBe(766_132);
      else if (one === part) expect(found?.[one]).toEqual(meant[one]);
      else expect(found?.[one], one).toBeNull();
    }
  });

  test('two positions of the log, as in an article', () => {
    expect(
      fragmentOf(
        'Look at these lines:\nLog sequence number 2380 1505869110\nLast checkpoint at  2380 936944426\n',
      )?.log?.checkpointAge,
    ).toBe(568_924_684);
  });

  test('what an author wrote behind a line is not part of it', () => {
    const found = fragmentOf(
      'Free buffers 16385 — if near 0 the pool is full\nDatabase pages 3101973 — used',
    );
    expect(found?.bufferPool).toMatchObject({ free: 16_385, database: 3_101_973 });
  });

  test.each([
    'The Log sequence number grows, and Last checkpoint at follows it.',
    'Free buffers are few.\nDatabase pages are many.',
    'TRANSACTIONS\nLOG\nSEMAPHORES',
    'Buffer pool size 128M is the default',
    '',
  ])('prose is none: %s', (text) => {
    expect(fragmentOf(text)).toBeNull();
  });
});
