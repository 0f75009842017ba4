import { useId, useState } from 'react';
import { formatSeconds } from '../../../shared/base/units';
import { outcomeWords, type ProbeResultSummary } from '../../../shared/probe';
import type { ProofSummary } from '../../../shared/proof';
import { serverName } from '../../../shared/server';
import type { SnapshotSummary } from '../../../shared/snapshot';
import type { WorkSummary } from '../../../shared/work';
import { ExportAndDelete } from '../../components/controls/export-and-delete';
import { dateTime } from '../../components/frame/server-line';
import { useApp } from '../../state/app-state';
import { FindingsOverTime } from './findings-over-time';
import { texts } from './texts';
import { WorkOf } from './work-of';

interface Props {
  newest: SnapshotSummary;
  /** Newest first. */
  snapshots: readonly SnapshotSummary[];
  probes: readonly ProbeResultSummary[];
  /** Of plans of these snapshots. */
  proofs: readonly ProofSummary[];
  work: readonly WorkSummary[];
  /** What a file is called that comes with Latchkey. */
  sampleTitle: (path: string) => string | undefined;
  onExport: (snapshot: SnapshotSummary) => void;
  onDelete: (snapshot: SnapshotSummary) => void;
}

/** One server: its snapshots, what was found in them over time, and the probes and proofs that ran on it. */
export function ServerHistory({
  newest,
  snapshots,
  probes,
  proofs,
  work,
  sampleTitle,
  onExport,
  onDelete,
}: Props) {
  const { openPath, go } = useApp();
  const id = useId();
  const [open, setOpen] = useState(false);
  const oldest = snapshots[snapshots.length - 1];
  return (
    <section className="card server-history" aria-labelledby={id}>
      <div className="server-history-head">
        <h2 id={id}>{serverName(newest.server)}</h2>
        <span className="address">{newest.target}</span>
        <span className="push" />
        {oldest !== undefined && snapshots.length > 1 && (
          <button
            type="button"
            className="quiet"
            onClick={() => go({ page: 'compare', a: oldest.id, b: newest.id })}
          >
            {texts.compareFirstAndLast(<span className="unseen"> {texts.of(newest.target)}</span>)}
          </button>
        )}
        <button type="button" className="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {texts.findingsOverTime(<span className="unseen"> {texts.of(newest.target)}</span>)}
        </button>
      </div>
      {open && <FindingsOverTime serverKey={newest.server.serverKey} />}
      <table className="data" aria-label={texts.snapshotsOf(newest.target)}>
        <thead>
          <tr>
            <th scope="col">{texts.taken}</th>
            <th scope="col" className="number">
              {texts.window}
            </th>
            <th scope="col">{texts.file}</th>
            <th scope="col">
              <span className="unseen">{texts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {snapshots.map((snapshot) => (
            <tr key={snapshot.id}>
              <th scope="row">
                <button type="button" className="link" onClick={() => void openPath(snapshot.path)}>
                  {dateTime(snapshot.createdAt)}
                </button>{' '}
                {!snapshot.complete && <span className="tag tag-warning">{texts.partial}</span>}
                <WorkOf work={work.find(({ id: of }) => of === snapshot.id)} />
              </th>
              <td className="number">
                {snapshot.windowSeconds === null ? 'none' : formatSeconds(Math.round(snapshot.windowSeconds))}
              </td>
              <td className="path">
                <SnapshotFile path={snapshot.path} sample={sampleTitle(snapshot.path)} />
              </td>
              <td className="row-actions">
                <ExportAndDelete
                  title={snapshot.title}
                  onExport={() => onExport(snapshot)}
                  onDelete={() => onDelete(snapshot)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {probes.length > 0 && (
        <table className="data" aria-label={texts.probesOn(newest.target)}>
          <thead>
            <tr>
              <th scope="col">{texts.probe}</th>
              <th scope="col">{texts.measured}</th>
              <th scope="col">{texts.whatCameOut}</th>
            </tr>
          </thead>
          <tbody>
            {probes.map((result) => (
              <tr key={result.id}>
                <th scope="row">
                  <button
                    type="button"
                    className="link"
                    onClick={() => go({ page: 'probe-result', id: result.id })}
                  >
                    {result.title}
                  </button>
                </th>
                <td>{dateTime(result.startedAt)}</td>
                <td>
                  <span className="strong">{outcomeWords[result.outcome]}.</span> {result.text}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {proofs.length > 0 && (
        <table className="data" aria-label={texts.proofsOn(newest.target)}>
          <thead>
            <tr>
              <th scope="col">{texts.proof}</th>
              <th scope="col">{texts.whatCameOut}</th>
            </tr>
          </thead>
          <tbody>
            {proofs.map((proof) => (
              <tr key={proof.id}>
                <th scope="row">
                  <button type="button" className="link" onClick={() => go({ page: 'proof', id: proof.id })}>
                    {dateTime(proof.endedAt)}
                  </button>
                </th>
                <td>
                  <span className="strong">{outcomeWords[proof.outcome]}.</span> {proof.text}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function SnapshotFile({ path, sample }: { path: string; sample: string | undefined }) {
  if (sample === undefined) {
    return (
      <span className="soft" title={path}>
        {path.split(/[\\/]/).at(-1)}
      </span>
    );
  }
  return (
    <>
      {sample} <span className="tag">{texts.sample}</span>
    </>
  );
}
