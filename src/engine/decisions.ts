import type { DecisionFiles } from '../files/rules/decisions';
import { catalogedVariables } from '../knowledge/catalog/variable-catalog';
import type { Clock } from '../shared/base/clock';
import { LatchkeyError } from '../shared/base/error';
import { canonicalVariable } from '../shared/decisions';
import type { Engine } from './engine';

/** What the user decides for all plans and analyses. @param rules the rules that there are, to refuse a mute of none */
export function createDecisionCalls(
  files: DecisionFiles,
  clock: Clock,
  rules: () => Promise<{ id: string }[]>,
): Pick<Engine, 'decisions' | 'lock' | 'unlock' | 'mute' | 'unmute' | 'explaining' | 'setExplaining'> {
  const at = () => clock.now().toISOString();
  return {
    decisions: () => files.read(),
    lock: async (name, reason) => {
      const lock = { variable: canonicalVariable(name), reason: reason.trim(), at: at() };
      await files.lock(lock);
      return { lock, known: catalogedVariables().includes(lock.variable) };
    },
    unlock: (name) => files.unlock(canonicalVariable(name)),
    mute: async (ruleId, reason) => {
      if (!(await rules()).some(({ id }) => id === ruleId)) {
        throw new LatchkeyError('not-found', `There is no rule "${ruleId}".`, {
          hint: 'latchkey rules list shows them all.',
        });
      }
      if (reason.trim() === '') {
        throw new LatchkeyError('usage', 'A mute needs a reason: it is shown wherever the finding would be.');
      }
      const mute = { ruleId, reason: reason.trim(), at: at() };
      await files.mute(mute);
      return mute;
    },
    unmute: (ruleId) => files.unmute(ruleId),
    explaining: () => files.explaining(),
    setExplaining: (on) => files.setExplaining(on, at()),
  };
}
