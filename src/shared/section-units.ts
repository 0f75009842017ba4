import { z } from 'zod';
import { unitSchema } from './analysis';

/** What the numbers of a column of a section are; `by-row`: what the variable that the row names counts. */
export const shownUnitSchema = z.enum([
  'none',
  'count',
  'bytes',
  'pages',
  'picoseconds',
  'seconds',
  'percent',
  'by-row',
]);
export type ShownUnit = z.infer<typeof shownUnitSchema>;

export const rowUnitSchema = unitSchema;
export type RowUnit = z.infer<typeof rowUnitSchema>;
