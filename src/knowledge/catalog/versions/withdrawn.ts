import type { Flavour, VersionTriple } from '../../../shared/server';
import { inVersionRange } from './version-range';

interface Withdrawn {
  ranges: readonly string[];
  /** What the release does, after its name and "it". */
  text: string;
  /** First release with the fix. */
  fixedIn: string;
  source: string;
}

/** Releases that their vendor took back. Percona Server builds on MySQL's of the same number. */
const withdrawn: readonly Withdrawn[] = [
  {
    ranges: ['8.0.29..8.0.29'],
    text: 'may read rows of tables to which a column was added, or from which one was dropped, with ALGORITHM=INSTANT (the default) in the wrong way, and backups of such tables are damaged',
    fixedIn: '8.0.30',
    source:
      'MySQL 8.0.29 release notes (the release was removed); Percona XtraBackup 8.0.29 and INSTANT ADD/DROP columns',
  },
  {
    ranges: ['8.0.38..8.0.38', '8.4.1..8.4.1', '9.0.0..9.0.0'],
    text: 'crashes at its start where there are more than some 8,000 tables (Bug #115517)',
    fixedIn: '8.0.39, 8.4.2 and 9.0.1',
    source: 'bugs.mysql.com 115517; Percona PS-9306',
  },
];

/** Why the vendor took a release back, and where it is fixed; null: it did not. */
export function withdrawnRelease(flavour: Flavour, version: VersionTriple): Withdrawn | null {
  if (flavour === 'mariadb') return null;
  return withdrawn.find(({ ranges }) => ranges.some((range) => inVersionRange(version, range))) ?? null;
}
