import { counted } from '../../../shared/base/units';
import type { WorkSummary } from '../../../shared/work';
import { dateTime } from '../../components/frame/server-line';

/** What was done with a snapshot, in a line; nothing where nothing was. */
export function WorkOf({ work }: { work: WorkSummary | undefined }) {
  const parts = work === undefined ? [] : partsOf(work);
  return parts.length === 0 ? null : <span className="block soft">{parts.join(' · ')}</span>;
}

function partsOf({ accepted, set, applied, recheck, undone }: WorkSummary): string[] {
  return [
    accepted + set === 0
      ? []
      : [`Plan: ${advice(accepted)}${set === 0 ? '' : `, ${values(set)} set by hand`}`],
    applied === null ? [] : [`${values(applied.settings)} applied ${dateTime(applied.at)}`],
    recheck === null
      ? []
      : [`Recheck: ${recheck.cleared} cleared, ${recheck.stayed} still there, ${recheck.appeared} new`],
    undone === 0 ? [] : [`${counted(undone, 'change')} undone`],
  ].flat();
}

function advice(count: number): string {
  return counted(count, 'finding');
}

function values(count: number): string {
  return counted(count, 'value');
}
