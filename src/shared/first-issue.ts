import { z } from 'zod';
import { fitsOf, listFits, membersFit, withFits } from './base/fits';

/**
 * A list of unknown origin that may be very long: checked entry by entry and refused at the first that does not fit.
 * z.array() would make a list of everything that is wrong, a kilobyte for each entry of two bytes.
 */
export function listOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  const list = z
    .custom<unknown[]>(Array.isArray, 'Invalid input: expected array')
    .transform((entries, context) => {
      const read: T[] = [];
      for (const [index, entry] of entries.entries()) {
        const result = item.safeParse(entry);
        if (!result.success) return refuse(context, [index], result.error);
        read.push(result.data);
      }
      return read;
    });
  return withFits(list, () => listFits(fitsOf(item)));
}

/**
 * The same for a long list of simple values, which is taken as it is: no copy of it is made. `fits`: whether an entry
 * is one of `item`, which says what is wrong with one that is not.
 */
export function plainListOf<T>(fits: (entry: unknown) => boolean, item: z.ZodType<T>): z.ZodType<T[]> {
  const list = z
    .custom<T[]>(Array.isArray, 'Invalid input: expected array')
    .superRefine((entries, context) => {
      const wrong = entries.findIndex((entry) => !fits(entry));
      if (wrong < 0) return;
      const result = item.safeParse(entries[wrong]);
      if (!result.success) refuse(context, [wrong], result.error);
    });
  return withFits(list, () => listFits(fits));
}

/** The same for members by name. */
export function membersOf<T>(value: z.ZodType<T>): z.ZodType<Record<string, T>> {
  const members = z
    .custom<Record<string, unknown>>(isRecord, 'Invalid input: expected record')
    .transform((members, context) => {
      const read: [string, T][] = [];
      for (const [name, member] of Object.entries(members)) {
        const result = value.safeParse(member);
        if (!result.success) return refuse(context, [name], result.error);
        read.push([name, result.data]);
      }
      return Object.fromEntries(read);
    });
  return withFits(members, () => membersFit(fitsOf(value)));
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(context: z.RefinementCtx, path: (string | number)[], error: z.ZodError): typeof z.NEVER {
  const [issue] = error.issues;
  context.addIssue({
    code: 'custom',
    message: issue?.message ?? 'Invalid input',
    path: [...path, ...(issue?.path ?? [])],
  });
  return z.NEVER;
}
