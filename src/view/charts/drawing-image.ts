const padding = 12;
const titleSize = 15;

/**
 * A picture of a drawing as it stands on the page: the rectangles of its SVGs, its words and its keys, with a title, on
 * the ground of the theme. For drawings made of nothing else; charts on a canvas are `chartImage`.
 * @returns the PNG file, base64; '' where the browser gives no canvas
 */
export function drawingImage(drawing: HTMLElement, title: string): string {
  const frame = drawing.getBoundingClientRect();
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d');
  if (context === null) return '';
  const style = getComputedStyle(drawing);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const scale = Math.max(2, window.devicePixelRatio);
  const head = 2 * padding + titleSize;
  const [width, height] = [frame.width + 2 * padding, frame.height + head + padding];
  picture.width = Math.round(width * scale);
  picture.height = Math.round(height * scale);
  context.scale(scale, scale);
  context.fillStyle = colour('--surface');
  context.fillRect(0, 0, width, height);
  context.fillStyle = colour('--text');
  context.textBaseline = 'middle';
  context.font = `600 ${titleSize}px ${colour('--font')}`;
  context.fillText(title, padding, padding + titleSize / 2, width - 2 * padding);
  context.translate(padding - frame.left, head - frame.top);
  const isShown = (element: Element) => element.closest('details, .unseen') === null;
  for (const element of drawing.querySelectorAll('*')) {
    if (isShown(element)) drawBox(context, element);
  }
  const texts = document.createTreeWalker(drawing, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (parent !== null && isShown(parent)) drawWords(context, node, parent);
  }
  return picture.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

/** A rectangle of an SVG, or an element with a ground of its own, such as the key of a colour. */
function drawBox(context: CanvasRenderingContext2D, element: Element): void {
  const style = getComputedStyle(element);
  const isRect = element instanceof SVGRectElement;
  const fill = isRect ? style.fill : style.backgroundColor;
  if (fill === 'none' || fill === 'rgba(0, 0, 0, 0)') return;
  const { left, top, width, height } = element.getBoundingClientRect();
  context.globalAlpha = Number(style.opacity);
  context.fillStyle = fill;
  context.fillRect(left, top, width, height);
  if (isRect && style.stroke !== 'none') {
    context.strokeStyle = style.stroke;
    context.strokeRect(left, top, width, height);
  }
  context.globalAlpha = 1;
}

/** Word by word, so that lines break where they do on the page. */
function drawWords(context: CanvasRenderingContext2D, node: Node, parent: Element): void {
  const style = getComputedStyle(parent);
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = parent instanceof SVGElement ? style.fill : style.color;
  const text = node.textContent ?? '';
  for (const word of text.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const { left, top, width, height } = range.getBoundingClientRect();
    if (width > 0) context.fillText(word[0], left, top + height / 2);
  }
}
