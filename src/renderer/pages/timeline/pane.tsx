import { useEffect, useMemo, useRef, useState } from 'react';
import { formatSeconds } from '../../../shared/base/units';
import type { DrawnSeries } from '../../../shared/recording';
import {
  type ChartLine,
  type ChartLink,
  type ChartMark,
  drawnPoints,
  drawnUnit,
  type TimeChartData,
  type TimeRange,
} from '../../../view';
import { LiveChart } from '../../../view/charts/time/live-chart';
import { saveChart } from '../../components/save-chart';
import { useApp } from '../../state/app-state';
import { useDrawn } from '../../state/use-drawn';
import type { Averages } from './averages';
import type { Overlay } from './overlay-field';
import { seriesTitle } from './series-title';
import type { TimelineSource } from './source';
import { texts } from './texts';

/** Widths are rounded to this, so that a window that is being resized does not ask again for each pixel. */
const widthStep = 100;
/** Lines are up to 2.5 pixels wide: a lowest and a highest value for each pixel could not be distinguished. */
const pixelsAPair = 2;

/** One chart: series of one unit, with their averages. */
export function Pane({
  source,
  overlay,
  names,
  range,
  whole,
  averages,
  marks,
  link,
  onRange,
  onRemove,
}: {
  source: TimelineSource;
  /** Drawn dashed over it, from its own beginning on. */
  overlay: Overlay | null;
  names: readonly string[];
  range: TimeRange;
  whole: TimeRange;
  averages: Averages;
  marks: ChartMark[];
  link: ChartLink;
  onRange: (range: TimeRange | null) => void;
  onRemove: () => void;
}) {
  const { notify } = useApp();
  const frame = useRef<HTMLDivElement>(null);
  const pixels = useWidth(frame);
  const { series, error, waiting } = useDrawn({
    ref: source.ref,
    names,
    ...range,
    pixels: pixels / pixelsAPair,
    averagesMs: averages.lengthsMs,
  });
  const over = useDrawn({
    ref: overlay?.ref ?? source.ref,
    names: overlay === null ? [] : names,
    ...range,
    pixels: pixels / pixelsAPair,
    averagesMs: averages.lengthsMs,
  });
  const first = source.series.find(({ name }) => name === names[0]);
  const data = useMemo((): TimeChartData => {
    return {
      unit: first === undefined ? 'none' : drawnUnit(first),
      lines: [
        ...(series ?? []).flatMap((one) => linesOf(one, names.indexOf(one.name) + 1, averages)),
        ...overlayLines(overlay, over.series ?? [], names, averages),
      ],
      marks,
      range,
      startedAt: source.startedAt,
    };
  }, [series, over.series, overlay, names, averages, marks, range, first, source.startedAt]);
  const title = names
    .map((name) => seriesTitle(source.series.find((one) => one.name === name) ?? { name }))
    .join(', ');
  return (
    <div ref={frame} className="pane" data-drawn={waiting || over.waiting ? 'waiting' : 'ready'}>
      <LiveChart
        title={title}
        data={data}
        link={link}
        whole={whole}
        onRange={onRange}
        onSave={(file) => void saveChart(file, notify)}
      >
        <button type="button" className="quiet" onClick={onRemove}>
          {texts.remove(<span className="unseen"> {title}</span>)}
        </button>
      </LiveChart>
      {[error, over.error].map(
        (failure, index) =>
          failure !== null && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the two keep their places
            <p key={index} className="soft" role="status">
              {failure.message}
            </p>
          ),
      )}
    </div>
  );
}

/** The same series of another time: their longest averages alone, else their samples; dashed, in the same colours. */
function overlayLines(
  overlay: Overlay | null,
  series: readonly DrawnSeries[],
  names: readonly string[],
  averages: Averages,
): ChartLine[] {
  if (overlay === null) return [];
  const longest = Math.max(0, ...averages.lengthsMs);
  return series
    .filter(({ averageMs = 0 }) => averageMs === longest)
    .flatMap((one) => linesOf(one, names.indexOf(one.name) + 1, { ...averages, samples: true }))
    .map((line) => ({ ...line, label: `${line.label} (${overlay.title})`, stroke: 'dashed' }));
}

/** A series as sampled, or one of its averages. @param colour of the chart's, from 1 */
function linesOf(one: DrawnSeries, colour: number, averages: Averages): ChartLine[] {
  const title = seriesTitle(one);
  if (one.averageMs !== undefined) {
    return [
      {
        label: texts.average(title, formatSeconds(one.averageMs / 1000)),
        points: drawnPoints(one),
        colour,
        stroke: one.averageMs > 10_000 ? 'bold' : 'plain',
        stepMs: one.averageMs,
      },
    ];
  }
  if (!averages.samples) return [];
  const stroke = averages.lengthsMs.length > 0 ? 'faint' : 'plain';
  return [{ label: title, points: drawnPoints(one), colour, stroke }];
}

function useWidth(frame: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(1000);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      setWidth(Math.max(widthStep, Math.round(element.clientWidth / widthStep) * widthStep));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
