import { useApp } from '../state/app-state';
import { texts } from './texts';

/** Pages that show snapshots, before there is one. @param text what is missing there */
export function NoSource({ what, text = texts.noSnapshotIsOpenTake }: { what: string; text?: string }) {
  const { go, openDialog } = useApp();
  return (
    <div className="empty">
      <h1>{what}</h1>
      <p className="soft">{text}</p>
      <div className="actions">
        <button type="button" className="primary" onClick={() => go({ page: 'connect' })}>
          {texts.connectToAServer}
        </button>
        <button type="button" onClick={() => void openDialog()}>
          {texts.openSnapshot}
        </button>
        <button type="button" onClick={() => go({ page: 'welcome' })}>
          {texts.tryASample}
        </button>
      </div>
    </div>
  );
}
