import { useState } from 'react';
import { describeItem, type JournalEntry, toRestore } from '../../../shared/change';
import { describeTarget } from '../../../shared/connection';
import { useCall } from '../../state/call';
import { RestoreDialog } from '../dialogs/restore-dialog';

/** Changes on servers that were not restored, because Latchkey or the server ended before. Restore is one click away. */
export function RestoreBanner() {
  const { loaded, reload } = useCall('restore.pending', {});
  const [open, setOpen] = useState<JournalEntry | null>(null);
  // A kept change was meant to stay: its entry is there for undo, not for restoring unasked.
  const entries = loaded.state === 'ready' ? loaded.value.filter(({ phase }) => phase !== 'kept') : [];
  if (entries.length === 0) return null;
  return (
    <section className="banner" aria-label="Changes to restore">
      {entries.map((entry) => (
        <p key={entry.id}>
          <span>
            <strong>{describeTarget(entry.target)}</strong> still has values that Latchkey set:{' '}
            {toRestore(entry).map(describeItem).join(', ')}.
          </span>
          <button type="button" className="primary" onClick={() => setOpen(entry)}>
            Restore
          </button>
        </p>
      ))}
      {open !== null && (
        <RestoreDialog
          entry={open}
          verb="Restore"
          onClose={() => {
            setOpen(null);
            reload();
          }}
        />
      )}
    </section>
  );
}
