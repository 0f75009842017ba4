import type { Flavour, VersionTriple } from '../../../shared/server';
import { inVersionRange } from './version-range';

export interface VersionNote {
  /** Bug number or task as its tracker writes it. */
  id: string;
  /** What people with this version meet. */
  text: string;
  /** Versions in which it is fixed; null: none that is known. */
  fixedIn: string | null;
  /** What it concerns, for rules that speak about one thing. */
  about: 'cpu' | 'redo' | 'ranges' | 'writes' | 'flushing' | 'transactions' | 'spinning' | 'resizing';
  source: string;
  /** A rule speaks of it for this version, so that nothing is said twice. */
  hasRule: boolean;
}

interface Entry extends Omit<VersionNote, 'hasRule'> {
  flavours: readonly Flavour[];
  /** Spans of versions that are affected (see `inVersionRange`). */
  ranges: readonly string[];
  /** Spans for which a rule of its own speaks. */
  coveredByRule?: readonly string[];
}

// Only what a tracker, release notes, source code or a published measurement states; nothing from memory.
// Percona Server is named only where a source speaks of it: it fixes some of MySQL's bugs in its own builds.
const notes: readonly Entry[] = [
  {
    id: 'Bug #111538',
    flavours: ['mysql'],
    ranges: ['8.0.30..'],
    coveredByRule: ['8.0.30..8.0.39'],
    about: 'cpu',
    text: 'From 8.0.30 on, hot functions are no longer inlined at compile time: range scans and writes cost more CPU. 8.0.40 improves many read-only cases; the reporter still measures a regression.',
    fixedIn: null,
    source: 'bugs.mysql.com 111538; jira.percona.com PS-8822; smalldatum 2023-12-18, 2024-11-01',
  },
  {
    id: 'Bug #116463',
    flavours: ['mysql'],
    ranges: ['8.0.30..9.7'],
    about: 'spinning',
    text: 'From 8.0.30 on, the random spin delay includes its upper end: 20 % longer spins on average for the same innodb_spin_wait_delay.',
    fixedIn: null,
    source: 'bugs.mysql.com 116463; ut0rnd.h of 8.0.30 to 9.7.2',
  },
  {
    id: 'Bug #116531',
    flavours: ['mysql'],
    ranges: ['8.0.29..8.0'],
    about: 'writes',
    text: 'Updates of indexed columns are slower since instant ADD and DROP COLUMN came with 8.0.29 (measured: down to about half). Not fixed in 8.0.40.',
    fixedIn: null,
    source: 'bugs.mysql.com 116531; smalldatum 2024-11-01',
  },
  {
    id: 'Bug #102037',
    flavours: ['mysql'],
    ranges: ['8.0.22..8.0.30'],
    about: 'ranges',
    text: 'Looking up many random keys in one statement takes nearly twice the time of 8.0.31.',
    fixedIn: '8.0.31',
    source: 'smalldatum 2024-07 (reported against 8.0.22)',
  },
  {
    id: 'Bug #119541',
    flavours: ['mysql'],
    ranges: ['8.0', '8.4', '9.5'],
    about: 'ranges',
    text: 'Index range scans have lost the cap on their record buffer.',
    fixedIn: null,
    source: 'bugs.mysql.com 119541',
  },
  {
    id: 'Bug #70500',
    flavours: ['mysql'],
    ranges: ['5.6', '5.7'],
    about: 'flushing',
    text: 'While it is idle, the server does not flush pages from the end of the LRU list.',
    fixedIn: null,
    source: 'bugs.mysql.com 70500; srv_check_activity in 5.6.51 and 5.7.37',
  },
  {
    id: 'MDEV-33894',
    flavours: ['mariadb'],
    ranges: [
      '10.8',
      '10.9',
      '10.10',
      '10.11..10.11.8',
      '11.0',
      '11.1..11.1.5',
      '11.2..11.2.4',
      '11.3',
      '11.4..11.4.2',
      '11.5..11.5.1',
    ],
    coveredByRule: ['10.8..11.5'],
    about: 'redo',
    text: 'Writing the redo log reads its blocks first, because the write-ahead size was dropped: writes were measured at about half the speed.',
    fixedIn: '10.11.9, 11.1.6, 11.2.5, 11.4.3, 11.5.2',
    source: 'MariaDB release notes; smalldatum 2024-07',
  },
  {
    id: 'MDEV-34178, MDEV-33966',
    flavours: ['mariadb'],
    // The releases that were out when the source was written.
    ranges: ['10.11..10.11.8', '11.4..11.4.2'],
    about: 'cpu',
    text: 'Some statements take more context switches than in other servers; both reports were open in July 2024.',
    fixedIn: null,
    source: 'smalldatum 2024-07',
  },
  {
    id: 'MDEV-21423',
    flavours: ['mariadb'],
    ranges: ['10.3..11.8.8'],
    about: 'transactions',
    text: 'Read-write load at READ COMMITTED is slower than in MariaDB 10.2.',
    fixedIn: '11.8.9',
    source: 'MariaDB release notes',
  },
  {
    id: 'MDEV-38671',
    flavours: ['mariadb'],
    ranges: ['10.11.12..10.11.16', '11.4.6..11.4.10', '11.8.2..11.8.6'],
    about: 'resizing',
    text: 'The buffer pool cannot grow while the server runs unless innodb_buffer_pool_size_max was set at start.',
    fixedIn: '10.11.17, 11.4.11, 11.8.7',
    source: 'MariaDB release notes; buf0buf.cc of 10.11.18 and 11.8.6',
  },
];

/** What is known to be wrong with a server's version; newest numbers last, [] when nothing is known. */
export function versionNotes(server: { flavour: Flavour; version: VersionTriple }): VersionNote[] {
  return notes
    .filter(
      ({ flavours, ranges }) =>
        flavours.includes(server.flavour) && ranges.some((range) => inVersionRange(server.version, range)),
    )
    .map(({ id, text, fixedIn, about, source, coveredByRule = [] }) => ({
      id,
      text,
      fixedIn,
      about,
      source,
      hasRule: coveredByRule.some((range) => inVersionRange(server.version, range)),
    }));
}
