import { type Journal, pendingEntries } from '../../server/change';
import { LatchkeyError } from '../../shared/base/error';
import type { JournalEntry } from '../../shared/change';
import { isSameServerKey } from '../../shared/server';
import { texts } from './texts';

/** Applied changes that can be undone, oldest first: those that stay, and those whose undo was left half-way. */
export async function undoableEntries(journal: Journal): Promise<JournalEntry[]> {
  const halfway = (await pendingEntries(journal)).filter(({ purpose }) => purpose === 'apply');
  return [...(await journal.kept()), ...halfway].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/**
 * The entry to undo. A change on top of it, which took its values for originals, has to go first.
 * @throws LatchkeyError not-found; change-refused for an entry of a probe or deep mode, or with the later entry's id
 */
export async function entryToUndo(journal: Journal, entryId: string, force: boolean): Promise<JournalEntry> {
  const entry = await journal.read(entryId);
  if (entry.purpose !== 'apply') {
    throw new LatchkeyError('change-refused', texts.theEntryIsNoApplied(entryId), {
      hint: texts.latchkeyRestoreRestoresWhatWas(entryId),
    });
  }
  const variables = variablesOf(entry);
  const above = (await undoableEntries(journal)).find(
    (other) =>
      other.id !== entry.id &&
      isSameServerKey(other.serverKey, entry.serverKey) &&
      other.createdAt >= entry.createdAt &&
      variablesOf(other).some((variable) => variables.includes(variable)),
  );
  if (above === undefined || force) return entry;
  throw new LatchkeyError('change-refused', texts.aLaterChangeOfHas(above.id, above.createdAt), {
    hint: texts.undoThatOneFirstLatchkey(above.id),
  });
}

/** Only those that were moved: what merely might have also changed has no value of the change. */
function variablesOf({ items }: JournalEntry): string[] {
  return items.flatMap((item) =>
    item.kind === 'global-variable' && item.stored !== null ? [item.variable] : [],
  );
}
