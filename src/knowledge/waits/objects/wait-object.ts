/** What a wait at this object means, and so whether its time counts. */
export type WaitKind =
  /** A mutex or read-write lock that short sections hold. */
  | 'latch'
  /** A thread waits until another one has done something for it: a group commit, a metadata lock, GET_LOCK, SLEEP. */
  | 'handover'
  /** Reading and writing of files. */
  | 'io'
  /** The network, and with it whatever the client does. */
  | 'client'
  /** Encloses other waits of this list: adding both counts the same time twice. */
  | 'enclosing'
  /** A session without a statement. */
  | 'idle'
  /** A thread of the server that sleeps until it has work. */
  | 'background';

/** A name in the performance schema and the versions that have it; a flavour that is not written never had it. */
export interface WaitName {
  /** Event name without the leading `wait/`; a `*` at the end stands for anything. */
  event: string;
  /**
   * Version spans as version-range.ts reads them, with commas between several; tried on each version of
   * test/knowledge/wait-objects.live.test.ts. A name that came between two of them counts from the first version known to
   * have it. Percona Server is a build of MySQL.
   */
  mysql?: string;
  mariadb?: string;
  /** Only there while its plugin is installed. */
  plugin?: true;
  /** Only Amazon Aurora has it. */
  isAurora?: true;
}

/** How the object shows up in SHOW ENGINE INNODB STATUS (semaphores) and SHOW ENGINE INNODB MUTEX. */
export interface InnodbName {
  /** Source file in which the lock was created: `created in file btr0sea.cc line 173`, `btr0sea.cc:173`. */
  file: string;
  /** Name printed beside the file, from MySQL 5.7 on for mutexes: `Mutex LOCK_SYS created lock0lock.cc:451`. */
  mutex?: string;
}

export interface WaitLever {
  variable: string;
  direction: 'raise' | 'lower' | 'on' | 'off' | 'test';
}

export type WaitProbe =
  | 'spin-wait-delay'
  | 'adaptive-hash-index'
  | 'sort-buffer'
  | 'pfs-overhead'
  | 'buffer-pool-resize'
  | 'thread-concurrency'
  | 'io-capacity'
  | 'commit-durability'
  | 'custom';

/** A synchronisation object, or a family that guards one thing, under all its names. */
export interface WaitObject {
  /** Short name by which people know it. */
  id: string;
  title: string;
  kind: WaitKind;
  names: readonly WaitName[];
  innodb?: readonly InnodbName[];
  /** What it protects, or what a thread that waits here waits for. */
  guards: string;
  /** What makes threads queue here. */
  hot: string;
  /** What relieves it, in order of preference. Never a loss of durability without saying so. */
  lever: string;
  /** Variables that the lever names, with their direction. Which of them a server has, the variable catalog shows. */
  variables: readonly WaitLever[];
  /** The experiment that can prove or disprove the lever. */
  probe: WaitProbe | null;
  source: string;
}
