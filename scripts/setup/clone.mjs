// @ts-check
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this clone. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
