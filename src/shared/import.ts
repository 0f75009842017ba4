import { z } from 'zod';
import { pathSchema } from './base/path-argument';
import { declaredHostSchema } from './connection';
import { snapshotSummarySchema } from './snapshot';

export const importRequestSchema = z.object({
  /** A folder, a file, a .tar, .tar.gz or .zip, made by another tool or by hand. */
  path: pathSchema('read'),
  keepLiterals: z.boolean(),
  declaredHost: declaredHostSchema,
  /** Only entries whose path holds this text (letters' case does not matter). */
  only: z.string().optional(),
  /** Only to look at: the snapshot is kept and noted in the history with `import.keep`. */
  preview: z.boolean().optional(),
  /** Flavour and version, as `mariadb-10.5.8` or `5.1.73`, where the files do not say. */
  serverVersion: z.string().optional(),
});
export type ImportRequest = z.infer<typeof importRequestSchema>;

/** Most characters of a paste: a whole SHOW GLOBAL STATUS with all variables has about 60,000. */
export const pasteLimit = 4 * 1024 ** 2;

/** A text that was pasted, in place of a file. */
export const pasteRequestSchema = importRequestSchema
  .omit({ path: true, only: true })
  .extend({ text: z.string().min(1).max(pasteLimit) });
export type PasteRequest = z.infer<typeof pasteRequestSchema>;

/** What became of one file of the import. */
export const importedFileSchema = z.object({
  /** Within the archive or folder. */
  path: z.string(),
  /** What it was recognised as; null: nothing. */
  kind: z.string().nullable(),
  outcome: z.enum(['used', 'ignored']),
  /** What came of it, or why it was ignored. */
  text: z.string(),
});
export type ImportedFile = z.infer<typeof importedFileSchema>;

/** What was found in all of it, for people who look whether their paste was understood. */
export const recognisedSchema = z.object({
  variables: z.number().int(),
  /** Status variables of the last reading. */
  status: z.number().int(),
  readings: z.number().int(),
  uptimeSeconds: z.number().nullable(),
  /** Lines with a name and a value of which the name is not known; the first ones. */
  notUnderstood: z.array(z.string()),
});
export type Recognised = z.infer<typeof recognisedSchema>;

export const importOutcomeSchema = z.object({
  /** The tool that made the files, as far as its layout shows. */
  tool: z.string(),
  files: z.array(importedFileSchema),
  recognised: recognisedSchema,
  /** What the reader of the analysis should know: assumptions, what was left out, limits reached. */
  remarks: z.array(z.string()),
});
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

export const importReportSchema = importOutcomeSchema.extend({
  schema: z.literal('latchkey/import/1'),
  snapshot: snapshotSummarySchema,
});
export type ImportReport = z.infer<typeof importReportSchema>;
