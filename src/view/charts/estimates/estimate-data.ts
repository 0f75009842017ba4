import { changeText, type ProbeResult } from '../../../shared/probe';
import { type ProofResult, type ProofVerdict, proofVerdictWords } from '../../../shared/proof';
import type { Table } from '../../../shared/snapshot';
import { verdictWords } from '../../probe/probe-tables';
import { texts } from './texts.ts';

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
  return [...found, { name: 'A/A control', verdict: 'placebo', estimatePercent, low, high }];
}

const provenAs: Record<ProofVerdict, Estimate['verdict']> = {
  proven: 'better',
  harms: 'worse',
  'no-difference': 'equivalent',
  undecided: 'inconclusive',
  observed: 'inconclusive',
  untested: 'inconclusive',
};

/** The kept plan, the whole plan and each change that was tried, with what is said of it. */
export function proofEstimates({
  kept,
  whole,
  changes,
}: Pick<ProofResult, 'kept' | 'whole' | 'changes'>): Estimate[] {
  const rows = [
    ...(kept === null ? [] : [{ ...kept, name: texts.keptPlan }]),
    ...(whole === null ? [] : [{ ...whole, name: texts.wholePlan }]),
    ...changes.filter(({ verdict }) => verdict !== 'untested'),
  ];
  return rows.flatMap(({ name, verdict, estimatePercent, low, high }): Estimate[] =>
    estimatePercent === null
      ? []
      : [
          {
            name: `${name}: ${proofVerdictWords[verdict]}`,
            verdict: provenAs[verdict],
            ...{ estimatePercent, low: low ?? -100, high: high ?? Number.MAX_VALUE },
          },
        ],
  );
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
  /** null: no arm stands there, and `empty` says why. */
  cell(row: string, column: string): ProbeResult['arms'][number] | null;
  /** What a cell without an arm is: where the server stands, or nothing that was tried. */
  empty(row: string, column: string): string;
}

/** From this many percent on a cell has its full tone. */
const fullTone = 30;

/** How a cell of the heat map is toned: the same as its number says. */
export function gridTone(
  { estimatePercent }: { estimatePercent: number | null },
  higherIsBetter: boolean,
): { gain: boolean; opacity: number } {
  const change = estimatePercent ?? 0;
  const gain = higherIsBetter ? change : -change;
  return { gain: gain >= 0, opacity: 0.45 * Math.min(1, Math.abs(gain) / fullTone) };
}

/** The numbers of the grid, a row for each cell. */
export function gridTable(grid: ArmGrid): Table {
  const { rows, columns, rowVariable, columnVariable, cell, empty } = grid;
  return {
    columns: [rowVariable, columnVariable, 'arm', 'verdict', 'change_percent', 'low_percent', 'high_percent'],
    rows: rows.flatMap((row) =>
      columns.map((column) => {
        const arm = cell(row, column);
        if (arm !== null) return [row, column, arm.name, arm.verdict, arm.estimatePercent, arm.low, arm.high];
        const text = empty(row, column);
        return text === texts.presentSettings
          ? [row, column, text, 'baseline', 0, null, null]
          : [row, column, text, '', null, null, null];
      }),
    ),
  };
}

/** What the heat map shows, in words. */
export function describeGrid(grid: ArmGrid, higherIsBetter: boolean): string {
  const { rows, columns, rowVariable, columnVariable, cell } = grid;
  const cells = rows.flatMap((row) =>
    columns.flatMap((column) => {
      const arm = cell(row, column);
      return arm?.estimatePercent == null ? [] : [{ row, column, arm, change: arm.estimatePercent }];
    }),
  );
  const sign = higherIsBetter ? 1 : -1;
  const [best] = [...cells].sort((a, b) => sign * (b.change - a.change));
  if (best === undefined) return texts.noCellWasMeasured;
  const { row, column, arm } = best;
  const better = cells.filter(({ arm: { verdict } }) => verdict === 'better').length;
  const count = better === 0 ? texts.noCellIs : better === 1 ? texts.oneCellIs : texts.cellsAre(better);
  return texts.betterThanThePresentSettings(
    count,
    rowVariable,
    row,
    columnVariable,
    column,
    verdictWords[arm.verdict],
    changeText(arm),
  );
}

/** The arms as a grid, where each sets the same two variables and nothing else; null: they are none. */
export function gridOf({ arms, best, probe }: Pick<ProbeResult, 'arms' | 'best' | 'probe'>): ArmGrid | null {
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
  const cell = (row: string, column: string) =>
    compared.find((arm) => settingOf(arm, first) === row && settingOf(arm, second) === column) ?? null;
  const presentOf = (variable: string) =>
    best?.variables.find((each) => each.variable === variable)?.present.toString();
  // Its variants fill the grid but for where the server stands.
  const isFilled = probe === 'ahi-spin-grid' && compared.length === rows.length * columns.length - 1;
  return {
    rowVariable: first,
    columnVariable: second,
    rows,
    columns,
    cell,
    empty: (row, column) =>
      isFilled || (row === presentOf(first) && column === presentOf(second))
        ? texts.presentSettings
        : texts.notTried,
  };
}
