import { drawTimeChart } from '../view/draw-time-chart';

/** The script inside an HTML report: draws what the canvases carry. Without it their numbers stand in tables. */
document.documentElement.dataset.charts = 'drawn';
for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas[data-time-chart]')) {
  drawTimeChart(canvas, JSON.parse(canvas.dataset.timeChart ?? ''));
}
