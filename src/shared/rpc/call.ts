import { z } from 'zod';

/** `by`: which process answers. `job`: reports progress and can be cancelled. */
export function call<
  const B extends 'engine' | 'main',
  const J extends boolean,
  I extends z.ZodType,
  O extends z.ZodType,
>(spec: { by: B; job: J; input: I; output: O }) {
  return spec;
}

export const nothing = z.object({});
export const snapshotRef = z.object({ id: z.string() });
