import type { Unit } from '../../../shared/analysis';
import { formatValue } from '../../../shared/base/units';
import type { Cell, Table } from '../../../shared/snapshot';
import type { Point } from './series';
import { texts } from './texts';

/** A range of time, milliseconds since the start of what is drawn. */
export interface TimeRange {
  fromMs: number;
  toMs: number;
}

export interface ChartLine {
  label: string;
  points: Point[];
  /** Which of the chart colours, from 1; absent: by its place among the lines. */
  colour?: number;
  /** `faint`: what lies behind, such as the samples behind their average; `bold`: what is to be seen first; `dashed`: of another time. */
  stroke?: 'plain' | 'faint' | 'bold' | 'dashed';
  /** Each point stands for a range of this length around it: drawn as steps. */
  stepMs?: number;
}

/** Something that happened: a range (a stall, the arm of a probe or its present settings, a span that was chosen) or, without an end, a moment. */
export interface ChartMark {
  kind: 'stall' | 'event' | 'arm' | 'present' | 'span';
  fromMs: number;
  toMs?: number;
  /** Drawn where there is room for it. */
  label: string;
}

/** What a chart shows; also what a document carries beside its canvas for the script that draws it. */
export interface TimeChartData {
  unit: Unit;
  lines: ChartLine[];
  /** Areas on top of each other; every line then has the same times. */
  stacked?: boolean;
  marks?: ChartMark[];
  /** What the time axis spans; absent: what the points do. */
  range?: TimeRange;
  /** ISO 8601 of time 0: the axis then shows the time of day where the range is long. */
  startedAt?: string;
}

/** How many chart colours there are (`--chart-1` and so on in tokens.css). */
export const chartColours = 10;

/** The colour of a line, 1 to `chartColours`. */
export function lineColour(line: ChartLine, index: number): number {
  return (((line.colour ?? index + 1) - 1) % chartColours) + 1;
}

/** From the first point of any line to the last; null without points. */
export function rangeOfPoints(lines: readonly ChartLine[]): TimeRange | null {
  const ends = lines.flatMap(({ points }) => {
    const first = points[0];
    const last = points[points.length - 1];
    return first === undefined || last === undefined ? [] : [{ first: first.x, last: last.x }];
  });
  if (ends.length === 0) return null;
  return {
    fromMs: Math.min(...ends.map(({ first }) => first)),
    toMs: Math.max(...ends.map(({ last }) => last)),
  };
}

/** One sentence a line: lowest, mean, highest; then what is marked. */
export function describeChart({ lines, unit, marks = [] }: TimeChartData): string {
  const sentences = lines.map(({ label, points }) => {
    let [low, high, sum, known, exact] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0, true];
    for (const { y, top } of points) {
      if (isGap(y)) continue;
      low = Math.min(low, y);
      high = Math.max(high, top ?? y);
      sum += y;
      known += 1;
      exact &&= top === undefined;
    }
    if (known === 0) return texts.noValues(label);
    const text = (value: number) => formatValue(value, unit);
    // Points that stand for many samples do not report their mean.
    const mean = exact ? texts.mean(text(sum / known)) : '';
    return texts.lowestHighest(label, text(low), mean, text(high));
  });
  if (marks.length > 0) sentences.push(texts.marked(markCounts(marks)));
  return sentences.join(' ');
}

function markCounts(marks: readonly ChartMark[]): string {
  const words = {
    stall: ['stall', 'stalls'],
    event: ['event', 'events'],
    arm: ['variant', 'variants'],
    present: [texts.rangeOfThePresentSettings, texts.rangesOfThePresentSettings],
    span: [texts.chosenSpan, texts.chosenSpans],
  } as const;
  return (['stall', 'event', 'arm', 'present', 'span'] as const)
    .map((kind) => ({ kind, count: marks.filter((mark) => mark.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${words[kind][count === 1 ? 0 : 1]}`)
    .join(', ');
}

/** Heading of the column that names the arm of a probe. */
export const inForceColumn = texts.inForce;

/**
 * The numbers behind a chart: a row for each time, in seconds, and a column for each line, or two where its points
 * stand for a lowest and a highest value; then, of a probe, the arm that was in force. null: a gap, no point of that
 * line at that time, or no arm.
 */
export function chartTable({ lines, marks = [] }: Pick<TimeChartData, 'lines' | 'marks'>): Table {
  const spread = lines.map(({ points }) => points.some(({ top }) => top !== undefined));
  const columns = lines.flatMap(({ label }, index) =>
    spread[index] === true ? [texts.lowest(label), texts.highest(label)] : [label],
  );
  const rows = new Map<number, Cell[]>();
  let column = 0;
  lines.forEach(({ points }, index) => {
    const wide = spread[index] === true;
    for (const { x, y, top } of points) {
      let row = rows.get(x);
      if (row === undefined) {
        row = columns.map(() => null);
        rows.set(x, row);
      }
      row[column] = known(y);
      if (wide) row[column + 1] = known(top ?? y);
    }
    column += wide ? 2 : 1;
  });
  const ordered = [...rows].sort(([a], [b]) => a - b);
  const arms = marks.filter(({ kind }) => kind === 'arm' || kind === 'present');
  if (arms.length === 0) {
    return { columns: ['second', ...columns], rows: ordered.map(([x, row]) => [x / 1000, ...row]) };
  }
  const inForce = labelsAt(arms);
  return {
    columns: ['second', ...columns, inForceColumn],
    rows: ordered.map(([x, row]) => [x / 1000, ...row, inForce(x)]),
  };
}

/** Whose range a sample that ends at a time lies in; to be asked in the order of time. */
function labelsAt(marks: readonly ChartMark[]): (timeMs: number) => string | null {
  const ordered = [...marks].sort((a, b) => a.fromMs - b.fromMs);
  let next = 0;
  return (timeMs) => {
    while (next < ordered.length && (ordered[next]?.toMs ?? 0) < timeMs) next += 1;
    const mark = ordered[next];
    return mark !== undefined && mark.fromMs < timeMs ? mark.label : null;
  };
}

function known(value: number): number | null {
  return isGap(value) ? null : value;
}

/** In a document gaps are null, as JSON has no NaN. */
export function isGap(value: number | null): boolean {
  return value === null || Number.isNaN(value);
}

/** The point of a line that a chart's cursor reads: the last at or before it, or whose step it is in. */
export function pointAt({ points, stepMs }: ChartLine, cursorMs: number): Point | null {
  const timeMs = cursorMs + (stepMs ?? 0) / 2;
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.x ?? 0) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return points[low - 1] ?? null;
}
