import { supportEnd } from '../../knowledge/support-end';
import type { FactDefinition } from './definition';
import type { FactReader } from './fact-reader';

const source = 'Oracle Lifetime Support Policy (MySQL); maintenance policy of the MariaDB Foundation';

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
];

function dayOf(read: FactReader): string {
  return (
    supportEnd(read.server) ??
    read.missing('absent', 'The end of support of this series is not known to Latchkey.')
  );
}
