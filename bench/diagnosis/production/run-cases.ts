import { analyze } from '../../../src/analysis';
import { type Snapshot, sectionRows } from '../../../src/shared/snapshot.ts';
import { productRules } from '../../../test/analysis/rule-files.ts';
import { setAsideCases, workedCases } from './cases.ts';
import { generate } from './generate.ts';
import { judgeCase, type Totals, totalsOf, type Verdict } from './judge-case.ts';
import type { ProductionCase } from './world.ts';

export interface CasesRun {
  cases: ProductionCase[];
  verdicts: Verdict[];
  totals: Totals;
  /** Settings of each server, for advisors that know nothing else. */
  variables: (readonly [name: string, value: string])[][];
}

const rounds = {
  'set-aside': 'first',
  'third-set-aside': 'third',
  'fifth-set-aside': 'fifth',
  'sixth-set-aside': 'sixth',
  'seventh-set-aside': 'seventh',
  'eighth-set-aside': 'eighth',
  'ninth-set-aside': 'ninth',
} as const;
export type CaseSet = 'worked' | keyof typeof rounds;

/** Judges all cases of one of the sets by the rules as they are now. */
export function runCases(set: CaseSet): CasesRun {
  const rules = productRules();
  const cases = set === 'worked' ? workedCases() : setAsideCases(rounds[set]);
  const made = cases.map((one) => generate(one).snapshot);
  const verdicts = cases.map((one, index) => {
    const snapshot = made[index];
    if (snapshot === undefined) throw new Error(`${one.id} was not made`);
    return judgeCase(one, analyze(snapshot, rules, { path: null }));
  });
  return {
    cases,
    verdicts,
    totals: totalsOf(verdicts, new Map(cases.map(({ id, lines }) => [id, lines]))),
    variables: made.map((snapshot) =>
      sectionRows(snapshot, 'variables').map(({ name, value }) => [String(name), String(value)] as const),
    ),
  };
}

/** The edited snapshots of worked-on cases, to be looked at. @param ids empty: all of them */
export function workedSnapshots(ids: readonly string[]): [id: string, snapshot: Snapshot][] {
  const found = workedCases().filter(({ id }) => ids.length === 0 || ids.includes(id));
  return found.map((one) => [one.id, generate(one).snapshot]);
}
