import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fingerprintKey } from '../knowledge/sql/fingerprint';
import type { KeptDigest } from '../knowledge/sql/replay';
import { LatchkeyError, throwIfCancelled } from '../shared/base/error';
import { type LoggedStatement, SlowLogStatements } from './import/kinds/slow-log-statements';
import { readError } from './read-file';

/** Different statements that are held, and examples with other literals of each. */
const mostDigests = 2000;
const mostExamples = 20;

/**
 * The statements of a slow log with their literals, by digest, for replaying them: the first examples of each digest, and
 * how often it stands there.
 * @throws LatchkeyError file-not-found, file-unreadable (also for a file that is no slow log), cancelled
 */
export async function readSlowLogStatements(path: string, signal: AbortSignal): Promise<KeptDigest[]> {
  const digests = new Map<string, { kept: KeptDigest; examples: Set<string> }>();
  const log = new SlowLogStatements((statement) => add(digests, statement));
  try {
    if (!(await stat(path)).isFile()) {
      throw new LatchkeyError('file-unreadable', `The slow log ${path} is not a regular file.`);
    }
    const lines = createInterface({
      input: createReadStream(path, 'utf8'),
      crlfDelay: Number.POSITIVE_INFINITY,
    });
    for await (const line of lines) {
      throwIfCancelled(signal);
      log.push(line);
    }
  } catch (error) {
    throw readError(error, path, 'slow log');
  }
  log.end();
  if (digests.size === 0) {
    throw new LatchkeyError('file-unreadable', `${path} holds no statements of a slow log.`, {
      hint: 'Give the file that slow_query_log_file names, with log_output = FILE.',
    });
  }
  return [...digests.values()].map(({ kept, examples }) => ({ ...kept, examples: [...examples] }));
}

function add(
  digests: Map<string, { kept: KeptDigest; examples: Set<string> }>,
  { sql, schema, cut }: LoggedStatement,
): void {
  const key = `${schema ?? ''}\n${fingerprintKey(sql)}`;
  let found = digests.get(key);
  if (found === undefined) {
    if (digests.size >= mostDigests) return;
    const digest = createHash('md5').update(key).digest('hex');
    found = { kept: { digest, schema, executions: 0, examples: [] }, examples: new Set() };
    digests.set(key, found);
  }
  found.kept.executions += 1;
  if (!cut && found.examples.size < mostExamples) found.examples.add(sql);
}
