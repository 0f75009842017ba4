import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';
import { isGrantedOn, type MetadataLock, objectKey, pendingLocks } from './metadata-locks';

const needs = ['section.metadata-locks'] as const;
const source =
  'performance_schema.metadata_locks; MySQL manual, "The metadata_locks Table": LOCK_STATUS is PENDING for a lock that is waited for';
const mostHolders = 3;

/** Facts on the queue for metadata locks by the list of locks alone, where no process list was read. */
export const pendingMetadataLockFacts: FactDefinition[] = [
  {
    id: 'pending_metadata_locks',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'Sessions that wait for a metadata lock, by the list of locks.',
      formula: 'different owners of rows with LOCK_STATUS = PENDING',
      source,
    },
    compute: (read) => new Set(pendingOf(read).map(ownerOf)).size,
  },
  {
    id: 'pending_metadata_lock_seconds',
    unit: 'seconds',
    type: 'number',
    needs,
    doc: {
      what: 'Longest of these waits.',
      formula:
        'largest PROCESSLIST_TIME of rows with LOCK_STATUS = PENDING: how long the thread has been in its state',
      source,
    },
    compute: (read) => {
      const times = pendingOf(read).flatMap(({ processlist_time }) => cellNumber(processlist_time) ?? []);
      return times.length === 0
        ? read.missing('absent', 'The list of metadata locks was read without the time of the sessions.')
        : Math.max(...times);
    },
  },
  {
    id: 'pending_metadata_lock_object',
    unit: 'none',
    type: 'string',
    needs,
    doc: {
      what: 'The object that most of them wait for, with the type of the lock that they ask for.',
      formula: 'OBJECT_SCHEMA, OBJECT_NAME and LOCK_TYPE of most rows with LOCK_STATUS = PENDING',
      source,
    },
    compute: (read) => {
      const first = mostWanted(read);
      return first === undefined ? 'none' : `${nameOf(first)} (${String(first.lock_type ?? 'unknown type')})`;
    },
  },
  {
    id: 'pending_metadata_lock_holders',
    unit: 'none',
    type: 'string',
    needs,
    doc: {
      what: 'Who holds a lock on that object and waits for nothing.',
      formula: `owners of rows with LOCK_STATUS = GRANTED on it, ${mostHolders} at most: connections, or threads of the Performance Schema`,
      source,
    },
    compute: (read) => {
      const first = mostWanted(read);
      if (first === undefined) return 'none';
      const waiting = new Set(pendingOf(read).map(ownerOf));
      const holders = read
        .rows('metadata-locks')
        .filter((row) => isGrantedOn(row, first))
        .map(ownerOf)
        .filter((owner) => !waiting.has(owner));
      const shown = [...new Set(holders)].slice(0, mostHolders);
      return shown.length === 0 ? 'none' : shown.join(', ');
    },
  },
];

function pendingOf(read: FactReader): MetadataLock[] {
  return pendingLocks(read.rows('metadata-locks'));
}

function ownerOf({ processlist_id, owner_thread_id }: MetadataLock): string {
  return processlist_id == null
    ? `thread ${String(owner_thread_id)}`
    : `connection ${String(processlist_id)}`;
}

function nameOf({ object_type, object_schema, object_name }: MetadataLock): string {
  const named = [object_schema, object_name].filter((part) => part != null && part !== '').join('.');
  return named === '' ? String(object_type ?? 'unknown').toLowerCase() : named;
}

function mostWanted(read: FactReader): MetadataLock | undefined {
  const pending = pendingOf(read);
  const asking = new Map<string, number>();
  for (const row of pending) asking.set(objectKey(row), (asking.get(objectKey(row)) ?? 0) + 1);
  return pending.toSorted((a, b) => (asking.get(objectKey(b)) ?? 0) - (asking.get(objectKey(a)) ?? 0))[0];
}
