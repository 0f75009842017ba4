import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { LatchkeyError } from '../shared/base/error';
import { JsonBudget, type JsonLimits, JsonRefused } from '../shared/base/json-budget';
import { type ProbeResult, probeResultSchema, probeSchemaName } from '../shared/probe';
import { readError, readWholeFile } from './read-file';
import { systemCode } from './system-code';

/** What the result of a probe may hold: samples of a day, 200 bytes a second, come to 17 MB of text. */
const probeLimits: JsonLimits = {
  textBytes: 32 * 1024 ** 2,
  partBytes: {},
  memberBytes: {},
  otherBytes: 32 * 1024 ** 2,
  memberMemory: {},
  parts: 20_000,
  stringBytes: 1024 ** 2,
  nameBytes: 1024,
  depth: 24,
  memoryBytes: 128 * 1024 ** 2,
};

/** Reads a result as it is written, its verdicts unchecked. @throws LatchkeyError file-not-found, file-unreadable */
export async function readProbeFile(file: string): Promise<ProbeResult> {
  const bytes = await readWholeFile(file, 'result of a probe', probeLimits.textBytes);
  const notOne = (why: string) =>
    new LatchkeyError('file-unreadable', `${file} is no result of a probe: ${why}.`, {
      hint: `latchkey probe ID -o FILE writes one (schema ${probeSchemaName}).`,
    });
  let document: unknown;
  try {
    new JsonBudget(probeLimits).push(bytes);
    document = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof JsonRefused) throw notOne(`it ${error.message}`);
    throw notOne('it is not JSON');
  }
  const read = probeResultSchema.safeParse(document);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw notOne(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}

/** Results that come with Latchkey, by name of their files; a folder that is not there holds none. */
export async function readProbeSamples(folder: string): Promise<ProbeResult[]> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw readError(error, folder, 'folder of recorded probes');
  }
  return Promise.all(names.map((name) => readProbeFile(path.join(folder, name))));
}
