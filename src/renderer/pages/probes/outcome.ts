import type { ProbeOutcome } from '../../../shared/probe';

/** How a probe ended, for people. */
export const outcomeWords: Record<ProbeOutcome, string> = {
  completed: 'Completed',
  'not-enough-load': 'Not enough load',
  unstable: 'Unstable',
  'client-bound': 'The client was the limit',
  'stopped-by-guard': 'Stopped by a guard',
  cancelled: 'Cancelled',
  failed: 'Failed',
  matched: 'As foretold',
  differs: 'Not as foretold',
};
