import { readFile, stat } from 'node:fs/promises';
import { parse } from 'yaml';
import { type MappingFile, mappingFileSchema } from '../knowledge/metrics/dialect';
import { LatchkeyError } from '../shared/base/error';

/** More than any mapping has. */
const mostBytes = 1024 ** 2;

/**
 * Reads a user's own names of metrics: YAML or JSON, `metrics: [{ metric, to, name, ... }]`.
 * @throws LatchkeyError file-not-found, file-unreadable
 */
export async function readMetricsMapping(path: string): Promise<MappingFile> {
  const text = await textOf(path);
  let written: unknown;
  try {
    written = parse(text, { maxAliasCount: 10 });
  } catch (cause) {
    throw new LatchkeyError('file-unreadable', `The mapping file ${path} is neither YAML nor JSON.`, {
      cause,
    });
  }
  const read = mappingFileSchema.safeParse(written);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const place = issue?.path.map(String).join('.') ?? '';
  throw new LatchkeyError(
    'file-unreadable',
    `The mapping file ${path} is not valid${place === '' ? '' : ` at ${place}`}: ${issue?.message ?? 'unknown'}.`,
    { hint: 'docs/metrics-stores.md describes it: metrics, each with metric, to and name.' },
  );
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size <= mostBytes) return await readFile(path, 'utf8');
  } catch (cause) {
    throw new LatchkeyError('file-not-found', `The mapping file ${path} cannot be read.`, { cause });
  }
  throw new LatchkeyError('file-unreadable', `The mapping file ${path} has more than 1 MiB.`, {
    hint: 'Give a file that holds names of metrics.',
  });
}
