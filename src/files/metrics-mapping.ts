import { parse } from 'yaml';
import { type MappingFile, mappingFileSchema } from '../knowledge/metrics/dialect';
import { LatchkeyError } from '../shared/base/error';
import { readWholeFile } from './read-file';
import { texts } from './texts';

/**
 * Reads a user's own names of metrics: YAML or JSON, `metrics: [{ metric, to, name, ... }]`.
 * @throws LatchkeyError file-not-found, file-unreadable
 */
export async function readMetricsMapping(path: string): Promise<MappingFile> {
  const text = (await readWholeFile(path, 'mapping file')).toString('utf8');
  let written: unknown;
  try {
    written = parse(text, { maxAliasCount: 10 });
  } catch (cause) {
    throw new LatchkeyError('file-unreadable', texts.theMappingFileIsNeither(path), {
      cause,
    });
  }
  const read = mappingFileSchema.safeParse(written);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const place = issue?.path.map(String).join('.') ?? '';
  throw new LatchkeyError(
    'file-unreadable',
    texts.theMappingFileIsNot(path, place === '' ? '' : ` at ${place}`, issue?.message ?? 'unknown'),
    { hint: texts.docsMetricsStoresMdDescribes },
  );
}
