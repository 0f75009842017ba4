import type { Chart, Plugin } from 'chart.js';
import type { ChartMark } from './chart-data';

/** Colours by kind of mark; each also has a shape of its own, so that colour is not needed to distinguish them. */
const tones = {
  stall: { fill: '--warning-soft', line: '--warning' },
  event: { fill: '--notice-soft', line: '--notice' },
  arm: { fill: '--sunken', line: '--line' },
  present: { fill: '--sunken', line: '--line' },
  span: { fill: '--notice-soft', line: '--notice' },
} as const;
const labelHeight = 14;

/** Draws marks behind the lines: stalls as bands with a triangle on top, events as dashed lines, arms as bands with an edge. */
export function marksPlugin(marks: () => readonly ChartMark[], colour: (name: string) => string): Plugin {
  return {
    id: 'marks',
    beforeDatasetsDraw: (chart) => {
      const shown = marks();
      if (shown.length === 0) return;
      const { ctx } = chart;
      ctx.save();
      ctx.font = `11px ${colour('--font')}`;
      ctx.textBaseline = 'top';
      for (const mark of shown) drawMark(chart, mark, colour);
      ctx.restore();
    },
  };
}

function drawMark(chart: Chart, mark: ChartMark, colour: (name: string) => string): void {
  const { ctx, chartArea: area } = chart;
  const axis = chart.scales.x;
  if (axis === undefined) return;
  const from = axis.getPixelForValue(mark.fromMs);
  const to = mark.toMs === undefined ? from : axis.getPixelForValue(mark.toMs);
  if (to < area.left || from > area.right) return;
  const left = Math.max(area.left, from);
  const width = Math.max(1, Math.min(area.right, to) - left);
  const tone = tones[mark.kind];
  ctx.strokeStyle = colour(tone.line);
  ctx.fillStyle = colour(tone.fill);
  if (mark.kind === 'event') {
    ctx.setLineDash([4, 3]);
    edge(ctx, left, area);
    ctx.setLineDash([]);
  } else if (mark.kind !== 'present') {
    ctx.fillRect(left, area.top, Math.max(2, width), area.bottom - area.top);
  }
  if (mark.kind === 'arm') edge(ctx, left, area);
  if (mark.kind === 'span') for (const end of [left, left + width]) edge(ctx, end, area);
  if (mark.kind === 'stall') {
    const middle = left + width / 2;
    ctx.fillStyle = colour(tone.line);
    ctx.beginPath();
    ctx.moveTo(middle - 4, area.top);
    ctx.lineTo(middle + 4, area.top);
    ctx.lineTo(middle, area.top + 6);
    ctx.fill();
    return;
  }
  const room = mark.kind === 'event' ? area.right - left - 4 : width - 6;
  if (ctx.measureText(mark.label).width > room) return;
  ctx.fillStyle = colour('--text-soft');
  ctx.fillText(mark.label, left + 3, area.top + 2, Math.max(labelHeight, room));
}

function edge(ctx: CanvasRenderingContext2D, at: number, { top, bottom }: Chart['chartArea']): void {
  ctx.beginPath();
  ctx.moveTo(at, top);
  ctx.lineTo(at, bottom);
  ctx.stroke();
}
