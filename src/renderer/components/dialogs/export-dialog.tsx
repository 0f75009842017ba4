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
import { texts as catalogue } from './texts';

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
      title: catalogue.exportSnapshot,
      defaultName: fileName(snapshot.title, 'lks'),
      filters: [{ name: catalogue.latchkeySnapshots, extensions: ['lks'] }],
    });
    if (!chosen.ok || chosen.value.path === null) return;
    const { path } = chosen.value;
    const saved =
      classes.length === 0
        ? await call('snapshot.saveAs', { id: snapshot.id, path })
        : await call('snapshot.export', { id: snapshot.id, classes, path });
    if (!saved.ok) return setError(saved.error);
    notify({ text: catalogue.snapshotExportedTo(path), path });
    onClose();
  };
  return (
    <Modal title={catalogue.exportWord(snapshot.title)} wide onClose={onClose}>
      <RedactionChoice legend={catalogue.takeOutOfIt} classes={classes} onChange={setClasses} />
      {classes.length === 0 && <p className="soft">{catalogue.theFileIsExportedAs}</p>}
      {classes.length > 0 && loaded.state === 'loading' && (
        <Loading what={catalogue.lookingThroughTheSnapshot} />
      )}
      {classes.length > 0 && loaded.state === 'failed' && (
        <ErrorNotice error={loaded.error} onRetry={reload} />
      )}
      {classes.length > 0 && loaded.state === 'ready' && <Preview preview={loaded.value} />}
      {error !== null && <ErrorNotice error={error} />}
      <div className="actions">
        <button type="button" className="primary" onClick={() => void save()}>
          {catalogue.exportWord2}
        </button>
        <button type="button" onClick={onClose}>
          {catalogue.cancel}
        </button>
      </div>
    </Modal>
  );
}

function Preview({ preview: { replaced, unproven, dropped } }: { preview: RedactionPreview }) {
  const more = replaced.length - shownNames;
  return (
    <section className="redaction-preview" aria-label={catalogue.whatIsTakenOut}>
      <p role="status">
        {catalogue.replacedLeftOutWhole(
          counted(replaced.length, 'name'),
          counted(dropped.length, catalogue.columnOrText, catalogue.columnsAndTexts),
        )}
      </p>
      {replaced.length > 0 && (
        <ScrollRegion label={catalogue.namesThatAreReplaced}>
          <table className="data">
            <thead>
              <tr>
                <th scope="col">{catalogue.kind}</th>
                <th scope="col">{catalogue.name}</th>
                <th scope="col">{catalogue.standsAs}</th>
                <th scope="col">{catalogue.where}</th>
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
          {more > 0 && <p className="soft">{catalogue.andMore(more)}</p>}
        </ScrollRegion>
      )}
      {unproven.length > 0 && (
        <details>
          <summary>{catalogue.tooShortOrTooCommon(unproven.length)}</summary>
          <p className="soft">
            {catalogue.replacedWhereAColumnA(unproven.map(({ original }) => original).join(', '))}
          </p>
        </details>
      )}
      {dropped.length > 0 && (
        <details>
          <summary>{catalogue.leftOutWhole(dropped.length)}</summary>
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
