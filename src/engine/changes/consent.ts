import { createHash } from 'node:crypto';
import { LatchkeyError } from '../../shared/base/error';
import type { ChangePlan } from '../../shared/change';
import type { Ask, ProposedChange } from '../base/calls';
import { texts } from './texts';

/**
 * A mark that stands for exactly these statements on this server, and for what may stay in force, so that consent to one
 * plan is not taken for another.
 */
export function planDigest({ serverKey, statements, restoreStatements, staying = [] }: ChangePlan): string {
  return createHash('sha256')
    .update(JSON.stringify([serverKey, statements, restoreStatements, staying]))
    .digest('hex');
}

/**
 * Consent to a change, however it is given: a person who can be asked is asked; else the input has to agree to the very
 * plan that is about to be carried out, by the digest of the one that was shown.
 * @param agreed digest of the plan that was shown; absent: none was
 * @param proposed what the person is shown of it
 * @throws (the answer) LatchkeyError change-refused where another plan was agreed to, or none
 */
export function consentTo<P extends { plan: ChangePlan }>(
  agreed: string | undefined,
  ask: Ask | undefined,
  proposed: (shown: P) => ProposedChange,
): (shown: P) => Promise<boolean> {
  return async (shown) => {
    if (ask?.change !== undefined) return ask.change(proposed(shown));
    if (agreed === planDigest(shown.plan)) return true;
    throw new LatchkeyError(
      'change-refused',
      agreed === undefined ? texts.nobodyHasAgreedToThe : texts.theServerWasChangedSince,
      { hint: texts.lookAtTheStatementsAgain },
    );
  };
}
