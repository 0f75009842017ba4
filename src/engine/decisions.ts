import { catalogedVariables } from '../knowledge/catalog/variable-catalog';
import { LatchkeyError } from '../shared/base/error';
import { canonicalVariable } from '../shared/decisions';
import type { decisionsContract } from '../shared/rpc/decisions';
import type { HandlersOf } from './base/calls';
import { noSuchRule } from './base/loaded-rules';
import type { Services } from './services';
import { texts } from './texts';

/** What the user decides for all plans, analyses and snapshots. */
export function decisionsCalls({ decisions: files, rules, clock }: Services) {
  const at = () => clock.now().toISOString();
  return {
    'plan.locks.list': async () => {
      const { locks, damaged } = await files.read();
      return { locks, damaged };
    },
    'plan.locks.add': async ({ variable: name, reason = '' }) => {
      const lock = { variable: canonicalVariable(name), reason: reason.trim(), at: at() };
      await files.lock(lock);
      return { ...lock, known: catalogedVariables().includes(lock.variable) };
    },
    'plan.locks.remove': async ({ variable }) => ({
      removed: await files.unlock(canonicalVariable(variable)),
    }),
    'findings.mute.list': async () => {
      const { mutes, damaged } = await files.read();
      return { mutes, damaged };
    },
    'findings.mute.add': async ({ ruleId, reason }) => {
      if (!(await rules.set()).summaries.some(({ id }) => id === ruleId)) throw noSuchRule(ruleId);
      if (reason.trim() === '') {
        throw new LatchkeyError('usage', texts.aMuteNeedsAReason);
      }
      const mute = { ruleId, reason: reason.trim(), at: at() };
      await files.mute(mute);
      return mute;
    },
    'findings.mute.remove': async ({ ruleId }) => ({ removed: await files.unmute(ruleId) }),
    'explaining.get': async () => ({ on: await files.explaining() }),
    'explaining.set': async ({ on }) => {
      await files.setExplaining(on, at());
      return { on };
    },
  } satisfies HandlersOf<typeof decisionsContract>;
}
