/** Time as it is passed into everything that needs it, so that tests can hold it. */
export interface Clock {
  /** Wall clock, for stamps in documents. */
  now(): Date;
  /** Milliseconds that never jump, for durations and schedules. */
  monotonicMs(): number;
  /** Resolves after `ms`, or at once when the signal fires (check the signal afterwards). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, ms);
      signal?.addEventListener('abort', finish);
    }),
};
