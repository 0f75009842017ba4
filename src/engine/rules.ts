import { checkExamples, explainRule } from '../analysis';
import type { rulesContract } from '../shared/rpc/rules';
import type { HandlersOf } from './base/calls';
import { noSuchRule } from './base/loaded-rules';
import { ownRulesFolder } from './base/paths';
import type { Services } from './services';

/** Rules as documents: listed, checked, explained. */
export function rulesCalls({ rules, snapshots, paths }: Services) {
  const calls = {
    'rules.list': async () => ({ rules: (await rules.set()).summaries, ownFolder: ownRulesFolder(paths) }),
    'rules.check': async () => {
      const set = await rules.reload();
      return { rules: set.summaries.length, faults: set.faults, failures: checkExamples(set) };
    },
    'rules.explain': async ({ ruleId, snapshotId }) => {
      const opened = snapshotId === undefined ? null : await snapshots.get(snapshotId);
      const set = await rules.set();
      const file = await rules.file(ruleId);
      const rule = set.rules.find(({ id }) => id === ruleId);
      if (rule === undefined) throw noSuchRule(ruleId);
      if (opened === null) return explainRule(rule, file, set, null);
      return explainRule(rule, file, set, opened.snapshot, await opened.analysis());
    },
  } satisfies HandlersOf<typeof rulesContract>;
  return {
    ...calls,
    /** The document of a rule as it is written. */
    'rules.text': async ({ ruleId }: { ruleId: string }) => (await rules.file(ruleId)).text,
  };
}
