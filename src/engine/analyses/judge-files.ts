import { availableParallelism, cpus } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { DecisionFiles } from '../../files/rules/decisions';
import { throwIfCancelled } from '../../shared/base/error';
import type { DeclaredHost } from '../../shared/connection';
import type { LoadedRules } from '../base/loaded-rules';
import type { EnginePaths } from '../base/paths';
import { type FileOutcome, type Judging, judgeFile } from './judge-file';
import type { ViewName } from './views';
import { JudgingWorkers, workerScript } from './workers';

/** What judging takes of the services of the engine. */
export interface FilesContext {
  rules: LoadedRules;
  decisions: DecisionFiles;
  paths: EnginePaths;
}

export interface FilesRequest<V extends ViewName> {
  /** Snapshot files, as many as there are. */
  paths: readonly string[];
  /** What is wanted of each: a name of `views`. */
  view: V;
  declaredHost?: DeclaredHost | undefined;
  /** How many threads judge; absent: as many as the files are worth, and the machine has. */
  threads?: number;
}

/** So many files make a thread worth its start, which takes as long as to judge a tenth of them. */
const filesPerThread = 100;
/** Code that checks documents takes as long to make as to check so many without it. */
const fewFiles = 10;
/** Files that each thread is ahead of the one that is given next: so much is held at most. */
const ahead = 6;

/**
 * Judges many snapshot files, by the rules, locks and mutes of when it begins; gives what is wanted of each in the order of
 * the paths, one after the other. A file that cannot be read or judged is an outcome with its error, and stops nothing.
 * Many files are judged by several threads of the built program; the sources as they are, and few files, by this one.
 * Memory does not grow with the number of files.
 *
 *     for await (const outcome of judgeFiles(services, { paths, view: 'analysis' }, signal)) {
 *       if ('error' in outcome) ...; else use(outcome.path, outcome.value);
 *     }
 *
 * @throws LatchkeyError 'cancelled' once the signal has fired; threads end with the loop, however it is left
 */
export async function* judgeFiles<V extends ViewName>(
  { rules, decisions, paths: folders }: FilesContext,
  { paths, view, declaredHost, threads = threadsFor(paths.length) }: FilesRequest<V>,
  signal: AbortSignal,
): AsyncGenerator<FileOutcome<V>, void, undefined> {
  leaveNothingOld();
  const { locks, mutes } = await decisions.read();
  const judging: Judging = { declaredHost, locks, mutes, areFew: paths.length <= fewFiles };
  const script = workerScript(folders);
  if (threads < 2 || script === null) {
    for (const path of paths) {
      throwIfCancelled(signal);
      yield await judgeFile(path, view, rules, judging);
    }
    return;
  }
  const workers = new JudgingWorkers<V>(script, threads, { paths: folders, view, judging });
  try {
    yield* inOrder(paths, threads * ahead, (path) => workers.judge(path), signal);
  } finally {
    await workers.close();
  }
}

/**
 * V8 puts what is made at a place whose things have lived long into the old part of the heap at once. Of one snapshot after
 * another that is wrong: each would keep its whole document until all of the heap is collected. Holds for all threads.
 */
function leaveNothingOld(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

function threadsFor(files: number): number {
  // Electron's stand-in for tests is older than availableParallelism (Node.js 18.14).
  const processors = typeof availableParallelism === 'function' ? availableParallelism() : cpus().length;
  return Math.min(processors, Math.floor(files / filesPerThread));
}

/** Begins up to `most` of them before the first has ended, and gives them in their order. */
async function* inOrder<Outcome>(
  paths: readonly string[],
  most: number,
  judge: (path: string) => Promise<Outcome>,
  signal: AbortSignal,
): AsyncGenerator<Outcome, void, undefined> {
  const underway: Promise<Outcome>[] = [];
  for (const path of paths) {
    throwIfCancelled(signal);
    underway.push(judge(path));
    const first = underway.length >= most ? underway.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const one of underway) {
    throwIfCancelled(signal);
    yield await one;
  }
}
