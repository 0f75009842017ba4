import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { chartImage } from '../chart-image';
import { ChartNumbers, numbersRowHeight } from '../chart-numbers';
import { type ChartFile, SaveChartButtons } from '../save-chart-buttons';
import { ChartControl } from './chart-control';
import {
  chartTable,
  describeChart,
  lineColour,
  rangeOfPoints,
  type TimeChartData,
  type TimeRange,
} from './chart-data';
import { type ChartLink, createChartLink } from './chart-link';
import { ChartReading } from './chart-reading';
import { type DrawnChart, drawTimeChart } from './draw-time-chart';
import { texts } from './texts';

export interface LiveChartProps {
  title: string;
  data: TimeChartData;
  /** Shares the cursor with other charts. */
  link?: ChartLink;
  /** What can be zoomed out to; absent: what the points span. */
  whole?: TimeRange;
  /** Called when the reader zooms or pans, null: back to the whole. Absent: the chart does it by itself. */
  onRange?: (range: TimeRange | null) => void;
  /** A range that is chosen on the chart rather than zoomed into: pulling and keys change it, through `onRange`. */
  selected?: TimeRange;
  /** Saves the chart as a file; absent: it cannot be saved. */
  onSave?: (file: ChartFile) => void;
  /** More buttons in the head of the chart. */
  children?: ReactNode;
}

/**
 * A time chart in the window: drawn on a canvas, with a cursor, zoom and pan by mouse and keyboard, the numbers behind
 * a toggle, a summary for screen readers, and itself as a picture or as CSV.
 */
export function LiveChart({
  title,
  data: given,
  link: shared,
  whole: limits,
  onRange,
  selected,
  onSave,
  children,
}: LiveChartProps) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [own] = useState(createChartLink);
  const [zoomed, setZoomed] = useState<TimeRange | null>(null);
  const [open, setOpen] = useState(false);
  const link = shared ?? own;
  const redrawn = useRef<(() => void) | null>(null);
  const data = useMemo(() => (zoomed === null ? given : { ...given, range: zoomed }), [given, zoomed]);
  const { chart, drawNow } = useDrawnChart(canvas, data, redrawn);
  const whole = limits ?? rangeOfPoints(given.lines) ?? { fromMs: 0, toMs: 1 };
  const image = () => {
    if (canvas.current === null) return null;
    drawNow();
    return chartImage(canvas.current, title, keysOf(data));
  };
  const empty = data.lines.every(({ points }) => points.length === 0);
  return (
    <figure className="time-chart" aria-labelledby={`${id}-title`}>
      <div className="time-chart-head">
        <figcaption className="strong" id={`${id}-title`}>
          {title}
        </figcaption>
        <span className="push" />
        {children}
        {zoomed !== null && (
          <button type="button" className="quiet" onClick={() => setZoomed(null)}>
            {texts.wholeWindow}
          </button>
        )}
        <button type="button" className="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {texts.numbers}
          <span className="unseen"> {texts.of(title)}</span>
        </button>
        {onSave !== undefined && (
          <SaveChartButtons
            title={title}
            numbers={() => chartTable(data)}
            image={image}
            disabled={empty}
            onSave={onSave}
          />
        )}
      </div>
      <ChartReading data={data} link={link} />
      <div className="time-chart-canvas">
        <canvas ref={canvas} role="img" aria-label={title} />
        <ChartControl
          title={title}
          describedBy={`${id}-words`}
          data={data}
          chart={chart}
          redrawn={redrawn}
          link={link}
          whole={whole}
          onRange={onRange ?? setZoomed}
          {...(selected === undefined ? {} : { selected })}
        />
      </div>
      <p className="unseen" id={`${id}-words`}>
        {texts.arrowKeysMoveTheCursor(
          describeChart(data),
          selected === undefined ? texts.plusAndMinusZoomShift : texts.plusAndMinusMakeThe,
        )}
      </p>
      {open && <Numbers title={title} data={data} />}
    </figure>
  );
}

/**
 * Draws the data on the canvas whenever it has changed, in a task of its own and only what came last: charts that
 * change together would else hold the window up for as long as all of them take. Then `redrawn` is called.
 */
function useDrawnChart(
  canvas: RefObject<HTMLCanvasElement | null>,
  data: TimeChartData,
  redrawn: RefObject<(() => void) | null>,
): { chart: RefObject<DrawnChart | null>; drawNow: () => void } {
  const chart = useRef<DrawnChart | null>(null);
  const latest = useRef(data);
  latest.current = data;
  const timer = useRef<number | undefined>(undefined);
  const drawNow = useCallback(() => {
    const element = canvas.current;
    if (timer.current === undefined || element === null) return;
    window.clearTimeout(timer.current);
    timer.current = undefined;
    if (chart.current === null) chart.current = drawTimeChart(element, latest.current, { tooltip: false });
    else chart.current.update(latest.current);
    element.dataset.drawn = 'ready';
    redrawn.current?.();
  }, [canvas, redrawn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `latest` holds `data`
  useEffect(() => {
    if (canvas.current !== null) canvas.current.dataset.drawn = 'waiting';
    timer.current ??= window.setTimeout(drawNow);
  }, [data, canvas, drawNow]);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      timer.current = undefined;
      chart.current?.destroy();
      chart.current = null;
    },
    [],
  );
  return { chart, drawNow };
}

function keysOf({ lines }: TimeChartData) {
  return lines.map((line, index) => ({ text: line.label, colour: lineColour(line, index) }));
}

const rowsInView = 12;
const overscan = 8;

/** Only the rows in view are in the document. */
function Numbers({ title, data }: { title: string; data: TimeChartData }) {
  const table = useMemo(() => chartTable(data), [data]);
  const [scrollTop, setScrollTop] = useState(0);
  const first = Math.max(0, Math.floor(scrollTop / numbersRowHeight) - overscan);
  return (
    <ChartNumbers
      title={title}
      table={table}
      unit={data.unit}
      first={first}
      last={Math.min(table.rows.length, first + rowsInView + 2 * overscan)}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    />
  );
}
