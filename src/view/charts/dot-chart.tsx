import { useEffect, useId, useRef, useState } from 'react';
import { chartImage } from './chart-image';
import { type ChartFile, SaveChartButtons } from './save-chart-buttons';
import { texts } from './texts';

/** One row: the spread of what was measured for it. */
export interface DotRow {
  label: string;
  min: number;
  max: number;
  average: number;
  median: number;
  /** How many were measured. */
  count: number;
}

const rowHeight = 30;
const axisHeight = 24;
const labelWidth = 150;
const margin = 24;

/** Ratios by group: a line from the lowest to the highest, a dot at the average, a diamond at the median, 1 marked. */
export function DotChart({
  title,
  rows,
  meaning,
  onSave,
}: {
  title: string;
  rows: readonly DotRow[];
  /** What a ratio above 1 says. */
  meaning: string;
  onSave: (file: ChartFile) => void;
}) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const draw = () => drawDots(element, rows);
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', draw);
    };
  }, [rows]);
  return (
    <figure className="time-chart dot-chart" aria-labelledby={`${id}-title`}>
      <div className="time-chart-head">
        <figcaption className="strong" id={`${id}-title`}>
          {title}
        </figcaption>
        <span className="soft">{meaning}</span>
        <span className="push" />
        <button type="button" className="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {texts.numbers(<span className="unseen"> {texts.of(title)}</span>)}
        </button>
        <SaveChartButtons
          title={title}
          numbers={() => dotTable(rows)}
          image={() => canvas.current && chartImage(canvas.current, title, [])}
          onSave={onSave}
        />
      </div>
      <canvas
        ref={canvas}
        className="dot-canvas"
        role="img"
        aria-label={`${title}. ${describeDots(rows)}`}
        // The height follows from the number of rows; a style sheet cannot know it.
        style={{ height: rows.length * rowHeight + axisHeight }}
      />
      <p className="soft dot-key">{texts.lineLowestToHighestTest}</p>
      {open && <DotNumbers title={title} rows={rows} />}
    </figure>
  );
}

function DotNumbers({ title, rows }: { title: string; rows: readonly DotRow[] }) {
  const { columns, rows: cells } = dotTable(rows);
  return (
    <table className="data">
      <caption className="unseen">{texts.numbersOf(title)}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" className={index === 0 ? undefined : 'number'}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map(([label, ...numbers]) => (
          <tr key={String(label)}>
            <th scope="row">{label}</th>
            {numbers.map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
              <td key={index} className="number">
                {index === 0 ? value : Number(value).toFixed(3)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function dotTable(rows: readonly DotRow[]) {
  return {
    columns: [texts.group, texts.tests, texts.lowest, texts.highest, texts.average, texts.median],
    rows: rows.map((row) => [row.label, row.count, row.min, row.max, row.average, row.median]),
  };
}

export function describeDots(rows: readonly DotRow[]): string {
  const two = (value: number) => value.toFixed(2);
  return rows
    .map(({ label, min, max, average, median }) =>
      texts.lowestHighestAverageMedian(label, two(min), two(max), two(average), two(median)),
    )
    .join(' ');
}

/** On a scale of factors, on which twice and half lie equally far from 1. */
function drawDots(canvas: HTMLCanvasElement, rows: readonly DotRow[]): void {
  const context = canvas.getContext('2d');
  if (context === null || canvas.clientWidth === 0) return;
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const scale = window.devicePixelRatio;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  context.font = `12px ${colour('--font')}`;
  context.textBaseline = 'middle';
  const bounds = boundsOf(rows);
  const left = Math.min(labelWidth, width * 0.3);
  const x = (value: number) =>
    left +
    margin +
    ((Math.log(value) - bounds.low) / (bounds.high - bounds.low)) * (width - left - 2 * margin);
  const bottom = rows.length * rowHeight;
  for (const tick of ticksBetween(bounds.low, bounds.high, (width - left) / 60)) {
    context.strokeStyle = colour(tick === 1 ? '--line-strong' : '--line');
    line(context, x(tick), 0, x(tick), bottom);
    context.fillStyle = colour('--text-soft');
    context.textAlign = 'center';
    context.fillText(String(tick), x(tick), bottom + axisHeight / 2);
  }
  rows.forEach((row, index) => {
    const y = index * rowHeight + rowHeight / 2;
    context.fillStyle = colour('--text');
    context.textAlign = 'left';
    context.fillText(row.label, 0, y, left);
    drawRow(context, row, y, x, colour);
  });
}

/** The range as a line with ends, the average as a dot, the median as a diamond. */
function drawRow(
  context: CanvasRenderingContext2D,
  row: DotRow,
  y: number,
  x: (value: number) => number,
  colour: (name: string) => string,
): void {
  context.strokeStyle = colour('--chart-1');
  context.lineWidth = 2;
  line(context, x(row.min), y, x(row.max), y);
  for (const end of [row.min, row.max]) line(context, x(end), y - 4, x(end), y + 4);
  context.lineWidth = 1;
  context.fillStyle = colour('--chart-1');
  context.beginPath();
  context.arc(x(row.average), y, 4.5, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = colour('--surface');
  context.strokeStyle = colour('--chart-2');
  context.lineWidth = 2;
  context.beginPath();
  const at = x(row.median);
  context.moveTo(at, y - 6);
  context.lineTo(at + 6, y);
  context.lineTo(at, y + 6);
  context.lineTo(at - 6, y);
  context.closePath();
  context.stroke();
  context.lineWidth = 1;
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** Logarithms; 1 is always in view. */
function boundsOf(rows: readonly DotRow[]): { low: number; high: number } {
  const low = Math.min(0, ...rows.map(({ min }) => Math.log(min)));
  const high = Math.max(0, ...rows.map(({ max }) => Math.log(max)));
  const room = Math.max(0.05, (high - low) * 0.05);
  return { low: low - room, high: high + room };
}

function ticksBetween(low: number, high: number, most: number): number[] {
  const spread = Math.exp(high) - Math.exp(low);
  const step =
    [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 50, 100].find((one) => spread / one <= most) ?? 1000;
  const first = Math.ceil(Math.exp(low) / step);
  const count = Math.floor(Math.exp(high) / step) - first + 1;
  const ticks = Array.from({ length: Math.max(0, count) }, (_, index) =>
    Number(((first + index) * step).toFixed(2)),
  ).filter((tick) => tick > 0);
  return ticks.includes(1) ? ticks : [...ticks, 1].sort((a, b) => a - b);
}
