import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineBench } from './bench.ts';
import { adviseVariables, hasVariableAdvisor } from './diagnosis/peers.ts';
import { type Totals, totalsText, type Verdict } from './diagnosis/production/judge-case.ts';
import type { CaseSet, CasesRun } from './diagnosis/production/run-cases.ts';
import { sourceModule } from './source.ts';

const wanted = 'cause first and value in range in 95 %, no plan that treats a symptom, healthy servers quiet';

/**
 * Sets of cases: those that anybody may work on, and of each round the third that was set aside by lot before any of it was
 * judged, of which only totals are shown.
 */
const titles: Readonly<Record<CaseSet, string>> = {
  worked: 'Production cases, worked on',
  'set-aside': 'Production cases, set aside',
  // 47 cases that were written when those of the first two rounds were worked through.
  'third-set-aside': 'Production cases of the third round, set aside',
  // 35 cases with new causes and mixes.
  'fifth-set-aside': 'Production cases of the fifth round, set aside',
  // 30 cases of faults together, of files, replicas and clusters.
  'sixth-set-aside': 'Production cases of the sixth round, set aside',
  // 51 cases, most of them of the values of a plan.
  'seventh-set-aside': 'Production cases of the seventh round, set aside',
  // 48 cases of values, of innocent numbers beside the cause, and of rarer servers.
  'eighth-set-aside': 'Production cases of the eighth round, set aside',
  // 40 cases of rarer causes and hosts, and of large innocent numbers on servers in order.
  'ninth-set-aside': 'Production cases of the ninth round, set aside',
};

/** Real snapshots, edited into servers that no test machine is. */
export const productionBenches = (Object.keys(titles) as CaseSet[]).map(benchOf);

type Result = Omit<CasesRun, 'variables'> & { peer: string };

/** What the peers make of the same servers, where they can take a server that does not run. */
async function askPeer(cases: CasesRun['cases'], variables: CasesRun['variables']): Promise<string> {
  const tuner = 'MySQLTuner could not be scored: it needs a server that runs';
  if (!hasVariableAdvisor()) return `${tuner}; pt-variable-advisor is not installed here`;
  const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  try {
    let [named, asked, faults, healthy] = [0, 0, 0, 0];
    for (const [index, { cause, values }] of cases.entries()) {
      const lines = await adviseVariables(variables[index] ?? [], home);
      const variable = values[0]?.variable;
      if (cause.length === 0) {
        healthy += 1;
        faults += lines.length;
      } else if (variable !== undefined) {
        asked += 1;
        if (lines.some((line) => line.includes(variable))) named += 1;
      }
    }
    const each = (faults / Math.max(1, healthy)).toFixed(1);
    return `pt-variable-advisor, given the variables, names the setting in ${named} of ${asked} and finds ${each} faults on a healthy server; ${tuner}`;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function benchOf(set: CaseSet) {
  return defineBench<Result>({
    id: set === 'worked' ? 'production' : `production-${set}`,
    title: titles[set],
    budget: wanted,
    items: [set],
    quick: true,
    ...(set === 'worked' ? {} : { setAside: true }),
    measure: async () => {
      const { variables, ...run } = await sourceModule(
        '/bench/diagnosis/production/run-cases.ts',
        (module: typeof import('./diagnosis/production/run-cases.ts')) => module.runCases(set),
      );
      return { ...run, peer: await askPeer(run.cases, variables) };
    },
    table: (results) => {
      const verdicts = results.get(set)?.verdicts ?? [];
      const heading = ['case', 'cause', 'value', 'in the plan and should not be', 'lines'];
      return set === 'worked' ? [heading, ...verdicts.map(rowOf)] : [];
    },
    verdict: (results) => {
      const result = results.get(set);
      if (result === undefined) return { met: false, text: 'not measured' };
      const { totals, peer } = result;
      const { first, cases, valueRight, valueAsked, symptomCases, quiet, healthy } = totals;
      const met =
        first >= 0.95 * cases && valueRight >= 0.95 * valueAsked && symptomCases === 0 && quiet === healthy;
      return { met, text: `${totalsText(totals)}; ${beforeText(set)}; ${peer}` };
    },
  });
}

type Round = 'third' | 'fourth' | 'fifth' | 'sixth' | 'seventh' | 'eighth' | 'ninth';

/** What the same cases gave before anybody had seen them: judged once, by the rules of a commit of before. */
function beforeText(set: CaseSet): string {
  const text = readFileSync(join(import.meta.dirname, 'diagnosis/production/before.json'), 'utf8');
  const before: Partial<Record<CaseSet | Round, { commit: string; totals: Totals }>> = JSON.parse(text);
  const stated = (kind: CaseSet | Round, who: string) => {
    const first = before[kind];
    return first === undefined ? [] : [`${who} (${first.commit}): ${totalsText(first.totals)}`];
  };
  const rounds =
    set === 'worked'
      ? [
          ...stated('third', 'those of the third round, before'),
          ...stated('fourth', 'those of the fourth round, before'),
          ...stated('fifth', 'those of the fifth round, first run'),
          ...stated('sixth', 'those of the sixth round, first run'),
          ...stated('seventh', 'those of the seventh round, first run'),
          ...stated('eighth', 'those of the eighth round, first run'),
          ...stated('ninth', 'those of the ninth round, first run'),
        ]
      : [];
  return [...stated(set, 'before'), ...rounds].join('; ') || 'not judged before';
}

function rowOf({ id, healthy, first, place, value, symptoms, lines, shouts }: Verdict): string[] {
  const cause = first ? 'first' : place === null ? 'not found' : `place ${place}`;
  return [
    id,
    healthy ? (shouts.length === 0 ? 'healthy' : `healthy, but shown ${shouts.join(', ')}`) : cause,
    value ?? '-',
    symptoms.join('; ') || '-',
    String(lines.length),
  ];
}
