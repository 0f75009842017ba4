import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { rangeOfPoints, type TimeChartData, type TimeRange } from './chart-data';
import type { ChartLink } from './chart-link';
import { panRange, zoomRange } from './chart-range';
import { readingText } from './chart-reading';
import type { DrawnChart } from './draw-time-chart';
import { texts } from './texts';

/** A pull shorter than this is a click. */
const shortestPull = 5;

/**
 * What lies over a chart and takes pointer and keys: a cursor by moving or by arrow keys, zoom by pulling over a
 * range, by Ctrl with the wheel or by + and -, panning by Shift with either. To assistive technology it is a slider
 * along time, whose text is the reading at the cursor.
 */
export function ChartControl({
  title,
  describedBy,
  data,
  chart,
  redrawn,
  link,
  whole,
  selected,
  onRange,
}: {
  title: string;
  describedBy: string;
  data: TimeChartData;
  chart: RefObject<DrawnChart | null>;
  /** Takes what is to be called after each drawing. */
  redrawn: RefObject<(() => void) | null>;
  link: ChartLink;
  whole: TimeRange;
  /** The range that keys, wheel and pulling change; absent: the one in view. */
  selected?: TimeRange;
  onRange: (range: TimeRange | null) => void;
}) {
  const control = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const selection = useRef<HTMLDivElement>(null);
  const range = data.range ?? rangeOfPoints(data.lines) ?? whole;
  const changed = selected ?? range;
  const latest = useRef({ data, range, changed, whole, onRange });
  latest.current = { data, range, changed, whole, onRange };

  const pointer = useRef<number | null>(null);
  useCursor({ link, chart, redrawn, pointer, control, line, latest });
  useWheel(chart, control, latest);
  const pulling = usePull({ chart, link, pointer, changed, whole, onRange, selection });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = keyMove(event, { data, range, changed, whole, cursorMs: link.cursorMs });
    if (move === null) return;
    event.preventDefault();
    event.stopPropagation();
    if ('cursorMs' in move) link.move(move.cursorMs);
    else onRange(move.range);
  };

  return (
    <div
      ref={control}
      className="chart-control"
      role="slider"
      tabIndex={0}
      aria-label={texts.momentIn(title)}
      aria-describedby={describedBy}
      aria-valuemin={Math.round(range.fromMs)}
      aria-valuemax={Math.round(range.toMs)}
      aria-valuenow={Math.round(range.fromMs)}
      aria-keyshortcuts="+ - 0 Shift+ArrowLeft Shift+ArrowRight"
      {...pulling}
      onDoubleClick={() => onRange(null)}
      onKeyDown={onKeyDown}
    >
      <div ref={line} className="chart-cursor" hidden />
      <div ref={selection} className="chart-selection" hidden />
    </div>
  );
}

interface Latest {
  data: TimeChartData;
  /** In view. */
  range: TimeRange;
  /** What zooming and panning change. */
  changed: TimeRange;
  whole: TimeRange;
  onRange: (range: TimeRange | null) => void;
}
type Chart = RefObject<DrawnChart | null>;
type Box = RefObject<HTMLDivElement | null>;

/**
 * The cursor of the link, on this chart. Another range has other times under the same pixels: where the pointer rests on
 * the chart the cursor goes to the time that is under it now, and a cursor out of view is taken away.
 */
function useCursor({
  link,
  chart,
  redrawn,
  pointer,
  control,
  line,
  latest,
}: {
  link: ChartLink;
  chart: Chart;
  redrawn: RefObject<(() => void) | null>;
  pointer: RefObject<number | null>;
  control: Box;
  line: Box;
  latest: RefObject<Latest>;
}): void {
  useEffect(() => {
    const show = (cursorMs: number | null) =>
      placeCursor(control.current, line.current, chart.current, cursorMs, latest.current.data);
    redrawn.current = () => {
      const { fromMs, toMs } = latest.current.range;
      const { cursorMs } = link;
      if (pointer.current !== null && chart.current !== null)
        link.move(chart.current.timeAt(pointer.current));
      else if (cursorMs !== null && (cursorMs < fromMs || cursorMs > toMs)) link.move(null);
      show(link.cursorMs);
    };
    show(link.cursorMs);
    return link.listen(show);
  }, [link, chart, redrawn, pointer, control, line, latest]);
}

