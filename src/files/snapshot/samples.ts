import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { LatchkeyError } from '../../shared/base/error';
import type { SampleFile } from '../../shared/rpc/snapshot';
import { readError, readWholeFile } from '../read-file';
import { systemCode } from '../system-code';
import { texts } from './texts';

/** `samples/index.json`: what each sample is, by file name without `.lks`. */
const indexSchema = z.record(z.string(), z.object({ title: z.string(), description: z.string() }));

/**
 * The sample snapshots in a folder, by name. Title and description come from its `index.json`; a sample that is not
 * in it is listed under its own name. A folder that is not there holds no samples. Throws `file-unreadable`.
 */
export async function listSamples(folder: string): Promise<SampleFile[]> {
  const names = await snapshotNames(folder);
  if (names.length === 0) return [];
  const index = await readIndex(path.join(folder, 'index.json'));
  return names.map((name) => ({
    name,
    title: index[name]?.title ?? name,
    description: index[name]?.description ?? '',
    path: path.join(folder, `${name}.lks`),
  }));
}

async function snapshotNames(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => name.endsWith('.lks'))
      .map((name) => name.slice(0, -'.lks'.length))
      .sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw readError(error, folder, 'samples folder');
  }
}

async function readIndex(file: string): Promise<z.infer<typeof indexSchema>> {
  try {
    const bytes = await readWholeFile(file, 'list of samples');
    return indexSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    if (error instanceof LatchkeyError && error.code === 'file-not-found') return {};
    if (error instanceof LatchkeyError) throw error;
    throw new LatchkeyError('file-unreadable', texts.theListOfSamplesIs(file), { cause: error });
  }
}
