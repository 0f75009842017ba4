/** What is hit by a fault: a probe of one variant, a search for better values, or a proof of a plan. */
export interface Subject {
  /** The variables of which better values are looked for, in place of a variant. */
  best?: readonly string[];
  /** What the variant, or the plan, sets. */
  settings: Readonly<Record<string, string>>;
  /** Everything that this may change. */
  variables: readonly string[];
  /** The value that is set last: all of it is in force then. */
  last: RegExp;
  /** What another client sets meanwhile. */
  foreign: readonly { variable: string; value: string }[];
  /** The least that makes a verdict, seconds. */
  maxSeconds: number;
  /** How often statements of a kind come by, where that is otherwise than in a probe. */
  times: Readonly<Record<string, number>>;
}

export type SubjectId = 'probe' | 'search' | 'proof' | 'observation';

const spinning = { variable: 'innodb_spin_wait_delay', value: '77' };

export const subjects: Readonly<Record<SubjectId, Subject>> = {
  probe: {
    settings: { innodb_spin_wait_delay: '48', innodb_io_capacity_max: '150' },
    // The second one also changes innodb_io_capacity.
    variables: ['innodb_spin_wait_delay', 'innodb_io_capacity_max', 'innodb_io_capacity'],
    last: /innodb_spin_wait_delay` = 48\b/,
    foreign: [spinning, { variable: 'innodb_io_capacity_max', value: '30000' }],
    maxSeconds: 24,
    times: {},
  },
  // Faults strike while it goes outwards, or in its first blocks.
  search: {
    best: ['innodb_spin_wait_delay', 'innodb_sync_spin_loops'],
    settings: {},
    variables: ['innodb_spin_wait_delay', 'innodb_sync_spin_loops'],
    last: /innodb_sync_spin_loops` = (?!30\b)\d/,
    foreign: [spinning, { variable: 'innodb_sync_spin_loops', value: '77' }],
    maxSeconds: 720,
    times: { SET: 40, 'read-back': 16, 'read-back of a switch': 8, sample: 60 },
  },
  // Dry run, the whole plan, which changes, what is kept: all with slots of seconds.
  proof: {
    settings: { innodb_spin_wait_delay: '48', innodb_stats_on_metadata: 'ON' },
    variables: ['innodb_spin_wait_delay', 'innodb_stats_on_metadata'],
    last: /innodb_stats_on_metadata` = '?ON\b/,
    foreign: [spinning],
    maxSeconds: 200,
    times: { SET: 40, 'read-back': 3, 'read-back of a switch': 16, sample: 50 },
  },
  // What fills over minutes: one slot before, one after.
  observation: {
    settings: { table_open_cache: '6000' },
    variables: ['table_open_cache'],
    last: /table_open_cache` = 6000\b/,
    foreign: [{ variable: 'table_open_cache', value: '5000' }],
    maxSeconds: 80,
    times: {
      SET: 1,
      'read-back': 1,
      'read-back of a switch': 1,
      sample: 40,
      'SET of the restore': 1,
      'dry run': 2,
    },
  },
};
