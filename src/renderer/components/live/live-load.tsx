import { useEffect, useMemo } from 'react';
import { formatValue } from '../../../shared/base/units';
import { loadLines, sessionNames, type TimeChartData, topObjects } from '../../../view';
import { LiveChart } from '../../../view/charts/time/live-chart';
import { useApp } from '../../state/app-state';
import { useCall } from '../../state/call';
import { useDrawn } from '../../state/use-drawn';
import { saveChart } from '../save-chart';
import type { LiveRanges, LiveSource } from './live-signs';
import { texts } from './texts';

/** Stacked areas need one value for each time: the mean of so many pixels' worth. */
const steps = 400;
const mostSeries = 100;

/** Active sessions by what they wait for, stacked. */
export function LiveLoad({ source, range, axis = range, whole, onRange }: LiveRanges) {
  const { notify } = useApp();
  const known = useNames(source);
  const names = useMemo(() => sessionNames(known ?? []), [known]);
  const averageMs = Math.max(1000, Math.ceil((range.toMs - range.fromMs) / steps / 1000) * 1000);
  const { series } = useDrawn({
    ref: { kind: source.kind, id: source.id },
    names: [...names.classes, ...names.objects].slice(0, mostSeries),
    ...range,
    pixels: 2 * steps,
    averagesMs: [averageMs],
  });
  const data = useMemo(
    (): TimeChartData => ({
      unit: 'count',
      lines: loadLines(series ?? []),
      stacked: true,
      range: axis,
      startedAt: source.startedAt,
    }),
    [series, axis, source.startedAt],
  );
  if (known !== null && names.classes.length === 0) {
    return <p className="soft">{texts.thisServerShowsNoSamples}</p>;
  }
  const objects = topObjects(series ?? []);
  return (
    <section className="card load-by-wait" aria-label={texts.activeSessionsByWaitClass}>
      <LiveChart
        title={texts.activeSessionsByWaitClass}
        data={data}
        whole={whole}
        onRange={onRange}
        onSave={(file) => void saveChart(file, notify)}
      />
      {objects.length > 0 && (
        <p className="soft">
          {texts.topWaitsSessionsOnAverage(
            objects.map(({ object, sessions }) => `${object} ${formatValue(sessions, 'ratio')}`).join(', '),
          )}
        </p>
      )}
    </section>
  );
}

/** Names of the series that there are; null: not read yet. */
function useNames({ kind, id, series }: LiveSource): string[] | null {
  const recorded = useCall('recording.names', kind === 'recording' ? { id } : null);
  const sampled = useCall('snapshot.names', kind === 'snapshot' ? { id } : null);
  const { loaded, reload } = kind === 'recording' ? recorded : sampled;
  const names = useMemo(() => {
    if (loaded.state !== 'ready' || loaded.value === null) return null;
    return ('series' in loaded.value ? loaded.value.series : loaded.value).map(({ name }) => name);
  }, [loaded]);
  // More of what sessions wait for is found as time goes on.
  const known = names?.length ?? null;
  useEffect(() => {
    if (known !== null && known < series) reload();
  }, [known, series, reload]);
  return names;
}
