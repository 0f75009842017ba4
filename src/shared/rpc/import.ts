import { importReportSchema, importRequestSchema } from '../import';
import { call } from './call';

export const importContract = {
  /** Makes a snapshot of files that another tool left, keeps and opens it. */
  'import.open': call({
    by: 'engine',
    job: true,
    input: importRequestSchema,
    output: importReportSchema,
  }),
} as const;
