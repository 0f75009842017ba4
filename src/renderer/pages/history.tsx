import { useState } from 'react';
import type { SnapshotSummary } from '../../shared/snapshot';
import { formatSeconds } from '../../shared/units';
import { DeleteDialog } from '../parts/delete-dialog';
import { ErrorNotice } from '../parts/error-notice';
import { ExportDialog } from '../parts/export-dialog';
import { Loading } from '../parts/loading';
import { dateTime, serverName } from '../parts/server-line';
import { useApp } from '../state/app-state';
import { call, useCall } from '../state/call';
import { usePageState } from '../state/page-state';

export function HistoryPage() {
  const { openPath, openDialog, forget, notify, go } = useApp();
  const { loaded, reload } = useCall('snapshot.list', {});
  const [exporting, setExporting] = useState<SnapshotSummary | null>(null);
  const [deleting, setDeleting] = useState<SnapshotSummary | null>(null);
  usePageState('history', loaded.state);

  const remove = async (snapshot: SnapshotSummary) => {
    setDeleting(null);
    const reply = await call('snapshot.delete', { id: snapshot.id });
    if (!reply.ok) notify({ kind: 'error', error: reply.error, text: '' });
    else forget(snapshot.id);
    reload();
  };

  if (loaded.state === 'loading') return <Loading what="Reading history" />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  if (loaded.value.length === 0) {
    return (
      <div className="empty">
        <h1>History</h1>
        <p className="soft">No snapshots yet. Those that you take or open are listed here.</p>
        <div className="actions">
          <button type="button" className="primary" onClick={() => go({ page: 'connect' })}>
            Connect to a server
          </button>
          <button type="button" onClick={() => void openDialog()}>
            Open snapshot
          </button>
        </div>
      </div>
    );
  }
  return (
    <div className="page">
      <h1>History</h1>
      <table className="data history">
        <thead>
          <tr>
            <th scope="col">Snapshot</th>
            <th scope="col">Server</th>
            <th scope="col">Taken</th>
            <th scope="col" className="number">
              Window
            </th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {loaded.value.map((snapshot) => (
            <tr key={snapshot.id}>
              <th scope="row">
                <button type="button" className="link" onClick={() => void openPath(snapshot.path)}>
                  {snapshot.title}
                </button>
                {!snapshot.complete && <span className="tag tag-warning">Partial</span>}
                <span className="block soft path">{snapshot.path}</span>
              </th>
              <td>
                {serverName(snapshot.server)}
                <span className="block soft">{snapshot.target}</span>
              </td>
              <td>{dateTime(snapshot.createdAt)}</td>
              <td className="number">
                {snapshot.windowSeconds === null ? 'none' : formatSeconds(Math.round(snapshot.windowSeconds))}
              </td>
              <td className="row-actions">
                <button type="button" className="quiet" onClick={() => setExporting(snapshot)}>
                  Export<span className="unseen"> {snapshot.title}</span>
                </button>
                <button type="button" className="quiet" onClick={() => setDeleting(snapshot)}>
                  Delete<span className="unseen"> {snapshot.title}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {exporting !== null && <ExportDialog snapshot={exporting} onClose={() => setExporting(null)} />}
      {deleting !== null && (
        <DeleteDialog
          title="Delete this snapshot?"
          onDelete={() => void remove(deleting)}
          onKeep={() => setDeleting(null)}
        >
          {deleting.title}, taken {dateTime(deleting.createdAt)}. A snapshot that Latchkey took is removed
          with its file; a file that was opened from elsewhere stays where it is.
        </DeleteDialog>
      )}
    </div>
  );
}
