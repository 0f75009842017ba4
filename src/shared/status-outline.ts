import { z } from 'zod';

/** A section of SHOW ENGINE INNODB STATUS as it was understood, for reading beside the text. */
export const statusPartSchema = z.object({
  title: z.string(),
  /** Each field that the server printed, with its unit. */
  rows: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type StatusPart = z.infer<typeof statusPartSchema>;
