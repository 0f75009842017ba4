import { useCallback, useRef, useState } from 'react';
import type { ErrorDocument } from '../../shared/base/error';
import type { ProbePlan, ProbeResult } from '../../shared/probe';
import type { Progress } from '../../shared/progress';
import type { RpcInput } from '../../shared/rpc';

/** What was measured in one second of a running probe. */
export interface ProbeSecond {
  /** Milliseconds since its first report. */
  at: number;
  /** null: no arm is in force yet. */
  arm: string | null;
  value: number | null;
}

/** A probe that runs, or the last one's failure before anything was measured. */
export type ProbeJob =
  | { state: 'idle' }
  | {
      state: 'running';
      plan: ProbePlan;
      target: string;
      progress: Progress | null;
      seconds: ProbeSecond[];
      stopping: boolean;
    }
  | { state: 'failed'; probe: ProbePlan['probe']; error: ErrorDocument };

/** The one probe that can be under way. Stopping it asks the engine to, which puts everything back first. */
export function useProbeJob(onEnded: (result: ProbeResult) => void) {
  const [probe, setProbe] = useState<ProbeJob>({ state: 'idle' });
  const requestId = useRef<string | null>(null);

  const runProbe = useCallback(
    (request: RpcInput<'probe.run'>, plan: ProbePlan, target: string) => {
      if (requestId.current !== null) return;
      setProbe({ state: 'running', plan, target, progress: null, seconds: [], stopping: false });
      const began = performance.now();
      const started = window.latchkey.call('probe.run', request, (progress) =>
        setProbe((before) => (before.state === 'running' ? reported(before, progress, began) : before)),
      );
      requestId.current = started.requestId;
      void started.reply.then((reply) => {
        requestId.current = null;
        if (reply.ok) {
          setProbe({ state: 'idle' });
          onEnded(reply.value);
        } else {
          setProbe(
            reply.error.code === 'cancelled'
              ? { state: 'idle' }
              : { state: 'failed', probe: plan.probe, error: reply.error },
          );
        }
      });
    },
    [onEnded],
  );

  const stopProbe = useCallback(() => {
    if (requestId.current === null) return;
    window.latchkey.cancel(requestId.current);
    setProbe((before) => (before.state === 'running' ? { ...before, stopping: true } : before));
  }, []);

  return { probe, runProbe, stopProbe };
}

function reported(
  before: Extract<ProbeJob, { state: 'running' }>,
  progress: Progress,
  began: number,
): ProbeJob {
  const { probe } = progress;
  if (probe === undefined || probe.value === null) return { ...before, progress };
  const second = { at: Math.round(performance.now() - began), arm: probe.arm, value: probe.value };
  return { ...before, progress, seconds: [...before.seconds, second] };
}
