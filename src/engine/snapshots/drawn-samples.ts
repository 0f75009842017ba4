import { type DerivedContext, derivableSeries } from '../../evidence/series/derived-series';
import { defined } from '../../shared/base/defined';
import type { DrawnSeries, RecordingEvent } from '../../shared/recording';
import type { RpcInput, RpcOutput } from '../../shared/rpc';
import type { Samples, Series } from '../../shared/snapshot';
import { drawnValues } from '../../store/recordings/drawn-values';
import { AverageRow, averagedSpan, PixelRow } from '../../store/recordings/point-rows';

/** What a snapshot sampled, without its values. */
export function sampledNames(
  samples: Samples,
  context: DerivedContext,
): NonNullable<RpcOutput<'snapshot.names'>> {
  const { startedAt, intervalMs, times, sessions } = samples;
  return {
    startedAt,
    intervalMs,
    lengthMs: times[times.length - 1] ?? 0,
    series: [
      ...derivableSeries(Object.keys(samples.series), context),
      ...Object.entries(samples.series).map(([name, { kind, unit }]) => ({ name, kind, unit })),
    ],
    events: samples.restarts.map(
      (index): RecordingEvent => ({
        atMs: times[index] ?? 0,
        kind: 'restart',
        text: 'The server was restarted.',
      }),
    ),
    ...defined({ sessions }),
  };
}

/** Sampled series as they are drawn, as the store does it for recordings. */
export function drawSamples(samples: Samples, request: RpcInput<'snapshot.drawn'>): DrawnSeries[] {
  const { times, restarts } = samples;
  const fromMs = request.fromMs ?? times[0] ?? 0;
  const toMs = request.toMs ?? times[times.length - 1] ?? 0;
  const pixelMs = Math.max(1, (toMs - fromMs) / request.pixels);
  const restartTimes = new Set(restarts.map((index) => times[index] ?? 0));
  const draw = (name: string, { kind, unit, values }: Series, averageMs?: number): DrawnSeries => {
    const pixels = new PixelRow(fromMs, pixelMs);
    const row = averageMs === undefined ? pixels : new AverageRow(pixels, averageMs, { fromMs, toMs });
    const span = averagedSpan({ fromMs, toMs }, averageMs === undefined ? [] : [averageMs]);
    drawnValues(kind, times, values, null, restartTimes).forEach((value, index) => {
      const timeMs = times[index] ?? 0;
      if (timeMs >= span.fromMs && timeMs <= span.toMs)
        row.add(timeMs, value, value, timeMs - (times[index - 1] ?? timeMs));
    });
    return { name, kind, unit, ...defined({ averageMs }), ...row.done() };
  };
  return request.names.flatMap((name) => {
    const series = samples.series[name];
    if (series === undefined) return [];
    return [
      draw(name, series),
      ...(request.averagesMs ?? []).map((averageMs) => draw(name, series, averageMs)),
    ];
  });
}
