import { counted } from '../../../shared/base/units';
import type { WorkSummary } from '../../../shared/work';
import { dateTime } from '../../components/frame/server-line';
import { texts } from './texts';

/** What was done with a snapshot, in a line; nothing where nothing was. */
export function WorkOf({ work }: { work: WorkSummary | undefined }) {
  const parts = work === undefined ? [] : partsOf(work);
  return parts.length === 0 ? null : <span className="block soft">{parts.join(' · ')}</span>;
}

function partsOf({ accepted, set, applied, recheck, undone }: WorkSummary): string[] {
  return [
    accepted + set === 0 ? [] : [texts.plan(advice(accepted), set === 0 ? '' : texts.setByHand(values(set)))],
    applied === null ? [] : [texts.applied(values(applied.settings), dateTime(applied.at))],
    recheck === null
      ? []
      : [texts.recheckClearedStillThereNew(recheck.cleared, recheck.stayed, recheck.appeared)],
    undone === 0 ? [] : [texts.undone(undone)],
  ].flat();
}

function advice(count: number): string {
  return counted(count, 'finding');
}

function values(count: number): string {
  return counted(count, 'value');
}
