import type { Clock } from '../../shared/base/clock';
import { LatchkeyError } from '../../shared/base/error';
import { lastTick, nextTick } from './schedule';
import type { ReadStatus } from './status-source';

/** Where samples go. null: none could be taken at that time. */
export interface SampleSink {
  add(timeMs: number, values: ReadonlyMap<string, string> | null): void;
}

export interface SamplerOptions {
  read: ReadStatus;
  builder: SampleSink;
  windowMs: number;
  intervalMs: number;
  clock: Clock;
  signal: AbortSignal;
  /** Monotonic time of tick 0, to go on with a schedule that began earlier; default: now. */
  startedMs?: number;
  /** Called after every sample with the time since the start, ms. */
  onSample: (elapsedMs: number) => void;
}

/**
 * Takes a sample at every tick of the window, both ends included, into the builder. A tick whose reading failed or that
 * passed while another was read is a gap.
 * @throws LatchkeyError cancelled or connection-lost; what was sampled until then stays in the builder.
 */
export async function sampleWindow(options: SamplerOptions): Promise<void> {
  const { builder, clock, intervalMs, signal } = options;
  const start = options.startedMs ?? clock.monotonicMs();
  const elapsed = () => clock.monotonicMs() - start;
  const last = lastTick(options.windowMs, intervalMs);
  // The clock has moved on a little since `start`: a schedule of one's own begins at tick 0 all the same.
  let tick = options.startedMs === undefined ? 0 : Math.ceil(elapsed() / intervalMs);
  while (tick <= last) {
    await clock.sleep(Math.max(0, tick * intervalMs - elapsed()), signal);
    if (signal.aborted) throw new LatchkeyError('cancelled', 'Cancelled.');
    const at = Math.round(elapsed() * 1000) / 1000;
    builder.add(at, await readOrGap(options));
    options.onSample(elapsed());
    const following = nextTick(tick, elapsed(), intervalMs);
    for (let missed = tick + 1; missed < Math.min(following, last + 1); missed += 1) {
      // Times ascend even when the reading before ended late.
      builder.add(Math.max(missed * intervalMs, at), null);
    }
    tick = following;
  }
}

async function readOrGap({ read, signal }: SamplerOptions): Promise<Map<string, string> | null> {
  try {
    return await read(signal);
  } catch (error) {
    if (
      error instanceof LatchkeyError &&
      ['query-failed', 'timeout', 'privilege-missing', 'too-large'].includes(error.code)
    ) {
      return null;
    }
    throw error;
  }
}