/** Zoom by Ctrl with the wheel, panning by Shift with it. */
function useWheel(chart: Chart, control: Box, latest: RefObject<Latest>): void {
  useEffect(() => {
    const element = control.current;
    if (element === null) return;
    // React listens to wheels passively: what is not to scroll the page needs a listener of its own.
    const onWheel = (event: WheelEvent) => {
      const now = latest.current;
      const drawn = chart.current;
      if (drawn === null) return;
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const around = drawn.timeAt(event.clientX - element.getBoundingClientRect().left);
        now.onRange(zoomRange(now.changed, event.deltaY < 0 ? 0.8 : 1.25, now.whole, around));
      } else if (Math.abs(sideways) > 0 && (event.shiftKey || Math.abs(sideways) > Math.abs(event.deltaY))) {
        event.preventDefault();
        now.onRange(panRange(now.changed, Math.sign(sideways) * 0.1, now.whole));
      }
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [chart, control, latest]);
}

/** Zoom by pulling over a range, panning by Shift with it; the cursor follows the pointer. */
function usePull({
  chart,
  link,
  pointer,
  changed,
  whole,
  onRange,
  selection,
}: Pick<Latest, 'changed' | 'whole' | 'onRange'> & {
  chart: Chart;
  link: ChartLink;
  pointer: RefObject<number | null>;
  selection: Box;
}) {
  const pull = useRef<{ from: number; pan: TimeRange | null } | null>(null);
  const onDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pull.current = { from: pixelOf(chart, event), pan: event.shiftKey ? changed : null };
  };
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    const drawn = chart.current;
    if (drawn === null) return;
    const at = pixelOf(chart, event);
    pointer.current = at;
    link.move(drawn.timeAt(at));
    if (pull.current === null) return;
    if (pull.current.pan !== null) {
      const area = drawn.area();
      onRange(
        panRange(pull.current.pan, (pull.current.from - at) / Math.max(1, area.right - area.left), whole),
      );
    } else showSelection(selection.current, pull.current.from, at);
  };
  const onUp = (event: PointerEvent<HTMLDivElement>) => {
    const pulled = pull.current;
    const drawn = chart.current;
    pull.current = null;
    showSelection(selection.current, 0, 0);
    if (pulled === null || drawn === null || pulled.pan !== null) return;
    const [from, to] = [pulled.from, pixelOf(chart, event)].sort((a, b) => a - b) as [number, number];
    if (to - from < shortestPull) return;
    onRange(zoomRange({ fromMs: drawn.timeAt(from), toMs: drawn.timeAt(to) }, 1, whole));
  };
  return {
    onPointerDown: onDown,
    onPointerMove: onMove,
    onPointerUp: onUp,
    onPointerCancel: () => {
      pull.current = null;
      showSelection(selection.current, 0, 0);
    },
    onPointerLeave: () => {
      pointer.current = null;
      if (pull.current === null) link.move(null);
    },
  };
}

/** Where the pointer is, within the lines. */
function pixelOf(chart: Chart, event: PointerEvent<HTMLDivElement>): number {
  const area = chart.current?.area();
  const pixel = event.clientX - event.currentTarget.getBoundingClientRect().left;
  return Math.min(Math.max(pixel, area?.left ?? 0), area?.right ?? pixel);
}

/** What a key does: the cursor goes elsewhere, or another range is shown (null: the whole). */
function keyMove(
  { key, shiftKey }: KeyboardEvent,
  now: Pick<Latest, 'data' | 'range' | 'changed' | 'whole'> & { cursorMs: number | null },
): { cursorMs: number | null } | { range: TimeRange | null } | null {
  const { data, range, changed, whole, cursorMs } = now;
  const around = cursorMs ?? undefined;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const step = key === 'ArrowLeft' ? -1 : 1;
      if (shiftKey) return { range: panRange(changed, 0.1 * step, whole) };
      return { cursorMs: neighbour(data, range, cursorMs, step) };
    }
    case 'PageUp':
      return { range: panRange(changed, -0.5, whole) };
    case 'PageDown':
      return { range: panRange(changed, 0.5, whole) };
    case 'Home':
      return { cursorMs: range.fromMs };
    case 'End':
      return { cursorMs: range.toMs };
    case '+':
    case '=':
      return { range: zoomRange(changed, 0.5, whole, around) };
    case '-':
      return { range: zoomRange(changed, 2, whole, around) };
    case '0':
      return { range: null };
    case 'Escape':
      return { cursorMs: null };
    default:
      return null;
  }
}

/** Moves the line, which is no part of the canvas, so that nothing is drawn again; and shows the reading. */
function placeCursor(
  control: HTMLDivElement | null,
  line: HTMLDivElement | null,
  chart: DrawnChart | null,
  cursorMs: number | null,
  data: TimeChartData,
): void {
  if (control === null || line === null || chart === null) return;
  const area = chart.area();
  const pixel = cursorMs === null ? Number.NaN : chart.pixelOf(cursorMs);
  const inside = pixel >= area.left - 1 && pixel <= area.right + 1;
  line.hidden = !inside;
  if (!inside || cursorMs === null) return;
  line.style.transform = `translateX(${pixel}px)`;
  line.style.top = `${area.top}px`;
  line.style.height = `${area.bottom - area.top}px`;
  if (document.activeElement === control) {
    control.setAttribute('aria-valuenow', String(Math.round(cursorMs)));
    control.setAttribute('aria-valuetext', readingText(data, cursorMs));
  }
}

function showSelection(selection: HTMLDivElement | null, from: number, to: number): void {
  if (selection === null) return;
  const width = Math.abs(to - from);
  selection.hidden = width < shortestPull;
  selection.style.transform = `translateX(${Math.min(from, to)}px)`;
  selection.style.width = `${width}px`;
}

/** The time of the next point in view before or after the cursor; the first press goes to the middle. */
function neighbour(data: TimeChartData, range: TimeRange, cursorMs: number | null, step: -1 | 1): number {
  if (cursorMs === null) return (range.fromMs + range.toMs) / 2;
  const times = data.lines[0]?.points ?? [];
  const inView = times.filter(({ x }) => x >= range.fromMs && x <= range.toMs);
  const next =
    step === 1 ? inView.find(({ x }) => x > cursorMs) : [...inView].reverse().find(({ x }) => x < cursorMs);
  return next?.x ?? (step === 1 ? range.toMs : range.fromMs);
}
