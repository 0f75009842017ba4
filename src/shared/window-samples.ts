import { formatCount } from './base/units';

/** What the samples of one window may come to as text, bytes: a snapshot is read again with all that it holds besides. */
export const mostSampleBytes = 28 * 1024 ** 2;
/** A sample of all that is read at 1 s and above, and of the chosen counters below, bytes: 1.0 to 1.2 KB on five servers. */
const usualSampleBytes = { full: 1100, chosen: 400 };

/**
 * What to know before a window is sampled of which a snapshot may not hold every sample; null: it holds them all.
 * @param windowSeconds length of the window
 * @param intervalMs time between two samples, ms
 */
export function windowRemark(windowSeconds: number, intervalMs: number): string | null {
  const samples = Math.floor((windowSeconds * 1000) / intervalMs) + 1;
  const most = mostSamples(intervalMs);
  if (samples <= most) return null;
  const tooShort = Math.ceil(windowSeconds / most);
  const enough = Math.ceil(windowSeconds / mostSamples(tooShort * 1000));
  return `A snapshot holds about ${formatCount(most)} samples, and this window has ${formatCount(samples)}: every second one is left out, again and again, until the rest fits. With an interval of ${enough}s, or as a recording (latchkey record), all are kept.`;
}

function mostSamples(intervalMs: number): number {
  return Math.floor(mostSampleBytes / usualSampleBytes[intervalMs >= 1000 ? 'full' : 'chosen']);
}
