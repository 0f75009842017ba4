import {
  Chart,
  type ChartDataset,
  type ChartOptions,
  Decimation,
  type Point as DrawnPoint,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { formatValue } from '../../../shared/base/units';
import {
  type ChartLine,
  isGap,
  lineColour,
  rangeOfPoints,
  type TimeChartData,
  type TimeRange,
} from './chart-data';
import { marksPlugin } from './chart-marks';
import { sampleTime } from './series';
import { clockOffset, clockTime, momentText, showsClock, timeTicks } from './time-axis';

/** A chart on its canvas. Lengths are CSS pixels from the canvas's corner. */
export interface DrawnChart {
  update(data: TimeChartData): void;
  /** Where the lines are. */
  area(): { left: number; right: number; top: number; bottom: number };
  pixelOf(timeMs: number): number;
  timeAt(pixel: number): number;
  /** Draws it in another size, as paper needs it; null: in that of its place. */
  resize(size: { width: number; height: number } | null): void;
  destroy(): void;
}

/** Every pane's lines begin at the same pixel, so that a cursor crosses them all at one time. */
const axisWidth = 84;
const pixelsATick = 90;

/**
 * Draws a time chart with Chart.js as its performance guide asks: no parsing, sorted points, no animation, min-max
 * decimation (which keeps peaks), gaps at NaN. Points whose y is null (JSON has no NaN) are gaps as well.
 * @param options `tooltip`: tell the values under the pointer on the canvas itself, as documents do
 */
export function drawTimeChart(
  canvas: HTMLCanvasElement,
  first: TimeChartData,
  { tooltip = true }: { tooltip?: boolean } = {},
): DrawnChart {
  Chart.register(Decimation, Filler, LinearScale, LineController, LineElement, PointElement, Tooltip);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  let data = first;
  const now = () => data;
  const chart = new Chart<'line', DrawnPoint[]>(canvas, {
    type: 'line',
    data: { datasets: datasets(data, colour) },
    plugins: [marksPlugin(() => data.marks ?? [], colour)],
    options: {
      parsing: false,
      normalized: true,
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      events: tooltip ? ['mousemove', 'mouseout'] : [],
      scales: { x: timeAxis(now, colour), y: valueAxis(now, colour) },
      plugins: {
        decimation: { enabled: first.stacked !== true, algorithm: 'min-max' },
        tooltip: { enabled: tooltip, callbacks: tooltipTexts(now) },
      },
    },
  });
  const redraw = (next: TimeChartData) => {
    data = next;
    const axis = chart.options.scales?.x;
    const { fromMs, toMs } = rangeOf(next);
    if (axis !== undefined) Object.assign(axis, { min: fromMs, max: toMs });
    chart.data.datasets = datasets(next, colour);
    chart.update('none');
  };
  const forgetTheme = onThemeChange(() => redraw(data));
  return {
    update: redraw,
    area: () => chart.chartArea,
    pixelOf: (timeMs) => chart.scales.x?.getPixelForValue(timeMs) ?? 0,
    timeAt: (pixel) => chart.scales.x?.getValueForPixel(pixel) ?? 0,
    resize: (size) => (size === null ? chart.resize() : chart.resize(size.width, size.height)),
    destroy: () => {
      forgetTheme();
      chart.destroy();
    },
  };
}

/** @returns ends it */
function onThemeChange(redraw: () => void): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', redraw);
  return () => dark.removeEventListener('change', redraw);
}

type Scales = NonNullable<ChartOptions<'line'>['scales']>;
type Axis = NonNullable<Scales[string]>;
type TooltipTexts = NonNullable<
  NonNullable<NonNullable<ChartOptions<'line'>['plugins']>['tooltip']>['callbacks']
>;
/** The axes read the data that stand when they are drawn. */
type Now = () => TimeChartData;
type Colour = (name: string) => string;

