import { useMemo, useState } from 'react';
import { formatValue } from '../../shared/units';
import type { Point } from '../../view';
import { readVitalSigns, Sparkline, summarise, type VitalSign, vitalSeries } from '../../view';
import { LiveChart } from '../../view/live-chart';
import { useCall } from '../state/call';
import { Loading } from './loading';

/** Tiles with the mean over the window and a line; a tile opens its chart. */
export function VitalSigns({ id }: { id: string }) {
  const { loaded } = useCall('snapshot.series', { id, names: [...vitalSeries] });
  const [open, setOpen] = useState<string | null>(null);
  const signs = useMemo(
    () => (loaded.state === 'ready' && loaded.value !== null ? readVitalSigns(loaded.value) : []),
    [loaded],
  );
  if (loaded.state === 'loading') return <Loading what="Reading samples" />;
  if (loaded.state === 'failed') return <p className="soft">{loaded.error.message}</p>;
  if (signs.length === 0)
    return <p className="soft">This snapshot has no samples, so there are no vital signs.</p>;
  const chosen = signs.find(({ sign }) => sign.id === open);
  return (
    <section className="vitals" aria-label="Vital signs">
      <ul className="plain tiles">
        {signs.map(({ sign, points }) => (
          <li key={sign.id}>
            <Tile
              sign={sign}
              points={points}
              open={sign.id === open}
              onToggle={() => setOpen(sign.id === open ? null : sign.id)}
            />
          </li>
        ))}
      </ul>
      {chosen !== undefined && <SignChart sign={chosen.sign} points={chosen.points} />}
    </section>
  );
}

/** The chart of one sign over the window. */
export function SignChart({ sign, points }: { sign: VitalSign; points: Point[] }) {
  const data = useMemo(() => ({ unit: sign.unit, lines: [{ label: sign.label, points }] }), [sign, points]);
  return (
    <div className="card">
      <LiveChart title={`${sign.label} over the window`} data={data} />
    </div>
  );
}

function Tile({
  sign,
  points,
  open,
  onToggle,
}: {
  sign: VitalSign;
  points: Point[];
  open: boolean;
  onToggle: () => void;
}) {
  const numbers = summarise(points);
  return (
    <button type="button" className="tile" aria-expanded={open} onClick={onToggle}>
      <span className="tile-label">{sign.label}</span>
      <span className="tile-value">
        {numbers === null ? 'no values' : formatValue(round(numbers.mean), sign.unit)}
      </span>
      <Sparkline points={points} />
      <span className="tile-range soft">
        {numbers === null
          ? ''
          : `${formatValue(numbers.low, sign.unit)} to ${formatValue(numbers.high, sign.unit)}`}
      </span>
    </button>
  );
}

/** A mean has no more digits than can be read at a glance. */
function round(value: number): number {
  return value >= 100 ? Math.round(value) : value;
}
