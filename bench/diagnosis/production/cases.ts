import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { z } from 'zod';
import { caseSchema, type ProductionCase } from './world.ts';

const folder = import.meta.dirname;

/** The cases that anybody may work on. @throws ZodError for one that is not valid */
export function workedCases(): ProductionCase[] {
  const files = readdirSync(join(folder, 'cases')).sort();
  return files.flatMap((file) => casesIn(readFileSync(join(folder, 'cases', file), 'utf8')));
}

/**
 * The third of a round that was drawn by lot before any case of it was judged. It is packed so that nobody meets it by searching: who
 * changes rules does not look into it, and it is judged only when a figure is published.
 */
export function setAsideCases(
  round: 'first' | 'third' | 'fifth' | 'sixth' | 'seventh' | 'eighth' | 'ninth' = 'first',
): ProductionCase[] {
  const file = round === 'first' ? 'set-aside.yaml.gz' : `set-aside-${round}.yaml.gz`;
  return casesIn(gunzipSync(readFileSync(join(folder, file))).toString('utf8'));
}

function casesIn(text: string): ProductionCase[] {
  return z.array(caseSchema).parse(parse(text));
}
