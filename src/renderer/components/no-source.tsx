import { useApp } from '../state/app-state';

/** Pages that show snapshots, before there is one. @param text what is missing there */
export function NoSource({
  what,
  text = 'No snapshot is open. Take one from a server, or open a file.',
}: {
  what: string;
  text?: string;
}) {
  const { go, openDialog } = useApp();
  return (
    <div className="empty">
      <h1>{what}</h1>
      <p className="soft">{text}</p>
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
