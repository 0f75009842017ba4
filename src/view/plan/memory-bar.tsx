import { formatBytes } from '../../shared/base/units';
import type { MemoryBudget } from '../../shared/plan';
import type { Table } from '../../shared/snapshot';
import { texts } from './texts';

const width = 600;

/**
 * Memory of the server as it is and with the plan: low, likely and worst case against the machine's limit. The
 * drawing has one scale for both, so that a change shows as movement.
 */
export function MemoryBar({ now, planned }: { now: MemoryBudget; planned: MemoryBudget }) {
  const limit = planned.limit ?? now.limit;
  const full = Math.max(now.worst, planned.worst, limit ?? 0, 1) * 1.04;
  return (
    <figure className="memory">
      <Bar label={texts.now} budget={now} full={full} limit={limit} />
      <Bar label={texts.withPlan} budget={planned} full={full} limit={limit} />
      <figcaption className="soft">
        <span className="memory-key memory-key-low" /> {texts.low}{' '}
        <span className="memory-key memory-key-likely" /> {texts.likely}{' '}
        <span className="memory-key memory-key-worst" />{' '}
        {texts.worstCase(
          limit === null ? texts.theMemoryOfTheMachine : texts.theLineMarksWhatThe(formatBytes(limit)),
        )}
      </figcaption>
      <details>
        <summary>{texts.termsOfTheBudget}</summary>
        <MemoryTerms now={now} planned={planned} />
      </details>
    </figure>
  );
}

/** The numbers of the bars, in bytes: a row for each term, then the sums and the limit. */
export function memoryNumbers(now: MemoryBudget, planned: MemoryBudget): Table {
  const before = new Map(now.terms.map((term) => [term.name, term]));
  const row = (name: string, a: Pick<MemoryBudget, 'low' | 'likely' | 'worst'> | undefined, b: typeof a) => [
    name,
    ...[a?.low, a?.likely, a?.worst, b?.low, b?.likely, b?.worst].map((bytes) => bytes ?? 0),
  ];
  const limit = planned.limit ?? now.limit;
  return {
    columns: [
      'term',
      texts.nowLow,
      texts.nowLikely,
      texts.nowWorst,
      texts.planLow,
      texts.planLikely,
      texts.planWorst,
    ],
    rows: [
      ...planned.terms.map((term) => row(term.name, before.get(term.name), term)),
      row('all', now, planned),
      ...(limit === null ? [] : [['limit', ...Array<number>(6).fill(limit)]]),
    ],
  };
}

function Bar({
  label,
  budget,
  full,
  limit,
}: {
  label: string;
  budget: MemoryBudget;
  full: number;
  limit: number | null;
}) {
  const x = (bytes: number) => (bytes / full) * width;
  const over = limit !== null && budget.worst > limit;
  const words = texts.lowLikelyWorst(
    formatBytes(budget.low),
    formatBytes(budget.likely),
    formatBytes(budget.worst),
  );
  return (
    <div className="memory-row">
      <span className="memory-label">{label}</span>
      <svg
        className="memory-drawing"
        viewBox={`0 0 ${width} 22`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${words}`}
      >
        <rect className="memory-ground" x="0" y="4" width={width} height="14" />
        <rect className="memory-worst" x="0" y="4" width={x(budget.worst)} height="14" />
        <rect className="memory-likely" x="0" y="4" width={x(budget.likely)} height="14" />
        <rect className="memory-low" x="0" y="4" width={x(budget.low)} height="14" />
        {limit !== null && <rect className="memory-limit" x={x(limit) - 1} y="0" width="2" height="22" />}
      </svg>
      <span className="memory-words">
        {texts.likelyWorst(formatBytes(budget.likely), formatBytes(budget.worst))}
        {over && <strong className="severity-warning"> {texts.aboveTheLimit}</strong>}
      </span>
    </div>
  );
}

function MemoryTerms({ now, planned }: { now: MemoryBudget; planned: MemoryBudget }) {
  const before = new Map(now.terms.map((term) => [term.name, term]));
  return (
    <table className="data">
      <thead>
        <tr>
          <th scope="col">{texts.term}</th>
          <th scope="col" className="number">
            {texts.nowLikely2}
          </th>
          <th scope="col" className="number">
            {texts.plannedLikely}
          </th>
          <th scope="col" className="number">
            {texts.plannedWorst}
          </th>
          <th scope="col">{texts.how}</th>
        </tr>
      </thead>
      <tbody>
        {planned.terms.map((term) => (
          <tr key={term.name}>
            <th scope="row">{term.name}</th>
            <td className="number">{formatBytes(before.get(term.name)?.likely ?? 0)}</td>
            <td className="number">{formatBytes(term.likely)}</td>
            <td className="number">{formatBytes(term.worst)}</td>
            <td className="soft">{term.how}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
