import { createHash } from 'node:crypto';
import { LatchkeyError } from '../shared/base/error';
import type { ChangePlan } from '../shared/change';

/** A mark that stands for exactly these statements on this server, so that consent to one plan is not taken for another. */
export function planMark({ serverKey, statements, restoreStatements }: ChangePlan): string {
  return createHash('sha256')
    .update(JSON.stringify([serverKey, statements, restoreStatements]))
    .digest('hex');
}

/** Consent to the very plan that was shown; another one (the server was changed in between) is not agreed to. */
export function agreedTo(mark: string): (shown: { plan: ChangePlan }) => Promise<boolean> {
  return async ({ plan }) => {
    if (planMark(plan) === mark) return true;
    throw new LatchkeyError(
      'change-refused',
      'The server was changed since the statements were shown. Nothing was sent.',
      { hint: 'Look at the statements again.' },
    );
  };
}
