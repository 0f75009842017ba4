import type { WaitingThread } from '../../../knowledge/innodb-status/semaphores';
import type { FactDefinition } from '../inputs/definition';
import { type FactReader, onceForFacts } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';

const source = 'SEMAPHORES of SHOW ENGINE INNODB STATUS (sync_array_cell_print, sync0arr.cc)';

const mutexSource =
  'SHOW ENGINE INNODB MUTEX; MySQL manual, "SHOW ENGINE Statement": how often a wait of the operating system was needed';

/** What the latches guard that are made in a source file of InnoDB; 5.7 and later print a name, which begins as here. */
const latches: readonly (readonly [RegExp, string])[] = [
  [/^btr0sea|btr_search/i, 'adaptive hash index'],
  [/^buf0|^buf_|^HASH_TABLE|FLUSH_LIST|LRU_LIST/i, 'buffer pool'],
  [/^trx0sys|^trx0|TRX_SYS|TRX_POOL|^trx/i, 'transaction system'],
  [/^lock0|LOCK_SYS|^lock_/i, 'row lock system'],
  [/^log0|^LOG_|^log_/i, 'redo log'],
  [/^dict0|^DICT|index_tree/i, 'data dictionary or an index tree'],
  [/^fil0|^fil_|FIL_S/i, 'tablespace list'],
  [/^fsp0|^ibuf0|IBUF/i, 'tablespace pages or the change buffer'],
  [/^srv0|SRV_/i, 'queue in front of InnoDB'],
  [/^kernel_mutex/i, 'whole of InnoDB (the kernel mutex of versions up to 5.5)'],
];

/** Facts on the threads that the InnoDB status shows waiting for a latch, at the moment of the reading. */
export const semaphoreFacts: FactDefinition[] = [
  {
    id: 'semaphore_waiters',
    unit: 'count',
    type: 'number',
    needs: ['section.innodb-status'],
    doc: {
      what: 'Most threads that wait for one and the same InnoDB latch at the moment of the InnoDB status.',
      formula:
        'threads of SEMAPHORES that have waited, without those whose wait has ended, grouped by latch; the largest group',
      source,
    },
    compute: (read) => largestGroup(read).length,
  },
  {
    id: 'semaphore_longest',
    unit: 'seconds',
    type: 'number',
    needs: ['section.innodb-status'],
    doc: {
      what: 'Longest of the waits for that latch.',
      formula: 'largest "has waited ... seconds" of that group',
      source,
    },
    compute: (read) => Math.max(0, ...largestGroup(read).map(({ seconds }) => seconds)),
  },
  {
    id: 'semaphore_latch',
    unit: 'none',
    type: 'string',
    needs: ['section.innodb-status'],
    doc: {
      what: 'What the latch that most of them wait for protects.',
      formula: 'name of the latch where the server prints one, else the source file that makes it',
      source,
    },
    compute: (read) => {
      const [first] = largestGroup(read);
      if (first === undefined) return read.missing('absent', 'No thread waits for a latch.');
      return guardedBy(latchOf(first));
    },
  },
  {
    id: 'mutexes_listed',
    unit: 'none',
    type: 'boolean',
    needs: ['section.innodb-mutexes'],
    doc: {
      what: 'The text includes SHOW ENGINE INNODB MUTEX; Latchkey itself measures the time of the waits instead.',
      formula: 'the snapshot has the section',
      source: mutexSource,
    },
    compute: (read) => read.hasSection('innodb-mutexes'),
  },
  {
    id: 'top_mutex',
    unit: 'none',
    type: 'string',
    needs: ['section.innodb-mutexes'],
    doc: {
      what: 'What the InnoDB mutexes and read-write locks with the most waits since the start protect.',
      formula: 'waits of SHOW ENGINE INNODB MUTEX, added up by what they guard; the largest',
      source: mutexSource,
    },
    compute: (read) => topMutex(read).guards,
  },
  {
    id: 'top_mutex_share',
    unit: 'ratio',
    type: 'number',
    needs: ['section.innodb-mutexes'],
    doc: {
      what: 'Share of all these waits that are for them.',
      formula: 'their waits / waits of all mutexes and read-write locks that are listed',
      source: mutexSource,
    },
    compute: (read) => topMutex(read).share,
  },
  {
    id: 'top_mutex_waits',
    unit: 'count',
    type: 'number',
    needs: ['section.innodb-mutexes'],
    doc: {
      what: 'How often threads had to wait for them since the start.',
      formula: 'sum of their waits',
      source: mutexSource,
    },
    compute: (read) => topMutex(read).waits,
  },
  {
    id: 'top_mutex_waits_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['section.innodb-mutexes', 'status.Uptime'],
    doc: {
      what: 'The same a second, on average since the start.',
      formula: 'waits / Uptime',
      source: mutexSource,
    },
    compute: (read) => topMutex(read).waits / read.status('Uptime'),
  },
];

/** What a latch guards, by its name or by the source file that makes it; else that name. */
function guardedBy(latch: string): string {
  return latches.find(([pattern]) => pattern.test(latch))?.[1] ?? latch;
}

function largestGroup(read: FactReader): WaitingThread[] {
  const semaphores = read.innodbStatus('end').semaphores;
  // MariaDB from 10.6 on prints the title only.
  if (semaphores == null || (semaphores.reservations === null && semaphores.waiting.length === 0))
    return read.missing('absent', 'The InnoDB status shows no waits for latches.');
  const groups = new Map<string, WaitingThread[]>();
  for (const thread of semaphores.waiting) {
    if (thread.ended) continue;
    const latch = latchOf(thread);
    groups.set(latch, [...(groups.get(latch) ?? []), thread]);
  }
  const longest = (group: readonly WaitingThread[]) => Math.max(...group.map(({ seconds }) => seconds));
  return [...groups.values()].sort((a, b) => b.length - a.length || longest(b) - longest(a))[0] ?? [];
}

function latchOf({ object, created, file }: WaitingThread): string {
  return object ?? created?.file ?? file;
}

const topMutex = onceForFacts((read): { guards: string; waits: number; share: number } => {
  const waits = new Map<string, number>();
  for (const row of read.rows('innodb-mutexes')) {
    const name = String(row.name ?? '')
      .replace(/^(?:sum |combined )?(?:rwlock: )?/, '')
      .replace(/^&+\(?\*?/, '');
    const guards = guardedBy(name);
    waits.set(guards, (waits.get(guards) ?? 0) + (cellNumber(row.waits) ?? 0));
  }
  const [first] = [...waits].sort(([, a], [, b]) => b - a);
  const all = [...waits.values()].reduce((sum, one) => sum + one, 0);
  if (first === undefined || all === 0) return read.missing('absent', 'Nothing has waited for a mutex.');
  return { guards: first[0], waits: first[1], share: first[1] / all };
});
