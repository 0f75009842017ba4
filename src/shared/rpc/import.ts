import { importReportSchema, importRequestSchema, pasteRequestSchema } from '../import';
import { call } from './call';

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
} as const;
