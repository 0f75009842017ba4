import { createHash } from 'node:crypto';
import type { ChangePlan } from '../shared/change';

/** A mark that stands for exactly these statements on this server, so that consent to one plan is not taken for another. */
export function planMark({ serverKey, statements, restoreStatements }: ChangePlan): string {
  return createHash('sha256')
    .update(JSON.stringify([serverKey, statements, restoreStatements]))
    .digest('hex');
}
