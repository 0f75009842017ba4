import { z } from 'zod';

/** What an export can take out of a snapshot; literals of statements are out from the start (`literals`). */
export const redactionClasses = ['hosts', 'users', 'names', 'statements'] as const;
export const redactionClassSchema = z.enum(redactionClasses);
export type RedactionClass = z.infer<typeof redactionClassSchema>;

/** What each class takes out, for people who choose. */
export const redactionMeaning: Readonly<Record<RedactionClass, string>> = {
  hosts: 'host names, addresses and ports, the identity of the server, file paths that name them',
  users: 'names of accounts',
  names: 'names of schemas, tables, indexes and columns',
  statements: 'texts of statements; their sums and times stay',
};

export const redactionPreviewSchema = z.object({
  classes: z.array(redactionClassSchema),
  /** Each name that is replaced, with what stands for it; the same name has the same stand-in everywhere. */
  replaced: z.array(
    z.object({
      class: redactionClassSchema,
      original: z.string(),
      standIn: z.string(),
      /** Columns and aliases are known from statement digests only, where they are replaced; often they are plain words. */
      where: z.enum(['everywhere', 'digests']),
    }),
  ),
  /**
   * Names of which it cannot be proven that they are nowhere: too short, or a word that stands in a snapshot of any
   * server. They are replaced where a column or quotes show that they are names.
   */
  unproven: z.array(z.object({ class: redactionClassSchema, original: z.string() })),
  /** Columns and texts that go whole, because what they hold cannot be distinguished. */
  dropped: z.array(z.object({ section: z.string(), what: z.string(), reason: z.string() })),
});
export type RedactionPreview = z.infer<typeof redactionPreviewSchema>;
