import { analyze } from '../../src/analysis';
import type { ServerKind } from '../../src/knowledge/catalog/variable-catalog';
import type { Analysis } from '../../src/shared/analysis';
import type { PlanChange, TuningPlan } from '../../src/shared/plan';
import { productRules } from './rule-files';
import { buildSnapshot } from './snapshot-builder';

export function analysisOf(server: ServerKind): Analysis {
  const snapshot = buildSnapshot({ server, variables: { max_connections: 151 } });
  return analyze(snapshot, productRules(), { path: null });
}

/** A plan with a hostile value of a variable that SET GLOBAL takes, and of one that only a start does. */
export function hostilePlan(
  analysis: Analysis,
  from: string,
  stored: string,
  variable = 'init_connect',
  group = 'mysqld',
): TuningPlan {
  const change = (name: string, when: PlanChange['when']): PlanChange => ({
    variable: name,
    from,
    to: stored,
    stored,
    group,
    when,
    why: ['commits-not-flushed'],
    neededBy: [{ variable: stored.slice(0, 100), reason: stored }],
    alsoWished: [],
    stopWhen: [stored],
    through: 'option file',
  });
  return { ...analysis.plan, changes: [change(variable, 'now'), change('init_file', 'restart')] };
}

/** Everything else that an output quotes is hostile too. */
export function hostileAnalysis(analysis: Analysis, text: string): Analysis {
  return {
    ...analysis,
    headline: { ...analysis.headline, text },
    snapshot: { ...analysis.snapshot, id: text },
  };
}

/** Names that an output says it leaves out. */
export function statedLeftOut(text: string, remarks: string[]): string[] {
  const joined = `${text.replaceAll(/\n(?:--|#) (?!Left out|\d+\.)/g, ' ')}\n${remarks.join('\n')}`;
  return [...joined.matchAll(/Left out: (.*?): \S.*\./g)].map(([, name]) => name ?? '');
}
