import { z } from 'zod';

/** The variables of a snapshot that do not have their default value. */
export const changedVariablesSchema = z.object({
  /** `server`: the server states where each value is from; `catalog`: compared with the defaults of this version. */
  basis: z.enum(['server', 'catalog']),
  /** By name as the server writes it: its default as the server prints it; null: worked out at start, or not known. */
  defaults: z.record(z.string(), z.string().nullable()),
});
export type ChangedVariables = z.infer<typeof changedVariablesSchema>;
