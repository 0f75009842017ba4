import { useState } from 'react';
import type { ErrorDocument } from '../../shared/base/error';
import { counted, formatCount, formatSeconds } from '../../shared/base/units';
import type { ImportedFile, ImportReport, Recognised } from '../../shared/import';
import { serverName } from '../../shared/server';
import type { SnapshotSummary } from '../../shared/snapshot';
import { unbroken } from '../../view';
import { ScrollRegion } from '../../view/base/scroll-region';
import { call } from '../state/call';
import { ErrorNotice } from './error-notice';
import { texts } from './texts';

/** What was recognised, what became of each file, and what to know about the snapshot. */
export function ImportedReport({
  report,
  onKept,
}: {
  /** Of a preview: it is kept when it is opened. */
  report: ImportReport;
  onKept: (snapshot: SnapshotSummary) => void;
}) {
  const [error, setError] = useState<ErrorDocument | null>(null);
  const open = async () => {
    const reply = await call('import.keep', { id: report.snapshot.id });
    if (reply.ok) onKept(reply.value);
    else setError(reply.error);
  };
  const { snapshot, tool, files, remarks, recognised } = report;
  const used = files.filter(({ outcome }) => outcome === 'used');
  const ignored = files.filter(({ outcome }) => outcome === 'ignored');
  return (
    <section className="card import-result" aria-label={texts.whatWasRead}>
      <h2 role="status">
        {serverName(snapshot.server)},{' '}
        {snapshot.windowSeconds === null
          ? texts.oneMoment
          : texts.aWindowOf(formatSeconds(Math.round(snapshot.windowSeconds)))}
      </h2>
      <p>{recognisedText(recognised)}</p>
      {files.length > 1 && (
        <p className="soft">{texts.madeOfOf(used.length, counted(files.length, 'file'), tool)}</p>
      )}
      <div className="actions">
        <button type="button" className="primary" onClick={() => void open()}>
          {texts.openTheDiagnosis}
        </button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {remarks.length > 0 && (
        <ul className="plain import-remarks">
          {remarks.map((remark) => (
            <li key={remark}>{unbroken(remark)}</li>
          ))}
        </ul>
      )}
      {recognised.notUnderstood.length > 0 && (
        <details>
          <summary>{texts.notUnderstood(formatCount(recognised.notUnderstood.length))}</summary>
          <ul className="plain path">
            {[...new Set(recognised.notUnderstood)].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      <Files title={texts.used(used.length)} files={used} open={files.length > 1} />
      {ignored.length > 0 && <Files title={texts.ignored(ignored.length)} files={ignored} />}
    </section>
  );
}

function Files({
  title,
  files,
  open = false,
}: {
  title: string;
  files: readonly ImportedFile[];
  open?: boolean;
}) {
  return (
    <details open={open}>
      <summary>{title}</summary>
      <ScrollRegion label={title}>
        <table className="data">
          <thead>
            <tr>
              <th scope="col">{texts.file}</th>
              <th scope="col">{texts.readAs}</th>
              <th scope="col">{texts.whatCameOfIt}</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ path, kind, text }) => (
              <tr key={path}>
                <th scope="row" className="path">
                  {path}
                </th>
                <td>{kind ?? texts.notRecognised}</td>
                <td className="soft">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

/** `5 variables, 412 status variables in 2 readings, up for 3.4 days`. */
function recognisedText({ variables, status, readings, uptimeSeconds }: Recognised): string {
  return [
    counted(variables, 'variable'),
    status === 0
      ? texts.noStatus
      : `${counted(status, texts.statusVariable)} in ${counted(readings, 'reading')}`,
    ...(uptimeSeconds === null
      ? [texts.timeSinceStartNotStated]
      : [texts.upFor(formatSeconds(uptimeSeconds))]),
  ].join(', ');
}
