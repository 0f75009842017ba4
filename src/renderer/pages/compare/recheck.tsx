import { useState } from 'react';
import { formatSeconds } from '../../../shared/base/units';
import type { FindingChange, Recheck as RecheckResult } from '../../../shared/compare';
import { describeTarget } from '../../../shared/connection';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { SeverityMark } from '../../../view';
import { ErrorNotice } from '../../components/error-notice';
import { useApp } from '../../state/app-state';
import { requestOf } from '../../state/connection-form';
import { useJob } from '../../state/use-job';
import type { Side } from './sides';

/** Takes a snapshot of the same length as A on the connected server, and says what became of the findings of A. */
export function Recheck({
  side,
  onTaken,
}: {
  side: Side | null;
  onTaken: (summary: SnapshotSummary) => void;
}) {
  const { connection } = useApp();
  const { job, start, cancel } = useJob('recheck.run');
  const [found, setFound] = useState<RecheckResult | null>(null);
  if (connection === null || side === null || side.id === null) return null;
  const { id } = side;
  const run = async () => {
    setFound(null);
    const reply = await start({
      id,
      ...requestOf(connection),
      keepLiterals: false,
      declaredHost: connection.declaredHost,
    });
    if (!reply.ok) return;
    setFound(reply.value.recheck);
    onTaken(reply.value.snapshot);
  };
  const progress = job.state === 'running' ? job.progress : null;
  return (
    <section className="card recheck" aria-label="Check again">
      <div className="toolbar">
        <p>
          Did the findings of A clear? A snapshot of the same length is taken on{' '}
          {describeTarget(connection.target)} and becomes B.
        </p>
        <span className="push" />
        {job.state === 'running' ? (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        ) : (
          <button type="button" onClick={() => void run()}>
            Check again
          </button>
        )}
      </div>
      {job.state === 'running' && (
        <p role="status" className="soft">
          {progress?.note ?? 'Connecting'}
          {progress?.secondsLeft !== undefined && `, ${formatSeconds(Math.ceil(progress.secondsLeft))} left`}
        </p>
      )}
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      <div role="status">{found !== null && <Outcome found={found} />}</div>
    </section>
  );
}

function Outcome({ found: { cleared, stayed, appeared, unchecked } }: { found: RecheckResult }) {
  const groups: [string, FindingChange[]][] = [
    ['Cleared', cleared],
    ['Still there', stayed],
    ['New', appeared],
    ['Not known any more', unchecked],
  ];
  return (
    <dl className="recheck-groups">
      {groups.map(([title, findings]) => (
        <div key={title}>
          <dt className="strong">
            {title} ({findings.length})
          </dt>
          {findings.map((one) => (
            <dd key={one.ruleId}>
              <SeverityMark severity={one.severity} /> {one.title}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
