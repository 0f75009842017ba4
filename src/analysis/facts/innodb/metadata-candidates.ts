import { formatSeconds } from '../../../shared/base/units';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';
import { longestOf, metadataWaiters } from './metadata-locks';

const most = 3;

/** Who may hold a metadata lock, where nothing but the process list was read. */
export const metadataCandidateFacts: FactDefinition[] = [
  {
    id: 'metadata_lock_candidates',
    unit: 'none',
    type: 'string',
    needs: ['section.processlist'],
    doc: {
      what: 'Connections that may hold the metadata lock which the longest waiter asks for, by the process list alone.',
      formula: `sessions of clients with TIME >= that wait which are not in the queue, those that execute first, ${most} at most`,
      source:
        'MySQL manual, "Metadata Locking": a transaction keeps its metadata locks until it ends, also while its session sleeps',
    },
    compute: candidates,
  },
];

function candidates(read: FactReader): string {
  const queue = metadataWaiters(read);
  const waited = cellNumber(longestOf(queue)?.time) ?? 0;
  const waiting = new Set(queue.map(({ id }) => String(id)));
  const found = read
    .rows('processlist')
    .flatMap(({ id, command, time }) => {
      const seconds = cellNumber(time) ?? 0;
      const isClient = /^(Sleep|Query|Execute)$/i.test(String(command ?? ''));
      // Times are whole seconds, so one of play.
      if (!isClient || seconds + 1 < waited || waiting.has(String(id))) return [];
      return [{ id: String(id), seconds, sleeps: /^sleep$/i.test(String(command)) }];
    })
    .sort((a, b) => Number(a.sleeps) - Number(b.sleeps) || b.seconds - a.seconds);
  if (queue.length === 0 || found.length === 0) return 'none';
  return found
    .slice(0, most)
    .map(
      ({ id, seconds, sleeps }) => `${id} (${sleeps ? 'asleep' : 'running'} for ${formatSeconds(seconds)})`,
    )
    .join(', ');
}
