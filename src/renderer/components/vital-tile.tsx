import { formatValue } from '../../shared/base/units';
import { Sparkline, type VitalReading } from '../../view';
import { texts } from './texts';

/** A vital sign: its value in large, its line, and between which values it was. @param value in words */
export function Tile({
  reading: { sign, points, numbers },
  value,
  open,
  onToggle,
}: {
  reading: VitalReading;
  value: string;
  open: boolean;
  onToggle: () => void;
}) {
  return (
    <button type="button" className="tile" aria-expanded={open} onClick={onToggle}>
      <span className="tile-label">{sign.label}</span>
      <span className="tile-value">{value}</span>
      <Sparkline points={points} />
      <span className="tile-range soft">{rangeText(numbers, sign.unit, points.length)}</span>
    </button>
  );
}

function rangeText(
  numbers: VitalReading['numbers'],
  unit: VitalReading['sign']['unit'],
  samples: number,
): string {
  if (numbers === null) return '';
  if (numbers.low === numbers.high) return samples < 2 ? texts.oneSample : 'throughout';
  const [low, high] = [formatValue(numbers.low, unit), formatValue(numbers.high, unit)];
  // `251 to 1,033 pages`: a unit in words stands once.
  return unit === 'pages' ? `${low.replace(/ pages?$/, '')} to ${high}` : `${low} to ${high}`;
}

/** A mean has no more digits than can be read at a glance. */
export function roundedMean(value: number): number {
  return value >= 100 ? Math.round(value) : value;
}
