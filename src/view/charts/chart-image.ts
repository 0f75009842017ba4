/** One entry of a chart's key: a text, and the number of its colour. */
export interface ChartKey {
  text: string;
  colour: number;
}

const padding = 12;
const titleSize = 15;
const textSize = 12;
const rowHeight = 18;

/**
 * A picture of a chart as it stands, with its title and the key of its colours, on the ground of the theme.
 * @returns the PNG file, base64
 */
export function chartImage(canvas: HTMLCanvasElement, title: string, entries: readonly ChartKey[]): string {
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const scale = canvas.width / Math.max(1, canvas.clientWidth);
  const width = canvas.clientWidth + 2 * padding;
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d');
  if (context === null) return '';
  const font = (size: number, weight = 400) => `${weight} ${size}px ${colour('--font')}`;
  context.font = font(textSize);
  const keys = placeKeys(entries, width - 2 * padding, (text) => context.measureText(text).width);
  const head = 2 * padding + titleSize + keys.rows * rowHeight;
  picture.width = width * scale;
  picture.height = (head + canvas.clientHeight + padding) * scale;
  context.scale(scale, scale);
  context.fillStyle = colour('--surface');
  context.fillRect(0, 0, width, head + canvas.clientHeight + padding);
  context.textBaseline = 'middle';
  context.fillStyle = colour('--text');
  context.font = font(titleSize, 600);
  context.fillText(title, padding, padding + titleSize / 2, width - 2 * padding);
  context.font = font(textSize);
  keys.placed.forEach(({ x, row, text, colour: number }) => {
    const y = padding + titleSize + row * rowHeight + rowHeight / 2 + 4;
    context.fillStyle = colour(`--chart-${number}`);
    context.fillRect(padding + x, y - 2, 12, 4);
    context.fillStyle = colour('--text');
    context.fillText(text, padding + x + 18, y);
  });
  context.drawImage(canvas, padding, head, canvas.clientWidth, canvas.clientHeight);
  return picture.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

/** Keys from left to right, in as many rows as they need. */
function placeKeys(entries: readonly ChartKey[], width: number, widthOf: (text: string) => number) {
  let [x, row] = [0, 0];
  const placed = entries.map((entry) => {
    const needed = widthOf(entry.text) + 36;
    if (x > 0 && x + needed > width) [x, row] = [0, row + 1];
    const key = { x, row, ...entry };
    x += needed;
    return key;
  });
  return { placed, rows: entries.length === 0 ? 0 : row + 1 };
}
