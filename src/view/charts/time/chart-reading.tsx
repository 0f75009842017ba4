import { useEffect, useState } from 'react';
import { formatValue } from '../../../shared/base/units';
import { type ChartLine, isGap, lineColour, pointAt, type TimeChartData } from './chart-data';
import type { ChartLink } from './chart-link';
import { texts } from './texts';
import { momentText } from './time-axis';

/** What each line says at a moment, as one text. */
export function readingText(data: TimeChartData, timeMs: number): string {
  const values = data.lines.map((line) => `${line.label} ${valueAt(line, timeMs, data)}`);
  return `${momentText(timeMs, data.startedAt)}: ${values.join(', ')}`;
}

function valueAt(line: ChartLine, timeMs: number, { unit }: TimeChartData): string {
  const point = pointAt(line, timeMs);
  if (point === null) return texts.noValue;
  if (isGap(point.y)) return 'gap';
  const low = formatValue(point.y, unit);
  return point.top === undefined ? low : `${low} to ${formatValue(point.top, unit)}`;
}

/** The key of a chart's colours; while the cursor stands somewhere also the values there. */
export function ChartReading({ data, link }: { data: TimeChartData; link?: ChartLink }) {
  const [cursorMs, setCursorMs] = useState<number | null>(null);
  useEffect(() => link?.listen(setCursorMs), [link]);
  if (data.lines.length < 2 && link === undefined) return null;
  return (
    <p className="chart-reading">
      {data.lines.map((line, index) => (
        <span key={line.label} className="chart-key">
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path
              className={`chart-stroke-${lineColour(line, index)}`}
              d="M0 6H12"
              strokeWidth={data.stacked === true ? 10 : line.stroke === 'bold' ? 4 : 2}
              strokeDasharray={line.stroke === 'dashed' ? '4 3' : undefined}
              strokeOpacity={line.stroke === 'faint' ? 0.45 : 1}
            />
          </svg>
          {line.label}
          {cursorMs !== null && <span className="strong">{valueAt(line, cursorMs, data)}</span>}
        </span>
      ))}
      {link !== undefined && (
        <span className="chart-moment soft">
          {cursorMs === null ? '' : momentText(cursorMs, data.startedAt)}
        </span>
      )}
    </p>
  );
}
