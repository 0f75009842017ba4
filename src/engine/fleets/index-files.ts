import path from 'node:path';
import type { FleetFile } from '../../files/fleet/fleet-folder';
import { LatchkeyError } from '../../shared/base/error';
import type { JobContext } from '../../shared/progress';
import type { FleetIndex } from '../../store';
import { type FilesContext, judgeFiles } from '../analyses/judge-files';

/** So many files are written to the index at once: a cancelled run keeps what it has. */
const filesPerWrite = 50;

/**
 * Brings the index up to date with the files of a folder: new, changed and differently judged ones are read, and what is
 * gone is forgotten. With `asJudged` files that were judged differently stay as they are. A file that cannot be judged is no failure: the index holds the reason.
 * @throws LatchkeyError 'cancelled'; what was judged until then is kept
 */
export async function indexFiles(
  services: FilesContext,
  root: string,
  files: readonly FleetFile[],
  { index, judgedBy, asJudged = false }: { index: FleetIndex; judgedBy: string; asJudged?: boolean },
  job: JobContext,
): Promise<void> {
  const known = index.read(root);
  const stale = files.filter((file) => {
    const before = known.get(file.path);
    return (
      before?.bytes !== file.bytes ||
      before.modifiedMs !== file.modifiedMs ||
      (!asJudged && before.judgedBy !== judgedBy)
    );
  });
  const present = new Set(files.map((file) => file.path));
  const gone = [...known.keys()].filter((file) => !present.has(file));
  if (gone.length > 0) index.forget(root, gone);
  const states = new Map(stale.map((file) => [file.path, file]));
  const paths = stale.map((file) => file.path);
  let batch: Parameters<FleetIndex['put']>[1][number][] = [];
  let done = 0;
  const say = (next: string) =>
    job.report({ done, total: stale.length, phase: 'judging', note: path.basename(next) });
  try {
    if (paths[0] !== undefined) say(paths[0]);
    for await (const outcome of judgeFiles(services, { paths, view: 'fleet' }, job.signal)) {
      const file = states.get(outcome.path);
      if (file === undefined) continue;
      const { bytes, modifiedMs } = file;
      batch.push({ path: file.path, bytes, modifiedMs, judgedBy, ...resultOf(outcome) });
      done += 1;
      const next = paths[done];
      if (next !== undefined) say(next);
      if (batch.length < filesPerWrite) continue;
      index.put(root, batch);
      batch = [];
    }
  } finally {
    if (batch.length > 0) index.put(root, batch);
  }
}

type Outcome = ReturnType<typeof judgeFiles<'fleet'>> extends AsyncGenerator<infer One> ? One : never;

function resultOf(outcome: Outcome) {
  if ('value' in outcome) return outcome.value;
  const { code, message, hint } = outcome.error;
  // Faulty rules are no fault of the file.
  if (code === 'invalid-rule') throw new LatchkeyError(code, message, { hint });
  return { problem: outcome.error };
}
