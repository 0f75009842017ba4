import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartOptions,
  LinearScale,
  type Plugin,
  PointElement,
  ScatterController,
} from 'chart.js';
import { type Estimate, estimateRange } from './estimate-data';

/** Drawn as a dot for the estimate and a line for its interval; the shape shows the verdict as the colour does. */
const dots = {
  better: { style: 'triangle', colour: '--fine' },
  worse: { style: 'rectRot', colour: '--critical' },
  'worse-stopped': { style: 'rectRot', colour: '--critical' },
  equivalent: { style: 'rect', colour: '--notice' },
  inconclusive: { style: 'circle', colour: '--chart-1' },
  placebo: { style: 'crossRot', colour: '--line-strong' },
} as const;

/**
 * Draws estimates with their intervals against no change, and the margin within which a change counts as none.
 * @returns how to take it down
 */
export function drawEstimates(
  canvas: HTMLCanvasElement,
  estimates: readonly Estimate[],
  marginPercent: number,
): () => void {
  Chart.register(BarController, BarElement, CategoryScale, LinearScale, PointElement, ScatterController);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const { from, to } = estimateRange(estimates);
  const within = (value: number) => Math.min(Math.max(value, from), to);
  const tones = estimates.map(({ verdict }) => colour(dots[verdict].colour));
  const chart = new Chart<'bar' | 'scatter', unknown>(canvas, {
    data: {
      labels: estimates.map(({ name }) => name),
      datasets: [
        {
          type: 'scatter',
          data: estimates.map(({ estimatePercent }, index) => ({ x: within(estimatePercent), y: index })),
          pointStyle: estimates.map(({ verdict }) => dots[verdict].style),
          pointRadius: 5,
          pointBorderWidth: 2,
          pointBackgroundColor: tones,
          pointBorderColor: tones,
          yAxisID: 'y',
        },
        {
          type: 'bar',
          data: estimates.map(({ low, high }) => [within(low), within(high)]),
          backgroundColor: tones,
          barThickness: 3,
          yAxisID: 'y',
        },
      ],
    },
    plugins: [marginPlugin(marginPercent, colour), arrowsPlugin(estimates, { from, to }, tones)],
    options: {
      indexAxis: 'y',
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      events: [],
      scales: axes(from, to, colour),
      plugins: { legend: { display: false }, tooltip: { enabled: false } },
    },
  });
  return () => chart.destroy();
}

/** Changes along, one line for each estimate. */
function axes(
  from: number,
  to: number,
  colour: (name: string) => string,
): NonNullable<ChartOptions<'bar' | 'scatter'>['scales']> {
  return {
    x: {
      type: 'linear',
      min: from,
      max: to,
      grid: { color: () => colour('--line') },
      border: { display: false },
      ticks: {
        includeBounds: false,
        color: () => colour('--text-soft'),
        font: { size: 11 },
        callback: (value) => `${Number(value) > 0 ? '+' : ''}${value} %`,
      },
    },
    y: {
      type: 'category',
      grid: { display: false },
      border: { display: false },
      ticks: { color: () => colour('--text'), autoSkip: false },
    },
  };
}

/** No change as a line, and the band of changes that count as none. */
function marginPlugin(marginPercent: number, colour: (name: string) => string): Plugin {
  return {
    id: 'margin',
    beforeDatasetsDraw: ({ ctx, chartArea, scales }) => {
      const axis = scales.x;
      if (axis === undefined) return;
      const [left, zero, right] = [-marginPercent, 0, marginPercent].map((value) =>
        Math.min(Math.max(axis.getPixelForValue(value), chartArea.left), chartArea.right),
      );
      if (left === undefined || zero === undefined || right === undefined) return;
      ctx.save();
      ctx.fillStyle = colour('--sunken');
      ctx.fillRect(left, chartArea.top, right - left, chartArea.bottom - chartArea.top);
      ctx.strokeStyle = colour('--line-strong');
      ctx.beginPath();
      ctx.moveTo(zero, chartArea.top);
      ctx.lineTo(zero, chartArea.bottom);
      ctx.stroke();
      ctx.restore();
    },
  };
}

/** Where the axis ends before an interval does, an arrow says that it goes on. */
function arrowsPlugin(
  estimates: readonly Estimate[],
  { from, to }: { from: number; to: number },
  tones: readonly string[],
): Plugin {
  return {
    id: 'arrows',
    afterDatasetsDraw: ({ ctx, chartArea, scales }) => {
      const axis = scales.y;
      if (axis === undefined) return;
      ctx.save();
      estimates.forEach(({ low, high }, index) => {
        const y = axis.getPixelForValue(index);
        ctx.fillStyle = tones[index] ?? '';
        const arrow = (tip: number, back: number) => {
          ctx.beginPath();
          ctx.moveTo(tip, y);
          ctx.lineTo(back, y - 5);
          ctx.lineTo(back, y + 5);
          ctx.fill();
        };
        if (high > to) arrow(chartArea.right, chartArea.right - 9);
        if (low < from) arrow(chartArea.left, chartArea.left + 9);
      });
      ctx.restore();
    },
  };
}
