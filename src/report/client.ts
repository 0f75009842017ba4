import { drawTimeChart } from '../view/charts/time/draw-time-chart';

/** The script inside an HTML report: draws what the canvases carry. Without it their numbers stand in tables. */
document.documentElement.dataset.charts = 'drawing';
/** CSS pixels of a chart on A4 paper: a half of its width, or all of it. */
const paper = { half: 430, whole: 890, height: 190, besideFinding: 120 };

for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas[data-time-chart]')) {
  const chart = drawTimeChart(canvas, JSON.parse(canvas.dataset.timeChart ?? ''));
  const width = canvas.closest('.report-charts') === null ? paper.whole : paper.half;
  // A canvas is a picture: it is drawn again for the paper, else its words would shrink with it.
  const height = canvas.closest('.finding') === null ? paper.height : paper.besideFinding;
  window.addEventListener('beforeprint', () => chart.resize({ width, height }));
  window.addEventListener('afterprint', () => chart.resize(null));
}
document.documentElement.dataset.charts = 'drawn';

/** What is folded on the screen is read on paper as well; afterwards it is as the reader left it. */
const opened: HTMLDetailsElement[] = [];
window.addEventListener('beforeprint', () => {
  for (const folded of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
    // The numbers of a chart: the chart itself stands on the paper.
    if (folded.closest('.time-chart') !== null) continue;
    folded.open = true;
    opened.push(folded);
  }
});
window.addEventListener('afterprint', () => {
  for (const folded of opened.splice(0)) folded.open = false;
});
