import { useMemo, useState } from 'react';
import { formatValue } from '../../../shared/base/units';
import {
  drawnVitalSigns,
  type TimeChartData,
  type TimeRange,
  type VitalReading,
  vitalSeries,
} from '../../../view';
import { LiveChart } from '../../../view/charts/time/live-chart';
import { useApp } from '../../state/app-state';
import { useDrawn } from '../../state/use-drawn';
import { saveChart } from '../save-chart';
import { Tiles } from '../tiles';
import { roundedMean, Tile } from '../vital-tile';
import { texts } from './texts';

const pixels = 900;

/** Samples that grow: of a recording, or of a snapshot that is being taken. */
export interface LiveSource {
  kind: 'recording' | 'snapshot';
  id: string;
  startedAt: string;
  /** How many series it has. */
  series: number;
}

export interface LiveRanges {
  source: LiveSource;
  /** What is shown of `whole`. */
  range: TimeRange;
  /** What the charts reach over; absent: `range`. */
  axis?: TimeRange;
  whole: TimeRange;
  isZoomed: boolean;
  onRange: (range: TimeRange | null) => void;
}

/** Tiles with the latest value of each vital sign; one of them opens its chart. */
export function LiveSigns({ source, range, axis = range, whole, isZoomed, onRange }: LiveRanges) {
  const { notify } = useApp();
  const [open, setOpen] = useState('throughput');
  // One average over all that is shown: its mean.
  const averageMs = Math.max(1000, (Math.floor((range.toMs - range.fromMs) / 1000) + 1) * 1000);
  const { series, error } = useDrawn({
    ref: { kind: source.kind, id: source.id },
    names: vitalSeries,
    ...range,
    pixels,
    averagesMs: [averageMs],
  });
  const readings = useMemo(() => drawnVitalSigns(series ?? []), [series]);
  const chosen = readings.find(({ sign }) => sign.id === open);
  const data = useMemo(
    (): TimeChartData => ({
      unit: chosen?.sign.unit ?? 'none',
      lines: chosen === undefined ? [] : [{ label: chosen.sign.label, points: chosen.points }],
      range: axis,
      startedAt: source.startedAt,
    }),
    [chosen, axis, source.startedAt],
  );
  return (
    <section className="vitals" aria-label={texts.vitalSigns}>
      {error !== null && <p className="soft">{error.message}</p>}
      <Tiles>
        {readings.map((reading) => (
          <li key={reading.sign.id}>
            <Tile
              reading={reading}
              value={latestText(reading)}
              open={reading.sign.id === open}
              onToggle={() => setOpen(reading.sign.id === open ? '' : reading.sign.id)}
            />
          </li>
        ))}
      </Tiles>
      {chosen !== undefined && (
        <div className="card">
          <LiveChart
            title={chosen.sign.label}
            data={data}
            whole={whole}
            onRange={onRange}
            onSave={(file) => void saveChart(file, notify)}
          >
            {isZoomed && (
              <button type="button" className="quiet" onClick={() => onRange(null)}>
                {texts.follow}
              </button>
            )}
          </LiveChart>
        </div>
      )}
    </section>
  );
}

/** The last sample that has a value. */
function latestText({ points, sign }: VitalReading): string {
  const latest = points.findLast(({ y }) => !Number.isNaN(y));
  if (latest === undefined) return texts.noValues;
  return formatValue(roundedMean(latest.y), sign.unit);
}
