import type { WaitingThread } from '../../../knowledge/innodb-status/semaphores';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';

const source = 'SEMAPHORES of SHOW ENGINE INNODB STATUS (sync_array_cell_print, sync0arr.cc)';

/** What the latches guard that are made in a source file of InnoDB; 5.7 and later print a name, which begins as here. */
const latches: readonly (readonly [RegExp, string])[] = [
  [/^btr0sea|btr_search/i, 'adaptive hash index'],
  [/^buf0|^buf_|^HASH_TABLE|FLUSH_LIST|LRU_LIST/i, 'buffer pool'],
  [/^trx0sys|^trx0|TRX_SYS|TRX_POOL|^trx/i, 'transaction system'],
  [/^lock0|LOCK_SYS|^lock_/i, 'row lock system'],
  [/^log0|^LOG_|^log_/i, 'redo log'],
  [/^dict0|^DICT|index_tree/i, 'data dictionary or an index tree'],
  [/^fil0|FIL_S/i, 'tablespace list'],
  [/^fsp0|^ibuf0|IBUF/i, 'tablespace pages or the change buffer'],
  [/^srv0|SRV_/i, 'queue in front of InnoDB'],
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
      what: 'What the latch guards that most of them wait for.',
      formula: 'name of the latch where the server prints one, else the source file that makes it',
      source,
    },
    compute: (read) => {
      const [first] = largestGroup(read);
      if (first === undefined) return read.missing('absent', 'No thread waits for a latch.');
      const name = latchOf(first);
      return latches.find(([pattern]) => pattern.test(name))?.[1] ?? name;
    },
  },
];

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
  return [...groups.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}

function latchOf({ object, created, file }: WaitingThread): string {
  return object ?? created?.file ?? file;
}
