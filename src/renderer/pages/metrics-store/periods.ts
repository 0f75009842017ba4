/** ISO 8601, UTC. */
export interface Span {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/** How far back the load is drawn. */
export const periods = [
  { value: '1', title: '24 hours' },
  { value: '7', title: '7 days' },
  { value: '14', title: '14 days' },
  { value: '30', title: '30 days' },
  { value: '90', title: '90 days' },
] as const;

/** The days up to now, to a whole second. */
export function lastDays(days: number, now: Date): Span {
  const to = Math.floor(now.getTime() / 1000) * 1000;
  return { from: new Date(to - days * dayMs).toISOString(), to: new Date(to).toISOString() };
}

/** A moment as the fields of a span show it, in local time; `parseSpan` reads it. */
export function momentField(at: number): string {
  const date = new Date(at);
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/**
 * The hour with most statements; the whole where the values span less. null: the store has nothing there.
 * @param values a mean for each step @returns milliseconds since the beginning
 */
export function busiestHour(
  values: readonly (number | null)[],
  stepMs: number,
): { fromMs: number; toMs: number } | null {
  const steps = Math.max(1, Math.round(3_600_000 / stepMs));
  const length = Math.min(steps, values.length);
  let best: { at: number; sum: number } | null = null;
  for (let at = 0; at + length <= values.length; at += 1) {
    const known = values.slice(at, at + length).filter((value) => value !== null);
    const sum = known.reduce((total, value) => total + value, 0);
    if (known.length > 0 && (best === null || sum > best.sum)) best = { at, sum };
  }
  if (best === null) return null;
  return { fromMs: best.at * stepMs, toMs: (best.at + length) * stepMs };
}
