import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { childEnvironment } from '../../shared/base/child-environment';
import type { EnginePaths } from '../base/paths';
import type { FileOutcome, Judging } from './judge-file';
import type { ViewName } from './views';

/** What a thread is started with. */
export interface WorkerTask<V extends ViewName> {
  paths: EnginePaths;
  view: V;
  judging: Judging;
}

/** The program of a thread; null: these are sources, or it is not there. */
export function workerScript({ analysisWorker }: EnginePaths): string | null {
  const isBuilt = process.env.LATCHKEY_BUILD !== undefined;
  return isBuilt && analysisWorker !== undefined && existsSync(analysisWorker) ? analysisWorker : null;
}

interface Job<V extends ViewName> {
  path: string;
  done(outcome: FileOutcome<V>): void;
}

/** What a thread says first: it has loaded its program. */
export const ready = 'ready';

interface Thread<V extends ViewName> {
  worker: Worker;
  isReady: boolean;
  /** In the order in which they were sent, which is the one of the answers. */
  jobs: Job<V>[];
}

/** Threads that judge files; each has one in hand and one waiting, so that none waits for the next. */
export class JudgingWorkers<V extends ViewName> {
  readonly #script: string;
  readonly #task: WorkerTask<V>;
  readonly #threads = new Set<Thread<V>>();
  readonly #waiting: Job<V>[] = [];
  #closed = false;

  constructor(script: string, threads: number, task: WorkerTask<V>) {
    this.#script = script;
    this.#task = task;
    for (let started = 0; started < threads; started += 1) this.#start();
  }

  judge(path: string): Promise<FileOutcome<V>> {
    return new Promise((done) => {
      this.#waiting.push({ path, done });
      this.#send();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #start(): void {
    const worker = new Worker(this.#script, {
      workerData: this.#task,
      // No secret of the environment: a thread reads files of others.
      env: childEnvironment(process.env),
    });
    const thread: Thread<V> = { worker, isReady: false, jobs: [] };
    let fault = 'it ended';
    worker.on('message', (message: typeof ready | FileOutcome<V>) => {
      if (message === ready) thread.isReady = true;
      else thread.jobs.shift()?.done(message);
      this.#send();
    });
    worker.on('error', (error) => {
      fault = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', () => this.#lose(thread, fault));
    this.#threads.add(thread);
  }

  /**
   * A thread died, of too little memory as a rule: of the file that it had in hand. Another one goes on with the rest. One
   * that never began is not started again.
   */
  #lose(thread: Thread<V>, fault: string): void {
    this.#threads.delete(thread);
    if (this.#closed) return;
    const { isReady, jobs } = thread;
    const inHand = isReady ? jobs.shift() : undefined;
    if (inHand !== undefined) {
      const message = `${inHand.path} could not be judged: the thread that read it ended.`;
      inHand.done({ path: inHand.path, error: { code: 'internal', message, cause: fault } });
    }
    this.#waiting.unshift(...jobs);
    if (isReady) this.#start();
    else if (this.#threads.size === 0) this.#refuse(fault);
    this.#send();
  }

  #refuse(fault: string): void {
    for (const { path, done } of this.#waiting.splice(0)) {
      const message = `${path} was not judged: no thread could be started.`;
      done({ path, error: { code: 'internal', message, cause: fault } });
    }
  }

  #send(): void {
    for (const jobs of [0, 1]) {
      for (const thread of this.#threads) {
        if (thread.jobs.length > jobs) continue;
        const job = this.#waiting.shift();
        if (job === undefined) return;
        thread.jobs.push(job);
        thread.worker.postMessage(job.path);
      }
    }
  }
}
