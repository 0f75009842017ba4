import { useMemo, useState } from 'react';
import { clampRange, type TimeRange } from '../../../view';
import { LiveLoad } from './live-load';
import { LiveSigns, type LiveSource } from './live-signs';

/** A longer run than this is followed; a shorter one fills its charts from the left to the end. */
const wholeUpToMs = 180_000;
const followedMs = 300_000;

/** Vital signs and active sessions of samples that grow. @param plannedMs how long it takes in all; null: not known */
export function GrowingCharts({
  source: { kind, id, startedAt, series },
  lengthMs,
  plannedMs,
}: {
  source: LiveSource;
  lengthMs: number;
  plannedMs: number | null;
}) {
  const [zoomed, setZoomed] = useState<TimeRange | null>(null);
  const source = useMemo(() => ({ kind, id, startedAt, series }), [kind, id, startedAt, series]);
  const isWhole = plannedMs !== null && plannedMs <= wholeUpToMs;
  const endMs = Math.max(1, lengthMs, isWhole ? plannedMs : 0);
  const axis = zoomed ?? { fromMs: isWhole ? 0 : Math.max(0, endMs - followedMs), toMs: endMs };
  const ranges = {
    ...{ source, axis, whole: { fromMs: 0, toMs: endMs }, isZoomed: zoomed !== null },
    range: { ...axis, toMs: Math.max(axis.fromMs + 1, Math.min(axis.toMs, lengthMs)) },
    onRange: (next: TimeRange | null) =>
      setZoomed(next === null ? null : clampRange(next, { fromMs: 0, toMs: endMs })),
  };
  return (
    <>
      <LiveSigns {...ranges} />
      <LiveLoad {...ranges} />
    </>
  );
}
