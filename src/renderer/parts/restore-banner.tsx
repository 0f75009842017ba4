import { useState } from 'react';
import { describeItem, describeOriginal, type JournalEntry } from '../../shared/change';
import { describeTarget } from '../../shared/connection';
import type { ErrorDocument } from '../../shared/error';
import { useApp } from '../state/app-state';
import { call, useCall } from '../state/call';
import { ErrorNotice } from './error-notice';
import { TextField } from './field';
import { Modal } from './modal';

/** Changes on servers that were not put back, because Latchkey or the server ended before. Restore is one click away. */
export function RestoreBanner() {
  const { loaded, reload } = useCall('restore.pending', {});
  const [open, setOpen] = useState<JournalEntry | null>(null);
  // A kept change was meant to stay: its entry is there for undo, not for restoring unasked.
  const entries = loaded.state === 'ready' ? loaded.value.filter(({ phase }) => phase !== 'kept') : [];
  if (entries.length === 0) return null;
  return (
    <section className="banner" aria-label="Changes to put back">
      {entries.map((entry) => (
        <p key={entry.id}>
          <span>
            <strong>{describeTarget(entry.target)}</strong> still has values that Latchkey set:{' '}
            {entry.items.map(describeItem).join(', ')}.
          </span>
          <button type="button" className="primary" onClick={() => setOpen(entry)}>
            Restore
          </button>
        </p>
      ))}
      {open !== null && (
        <RestoreDialog
          entry={open}
          onClose={() => {
            setOpen(null);
            reload();
          }}
        />
      )}
    </section>
  );
}

function RestoreDialog({ entry, onClose }: { entry: JournalEntry; onClose: () => void }) {
  const { notify } = useApp();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<ErrorDocument | null>(null);
  const [running, setRunning] = useState(false);

  const restore = async () => {
    setRunning(true);
    setError(null);
    const reply = await call('restore.run', {
      entryId: entry.id,
      secrets: password === '' ? {} : { password },
    });
    setRunning(false);
    if (!reply.ok) {
      setError(reply.error);
      return;
    }
    notify({ kind: 'info', error: null, text: reply.value.detail });
    onClose();
  };

  return (
    <Modal title={`Restore ${describeTarget(entry.target)}`} onClose={onClose}>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">Variable</th>
            <th scope="col">Back to</th>
          </tr>
        </thead>
        <tbody>
          {entry.items.map((item) => (
            <tr key={describeItem(item)}>
              <th scope="row">
                <code>{describeItem(item)}</code>
              </th>
              <td>{describeOriginal(item)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <TextField label="Password" type="password" value={password} onChange={setPassword} />
      {error !== null && <ErrorNotice error={error} />}
      <div className="actions">
        <button type="button" className="primary" disabled={running} onClick={() => void restore()}>
          {running ? 'Restoring' : 'Restore'}
        </button>
        <button type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </Modal>
  );
}
