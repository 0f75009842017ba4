import { readFile } from 'node:fs/promises';
import { recomputeArms } from '../knowledge/probe/arm-results';
import { LatchkeyError } from '../shared/error';
import { type ProbeResult, probeResultSchema, probeSchemaName } from '../shared/probe';

/** The largest file that is read as a result: hours of samples stay far below it. */
const maxBytes = 256 * 1024 ** 2;

/**
 * Reads a result and works its verdicts out anew from its samples.
 * @throws LatchkeyError file-not-found, file-unreadable; also where the verdicts are not those that the samples give
 */
export async function readProbeResult(path: string): Promise<ProbeResult> {
  const result = parse(path, await readText(path));
  const { arms, placebo } = recomputeArms(result);
  if (JSON.stringify({ arms, placebo }) === JSON.stringify({ arms: result.arms, placebo: result.placebo })) {
    return result;
  }
  throw new LatchkeyError(
    'file-unreadable',
    `The verdicts in ${path} are not those that its samples give: it was changed, or made by another version.`,
  );
}

async function readText(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    if (bytes.length <= maxBytes) return bytes.toString('utf8');
  } catch (error) {
    throw new LatchkeyError('file-not-found', `${path} cannot be read.`, { cause: error });
  }
  throw new LatchkeyError('file-unreadable', `${path} is too large for a result of a probe.`);
}

function parse(path: string, text: string): ProbeResult {
  const notOne = (why: string) =>
    new LatchkeyError('file-unreadable', `${path} is no result of a probe: ${why}.`, {
      hint: `latchkey probe ID --json -o FILE writes one (schema ${probeSchemaName}).`,
    });
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw notOne('it is not JSON');
  }
  const read = probeResultSchema.safeParse(document);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw notOne(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}
