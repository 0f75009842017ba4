import { changeText, type ProbeResult } from '../shared/probe';
import type { SlotPoint } from './probe-facts';

const labelWidth = 190;
const width = 900;
const rowHeight = 26;
/** Beyond so many percent an interval is drawn as open. */
const mostPercent = 200;

/** The change of each setting with its interval, against nothing and the margin. */
export function IntervalDrawing({ result }: { result: ProbeResult }) {
  const rows = result.arms.filter(
    ({ verdict, estimatePercent }) => verdict !== 'baseline' && estimatePercent !== null,
  );
  if (rows.length === 0) return null;
  const ends = rows.flatMap(({ low, high, estimatePercent }) => [low ?? 0, high ?? 0, estimatePercent ?? 0]);
  const reach = Math.min(mostPercent, Math.max(10, ...ends.map(Math.abs)) * 1.05);
  const x = (percent: number) =>
    labelWidth +
    ((Math.max(-reach, Math.min(reach, percent)) + reach) / (2 * reach)) * (width - labelWidth - 10);
  const { marginPercent } = result.design;
  const height = rows.length * rowHeight + 30;
  const step = reach > 100 ? 50 : reach > 40 ? 20 : reach > 15 ? 10 : 5;
  const ticks = Array.from(
    { length: 2 * Math.floor(reach / step) + 1 },
    (_, index) => (index - Math.floor(reach / step)) * step,
  );
  return (
    <svg
      className="probe-drawing"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label="Change of each setting with its interval"
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
          <text className="probe-tick" x={x(tick)} y={height - 8} textAnchor="middle">{`${tick} %`}</text>
        </g>
      ))}
      {rows.map((arm, index) => {
        const y = index * rowHeight + rowHeight / 2;
        return (
          <g key={arm.name} className={`probe-${arm.verdict}`}>
            <title>{`${arm.name}: ${arm.verdict}, ${changeText(arm)}`}</title>
            <text className="probe-label" x="0" y={y + 4}>
              {shortened(arm.name)}
            </text>
            {arm.low !== null && arm.high !== null && (
              <line className="probe-interval" x1={x(arm.low)} x2={x(arm.high)} y1={y} y2={y} />
            )}
            <circle className="probe-estimate" cx={x(arm.estimatePercent ?? 0)} cy={y} r="4.5" />
          </g>
        );
      })}
    </svg>
  );
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
      aria-label={`Every slot in order, ${unit}`}
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
