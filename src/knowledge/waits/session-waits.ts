import { describeWait } from './wait-objects';

/**
 * What an active session is doing at one moment.
 * `engine`: inside the storage engine where nothing says more: on a CPU, or waiting for something not instrumented.
 * `network`: sending to its client or waiting for it: nothing that the server could do faster.
 * `other`: waiting for something that has no class of its own (table-level lock, user lock).
 */
export const sessionClasses = [
  'running',
  'rowLock',
  'metadataLock',
  'dataIo',
  'redoIo',
  'binlog',
  'latch',
  'engine',
  'network',
  'other',
] as const;
export type SessionClass = (typeof sessionClasses)[number];

/** One session as the server shows it. */
export interface SessionState {
  command: string;
  state: string;
  /** Waits that have begun and not ended, the outermost first; [] where waits are not instrumented. */
  waits: readonly string[];
  /** InnoDB lists its transaction as waiting for a row lock. */
  waitsForRowLock: boolean;
}

export interface SessionWait {
  class: SessionClass;
  /** What it waits for: the id of the wait object, or the event or lock as the server names it; null: nothing known. */
  object: string | null;
}

/** Which of its sessions a server shows as busy although they only wait for work. */
const idleCommands = /^(sleep|daemon|binlog dump|connect\b|delayed insert)/i;
const idleStates =
  /^(waiting for (master|source|the (master|source)|an event from coordinator|(slave|replica) |work from sql thread|next activation|workers? to )|waiting on empty queue|(slave|replica) has read|has (read|sent) all|(slave|master|source|replica) has sent|connecting to (master|source))/i;

/** Whether a session executes something: what `Threads_running` counts, less threads that wait for events. */
export function isActive({ command, state }: Pick<SessionState, 'command' | 'state'>): boolean {
  return !idleCommands.test(command) && !idleStates.test(state.trim());
}

/**
 * Classes one active session. Its deepest current wait decides; where there is none, its state does.
 * @param binlog whether the server writes a binary log: then the commit of a group is a matter of it
 * Sources: MySQL manual, "General Thread States" and "The events_waits_current Table" (a table I/O wait is a
 * molecule: what is nested in it says more); mdl.cc for the names of metadata lock waits.
 */
export function classifySession(session: SessionState, binlog: boolean): SessionWait {
  if (session.waitsForRowLock) return { class: 'rowLock', object: null };
  const byState = waitByState(session.state.trim(), binlog);
  for (const event of [...session.waits].reverse()) {
    const byEvent = waitByEvent(event);
    if (byEvent === null) continue;
    // A condition or a handler call is less than what the state says of the same wait.
    const isVague = ['engine', 'other', byState?.class].includes(byEvent.class);
    return byState !== null && isVague ? byState : byEvent;
  }
  if (byState !== null) return byState;
  return { class: engineStates.test(session.state.trim()) ? 'engine' : 'running', object: null };
}

/** Wait events by class, in this order. */
const eventClasses: readonly { pattern: RegExp; class: SessionClass }[] = [
  { pattern: /^lock\/metadata\/|MDL_context::COND_wait_status$/, class: 'metadataLock' },
  { pattern: /^io\/file\/innodb\/innodb_log_file$/, class: 'redoIo' },
  { pattern: /^io\/file\/sql\/(binlog|binlog_index|binlog_cache|gtid_log)/i, class: 'binlog' },
  {
    pattern:
      /^synch\/(mutex|cond|rwlock)\/sql\/(MYSQL_BIN_LOG::|wait_for_commit::|LOCK_(prepare|commit)_ordered|LOCK_after_binlog_sync|COND_wait_commit)/,
    class: 'binlog',
  },
  { pattern: /^io\/file\/(innodb|myisam|aria|archive|csv|rocksdb)\//i, class: 'dataIo' },
  { pattern: /^io\/table\//, class: 'engine' },
  { pattern: /^synch\/(mutex|rwlock|sxlock|prlock)\//, class: 'latch' },
  { pattern: /^io\/socket\//, class: 'network' },
  { pattern: /^(io|lock|synch)\//, class: 'other' },
];

function waitByEvent(event: string): SessionWait | null {
  const name = event.replace(/^wait\//, '');
  const found = eventClasses.find(({ pattern }) => pattern.test(name));
  if (found === undefined) return null;
  if (found.class === 'engine') return { class: 'engine', object: null };
  return { class: found.class, object: describeWait(event)?.id ?? name.split('/').slice(-2).join('/') };
}

const lockState = /^waiting for (.+) lock$/i;

function waitByState(state: string, binlog: boolean): SessionWait | null {
  if (/^waiting for query cache lock$/i.test(state)) return { class: 'latch', object: 'query_cache' };
  if (/^waiting for table level lock$/i.test(state)) return { class: 'other', object: 'THR_LOCK' };
  if (/^waiting for table flush$/i.test(state)) return { class: 'metadataLock', object: 'table flush' };
  const lock = lockState.exec(state)?.[1];
  if (lock !== undefined) {
    const isTable = /metadata$/i.test(lock);
    return { class: 'metadataLock', object: isTable ? 'metadata_lock' : `${lock.toLowerCase()} lock` };
  }
  if (/^waiting for prior transaction to commit$|semi-?sync/i.test(state)) {
    return { class: 'binlog', object: 'binlog' };
  }
  if (/^(waiting for handler commit|commit( implicit)?)$/i.test(state)) {
    return binlog ? { class: 'binlog', object: 'binlog' } : { class: 'redoIo', object: 'log_file' };
  }
  if (/^user (lock|sleep)$/i.test(state)) return { class: 'other', object: state.toLowerCase() };
  if (/^(reading from net|writing to net|sending to client)$/i.test(state)) {
    return { class: 'network', object: 'network' };
  }
  return null;
}

/** States that a session shows while the storage engine works for it (MySQL manual, "General Thread States"). */
const engineStates =
  /^(statistics|executing|sending data|updating( .*)?|update|searching rows for update|delet(e|ing)\b.*|write rows.*|creating sort index|sorting .*|copy(ing)? to tmp table.*|copying to group table|altering table|system lock|query end|end of update loop|end|removing (duplicates|tmp table)|creating (index|tmp table)|repair .*|rolling back|fetch .*)$/i;

/** How the classes are shown to people. */
export const sessionClassTitles: Readonly<Record<SessionClass, string>> = {
  running: 'running outside the storage engine',
  rowLock: 'waiting for a row lock',
  metadataLock: 'waiting for a metadata lock',
  dataIo: 'data file I/O',
  redoIo: 'redo log I/O',
  binlog: 'binary log and group commit',
  latch: 'waiting for a mutex or read-write lock',
  engine: 'inside InnoDB, wait unknown',
  network: 'waiting for the client (network)',
  other: 'waiting for something else',
};

/** Names of the sampled series: sessions by class, by object, and all active ones. */
export const sessionSeries = {
  prefix: 'sessions.',
  active: 'sessions.active',
  ofClass: (name: SessionClass) => `sessions.${name}`,
  objectPrefix: 'sessions.object.',
} as const;
