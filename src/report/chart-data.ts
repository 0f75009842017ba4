import { formatSeconds } from '../shared/base/units';
import type { Samples } from '../shared/snapshot';
import { type Point, readVitalSigns, sampledLoadLines, type TimeChartData } from '../view';
import { texts } from './texts.ts';

/** More points than a chart in a document can show only make the file large. */
const mostPoints = 600;

/** The charts of a report: every vital sign that the snapshot has. */
export function chartData(samples: Samples): { id: string; title: string; data: TimeChartData }[] {
  return readVitalSigns(samples).map(({ sign, points }) => {
    const shown = thin(points, mostPoints);
    const span = shown.length === points.length ? '' : texts.lowestAndHighestOfEach(range(points, shown));
    return {
      id: sign.id,
      title: `${sign.label}${span}`,
      data: { unit: sign.unit, lines: [{ label: sign.label, points: shown }] },
    };
  });
}

/** Active sessions stacked by what they did; null: they were not sampled. */
export function loadData(samples: Samples): TimeChartData | null {
  const lines = sampledLoadLines(samples, mostPoints);
  return lines.length === 0 ? null : { unit: 'count', lines, stacked: true };
}

function range(points: readonly Point[], shown: readonly Point[]): string {
  const length = (points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0);
  return formatSeconds(Math.round((length / 1000 / shown.length) * 2));
}

/** Keeps the lowest and the highest point of each range, in order, so that peaks and stalls stay; gaps as well. */
export function thin(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points];
  const size = Math.ceil(points.length / (most / 2));
  const kept: Point[] = [];
  for (let from = 0; from < points.length; from += size) {
    const range = points.slice(from, from + size);
    const known = range.filter((point) => !Number.isNaN(point.y));
    const [first] = known.length === 0 ? range : known;
    if (first === undefined) continue;
    const low = known.reduce((best, point) => (point.y < best.y ? point : best), first);
    const high = known.reduce((best, point) => (point.y > best.y ? point : best), first);
    kept.push(...(low === high ? [low] : low.x < high.x ? [low, high] : [high, low]));
  }
  return kept;
}
