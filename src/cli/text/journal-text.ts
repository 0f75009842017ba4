import { describeItem, type JournalEntry, type RestoreOutcome } from '../../shared/change';
import { describeTarget } from '../../shared/connection';
import { fields, harmless } from './style';

/** A journal entry with what it would restore. */
export function entryText(given: JournalEntry): string {
  const entry = fields(given);
  const lines = entry.items
    .filter(({ state }) => state !== 'restored')
    .map((item) => {
      if (item.kind === 'switches') return `  ${describeItem(item)}: to stand as before\n`;
      if (item.kind === 'own-schema') return `  ${describeItem(item)}: to be dropped\n`;
      const now = item.stored === null ? '' : ` (set to ${item.stored})`;
      return `  ${item.variable}: was ${item.original}${now}\n`;
    });
  const kept = entry.phase === 'kept' ? ', meant to stay: undone by latchkey undo' : '';
  return harmless(
    `${entry.id}: ${entry.purpose} on ${describeTarget(entry.target)}, ${entry.createdAt}${kept}\n${lines.join('')}`,
  );
}

/** What became of restoring an entry. */
export function outcomeText(given: RestoreOutcome): string {
  const outcome = fields(given);
  const remaining = outcome.remaining.map(
    ({ variable, original, reason }) => `  ${variable} should be ${original}: ${reason}\n`,
  );
  return harmless(`${outcome.entryId}: ${outcome.status}: ${outcome.detail}\n${remaining.join('')}`);
}
