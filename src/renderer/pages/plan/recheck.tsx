import { formatSeconds } from '../../../shared/base/units';
import type { FindingChange } from '../../../shared/compare';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { SeverityMark } from '../../../view';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { useApp } from '../../state/app-state';
import { type Connection, requestOf } from '../../state/connection-form';
import { useJob } from '../../state/use-job';

/** Takes a snapshot of the same length and tells which findings cleared. */
export function Recheck({ source, connection }: { source: SnapshotSummary; connection: Connection }) {
  const { show } = useApp();
  const { job, start, cancel } = useJob('recheck.run');
  const run = () =>
    void start({
      ...requestOf(connection),
      id: source.id,
      keepLiterals: false,
      declaredHost: connection.declaredHost,
    });
  return (
    <section className="recheck" aria-label="Recheck">
      {job.state !== 'running' && (
        <div className="actions">
          <button type="button" onClick={run}>
            Did it help? Recheck
          </button>
          <span className="soft">
            A snapshot of{' '}
            {source.windowSeconds === null
              ? 'one moment'
              : formatSeconds(Math.max(1, Math.round(source.windowSeconds)))}
            , as before; let the load run for a while first.
          </span>
        </div>
      )}
      {job.state === 'running' && <JobLine label="Rechecking" {...job} onCancel={cancel} />}
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      {job.state === 'done' && (
        <div className="card" role="status">
          <Verdicts title="Cleared" findings={job.value.recheck.cleared} />
          <Verdicts title="Still there" findings={job.value.recheck.stayed} />
          <Verdicts title="New" findings={job.value.recheck.appeared} />
          <Verdicts title="Cannot be told" findings={job.value.recheck.unchecked} />
          <div className="actions">
            <button type="button" onClick={() => show(job.value.snapshot)}>
              Open the new snapshot
            </button>
          </div>
        </div>
      )}
    </section>
  );
}

function Verdicts({ title, findings }: { title: string; findings: readonly FindingChange[] }) {
  if (findings.length === 0) return null;
  return (
    <>
      <h3>
        {title} ({findings.length})
      </h3>
      <ul className="plain">
        {findings.map(({ ruleId, title: text, severity, reason }) => (
          <li key={ruleId} className="verdict">
            <SeverityMark severity={severity} /> {text}
            {reason !== null && <span className="soft"> {reason}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
