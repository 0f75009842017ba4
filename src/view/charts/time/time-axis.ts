import { sampleTime } from './series';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const steps = [
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12, 24].map((count) => count * hour),
];
/** Below this range people think in seconds of the window, above it in the time of day. */
const clockFromMs = 10 * minute;

/**
 * Round times between two ends, at most so many.
 * @param offsetMs what is added to a time before it counts as round: the time of day of time 0
 */
export function timeTicks(fromMs: number, toMs: number, most: number, offsetMs = 0): number[] {
  const length = toMs - fromMs;
  if (!(length > 0) || most < 1) return [];
  const days = Math.ceil(length / (24 * hour) / most) * 24 * hour;
  const step = steps.find((one) => length / one <= most) ?? days;
  const first = Math.ceil((fromMs + offsetMs) / step) * step - offsetMs;
  return Array.from({ length: Math.floor((toMs - first) / step) + 1 }, (_, index) => first + index * step);
}

/** Whether the axis of a range shows the time of day. */
export function showsClock(fromMs: number, toMs: number, startedAt: string | undefined): boolean {
  return startedAt !== undefined && toMs - fromMs >= clockFromMs && !Number.isNaN(Date.parse(startedAt));
}

/** Time of day of time 0 in the reader's zone, milliseconds since midnight. */
export function clockOffset(startedAt: string): number {
  const start = new Date(startedAt);
  return start.getHours() * hour + start.getMinutes() * minute + start.getSeconds() * second;
}

/** `14:05:12`, or without seconds `14:05`, in the reader's zone. */
export function clockTime(startedAt: string, timeMs: number, seconds: boolean): string {
  const time = new Date(Date.parse(startedAt) + timeMs);
  const part = (value: number) => String(value).padStart(2, '0');
  const short = `${part(time.getHours())}:${part(time.getMinutes())}`;
  return seconds ? `${short}:${part(time.getSeconds())}` : short;
}

/** A time as a reading shows it: `12.3 s`, with the time of day where that is known. */
export function momentText(timeMs: number, startedAt: string | undefined): string {
  if (startedAt === undefined || Number.isNaN(Date.parse(startedAt))) return sampleTime(timeMs);
  return `${sampleTime(timeMs)}, ${clockTime(startedAt, timeMs, true)}`;
}
