import { z } from 'zod';

/** What a search found in one section of a snapshot. */
export const foundInSectionSchema = z.object({
  /** Null: among the statements that Latchkey sent. */
  section: z.string().nullable(),
  /** Rows of its table, or lines of its text. */
  count: z.number().int().nonnegative(),
  /** The first of them, the cells of a row with " · " between them. */
  lines: z.array(z.string()),
});
export type FoundInSection = z.infer<typeof foundInSectionSchema>;
