import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { defined } from '../../src/shared/base/defined.ts';

const valueSchema = z.union([z.string(), z.number()]);
const valuesSchema = z.record(z.string(), valueSchema);
const directionSchema = z.enum(['up', 'down', 'on', 'off']);

/** A case that was published with an expert's answer: only what stands there. Sizes in bytes. */
const caseSchema = z.strictObject({
  source: z.strictObject({
    address: z.string(),
    title: z.string(),
    year: z.number().nullable(),
    /** Whose judgement it is. */
    who: z.string(),
  }),
  server: z.strictObject({ flavour: z.string().optional(), version: z.string().optional() }).optional(),
  host: z
    .strictObject({
      memoryBytes: z.number().optional(),
      cpus: z.number().optional(),
      storage: z.enum(['nvme', 'ssd', 'hdd', 'network']).optional(),
      dataBytes: z.number().optional(),
    })
    .optional(),
  variables: valuesSchema.optional(),
  status: valuesSchema.optional(),
  /** Readings of the status, at seconds after the first. */
  readings: z.array(z.strictObject({ seconds: z.number(), status: valuesSchema })).optional(),
  /** Numbers of a tool's report, as it prints them. */
  report: z.string().optional(),
  /** The text in the form in which it was posted, where that form is what is tried. */
  paste: z.string().optional(),
  /** Variables that MySQLTuner's report on the page would have changed; absent: the page holds none. */
  tuner: z.array(z.string()).optional(),
  expert: z.strictObject({
    /** In our words. */
    cause: z.string(),
    healthy: z.boolean().optional(),
    /** Any of these rules names the cause. */
    rules: z.array(z.string()).optional(),
    /** So does advice on one of these variables in this direction. */
    levers: z.record(z.string(), directionSchema).optional(),
    /** Least and most of the values that the expert would set. */
    values: z.record(z.string(), z.tuple([z.number(), z.number()])).optional(),
    /** Variables that the expert would leave alone, or at least not raise. */
    mustNot: z.array(z.string()).optional(),
    upNot: z.array(z.string()).optional(),
  }),
  /** What follows from the page but does not stand there as such. */
  note: z.string().optional(),
});
export type PublishedCase = z.infer<typeof caseSchema> & { id: string };

/** `published`: what stands on pages; the others: more of those, and what was drawn up in the forms that people paste. */
export type Collection = 'published' | 'pastes' | 'posts' | 'questions' | 'forum' | 'threads' | 'issues';

/** @param set `worked`: looked at while rules are made; `set-aside`: a third of all, by a random seed, looked at once */
export function publishedCases(
  set: 'worked' | 'set-aside',
  collection: Collection = 'published',
): PublishedCase[] {
  const folder = join(import.meta.dirname, collection, set);
  return readdirSync(folder)
    .sort()
    .map((name) => ({
      id: name.replace(/\.yaml$/, ''),
      ...caseSchema.parse(parse(readFileSync(join(folder, name), 'utf8'))),
    }));
}

/** The case as files that a user would have: what clients print, and the report. */
export function filesOf({ variables, status, readings, report, paste }: PublishedCase): [string, string][] {
  const table = (values: Record<string, string | number>) =>
    ['Variable_name\tValue', ...Object.entries(values).map(([name, value]) => `${name}\t${value}`), ''].join(
      '\n',
    );
  const timed = readings?.map(
    ({ seconds, status: values }) => `TS ${1_700_000_000 + seconds}.0\n${table(values)}\n`,
  );
  const files = {
    'variables.txt': variables && table(variables),
    'status.txt': timed?.join('') ?? (status && table(status)),
    'report.txt': report,
    'post.txt': paste,
  };
  return Object.entries(defined(files)).flatMap(([name, text]): [string, string][] =>
    text === undefined ? [] : [[name, text]],
  );
}