function timeAxis(now: Now, colour: Colour): Axis {
  return {
    type: 'linear',
    min: rangeOf(now()).fromMs,
    max: rangeOf(now()).toMs,
    grid: { color: () => colour('--line') },
    border: { display: false },
    afterBuildTicks: (axis) => {
      const { startedAt } = now();
      const offset = showsClock(axis.min, axis.max, startedAt) ? clockOffset(startedAt ?? '') : 0;
      const most = Math.max(2, Math.floor(axis.width / pixelsATick));
      axis.ticks = timeTicks(axis.min, axis.max, most, offset).map((value) => ({ value }));
    },
    ticks: {
      color: () => colour('--text-soft'),
      font: { size: 11 },
      autoSkip: false,
      maxRotation: 0,
      callback: (value) => {
        const { startedAt } = now();
        const { fromMs, toMs } = rangeOf(now());
        return showsClock(fromMs, toMs, startedAt)
          ? clockTime(startedAt ?? '', Number(value), false)
          : sampleTime(Number(value));
      },
    },
  };
}

function valueAxis(now: Now, colour: Colour): Axis {
  return {
    type: 'linear',
    beginAtZero: true,
    grace: '5%',
    stacked: now().stacked === true,
    grid: { color: () => colour('--line') },
    border: { display: false },
    afterBuildTicks: (axis) => {
      const { unit } = now();
      if (unit === 'bytes' || unit === 'bytes/s') axis.ticks = byteTicks(axis.min, axis.max);
    },
    afterFit: (axis) => {
      axis.width = axisWidth;
    },
    ticks: {
      color: () => colour('--text-soft'),
      font: { size: 11 },
      maxTicksLimit: 5,
      callback: (value) => formatValue(Number(value), now().unit),
    },
  };
}

function tooltipTexts(now: Now): TooltipTexts {
  return {
    title: (items) => momentText(items[0]?.parsed.x ?? 0, now().startedAt),
    label: ({ dataset, parsed }) =>
      `${dataset.label ?? ''}: ${formatValue(Number(parsed.y ?? Number.NaN), now().unit)}`,
  };
}

function rangeOf({ range, lines }: TimeChartData): TimeRange {
  return range ?? rangeOfPoints(lines) ?? { fromMs: 0, toMs: 1 };
}

function datasets(
  { lines, stacked = false }: TimeChartData,
  colour: (name: string) => string,
): ChartDataset<'line', DrawnPoint[]>[] {
  return lines.map((line, index) => {
    const own = colour(`--chart-${lineColour(line, index)}`);
    return {
      label: line.label,
      data: drawnPoints(line),
      borderDash: line.stroke === 'dashed' ? [5, 4] : [],
      borderColor: line.stroke === 'faint' ? `${own}99` : own,
      borderWidth: stacked ? 0.5 : line.stroke === 'faint' ? 1 : line.stroke === 'bold' ? 2.5 : 1.5,
      pointRadius: line.points.length === 1 ? 3 : 0,
      pointHitRadius: 8,
      // What is bold lies on top of what is faint.
      order: line.stroke === 'bold' ? 0 : line.stroke === 'faint' ? 2 : 1,
      ...(line.stepMs === undefined ? {} : { stepped: 'middle' as const }),
      ...(stacked ? { fill: 'stack', backgroundColor: own, order: lines.length - index } : {}),
    };
  });
}

/**
 * Two points where one stands for a lowest and a highest value, so that the line covers both; and steps reach to the
 * ends of what they stand for, where no other step begins.
 */
function drawnPoints({ points, stepMs = 0 }: ChartLine): DrawnPoint[] {
  const drawn: DrawnPoint[] = [];
  const isKnown = (index: number) => {
    const y = points[index]?.y ?? null;
    return !isGap(y);
  };
  points.forEach(({ x, y, top }, index) => {
    if (!isKnown(index)) {
      drawn.push({ x, y: Number.NaN });
      return;
    }
    if (stepMs > 0 && !isKnown(index - 1)) drawn.push({ x: x - stepMs / 2, y });
    drawn.push({ x, y });
    if (top !== undefined) drawn.push({ x, y: top });
    if (stepMs > 0 && !isKnown(index + 1)) drawn.push({ x: x + stepMs / 2, y: top ?? y });
  });
  return drawn;
}

/** Bytes are counted in powers of 1024, so ticks of a round number of them are no round decimal numbers. */
function byteTicks(low: number, high: number): { value: number }[] {
  const power = Math.max(0, Math.floor(Math.log(Math.max(1, high - low)) / Math.log(1024)));
  const unit = 1024 ** power;
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]
    .map((count) => count * unit)
    .find((one) => (high - low) / one <= 5);
  if (step === undefined) return [];
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => ({
    value: (first + index) * step,
  }));
}
