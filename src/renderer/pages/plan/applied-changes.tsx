import { useState } from 'react';
import type { JournalEntry } from '../../../shared/change';
import { describeTarget } from '../../../shared/connection';
import { RestoreDialog } from '../../components/dialogs/restore-dialog';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { useCall } from '../../state/call';

/** Changes that were applied, on any server, newest first; each can be undone. */
export function AppliedChanges() {
  const { loaded, reload } = useCall('plan.undoable', {});
  const [open, setOpen] = useState<JournalEntry | null>(null);
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  if (loaded.state === 'loading' || loaded.value.length === 0) return null;
  return (
    <section className="section" aria-label="Applied changes">
      <h2>Applied changes</h2>
      <ul className="plain applied">
        {[...loaded.value].reverse().map((entry) => (
          <li key={entry.id}>
            <span>
              <span className="strong">{describeTarget(entry.target)}</span>{' '}
              <span className="soft">{dateTime(entry.createdAt)}</span>
              <span className="block">{movesOf(entry)}</span>
            </span>
            <button type="button" onClick={() => setOpen(entry)}>
              Undo
            </button>
          </li>
        ))}
      </ul>
      {open !== null && (
        <RestoreDialog
          entry={open}
          verb="Undo"
          onClose={() => {
            setOpen(null);
            reload();
          }}
        />
      )}
    </section>
  );
}

function movesOf({ items }: JournalEntry): string {
  return items
    .flatMap((item) =>
      item.kind === 'global-variable' && item.stored !== null
        ? [`${item.variable} ${item.original} to ${item.stored}`]
        : [],
    )
    .join(', ');
}
