import type { Point } from './series';

const width = 120;
const height = 28;

/** A small line without axes; the numbers stand beside it, so it is hidden from screen readers. */
export function Sparkline({ points }: { points: readonly Point[] }) {
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparklinePath(points)} />
    </svg>
  );
}

/** The path of the line from zero (or the lowest value below it) to the highest; a new stroke after each gap. */
export function sparklinePath(drawn: readonly Point[]): string {
  const points = drawn.flatMap(({ x, y, top }) =>
    top === undefined
      ? [{ x, y }]
      : [
          { x, y },
          { x, y: top },
        ],
  );
  const known = points.filter((point) => !Number.isNaN(point.y));
  const first = points[0];
  const last = points[points.length - 1];
  if (known.length === 0 || first === undefined || last === undefined) return '';
  const low = Math.min(0, ...known.map((point) => point.y));
  const high = Math.max(...known.map((point) => point.y));
  const x = (value: number) =>
    last.x === first.x ? width / 2 : ((value - first.x) / (last.x - first.x)) * width;
  const y = (value: number) =>
    high === low ? height / 2 : height - 2 - ((value - low) / (high - low)) * (height - 4);
  let pen = 'M';
  let path = '';
  for (const point of points) {
    if (Number.isNaN(point.y)) {
      pen = 'M';
      continue;
    }
    path += `${pen}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`;
    pen = 'L';
  }
  return path;
}
