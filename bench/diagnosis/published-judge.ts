import type { Advice, Finding, Value } from '../../src/shared/analysis.ts';
import type { PublishedCase } from './published-case.ts';

/** What Latchkey said of a case; null: the files could not be read. */
export interface Said {
  headline: string;
  findings: {
    ruleId: string;
    severity: Finding['severity'];
    advice: Pick<Advice, 'variable' | 'current' | 'proposed'>[];
  }[];
}

export interface CaseJudgement {
  /** Place of the expert's cause among the findings, from 1; null: not named. */
  place: number | null;
  /** Of the variables that the expert gave a range for: those with a value within it, and all. */
  values: { right: number; all: number };
  /** Findings above a notice on a server that the expert found in order. */
  shouts: string[];
  /** Variables that the expert would leave alone, and that are advised all the same. */
  wrong: string[];
  /** Whether MySQLTuner's report on the page names a lever of the cause; null: none there, or nothing to name. */
  tuner: boolean | null;
}

type Direction = 'up' | 'down' | 'on' | 'off';

/** Compares what was said with the expert's answer. */
export function judgeCase({ expert, tuner }: PublishedCase, said: Said | null): CaseJudgement {
  const findings = said?.findings ?? [];
  const levers = Object.entries(expert.levers ?? {});
  const place = findings.findIndex(
    ({ ruleId, advice }) =>
      expert.rules?.includes(ruleId) === true ||
      levers.some(([variable, direction]) => advises(advice, variable, direction)),
  );
  const all = findings.flatMap(({ advice }) => advice);
  const ranges = Object.entries(expert.values ?? {});
  return {
    place: expert.healthy === true || place < 0 ? null : place + 1,
    values: {
      right: ranges.filter(([variable, range]) => all.some((one) => within(one, variable, range))).length,
      all: ranges.length,
    },
    shouts:
      expert.healthy === true
        ? findings.filter(({ severity }) => severity !== 'notice').map(({ ruleId }) => ruleId)
        : [],
    wrong: [
      ...(expert.mustNot ?? []).filter((name) => all.some(({ variable }) => variable === name)),
      ...(expert.upNot ?? []).filter((name) => advises(all, name, 'up')),
    ],
    tuner: tuner === undefined || levers.length === 0 ? null : levers.some(([name]) => tuner.includes(name)),
  };
}

function within(
  { variable, proposed }: Said['findings'][number]['advice'][number],
  name: string,
  [least, most]: readonly [number, number],
): boolean {
  return variable === name && Number(proposed) >= least && Number(proposed) <= most;
}

function advises(
  advice: Said['findings'][number]['advice'],
  variable: string,
  direction: Direction,
): boolean {
  return advice.some(
    (one) => one.variable === variable && directionOf(one.current, one.proposed) === direction,
  );
}

function directionOf(current: Value, proposed: Value): Direction | null {
  if (proposed === false || proposed === 'OFF') return 'off';
  if (proposed === true || proposed === 'ON') return 'on';
  const [from, to] = [Number(current), Number(proposed)];
  if (Number.isNaN(from) || Number.isNaN(to) || from === to) return null;
  return to > from ? 'up' : 'down';
}
