import { useCallback, useRef, useState } from 'react';
import type { ErrorDocument } from '../../shared/base/error';
import type { Progress } from '../../shared/progress';
import type { RpcInput, RpcName, RpcOutput } from '../../shared/rpc';

/** A call that reports progress and can be cancelled, as a page sees it. */
export type Job<T> =
  | { state: 'idle' }
  | { state: 'running'; progress: Progress | null; cancelling: boolean }
  | { state: 'done'; value: T }
  | { state: 'failed'; error: ErrorDocument };

/** One job of the contract at a time. `start` answers with what it came to, besides keeping it in `job`. */
export function useJob<N extends RpcName>(
  name: N,
): {
  job: Job<RpcOutput<N>>;
  start(input: RpcInput<N>): Promise<RpcResult<N>>;
  cancel(): void;
  reset(): void;
} {
  const [job, setJob] = useState<Job<RpcOutput<N>>>({ state: 'idle' });
  const requestId = useRef<string | null>(null);

  const start = useCallback(
    async (input: RpcInput<N>) => {
      setJob({ state: 'running', progress: null, cancelling: false });
      const started = window.latchkey.call(name, input, (progress) =>
        setJob((before) => (before.state === 'running' ? { ...before, progress } : before)),
      );
      requestId.current = started.requestId;
      const reply = await started.reply;
      if (requestId.current === started.requestId) {
        requestId.current = null;
        if (reply.ok) setJob({ state: 'done', value: reply.value });
        else
          setJob(
            reply.error.code === 'cancelled' ? { state: 'idle' } : { state: 'failed', error: reply.error },
          );
      }
      return reply;
    },
    [name],
  );
  const cancel = useCallback(() => {
    if (requestId.current === null) return;
    window.latchkey.cancel(requestId.current);
    setJob((before) => (before.state === 'running' ? { ...before, cancelling: true } : before));
  }, []);
  const reset = useCallback(() => {
    requestId.current = null;
    setJob({ state: 'idle' });
  }, []);
  return { job, start, cancel, reset };
}
