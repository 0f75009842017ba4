import path from 'node:path';
import { fleetEntry, fleetSettings } from '../../analysis';
import type { FleetFile } from '../../files/fleet/fleet-folder';
import { readSnapshot } from '../../files/snapshot/snapshot-file';
import type { Analysis } from '../../shared/analysis';
import { throwIfCancelled, toLatchkeyError } from '../../shared/base/error';
import type { JobContext } from '../../shared/progress';
import type { Snapshot } from '../../shared/snapshot';
import type { FleetIndex } from '../../store';

/** What files are judged with. */
export interface Judge {
  /** By which rules, locks and mutes: what was judged by others is judged again. */
  judgedBy: string;
  analyze(snapshot: Snapshot, path: string): Promise<Analysis>;
}

/** So many files are written to the index at once: a cancelled run keeps what it has. */
const filesPerWrite = 50;

/**
 * Brings the index up to date with the files of a folder: new, changed and differently judged ones are read, and what is
 * gone is forgotten. A file that cannot be judged is no failure: the index holds the reason.
 * @throws LatchkeyError 'cancelled'; what was judged until then is kept
 */
export async function judgeFiles(
  root: string,
  files: readonly FleetFile[],
  { judgedBy, analyze }: Judge,
  index: FleetIndex,
  job: JobContext,
): Promise<void> {
  const known = index.read(root);
  const stale = files.filter((file) => {
    const before = known.get(file.path);
    return (
      before?.bytes !== file.bytes || before.modifiedMs !== file.modifiedMs || before.judgedBy !== judgedBy
    );
  });
  const present = new Set(files.map((file) => file.path));
  const gone = [...known.keys()].filter((file) => !present.has(file));
  if (gone.length > 0) index.forget(root, gone);
  let batch: Parameters<FleetIndex['put']>[1][number][] = [];
  try {
    for (const [done, file] of stale.entries()) {
      throwIfCancelled(job.signal);
      job.report({ done, total: stale.length, phase: 'judging', note: path.basename(file.path) });
      const { path: at, bytes, modifiedMs } = file;
      batch.push({ path: at, bytes, modifiedMs, judgedBy, ...(await outcomeOf(at, analyze)) });
      if (batch.length < filesPerWrite) continue;
      index.put(root, batch);
      batch = [];
    }
  } finally {
    if (batch.length > 0) index.put(root, batch);
  }
}

async function outcomeOf(file: string, analyze: Judge['analyze']) {
  try {
    const snapshot = await readSnapshot(file);
    const analysis = await analyze(snapshot, file);
    return { entry: fleetEntry(snapshot, analysis), settings: fleetSettings(snapshot) };
  } catch (error) {
    const failure = toLatchkeyError(error);
    // Faulty rules are no fault of the file.
    if (failure.code === 'invalid-rule') throw failure;
    return { problem: failure.toDocument() };
  }
}
