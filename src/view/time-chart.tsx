import { useEffect, useRef } from 'react';
import type { Unit } from '../shared/analysis';
import { formatValue } from '../shared/units';
import { type Point, sampleTime, summarise } from './series';

export interface ChartLine {
  label: string;
  points: Point[];
}

/** What a chart shows; also what a document carries beside its canvas for the script that draws it. */
export interface TimeChartData {
  unit: Unit;
  lines: ChartLine[];
}

/** Draws on a canvas and gives back how to take it down (`drawTimeChart`). */
export type DrawTimeChart = (canvas: HTMLCanvasElement, data: TimeChartData) => () => void;

/**
 * Lines over the window, with a summary for screen readers and the numbers behind a toggle. Drawing needs a browser,
 * so the function that does it is passed in; without it (a document being rendered) the canvas carries its data as
 * `data-time-chart`, gaps as null, for a script to draw later.
 */
export function TimeChart({
  title,
  data,
  draw,
}: {
  title: string;
  data: TimeChartData;
  draw?: DrawTimeChart;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (draw === undefined || canvas.current === null) return;
    return draw(canvas.current, data);
  }, [draw, data]);
  return (
    <figure className="time-chart">
      <figcaption className="strong">{title}</figcaption>
      <div className="time-chart-canvas">
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${title}. ${describeChart(data)}`}
          {...(draw === undefined ? { 'data-time-chart': JSON.stringify(data) } : {})}
        />
      </div>
      <details>
        <summary>Numbers</summary>
        <ChartNumbers title={title} data={data} />
      </details>
    </figure>
  );
}

/** One sentence a line: lowest, mean, highest. */
export function describeChart({ lines, unit }: TimeChartData): string {
  return lines
    .map(({ label, points }) => {
      const numbers = summarise(points);
      if (numbers === null) return `${label}: no values.`;
      const [low, mean, high] = [numbers.low, numbers.mean, numbers.high].map((value) =>
        formatValue(value, unit),
      );
      return `${label}: lowest ${low}, mean ${mean}, highest ${high}.`;
    })
    .join(' ');
}

function ChartNumbers({ title, data: { lines, unit } }: { title: string; data: TimeChartData }) {
  const times = lines[0]?.points.map((point) => point.x) ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="scroll" tabIndex={0} aria-label={`Numbers of ${title}`}>
      <table className="data">
        <thead>
          <tr>
            <th scope="col" className="number">
              Second
            </th>
            {lines.map((line) => (
              <th key={line.label} scope="col" className="number">
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, index) => (
            <tr key={time}>
              <td className="number">{sampleTime(time)}</td>
              {lines.map((line) => {
                const value = line.points[index]?.y ?? Number.NaN;
                return (
                  <td key={line.label} className="number">
                    {Number.isNaN(value) ? 'gap' : formatValue(value, unit)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
