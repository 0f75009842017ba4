import { changeText, type ProbeResult } from '../shared/probe';
import {
  describeEstimates,
  type Estimate,
  estimateRange,
  estimatesOf,
} from '../view/charts/estimates/estimate-data';
import type { SlotPoint } from '../view/probe/probe-facts';
import { texts } from './texts';

const labelWidth = 190;
const width = 900;
const rowHeight = 26;
/** Half of the height of an interval's end, and room for half of the last number of the axis. */
const [cap, edge] = [5, 24];

/** The change of each setting with its interval, and the placebo, against nothing and the margin. */
export function IntervalDrawing({ result }: { result: ProbeResult }) {
  const rows = estimatesOf(result);
  if (rows.length === 0) return null;
  const { from, to } = estimateRange(rows);
  const within = (percent: number) => Math.max(from, Math.min(to, percent));
  const x = (percent: number) =>
    labelWidth + ((within(percent) - from) / (to - from)) * (width - labelWidth - edge);
  const { marginPercent } = result.design;
  const height = rows.length * rowHeight + 30;
  const step = to - from > 200 ? 50 : to - from > 80 ? 20 : to - from > 30 ? 10 : 5;
  const first = Math.ceil(from / step);
  const ticks = Array.from(
    { length: Math.floor(to / step) - first + 1 },
    (_, index) => (first + index) * step,
  );
  return (
    <svg
      className="probe-drawing"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={texts.changeOfEachSettingWith(describeEstimates(rows))}
    >
      <rect
        className="probe-margin"
        x={x(-marginPercent)}
        y="0"
        width={x(marginPercent) - x(-marginPercent)}
        height={height - 24}
      />
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? 'probe-zero' : 'probe-line'}
            x1={x(tick)}
            x2={x(tick)}
            y1="0"
            y2={height - 24}
          />
          <text className="probe-tick" x={x(tick)} y={height - 8} textAnchor="middle">
            {`${tick > 0 ? '+' : ''}${tick} %`}
          </text>
        </g>
      ))}
      {rows.map((row, index) => {
        const y = index * rowHeight + rowHeight / 2;
        return (
          <g key={row.name} className={`probe-${row.verdict}`}>
            <title>{`${row.name}: ${row.verdict}, ${changeText(row)}`}</title>
            <text className="probe-label" x="0" y={y + 4}>
              {shortened(row.name)}
            </text>
            <line className="probe-interval" x1={x(row.low)} x2={x(row.high)} y1={y} y2={y} />
            {[row.low, row.high].map((end) =>
              end === within(end) ? (
                <line
                  key={end}
                  className="probe-interval"
                  x1={x(end)}
                  x2={x(end)}
                  y1={y - cap}
                  y2={y + cap}
                />
              ) : (
                // It goes on beyond the drawing.
                <path key={end} className="probe-open" d={arrow(x(end), y, end > to ? 1 : -1)} />
              ),
            )}
            <path className="probe-estimate" d={mark(row.verdict, x(row.estimatePercent), y)} />
          </g>
        );
      })}
    </svg>
  );
}

function arrow(x: number, y: number, side: 1 | -1): string {
  return `M${x} ${y - cap}l${side * 7} ${cap}l${-side * 7} ${cap}z`;
}

/** The shape says what the colour says. */
function mark(verdict: Estimate['verdict'], x: number, y: number): string {
  switch (verdict) {
    case 'better':
      return `M${x} ${y - 6}l6 11h-12z`;
    case 'worse':
    case 'worse-stopped':
      return `M${x} ${y - 6}l6 6l-6 6l-6 -6z`;
    case 'equivalent':
      return `M${x - 5} ${y - 5}h10v10h-10z`;
    default:
      return `M${x - 4.5} ${y}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z`;
  }
}

/** Every slot in the order of time: how far the settings stand apart, and how much each wanders. */
export function SlotDrawing({
  points,
  unit,
  arms,
}: {
  points: readonly SlotPoint[];
  unit: string;
  arms: readonly string[];
}) {
  const known = points.flatMap((point, index) =>
    point.value === null ? [] : [{ ...point, value: point.value, index }],
  );
  if (known.length === 0) return null;
  const most = Math.max(...known.map(({ value }) => value)) * 1.05;
  const [height, foot] = [220, 8];
  const x = (index: number) => 60 + ((index + 0.5) / points.length) * (width - 70);
  const y = (value: number) => 10 + (1 - value / most) * (height - foot - 10);
  const turns = points.flatMap(({ block }, index) =>
    index > 0 && points[index - 1]?.block !== block ? [index] : [],
  );
  return (
    <svg
      className="probe-drawing"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={texts.everySlotInOrder(unit)}
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line className="probe-line" x1="60" x2={width - 10} y1={y(most * share)} y2={y(most * share)} />
          <text className="probe-tick" x="54" y={y(most * share) + 4} textAnchor="end">
            {Number((most * share).toPrecision(3)).toLocaleString('en-US')}
          </text>
        </g>
      ))}
      {turns.map((index) => (
        <line key={index} className="probe-turn" x1={x(index - 0.5)} x2={x(index - 0.5)} y1="0" y2={height} />
      ))}
      {known.map(({ arm, value, index, stage }) => (
        <circle
          key={index}
          className={
            arm === 'baseline'
              ? 'probe-slot probe-slot-baseline'
              : `probe-slot probe-slot-${(arms.indexOf(arm) % 8) + 1}`
          }
          cx={x(index)}
          cy={y(value)}
          r={stage === 'verdict' ? 4 : 2.5}
        >
          <title>{`${arm}: ${Number(value.toPrecision(4))} ${unit}`}</title>
        </circle>
      ))}
    </svg>
  );
}

/** Which colour is which setting. */
export function SlotKey({ arms }: { arms: readonly string[] }) {
  return (
    <p className="probe-key">
      {['baseline', ...arms].map((arm, index) => (
        <span key={arm}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <circle
              className={index === 0 ? 'probe-slot-baseline' : `probe-slot-${((index - 1) % 8) + 1}`}
              cx="5"
              cy="5"
              r="4"
            />
          </svg>{' '}
          {arm}
        </span>
      ))}
    </p>
  );
}

function shortened(name: string): string {
  return name.length > 28 ? `${name.slice(0, 27)}…` : name;
}
