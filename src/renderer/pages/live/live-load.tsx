import { useEffect, useMemo } from 'react';
import { formatValue } from '../../../shared/base/units';
import { loadLines, sessionNames, type TimeChartData, topObjects } from '../../../view';
import { LiveChart } from '../../../view/charts/time/live-chart';
import { saveChart } from '../../components/save-chart';
import { useApp } from '../../state/app-state';
import { useCall } from '../../state/call';
import { useDrawn } from '../../state/use-drawn';
import type { LiveRanges } from './live-signs';

/** Stacked areas need one value for each time: the mean of so many pixels' worth. */
const steps = 400;
const mostSeries = 100;

/** Active sessions by what they wait for, stacked. */
export function LiveLoad({ source, range, whole, onRange }: LiveRanges) {
  const { notify } = useApp();
  const { loaded, reload } = useCall('recording.names', { id: source.id });
  // More of what sessions wait for is found as time goes on.
  const known = loaded.state === 'ready' ? loaded.value.length : null;
  useEffect(() => {
    if (known !== null && known < source.series) reload();
  }, [known, source.series, reload]);
  const names = useMemo(
    () => sessionNames(loaded.state === 'ready' ? loaded.value.map(({ name }) => name) : []),
    [loaded],
  );
  const averageMs = Math.max(1000, Math.ceil((range.toMs - range.fromMs) / steps / 1000) * 1000);
  const { series } = useDrawn({
    ref: { kind: 'recording', id: source.id },
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
      range,
      startedAt: source.startedAt,
    }),
    [series, range, source.startedAt],
  );
  if (loaded.state === 'ready' && names.classes.length === 0) {
    return <p className="soft">This server shows no samples of what its sessions do.</p>;
  }
  const objects = topObjects(series ?? []);
  return (
    <section className="card load-by-wait" aria-label="Active sessions by wait class">
      <LiveChart
        title="Active sessions by wait class"
        data={data}
        whole={whole}
        onRange={onRange}
        onSave={(file) => void saveChart(file, notify)}
      />
      {objects.length > 0 && (
        <p className="soft">
          Top waits, sessions on average:{' '}
          {objects.map(({ object, sessions }) => `${object} ${formatValue(sessions, 'ratio')}`).join(', ')}
        </p>
      )}
    </section>
  );
}
