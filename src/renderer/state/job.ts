import { useState } from 'react';
import type { ErrorDocument } from '../../shared/base/error';
import type { Progress } from '../../shared/progress';
import type { RpcInput, RpcName, RpcOutput } from '../../shared/rpc';
import { createStore, type Store, useStore } from './store';

/** A call that reports progress and can be cancelled. `about`: what whoever started it wants to know of it later. */
export type Job<T, About = undefined> =
  | { state: 'idle' }
  | { state: 'running'; about: About; progress: Progress | null; cancelling: boolean }
  | { state: 'done'; about: About; value: T }
  | { state: 'failed'; about: About; error: ErrorDocument };

export interface JobControl<N extends RpcName, About> {
  start(input: RpcInput<N>, about: About): Promise<RpcResult<N>>;
  /** Asks the engine to stop; the job runs until it has answered. */
  cancel(): void;
  /** Forgets the job; the answer of one that still runs is dropped. */
  reset(): void;
}

interface Listeners<N extends RpcName, About> {
  onProgress?(progress: Progress): void;
  onDone?(value: RpcOutput<N>, about: About): void;
}

/**
 * One job of the contract at a time; `start` answers with what it came to, besides keeping it in `job`. A job that was
 * cancelled before it had anything to show is idle again.
 * @param job where it is kept: a page's own, or one of the app, so that leaving the page does not lose it
 */
export function createJob<N extends RpcName, About>(
  name: N,
  job: Store<Job<RpcOutput<N>, About>>,
  { onProgress, onDone }: Listeners<N, About> = {},
): JobControl<N, About> {
  let requestId: string | null = null;
  const update = (change: { progress: Progress } | { cancelling: true }) => {
    const before = job.get();
    if (before.state === 'running') job.set({ ...before, ...change });
  };
  return {
    start: async (input, about) => {
      job.set({ state: 'running', about, progress: null, cancelling: false });
      const started = window.latchkey.call(name, input, (progress) => {
        if (requestId !== started.requestId) return;
        onProgress?.(progress);
        update({ progress });
      });
      requestId = started.requestId;
      const reply = await started.reply;
      if (requestId !== started.requestId) return reply;
      requestId = null;
      if (reply.ok) {
        job.set({ state: 'done', about, value: reply.value });
        onDone?.(reply.value, about);
      } else if (reply.error.code === 'cancelled') job.set({ state: 'idle' });
      else job.set({ state: 'failed', about, error: reply.error });
      return reply;
    },
    cancel: () => {
      if (requestId === null) return;
      window.latchkey.cancel(requestId);
      update({ cancelling: true });
    },
    reset: () => {
      requestId = null;
      job.set({ state: 'idle' });
    },
  };
}

/** A job that belongs to the page, and ends with it. */
export function useJob<N extends RpcName>(name: N) {
  const [{ store, control }] = useState(() => {
    const kept = createStore<Job<RpcOutput<N>>>({ state: 'idle' });
    return { store: kept, control: createJob(name, kept) };
  });
  const start = (input: RpcInput<N>) => control.start(input, undefined);
  const job = useStore(store, (value) => value);
  return { job, start, cancel: control.cancel, reset: control.reset };
}
