import type { TimeRange } from './chart-data';

/** Less than this is not zoomed into: samples are at least 100 ms apart. */
const shortestMs = 1000;

/** `range` within `whole`, kept as long as it is where that fits. */
export function clampRange({ fromMs, toMs }: TimeRange, whole: TimeRange): TimeRange {
  const length = Math.min(whole.toMs - whole.fromMs, Math.max(shortestMs, toMs - fromMs));
  const from = Math.min(Math.max(whole.fromMs, fromMs), whole.toMs - length);
  return { fromMs: from, toMs: from + length };
}

/** @param factor below 1 zooms in @param aroundMs stays where it is on the screen */
export function zoomRange(
  range: TimeRange,
  factor: number,
  whole: TimeRange,
  aroundMs: number = (range.fromMs + range.toMs) / 2,
): TimeRange {
  const around = Math.min(Math.max(range.fromMs, aroundMs), range.toMs);
  const length = Math.max(shortestMs, (range.toMs - range.fromMs) * factor);
  const share = (around - range.fromMs) / Math.max(1, range.toMs - range.fromMs);
  const fromMs = around - share * length;
  return clampRange({ fromMs, toMs: fromMs + length }, whole);
}

/** Moves by a share of its length; negative: to what was before. */
export function panRange(range: TimeRange, share: number, whole: TimeRange): TimeRange {
  const by = (range.toMs - range.fromMs) * share;
  return clampRange({ fromMs: range.fromMs + by, toMs: range.toMs + by }, whole);
}
