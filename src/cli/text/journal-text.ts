import { describeItem, type JournalEntry, type RestoreOutcome } from '../../shared/change';
import { describeTarget } from '../../shared/connection';
import { settingWithBytes } from '../../shared/size-variables';
import { fields, harmless } from './style';
import { texts } from './texts';

/** A journal entry with what it would restore. */
export function entryText(given: JournalEntry): string {
  const entry = fields(given);
  const lines = entry.items
    .filter(({ state }) => state !== 'restored')
    .map((item) => {
      if (item.kind === 'switches') return texts.toStandAsBefore(describeItem(item));
      if (item.kind === 'own-schema') return texts.toBeDropped(describeItem(item));
      const now = item.stored === null ? '' : texts.setTo(settingWithBytes(item.variable, item.stored));
      return texts.was2(item.variable, settingWithBytes(item.variable, item.original), now);
    });
  const kept = entry.phase === 'kept' ? texts.meantToStayUndoneBy : '';
  return harmless(
    `${entry.id}: ${entry.purpose} on ${describeTarget(entry.target)}, ${entry.createdAt}${kept}\n${lines.join('')}`,
  );
}

/** What became of restoring an entry. */
export function outcomeText(given: RestoreOutcome): string {
  const outcome = fields(given);
  const remaining = outcome.remaining.map(({ variable, original, reason }) =>
    texts.shouldBe(variable, settingWithBytes(variable, original), reason),
  );
  return harmless(`${outcome.entryId}: ${outcome.status}: ${outcome.detail}\n${remaining.join('')}`);
}
