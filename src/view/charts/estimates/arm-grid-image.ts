import { changeText, signedPercent } from '../../../shared/probe';
import { verdictWords } from '../../probe/probe-tables';
import { type ArmGrid, gridTone } from './estimate-data';

const padding = 16;
const rowHeight = 52;
const headHeight = 28;
const labelWidth = 200;
const cellWidth = 190;
/** Pixels of the picture for each of the drawing, for screens and print of today. */
const scale = 2;

/**
 * A picture of the heat map with its title, in the colours of the theme.
 * @param element whose style says the colours
 * @returns the PNG file, base64
 */
export function armGridImage(
  element: Element,
  title: string,
  grid: ArmGrid,
  higherIsBetter: boolean,
): string {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const { rows, columns, rowVariable, columnVariable } = grid;
  const width = 2 * padding + labelWidth + columns.length * cellWidth;
  const top = padding + headHeight * 3;
  const height = top + rows.length * rowHeight + padding;
  const picture = document.createElement('canvas');
  picture.width = width * scale;
  picture.height = height * scale;
  const context = picture.getContext('2d');
  if (context === null) return '';
  context.scale(scale, scale);
  context.fillStyle = colour('--surface');
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  const pen: Pen = {
    context,
    colour,
    write: (text, x, y, most, font, tone) => {
      context.font = font;
      context.fillStyle = colour(tone);
      context.fillText(text, x, y, most);
    },
    plain: `12px ${colour('--font')}`,
    strong: `600 12px ${colour('--font')}`,
  };
  const { write, strong } = pen;
  const mono = `12px ${colour('--font-mono')}`;
  const left = padding + labelWidth;
  write(title, padding, padding + 8, width - 2 * padding, `600 15px ${colour('--font')}`, '--text');
  write(columnVariable, left + 10, top - headHeight * 1.5, columns.length * cellWidth, mono, '--text-soft');
  write(rowVariable, padding, top - headHeight / 2, labelWidth - 8, mono, '--text-soft');
  columns.forEach((column, index) => {
    write(column, left + index * cellWidth + 10, top - headHeight / 2, cellWidth - 20, strong, '--text');
  });
  rows.forEach((row, at) => {
    const y = top + at * rowHeight;
    write(row, padding, y + rowHeight / 2, labelWidth - 8, strong, '--text');
    columns.forEach((column, index) => {
      drawCell(
        pen,
        left + index * cellWidth,
        y,
        grid.cell(row, column) ?? grid.empty(row, column),
        higherIsBetter,
      );
    });
  });
  return picture.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

interface Pen {
  context: CanvasRenderingContext2D;
  colour: (name: string) => string;
  write: (text: string, x: number, y: number, most: number, font: string, tone: string) => void;
  plain: string;
  strong: string;
}

/** @param arm what stands in a cell without one */
function drawCell(
  { context, colour, write, plain, strong }: Pen,
  x: number,
  y: number,
  arm: NonNullable<ReturnType<ArmGrid['cell']>> | string,
  higherIsBetter: boolean,
): void {
  if (typeof arm !== 'string') {
    const { gain, opacity } = gridTone(arm, higherIsBetter);
    context.globalAlpha = opacity;
    context.fillStyle = colour(gain ? '--fine' : '--critical');
    context.fillRect(x, y, cellWidth, rowHeight);
    context.globalAlpha = 1;
  }
  context.strokeStyle = colour('--line');
  context.strokeRect(x, y, cellWidth, rowHeight);
  if (typeof arm === 'string') {
    write(arm, x + 10, y + rowHeight / 2, cellWidth - 20, plain, '--text-soft');
    return;
  }
  const { estimatePercent, verdict } = arm;
  const change = estimatePercent === null ? '' : ` ${signedPercent(estimatePercent)}`;
  write(`${verdictWords[verdict]}${change}`, x + 10, y + 18, cellWidth - 20, strong, '--text');
  const interval = /^[^(]*\((.*)\)$/.exec(changeText(arm))?.[1] ?? '';
  write(interval, x + 10, y + 36, cellWidth - 20, plain, '--text');
}
