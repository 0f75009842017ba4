import {
  Chart,
  Decimation,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { formatValue } from '../shared/units';
import { sampleTime } from './series';
import type { TimeChartData } from './time-chart';

/**
 * Draws a time chart with Chart.js as its performance guide asks: no parsing, sorted points, no animation, min-max
 * decimation (which keeps peaks), gaps at NaN. Points whose y is null (JSON has no NaN) are gaps as well.
 * @returns how to take the chart down
 */
export function drawTimeChart(canvas: HTMLCanvasElement, data: TimeChartData): () => void {
  Chart.register(Decimation, Legend, LinearScale, LineController, LineElement, PointElement, Tooltip);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const { unit, lines } = data;
  const label = (value: number | string) => formatValue(Number(value), unit);
  const chart = new Chart(canvas, {
    type: 'line',
    data: {
      datasets: lines.map((line, index) => ({
        label: line.label,
        // Decimation moves the array into its own keeping, so it gets one of its own.
        data: line.points.map(({ x, y }) => ({ x, y: y ?? Number.NaN })),
        borderColor: colour(`--chart-${(index % 4) + 1}`),
        borderWidth: 1.5,
        pointRadius: 0,
        pointHitRadius: 8,
      })),
    },
    options: {
      parsing: false,
      normalized: true,
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          type: 'linear',
          bounds: 'data',
          grid: { color: colour('--line') },
          ticks: {
            color: colour('--text-soft'),
            maxRotation: 0,
            callback: (value) => sampleTime(Number(value)),
          },
        },
        y: {
          beginAtZero: true,
          grid: { color: colour('--line') },
          ticks: { color: colour('--text-soft'), maxTicksLimit: 6, callback: label },
        },
      },
      plugins: {
        decimation: { enabled: true, algorithm: 'min-max' },
        legend: { display: lines.length > 1, labels: { color: colour('--text'), boxHeight: 1 } },
        tooltip: {
          callbacks: {
            title: (items) => `Second ${sampleTime(items[0]?.parsed.x ?? 0)}`,
            label: (item) => `${item.dataset.label ?? ''}: ${label(item.parsed.y ?? Number.NaN)}`,
          },
        },
      },
    },
  });
  return () => chart.destroy();
}
