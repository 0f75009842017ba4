import { supportEnd } from '../../knowledge/support-end';
import { type VersionNote, versionNotes } from '../../knowledge/version-notes';
import type { FactDefinition } from './definition';
import type { FactReader } from './fact-reader';

const source = 'Oracle Lifetime Support Policy (MySQL); maintenance policy of the MariaDB Foundation';

const regressionSource = 'bug trackers and release notes of MySQL and MariaDB; each entry names its source';

/** Facts on the server's version. */
export const versionFacts: FactDefinition[] = [
  {
    id: 'support_end',
    unit: 'none',
    type: 'string',
    needs: [],
    doc: {
      what: 'Last day on which the vendor fixed this series for everybody.',
      formula: 'by flavour and series',
      source,
    },
    compute: dayOf,
  },
  {
    id: 'support_days_left',
    unit: 'count',
    type: 'number',
    needs: [],
    doc: {
      what: 'Days from the snapshot to the end of support; negative: past.',
      formula: 'support_end - day of the snapshot',
      source,
    },
    compute: (read) =>
      Math.floor((Date.parse(dayOf(read)) - Date.parse(read.observed.snapshot.createdAt)) / 86_400_000),
  },
  {
    id: 'known_regressions',
    unit: 'count',
    type: 'number',
    needs: [],
    doc: {
      what: 'Performance problems that are known of this very version.',
      formula: 'entries of the list of known regressions that name flavour and version',
      source: regressionSource,
    },
    compute: (read) => versionNotes(read.server).length,
  },
  {
    id: 'known_regressions_text',
    unit: 'none',
    type: 'string',
    needs: [],
    doc: {
      what: 'Those problems, each with where it is reported and where it is mended.',
      formula: 'text, id, source and first mended versions of each entry',
      source: regressionSource,
    },
    compute: (read) => {
      const notes = versionNotes(read.server);
      if (notes.length === 0)
        return read.missing('absent', 'No performance problem is known of this version.');
      return notes.map(sentence).join(' ');
    },
  },
];

function sentence({ id, text, fixedIn, source }: VersionNote): string {
  const fix = fixedIn === null ? 'No release is known to mend it.' : `Mended in ${fixedIn}.`;
  return `${id}: ${text} ${fix} (${source})`;
}

function dayOf(read: FactReader): string {
  return (
    supportEnd(read.server) ??
    read.missing('absent', 'The end of support of this series is not known to Latchkey.')
  );
}
