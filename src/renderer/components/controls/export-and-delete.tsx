import { texts } from './texts';

/** What a row of a list can do with what it stands for: a file of it, and its end. */
export function ExportAndDelete({
  title,
  onExport,
  onDelete,
}: {
  title: string;
  onExport: () => void;
  onDelete: () => void;
}) {
  return (
    <>
      <button type="button" className="quiet" onClick={onExport}>
        {texts.exportWord(<span className="unseen"> {title}</span>)}
      </button>
      <button type="button" className="quiet" onClick={onDelete}>
        {texts.deleteWord(<span className="unseen"> {title}</span>)}
      </button>
    </>
  );
}
