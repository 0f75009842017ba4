import type { Cell } from '../../../shared/snapshot';

/** States of threads that run no statement of a client: of replication, of the event scheduler. */
const ownStates =
  /^(?:waiting for (?:master|source|the slave|slave|replica|an event|next activation|preceding|worker|dependent)|(?:slave|replica) has read|has read all relay|master has sent|source has sent|waiting on empty queue|queueing (?:master|source)|reading event from the relay|connecting to|checking (?:master|source)|innodb )/i;

/** What a session does, where the list does not say. */
export function commandOf(state: Cell, info: Cell, hasInfo: boolean): string {
  const text = String(state ?? '').trim();
  if (ownStates.test(text)) return /empty queue|next activation|innodb /i.test(text) ? 'Daemon' : 'Connect';
  // Who has no statement and is in no state sleeps.
  return text === '' && (info === null || !hasInfo) ? 'Sleep' : 'Query';
}
