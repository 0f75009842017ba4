import { type FormEvent, useState } from 'react';
import { counted } from '../../../shared/base/units';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { DeleteDialog } from '../../components/dialogs/delete-dialog';
import { dateTime } from '../../components/frame/server-line';
import { useApp } from '../../state/app-state';
import { call } from '../../state/call';

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
    notify({ text: `${count(gone)} deleted.` });
  };
  return (
    <section className="card" aria-label="Retention">
      <h2>Retention</h2>
      <form className="toolbar" onSubmit={(event) => void ask(event)}>
        <label htmlFor="retention-days">Delete snapshots older than</label>
        <input
          id="retention-days"
          className="short-input"
          inputMode="numeric"
          value={text}
          aria-invalid={!valid}
          onChange={(event) => setText(event.target.value)}
        />
        <span>days</span>
        <button type="submit" disabled={!valid}>
          Show which
        </button>
      </form>
      <p className="soft">
        Nothing is deleted by itself: snapshots stay until you delete them, and the newest of each server
        stays. Recordings older than 30 days, and the oldest beyond 2 GiB, go when another recording begins.
      </p>
      {asked?.length === 0 && (
        <p role="status">No snapshot is older than {counted(days, 'day')}, save the newest of its server.</p>
      )}
      {asked !== null && asked.length > 0 && (
        <DeleteDialog
          title={`Delete ${count(asked)}?`}
          onDelete={() => void remove()}
          onKeep={() => setAsked(null)}
        >
          Taken from {dateTime(asked.at(-1)?.createdAt ?? '')} to {dateTime(asked[0]?.createdAt ?? '')}. Files
          that Latchkey wrote are removed with them; files that were opened from elsewhere stay.
        </DeleteDialog>
      )}
    </section>
  );
}

function count(snapshots: readonly SnapshotSummary[]): string {
  return counted(snapshots.length, 'snapshot');
}
