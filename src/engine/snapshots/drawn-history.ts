import { hourMs, type ServerHistory, stepNote } from '../../shared/history';
import type { DrawnSeries, RecordingEvent } from '../../shared/recording';
import type { RpcInput, RpcOutput } from '../../shared/rpc';
import type { Samples, Snapshot } from '../../shared/snapshot';
import { drawnValues } from '../../store/recordings/drawn-values';
import { PixelRow } from '../../store/recordings/point-rows';

/** The series of the history of a snapshot, without their values; the window stands at their end. null: it carries none. */
export function historyNames(snapshot: Snapshot): RpcOutput<'snapshot.historyNames'> {
  const { history, samples } = snapshot;
  if (history === undefined) return null;
  const start = Date.parse(history.from);
  const lastMs = Math.max(Date.parse(history.to) - start, windowEnd(samples, start));
  return {
    startedAt: history.from,
    intervalMs: hourMs,
    lengthMs: lastMs,
    series: Object.entries(history.series).map(([name, { kind, unit }]) => ({ name, kind, unit })),
    events: eventsOf(history, snapshot.createdAt).filter(({ atMs }) => atMs >= 0 && atMs <= lastMs),
    stepText: stepNote(history),
  };
}

/**
 * Series of a history as they are drawn: of each hour its mean and its largest step, then the samples of the window; the
 * lowest and the highest of each pixel.
 */
export function drawHistory(
  { history, samples }: Snapshot,
  request: RpcInput<'snapshot.historyDrawn'>,
): DrawnSeries[] {
  if (history === undefined) return [];
  const start = Date.parse(history.from);
  const endMs = Math.max(Date.parse(history.to) - start, windowEnd(samples, start));
  const { fromMs = 0, toMs = endMs } = request;
  const pixelMs = Math.max(1, (toMs - fromMs) / request.pixels);
  return request.names.flatMap((name): DrawnSeries[] => {
    const series = history.series[name];
    if (series === undefined) return [];
    const row = new PixelRow(fromMs, pixelMs);
    const add = (timeMs: number, low: number | null, high: number | null) => {
      if (timeMs >= fromMs && timeMs <= toMs) row.add(timeMs, low, high);
    };
    series.mean.forEach((mean, hour) => {
      const most = series.max[hour] ?? null;
      // An hour stands at its middle.
      add((hour + 0.5) * hourMs, mean, mean === null || most === null ? mean : Math.max(mean, most));
    });
    addWindow(name, samples, start, add);
    return [{ name, kind: series.kind, unit: series.unit, ...row.done() }];
  });
}

/** The samples of the window, after a gap: between the last hour and them nothing is known. */
function addWindow(
  name: string,
  samples: Samples | null,
  start: number,
  add: (timeMs: number, low: number | null, high: number | null) => void,
): void {
  const series = samples?.series[name];
  if (samples == null || series === undefined) return;
  const offset = Date.parse(samples.startedAt) - start;
  const restarts = new Set(samples.restarts.map((index) => samples.times[index] ?? 0));
  const base = series.kind === 'gauge' ? Number(series.base) : 0;
  const values = drawnValues(series.kind, samples.times, series.values, null, restarts);
  samples.times.forEach((time, index) => {
    const value = values[index] ?? null;
    const level = value === null ? null : value + base;
    add(offset + time, level, level);
  });
}

function windowEnd(samples: Samples | null, start: number): number {
  return samples === null ? 0 : Date.parse(samples.startedAt) - start + (samples.times.at(-1) ?? 0);
}

function eventsOf(history: ServerHistory, takenAt: string): RecordingEvent[] {
  const start = Date.parse(history.from);
  const at = (iso: string) => Date.parse(iso) - start;
  const events: RecordingEvent[] = [
    ...history.restarts.map((iso) => ({
      atMs: at(iso),
      kind: 'restart' as const,
      text: 'The server was restarted.',
    })),
    ...history.gaps.flatMap(({ from, to }) => [
      { atMs: at(from), kind: 'gap' as const, text: 'The store has nothing of the server from here on.' },
      { atMs: at(to), kind: 'resumed' as const, text: 'The store has the server again.' },
    ]),
    ...history.settings.map(({ at: iso, variable, from, to }) => ({
      atMs: at(iso),
      kind: 'changed' as const,
      text: `${variable} went from ${from} to ${to}`,
    })),
    ...history.versions.map(({ at: iso, from, to }) => ({
      atMs: at(iso),
      kind: 'changed' as const,
      text: `Version ${from} became ${to}`,
    })),
    { atMs: at(takenAt), kind: 'snapshot' as const, text: 'This snapshot was taken.' },
  ];
  return events.sort((a, b) => a.atMs - b.atMs);
}
