import { type FormEvent, useState } from 'react';
import { counted } from '../../../shared/base/units';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { DeleteDialog } from '../../components/dialogs/delete-dialog';
import { dateTime } from '../../components/frame/server-line';
import { useApp } from '../../state/app-state';
import { call } from '../../state/call';
import { texts } from './texts';

/** Deletes what is older than so many days, after it has said what that would be. */
export function Retention({ onDeleted }: { onDeleted: (gone: SnapshotSummary[]) => void }) {
  const { notify } = useApp();
  const [text, setText] = useState('90');
  const [asked, setAsked] = useState<SnapshotSummary[] | null>(null);
  const days = Number(text);
  const valid = text.trim() !== '' && Number.isFinite(days) && days >= 0 && days <= 36_500;

  const retain = async (preview: boolean) => {
    const reply = await call('history.retain', { days, preview });
    if (reply.ok) return reply.value;
    notify({ error: reply.error });
    return null;
  };
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (valid) setAsked(await retain(true));
  };
  const remove = async () => {
    setAsked(null);
    const gone = await retain(false);
    if (gone === null) return;
    onDeleted(gone);
    notify({ text: texts.deleted(count(gone)) });
  };
  return (
    <section className="card" aria-label={texts.retention}>
      <h2>{texts.retention}</h2>
      <form className="toolbar" onSubmit={(event) => void ask(event)}>
        <label htmlFor="retention-days">{texts.deleteSnapshotsOlderThan}</label>
        <input
          id="retention-days"
          className="short-input"
          inputMode="numeric"
          value={text}
          aria-invalid={!valid}
          onChange={(event) => setText(event.target.value)}
        />
        <span>{texts.days}</span>
        <button type="submit" disabled={!valid}>
          {texts.showWhich}
        </button>
      </form>
      <p className="soft">{texts.nothingIsDeletedByItself}</p>
      {asked?.length === 0 && <p role="status">{texts.noSnapshotIsOlderThan(counted(days, 'day'))}</p>}
      {asked !== null && asked.length > 0 && (
        <DeleteDialog
          title={texts.deleteWord(count(asked))}
          onDelete={() => void remove()}
          onKeep={() => setAsked(null)}
        >
          {texts.takenFromToFilesThat(
            dateTime(asked.at(-1)?.createdAt ?? ''),
            dateTime(asked[0]?.createdAt ?? ''),
          )}
        </DeleteDialog>
      )}
    </section>
  );
}

function count(snapshots: readonly SnapshotSummary[]): string {
  return counted(snapshots.length, 'snapshot');
}
