import { changeText, type ProbeResult } from '../shared/probe';
import type { Table } from '../shared/snapshot';

/** One line of the chart of a probe's result, percent against the present settings. */
export interface Estimate {
  name: string;
  verdict: 'better' | 'worse' | 'worse-stopped' | 'equivalent' | 'inconclusive' | 'placebo';
  estimatePercent: number;
  low: number;
  high: number;
}

/** The arms that have an estimate, then the placebo: the present settings against themselves. */
export function estimatesOf({ arms, placebo }: Pick<ProbeResult, 'arms' | 'placebo'>): Estimate[] {
  const found = arms.flatMap(({ name, verdict, estimatePercent, low, high }): Estimate[] =>
    verdict === 'baseline' || estimatePercent === null
      ? []
      : // Without an interval nothing is excluded.
        [{ name, verdict, estimatePercent, low: low ?? -100, high: high ?? Number.MAX_VALUE }],
  );
  if (placebo === null) return found;
  const { estimatePercent, low, high } = placebo;
  return [...found, { name: 'Placebo', verdict: 'placebo', estimatePercent, low, high }];
}

/** Intervals that say next to nothing do not press the others together: the axis ends at this many percent. */
const widestAxis = 150;

/** What the axis spans, in whole tens. */
export function estimateRange(estimates: readonly Estimate[]): { from: number; to: number } {
  const least = Math.min(-10, ...estimates.map(({ low }) => low));
  const most = Math.max(10, ...estimates.map(({ high }) => high));
  const ten = (value: number) => Math.sign(value) * Math.ceil(Math.abs(value) / 10) * 10;
  return { from: Math.max(-100, ten(least)), to: Math.min(widestAxis, ten(most)) };
}

/** One sentence a line, for those who do not see the chart. */
export function describeEstimates(estimates: readonly Estimate[]): string {
  return estimates
    .map(
      (each) => `${each.name}: ${each.verdict === 'placebo' ? '' : `${each.verdict}, `}${changeText(each)}.`,
    )
    .join(' ');
}

/** The numbers of the chart, as CSV and tables have them. */
export function estimateTable(estimates: readonly Estimate[]): Table {
  return {
    columns: ['arm', 'verdict', 'change_percent', 'low_percent', 'high_percent'],
    rows: estimates.map(({ name, verdict, estimatePercent, low, high }) => [
      name,
      verdict,
      estimatePercent,
      low,
      high === Number.MAX_VALUE ? null : high,
    ]),
  };
}

/** A grid of two settings: rows by the first, columns by the second. */
export interface ArmGrid {
  rowVariable: string;
  columnVariable: string;
  rows: string[];
  columns: string[];
  /** null: no arm stands there, which is where the present settings are. */
  cell(row: string, column: string): ProbeResult['arms'][number] | null;
}

/** The arms as a grid, where each sets the same two variables and nothing else; null: they are none. */
export function gridOf(arms: ProbeResult['arms']): ArmGrid | null {
  const compared = arms.filter(({ verdict }) => verdict !== 'baseline');
  const [first, second, ...more] = compared[0]?.settings.map(({ variable }) => variable) ?? [];
  if (first === undefined || second === undefined || more.length > 0) return null;
  const settingOf = (arm: ProbeResult['arms'][number], variable: string) =>
    arm.settings.length === 2 ? arm.settings.find((each) => each.variable === variable)?.value : undefined;
  const values = (variable: string) => [...new Set(compared.map((arm) => settingOf(arm, variable)))];
  const [rows, columns] = [values(first), values(second)].map((each) =>
    each.filter((value) => value !== undefined).sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
  );
  const whole = compared.every(
    (arm) => settingOf(arm, first) !== undefined && settingOf(arm, second) !== undefined,
  );
  if (!whole || rows === undefined || columns === undefined || rows.length < 2 || columns.length < 2)
    return null;
  return {
    rowVariable: first,
    columnVariable: second,
    rows,
    columns,
    cell: (row, column) =>
      compared.find((arm) => settingOf(arm, first) === row && settingOf(arm, second) === column) ?? null,
  };
}
