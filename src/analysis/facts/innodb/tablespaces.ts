import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';

const needs = ['section.shared-tablespaces'] as const;
const source =
  'MySQL manual, "The INFORMATION_SCHEMA FILES Table"; MariaDB, Information Schema INNODB_SYS_TABLESPACES';

/** Facts on the tablespaces that no table has for itself. */
export const tablespaceFacts: FactDefinition[] = [
  {
    id: 'undo_bytes',
    unit: 'bytes',
    type: 'number',
    needs,
    doc: {
      what: 'What the undo tablespaces take on disk; 0 where the undo logs lie in the system tablespace.',
      formula: 'sum over the undo tablespaces',
      source,
    },
    compute: (read) => bytesOf(read, 'undo'),
  },
  {
    id: 'system_tablespace_bytes',
    unit: 'bytes',
    type: 'number',
    needs,
    doc: {
      what: 'What the system tablespace (ibdata1) takes on disk.',
      formula: 'sum over its files',
      source,
    },
    compute: (read) => bytesOf(read, 'system'),
  },
  {
    id: 'temporary_tablespace_bytes',
    unit: 'bytes',
    type: 'number',
    needs,
    doc: {
      what: 'What the temporary tablespace that all sessions share (ibtmp1) takes on disk.',
      formula: 'sum over its files',
      source,
    },
    compute: (read) => bytesOf(read, 'temporary'),
  },
];

function bytesOf(read: FactReader, kind: 'system' | 'undo' | 'temporary'): number {
  const rows = read.rows('shared-tablespaces');
  const row = rows.find((one) => one.kind === kind);
  // Without the system tablespace the list is not whole; the others may be absent.
  if (row === undefined && (kind === 'system' || !rows.some((one) => one.kind === 'system')))
    return read.missing('absent', 'The server does not list its system tablespace.');
  if (row === undefined) return 0;
  return (
    cellNumber(row.file_size) ?? read.missing('error', `The size of the ${kind} tablespace is not a number.`)
  );
}
