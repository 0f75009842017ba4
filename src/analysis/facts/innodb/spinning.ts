import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { exactDifference } from '../inputs/observed';

const source = 'SEMAPHORES of SHOW ENGINE INNODB STATUS, at both ends of the window';
/** A PAUSE takes 10 cycles on processors before Skylake and about 140 after: this is the least, at 3 GHz. */
const leastPauseSeconds = 10 / 3e9;

/** Facts on spinning: what waiting for InnoDB latches burns, and on the queue in front of InnoDB. */
export const spinningFacts: FactDefinition[] = [
  {
    id: 'spin_round_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['section.innodb-status'],
    doc: {
      what: 'Rounds of spinning on InnoDB latches per second.',
      formula: 'increase of "rounds" over mutexes and read-write locks / seconds',
      source,
    },
    compute: (read) => spinIncrease(read, 'rounds') / read.sectionSeconds('innodb-status'),
  },
  {
    id: 'spin_rounds_per_wait',
    unit: 'ratio',
    type: 'number',
    needs: ['section.innodb-status'],
    doc: {
      what: 'Rounds of spinning for each time that a thread began to spin; 30 (innodb_sync_spin_loops) means that spinning never got the latch.',
      formula: 'increase of "rounds" / increase of "spins", both within the window',
      source,
    },
    compute: (read) => {
      const spins = spinIncrease(read, 'spins');
      if (spins < 100) return read.missing('error', 'Threads hardly spun in the window.');
      return spinIncrease(read, 'rounds') / spins;
    },
  },
  {
    id: 'latch_sleep_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['section.innodb-status'],
    doc: {
      what: 'Times per second that spinning did not help and a thread slept in the operating system.',
      formula: 'increase of "OS waits" / seconds',
      source,
    },
    compute: (read) => spinIncrease(read, 'osWaits') / read.sectionSeconds('innodb-status'),
  },
  {
    id: 'spin_cpus',
    unit: 'count',
    type: 'number',
    needs: [
      'fact.spin_round_rate',
      'variable.innodb_spin_wait_delay',
      'variable.innodb_spin_wait_pause_multiplier',
    ],
    doc: {
      what: 'CPUs that spinning keeps busy, at least: the PAUSE of newer CPUs takes up to fourteen times as long.',
      formula:
        'spin_round_rate x innodb_spin_wait_delay / 2 x innodb_spin_wait_pause_multiplier (50) x 3.3 ns',
      source: 'ut_delay (ut0ut.cc); measurements in mysys/my_cpu.c of MariaDB',
    },
    compute: (read) => {
      const multiplier = read.numberOr('innodb_spin_wait_pause_multiplier', 50);
      const pauses = (read.number('innodb_spin_wait_delay') / 2) * multiplier;
      return read.fact('spin_round_rate') * pauses * leastPauseSeconds;
    },
  },
  {
    id: 'innodb_queue',
    unit: 'count',
    type: 'number',
    needs: ['section.innodb-status'],
    doc: {
      what: 'Statements that wait to be let into InnoDB, because innodb_thread_concurrency are inside; the larger of both ends of the window.',
      formula: '"queries in queue" of ROW OPERATIONS',
      source: 'SHOW ENGINE INNODB STATUS; absent in MariaDB 10.5 and later',
    },
    compute: (read) => {
      const end = read.innodbStatus('end').rows?.queriesInQueue;
      if (end == null) return read.missing('absent', 'This server has no queue in front of InnoDB.');
      return Math.max(end, startOf(read)?.rows?.queriesInQueue ?? 0);
    },
  },
  {
    id: 'innodb_demand',
    unit: 'count',
    type: 'number',
    needs: [
      'fact.busy_threads',
      'fact.innodb_queue',
      'variable.innodb_thread_concurrency',
      'status.Threads_running',
    ],
    doc: {
      what: 'Sessions that work inside InnoDB or wait to be let in, by the best evidence there is.',
      formula:
        'busy_threads; without it innodb_queue + innodb_thread_concurrency; without both Threads_running',
      source: 'derived',
    },
    compute: (read) => {
      const busy = read.factReading('busy_threads');
      if (busy.known) return Number(busy.value);
      const queue = read.factReading('innodb_queue');
      if (queue.known) return Number(queue.value) + read.number('innodb_thread_concurrency');
      return read.status('Threads_running');
    },
  },
];

function startOf(read: FactReader) {
  const found = read.innodbStatusOrReason('start');
  return 'status' in found ? found.status : null;
}

/** Increase of one column of the spin counts, all latches added; missing where the server prints none. */
function spinIncrease(read: FactReader, column: 'spins' | 'rounds' | 'osWaits'): number {
  const after = read.innodbStatus('end').semaphores?.spins ?? [];
  const before = read.innodbStatus('start').semaphores?.spins ?? [];
  if (after.length === 0 || before.length === 0) {
    return read.missing('absent', 'This server does not count how its threads spin.');
  }
  let total = 0;
  for (const count of after) {
    const first = before.find(({ lock }) => lock === count.lock);
    const increase = exactDifference(count[column] ?? '0', first?.[column] ?? '0');
    if (increase === null || increase < 0) return read.missing('error', 'The spin counts were reset.');
    total += increase;
  }
  return total;
}
