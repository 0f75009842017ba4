import { changeText, type MetricId, metricFacts } from '../../shared/probe';
import { minutesText, type ProvenChange } from '../../shared/proof';

type Judged = Pick<
  ProvenChange,
  'verdict' | 'untested' | 'staysFor' | 'droppedBy' | 'estimatePercent' | 'low' | 'high' | 'moreMinutes'
>;

/** What came out for one change, in a sentence. */
export function changeSentence(change: Judged, metric: MetricId): string {
  const { verdict, untested, staysFor, droppedBy, moreMinutes } = change;
  const measured = `${metricFacts[metric].short} ${changeText(change)}`;
  if (verdict === 'untested') return `Untested: ${untested ?? 'it was not reached'}.`;
  if (droppedBy !== null) return `Dropped: it breached the guard of ${droppedBy}.`;
  if (verdict === 'proven') return `Proven: ${measured}.`;
  if (verdict === 'harms') return `Harms: ${measured}. It is dropped.`;
  if (verdict === 'no-difference') {
    const stays = staysFor === null ? 'It is dropped.' : `It stays: ${staysFor}.`;
    return `No difference: ${measured}. ${stays}`;
  }
  const more =
    moreMinutes === null
      ? 'No sensible time would decide it.'
      : `${minutesText(moreMinutes)} would decide it.`;
  return `Undecided: ${measured}. ${more}`;
}
