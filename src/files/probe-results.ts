import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { LatchkeyError } from '../shared/base/error';
import { fileSizes } from '../shared/base/file-sizes';
import { JsonBudget, type JsonLimits, JsonRefused } from '../shared/base/json-budget';
import { counted } from '../shared/base/units';
import { type ProbeResult, probeResultSchema, probeSchemaName } from '../shared/probe';
import { type ProofResult, proofResultSchema, proofSchemaName } from '../shared/proof';
import { jsonText } from '../shared/writers/json';
import { readError, readWholeFile } from './read-file';
import { systemCode } from './system-code';
import { texts } from './texts';

/** What the result of a probe may hold: samples of a day, 200 bytes a second, come to 17 MB of text. */
export const probeLimits: JsonLimits = {
  textBytes: fileSizes['result of a probe'],
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
  const read = probeResultSchema.safeParse(await readDocument(file));
  if (read.success) return read.data;
  throw notOne(file, firstIssue(read.error));
}

/** Reads a proof as it is written, its verdicts unchecked; null: the file is JSON, and no proof. @throws as above */
export async function readProofFile(file: string): Promise<ProofResult | null> {
  const document = await readDocument(file);
  if (!z.object({ schema: z.literal(proofSchemaName) }).safeParse(document).success) return null;
  const read = proofResultSchema.safeParse(document);
  if (read.success) return read.data;
  throw notOne(file, firstIssue(read.error));
}

async function readDocument(file: string): Promise<unknown> {
  const bytes = await readWholeFile(file, 'result of a probe');
  try {
    new JsonBudget(probeLimits).push(bytes);
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof JsonRefused) throw notOne(file, `it ${error.message}`);
    throw notOne(file, 'it is not JSON');
  }
}

function firstIssue({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`;
}

function notOne(file: string, why: string): LatchkeyError {
  return new LatchkeyError('file-unreadable', texts.isNoResultOfA(file, why), {
    hint: texts.latchkeyProbeIdOFile(probeSchemaName),
  });
}

/**
 * A result in a form that is read again: of one that would be too large the statements that were sent last are left out,
 * which its remarks say. The verdicts do not rest on them.
 */
export function readableProbe(result: ProbeResult, limits: JsonLimits = probeLimits): ProbeResult {
  const all = result.statements;
  for (let kept = all.length; ; kept = Math.floor(kept / 2)) {
    const remark = `${all.length - kept} of ${counted(all.length, 'statement')} are not listed: the result could not be read again with them.`;
    const fitting =
      kept === all.length
        ? result
        : { ...result, statements: all.slice(0, kept), remarks: [...result.remarks, remark] };
    if (kept === 0 || isReadable(fitting, limits)) return fitting;
  }
}

function isReadable(result: ProbeResult, limits: JsonLimits): boolean {
  try {
    new JsonBudget(limits).push(Buffer.from(jsonText(result)));
    return true;
  } catch (error) {
    if (error instanceof JsonRefused || error instanceof RangeError) return false;
    throw error;
  }
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
