import { useState } from 'react';
import type { JournalEntry } from '../../../shared/change';
import { describeTarget } from '../../../shared/connection';
import { isSameServerKey } from '../../../shared/server';
import { readableSetting } from '../../../shared/size-variables';
import { RestoreDialog } from '../../components/dialogs/restore-dialog';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { useApp, useShared } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import { texts } from './texts';

/** Changes that were applied, on any server, newest first; each can be undone. */
export function AppliedChanges() {
  const { loaded, reload } = useCall('plan.undoable', {});
  const { keep } = useApp();
  const source = useShared('source');
  const undone = useShared('work', (work) => work.undone);
  const [open, setOpen] = useState<JournalEntry | null>(null);
  // What was undone is kept with the snapshot whose plan it was.
  const note = async (entry: JournalEntry) => {
    const reply = await call('plan.undoable', {});
    if (!reply.ok || reply.value.some(({ id }) => id === entry.id)) return;
    if (source === null || !isSameServerKey(source.server.serverKey, entry.serverKey)) return;
    keep({ undone: [...undone, { at: new Date().toISOString(), text: movesOf(entry, true) }] });
  };
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  if (loaded.state === 'loading' || (loaded.value.length === 0 && undone.length === 0)) return null;
  return (
    <section className="section" aria-label={texts.appliedChanges}>
      <h2>{texts.appliedChanges}</h2>
      <ul className="plain applied">
        {[...loaded.value].reverse().map((entry) => (
          <li key={entry.id}>
            <span>
              <span className="strong">{describeTarget(entry.target)}</span>{' '}
              <span className="soft">{dateTime(entry.createdAt)}</span>
              <span className="block">{movesOf(entry)}</span>
            </span>
            <button type="button" onClick={() => setOpen(entry)}>
              {texts.undo}
            </button>
          </li>
        ))}
      </ul>
      {undone.length > 0 && (
        <ul className="plain applied" aria-label={texts.undone}>
          {undone.map(({ at, text }) => (
            <li key={at}>
              <span>
                <span className="strong">{texts.undone}</span> <span className="soft">{dateTime(at)}</span>
                <span className="block">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <RestoreDialog
          entry={open}
          verb="Undo"
          onClose={() => {
            void note(open);
            setOpen(null);
            reload();
          }}
        />
      )}
    </section>
  );
}

/** Each variable with its values. @param undone from what was applied to what was there before */
function movesOf({ items }: JournalEntry, undone = false): string {
  return items
    .flatMap((item) => {
      if (item.kind !== 'global-variable' || item.stored === null) return [];
      const [original, stored] = [item.original, item.stored].map((value) =>
        readableSetting(item.variable, value),
      );
      return [
        undone ? `${item.variable} ${stored} to ${original}` : `${item.variable} ${original} to ${stored}`,
      ];
    })
    .join(', ');
}
