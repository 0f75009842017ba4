import { useApp } from '../state/app-state';

/** Diagnosis, Plan and Explorer before any snapshot is open. */
export function NoSource({ what }: { what: string }) {
  const { go, openDialog } = useApp();
  return (
    <div className="empty">
      <h1>{what}</h1>
      <p className="soft">No snapshot is open. Take one from a server, or open a file.</p>
      <div className="actions">
        <button type="button" className="primary" onClick={() => go({ page: 'connect' })}>
          Connect to a server
        </button>
        <button type="button" onClick={() => void openDialog()}>
          Open snapshot
        </button>
        <button type="button" onClick={() => go({ page: 'welcome' })}>
          Try a sample
        </button>
      </div>
    </div>
  );
}
