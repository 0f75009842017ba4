import type { WaitObject } from './wait-object';

const source =
  'AWS, "Tuning Aurora MySQL with wait events" (Amazon Aurora alone has these instruments; no server here could show them)';

/** What only Amazon Aurora instruments. */
export const auroraWaits: readonly WaitObject[] = [
  {
    id: 'aurora_row_lock',
    title: 'Row locks (Aurora)',
    kind: 'handover',
    names: [
      { event: 'synch/mutex/innodb/aurora_lock_thread_slot_futex', isAurora: true },
      { event: 'synch/cond/innodb/row_lock_wait', isAurora: true },
      { event: 'synch/cond/innodb/row_lock_wait_cond', isAurora: true },
    ],
    guards: 'A session waits until another transaction releases a row lock.',
    hot: 'Many sessions change the same rows: counters, stock of one article, a queue table.',
    lever:
      'Look for the row that they want (the view of lock waits in sys). Shorter transactions, the hot row changed last in them, counters spread over several rows.',
    variables: [],
    probe: null,
    source,
  },
  {
    id: 'aurora_redo_flush',
    title: 'Commits wait for Aurora storage',
    kind: 'io',
    names: [
      { event: 'io/aurora_redo_log_flush', isAurora: true },
      { event: 'io/redo_log_flush', isAurora: true },
    ],
    guards: 'A commit waits until four of six copies of the storage have its redo.',
    hot: 'Many small transactions, each committed alone.',
    lever:
      'Larger transactions: several changes in one commit, autocommit off in loops. It is no setting of the server.',
    variables: [],
    probe: null,
    source,
  },
  {
    id: 'aurora_client',
    title: 'Answer on its way to the client (Aurora)',
    kind: 'client',
    names: [{ event: 'io/aurora_respond_to_client', isAurora: true }],
    guards: 'A session waits until the client or the network takes its result.',
    hot: 'Large results, or a client that reads slowly.',
    lever: 'Ask for fewer rows and columns, and look at the network and at the CPUs of the client.',
    variables: [],
    probe: null,
    source,
  },
];
