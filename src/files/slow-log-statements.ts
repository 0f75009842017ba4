import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { fingerprintKey } from '../knowledge/sql/fingerprint';
import type { KeptDigest } from '../knowledge/sql/replay';
import { LatchkeyError } from '../shared/base/error';
import { type LoggedStatement, SlowLogStatements } from './import/kinds/slow-log-statements';
import { importLimits } from './import/limits';
import { fileChunks } from './import/source/folder-source';
import { EntryText } from './import/text';
import { readError } from './read-file';
import { texts } from './texts';

/** Different statements that are held, and examples with other literals of each. */
const mostDigests = 2000;
const mostExamples = 20;
/** What all examples come to, characters. */
const mostCharacters = 32 * 1024 ** 2;

/**
 * The statements of a slow log with their literals, by digest, for replaying them: the first examples of each digest, and
 * how often it stands there.
 * @throws LatchkeyError file-not-found, file-unreadable (also for a file that is no slow log), cancelled
 */
export async function readSlowLogStatements(path: string, signal: AbortSignal): Promise<KeptDigest[]> {
  const digests = new Map<string, { kept: KeptDigest; examples: Set<string> }>();
  let characters = 0;
  const log = new SlowLogStatements((statement) => {
    const isRoom = characters + statement.sql.length <= mostCharacters;
    if (add(digests, statement, isRoom)) characters += statement.sql.length;
  });
  try {
    if (!(await stat(path)).isFile()) {
      throw new LatchkeyError('file-unreadable', texts.theSlowLogIsNot(path));
    }
    const text = await EntryText.open(fileChunks(path, { signal, onBytes: () => undefined }), importLimits);
    for await (const lines of text.lines()) {
      for (const line of lines) log.push(line);
    }
  } catch (error) {
    throw readError(error, path, 'slow log');
  }
  log.end();
  if (digests.size === 0) {
    throw new LatchkeyError('file-unreadable', texts.holdsNoStatementsOfA(path), {
      hint: texts.giveTheFileThatSlow,
    });
  }
  return [...digests.values()].map(({ kept, examples }) => ({ ...kept, examples: [...examples] }));
}

/** @returns whether its text was kept */
function add(
  digests: Map<string, { kept: KeptDigest; examples: Set<string> }>,
  { sql, schema, cut }: LoggedStatement,
  isRoom: boolean,
): boolean {
  const key = `${schema ?? ''}\n${fingerprintKey(sql)}`;
  let found = digests.get(key);
  if (found === undefined) {
    if (digests.size >= mostDigests) return false;
    const digest = createHash('md5').update(key).digest('hex');
    found = { kept: { digest, schema, executions: 0, examples: [] }, examples: new Set() };
    digests.set(key, found);
  }
  found.kept.executions += 1;
  if (cut || !isRoom || found.examples.size >= mostExamples || found.examples.has(sql)) return false;
  found.examples.add(sql);
  return true;
}
