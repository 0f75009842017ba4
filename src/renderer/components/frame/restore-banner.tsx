import { useEffect, useRef, useState } from 'react';
import { describeItem, type JournalEntry, toRestore } from '../../../shared/change';
import { describeTarget } from '../../../shared/connection';
import { type Loaded, useCall } from '../../state/call';
import { restoreUnasked, type UnaskedRestore } from '../../state/restore-unasked';
import { RestoreDialog } from '../dialogs/restore-dialog';
import { texts } from './texts';

/**
 * Changes on servers that were not restored, because Latchkey or the server ended before. They are restored at the
 * start where that takes nobody's password, and what came of it is shown; else Restore is one click away.
 */
export function RestoreBanner() {
  const [tried, setTried] = useState<readonly UnaskedRestore[]>([]);
  const [trying, setTrying] = useState(true);
  const { loaded, reload } = useCall('restore.pending', {});
  // What the journal held when it was first read; it is read again only once something became of it.
  const first = useRef<readonly JournalEntry[] | null>(null);
  if (first.current === null && loaded.state === 'ready') first.current = loaded.value;
  const pending = first.current;
  useEffect(() => {
    if (pending === null) return;
    let shown = true;
    const report = (soFar: readonly UnaskedRestore[]) => {
      if (!shown) return;
      setTried(soFar);
      reload();
    };
    void restoreUnasked(pending, report).finally(() => {
      if (shown) setTrying(false);
    });
    return () => {
      shown = false;
    };
  }, [pending, reload]);
  return (
    <Tried
      tried={tried}
      trying={trying}
      loaded={loaded}
      reload={reload}
      onDismiss={(id) => setTried(tried.filter(({ entry }) => entry.id !== id))}
    />
  );
}

function Tried({
  tried,
  trying,
  loaded,
  reload,
  onDismiss,
}: {
  tried: readonly UnaskedRestore[];
  trying: boolean;
  loaded: Loaded<JournalEntry[]>;
  reload: () => void;
  onDismiss: (entryId: string) => void;
}) {
  const [open, setOpen] = useState<JournalEntry | null>(null);
  // A kept change was meant to stay: its entry is there for undo, not for restoring unasked.
  const entries = loaded.state === 'ready' ? loaded.value.filter(({ phase }) => phase !== 'kept') : [];
  const restored = tried.filter((one) => 'outcome' in one && one.outcome.status !== 'pending');
  if (entries.length === 0 && restored.length === 0) return null;
  return (
    <section className="banner" aria-label={texts.changesToRestore}>
      {restored.map(
        (one) =>
          'outcome' in one && (
            <p key={one.entry.id} role="status">
              <span>
                {texts.aChangeWasInterrupted(
                  <strong>{describeTarget(one.entry.target)}</strong>,
                  one.outcome.detail,
                )}
              </span>
              <button type="button" onClick={() => onDismiss(one.entry.id)}>
                {texts.dismiss}
              </button>
            </p>
          ),
      )}
      {entries.map((entry) => (
        <p key={entry.id}>
          <span>
            {texts.stillHasValuesThatLatchkey(
              <strong>{describeTarget(entry.target)}</strong>,
              named(entry),
              whyLeft(
                tried.find((one) => one.entry.id === entry.id),
                trying,
              ),
            )}
          </span>
          <button type="button" className="primary" onClick={() => setOpen(entry)}>
            {texts.restore}
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

/** What an entry restores, as its dialog lists it. */
function named(entry: JournalEntry): string {
  return toRestore(entry).map(describeItem).join(', ');
}

function whyLeft(tried: UnaskedRestore | undefined, trying: boolean): string {
  if (tried === undefined) return trying ? texts.restoringWhereNobodyIsAsked : '';
  if ('left' in tried) return tried.left;
  const reasons = tried.outcome.remaining.map(({ variable, reason }) => `${variable}: ${reason}.`);
  return [tried.outcome.detail, ...reasons].join(' ');
}
