import { type ExitCode, exitCodes, LatchkeyError } from '../shared/base/error';
import type { ProbeResult } from '../shared/probe';
import { texts } from './texts';

/**
 * What the result of a probe or a proof means for a script: the restore first, then why it ended.
 * @throws LatchkeyError where it did not end well; its code is that of the exit
 */
export function measuredExit({
  restore,
  outcome,
  text,
}: Pick<ProbeResult, 'outcome' | 'text'> & {
  restore: Pick<ProbeResult['restore'], 'status' | 'detail'>;
}): ExitCode {
  if (restore.status === 'pending') {
    throw new LatchkeyError('restore-incomplete', restore.detail, {
      hint: texts.runLatchkeyRestoreToRestore,
    });
  }
  if (outcome === 'cancelled') throw new LatchkeyError('cancelled', texts.cancelledEverythingWasRestored);
  if (outcome === 'stopped-by-guard') throw new LatchkeyError('guard-stopped', text);
  if (outcome === 'failed') throw new LatchkeyError('query-failed', text);
  return exitCodes.done;
}
