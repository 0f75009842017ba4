import { importReportSchema, importRequestSchema, pasteRequestSchema } from '../import';
import { snapshotSummarySchema } from '../snapshot';
import { call, snapshotRef } from './call';

export const importContract = {
  /** Makes a snapshot of files that another tool left, keeps and opens it. */
  'import.open': call({
    by: 'engine',
    job: true,
    input: importRequestSchema,
    output: importReportSchema,
  }),
  /** Makes a snapshot of a text that was pasted, keeps and opens it. */
  'import.text': call({
    by: 'engine',
    job: true,
    input: pasteRequestSchema,
    output: importReportSchema,
  }),
  /** Keeps a snapshot of which a preview was asked for, and opens it. */
  'import.keep': call({ by: 'engine', job: false, input: snapshotRef, output: snapshotSummarySchema }),
} as const;
