import { useState } from 'react';
import type { ErrorDocument } from '../../../shared/base/error';
import { counted } from '../../../shared/base/units';
import type { RedactionClass, RedactionPreview } from '../../../shared/redaction';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { fileName } from '../../../shared/writers/file-name';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { useApp } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import { RedactionChoice } from '../controls/redaction-choice';
import { ErrorNotice } from '../error-notice';
import { Loading } from '../loading';
import { Modal } from './modal';

const shownNames = 200;

/** A snapshot as a file to hand on, without what the reader takes out; what that would be is shown first. */
export function ExportDialog({ snapshot, onClose }: { snapshot: SnapshotSummary; onClose: () => void }) {
  const { notify } = useApp();
  const [classes, setClasses] = useState<RedactionClass[]>([]);
  const [error, setError] = useState<ErrorDocument | null>(null);
  const { loaded, reload } = useCall(
    'snapshot.previewExport',
    classes.length === 0 ? null : { id: snapshot.id, classes },
    { keep: true },
  );
  const save = async () => {
    const chosen = await call('dialog.save', {
      title: 'Export snapshot',
      defaultName: fileName(snapshot.title, 'lks'),
      filters: [{ name: 'Latchkey snapshots', extensions: ['lks'] }],
    });
    if (!chosen.ok || chosen.value.path === null) return;
    const { path } = chosen.value;
    const saved =
      classes.length === 0
        ? await call('snapshot.saveAs', { id: snapshot.id, path })
        : await call('snapshot.export', { id: snapshot.id, classes, path });
    if (!saved.ok) return setError(saved.error);
    notify({ text: `Snapshot exported to ${path}`, path });
    onClose();
  };
  return (
    <Modal title={`Export ${snapshot.title}`} wide onClose={onClose}>
      <RedactionChoice legend="Take out of it" classes={classes} onChange={setClasses} />
      {classes.length === 0 && <p className="soft">The file is exported as it is, names included.</p>}
      {classes.length > 0 && loaded.state === 'loading' && <Loading what="Looking through the snapshot" />}
      {classes.length > 0 && loaded.state === 'failed' && (
        <ErrorNotice error={loaded.error} onRetry={reload} />
      )}
      {classes.length > 0 && loaded.state === 'ready' && <Preview preview={loaded.value} />}
      {error !== null && <ErrorNotice error={error} />}
      <div className="actions">
        <button type="button" className="primary" onClick={() => void save()}>
          Export
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Modal>
  );
}

function Preview({ preview: { replaced, unproven, dropped } }: { preview: RedactionPreview }) {
  const more = replaced.length - shownNames;
  return (
    <section className="redaction-preview" aria-label="What is taken out">
      <p role="status">
        Replaced: {counted(replaced.length, 'name')}. Left out whole:{' '}
        {counted(dropped.length, 'column or text', 'columns and texts')}.
      </p>
      {replaced.length > 0 && (
        <ScrollRegion label="Names that are replaced">
          <table className="data">
            <thead>
              <tr>
                <th scope="col">Kind</th>
                <th scope="col">Name</th>
                <th scope="col">Stands as</th>
                <th scope="col">Where</th>
              </tr>
            </thead>
            <tbody>
              {replaced.slice(0, shownNames).map(({ class: kind, original, standIn, where }) => (
                <tr key={`${kind} ${original}`}>
                  <td>{kind}</td>
                  <th scope="row">{original}</th>
                  <td>{standIn}</td>
                  <td className="soft">{where}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {more > 0 && <p className="soft">and {more} more</p>}
        </ScrollRegion>
      )}
      {unproven.length > 0 && (
        <details>
          <summary>Too short or too common to be proven absent ({unproven.length})</summary>
          <p className="soft">
            Replaced where a column, a path or quotes show that they are names:{' '}
            {unproven.map(({ original }) => original).join(', ')}
          </p>
        </details>
      )}
      {dropped.length > 0 && (
        <details>
          <summary>Left out whole ({dropped.length})</summary>
          <ul className="plain">
            {dropped.map(({ section, what, reason }) => (
              <li key={`${section} ${what}`}>
                {section}: {what} <span className="soft">({reason})</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
