import { formatValue } from '../../../shared/base/units';

/** Ratios beyond eight times or an eighth are drawn as that. */
const most = 3;

/** `x 2.4`; what a missing ratio means is shown in words. */
export function ratioText({
  a,
  b,
  ratio,
}: {
  a: number | null;
  b: number | null;
  ratio: number | null;
}): string {
  if (ratio !== null) return `x\u00a0${formatValue(ratio, 'ratio')}`;
  if (a === null || b === null) return 'unknown';
  if (a === 0 && b === 0) return 'none';
  return a === 0 ? 'from 0' : 'to 0';
}

/** A ratio as a bar to the left (less) or right (more) of 1; the number stands beside it. */
export function RatioBar({ ratio, faint }: { ratio: number | null; faint: boolean }) {
  if (ratio === null || ratio <= 0) return null;
  const doubled = Math.min(most, Math.max(-most, Math.log2(ratio)));
  const width = (Math.abs(doubled) / most) * 50;
  return (
    <svg className="ratio-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="ratio-ground" x="0" y="0" width="100" height="10" />
      <rect
        className={faint ? 'ratio-faint' : 'ratio-mark'}
        x={doubled < 0 ? 50 - width : 50}
        y="1"
        width={width}
        height="8"
      />
      <rect className="ratio-one" x="49.6" y="0" width="0.8" height="10" />
    </svg>
  );
}
