import { type ReactNode, useEffect, useRef } from 'react';
import type { Recheck as RecheckResult } from '../../shared/compare';
import type { SnapshotSummary } from '../../shared/snapshot';
import { SeverityMark, unbroken } from '../../view';
import { type Connection, requestOf } from '../state/connection-form';
import { useJob } from '../state/job';
import { EffectLine } from './effect-line';
import { ErrorNotice } from './error-notice';
import { JobLine } from './job-line';
import { texts } from './texts';

/** What may become of a finding, in the order of the page. */
const groups = {
  cleared: texts.cleared,
  stayed: texts.stillThere,
  appeared: texts.newWord,
  unchecked: texts.noLongerKnown,
} as const satisfies Partial<Record<keyof RecheckResult, string>>;
const groupNames = Object.keys(groups) as (keyof typeof groups)[];

/** A recheck with the snapshot that was taken for it. */
interface Rechecked {
  recheck: RecheckResult;
  snapshot: SnapshotSummary;
}

interface Props {
  /** Snapshot whose findings are looked for again. */
  id: string;
  /** null: there is none, and only what came out before is shown. */
  connection: Connection | null;
  button: string;
  /** What the button does, in a sentence. */
  lead: ReactNode;
  /** Called with the new snapshot. */
  onTaken?: (taken: SnapshotSummary) => void;
  /** What came out the last time; it stands until something else does. */
  kept?: Rechecked | null;
  onDone?: (value: Rechecked) => void;
  /** What can be done with the new snapshot. */
  next?: (taken: SnapshotSummary) => ReactNode;
}

/** Takes a snapshot of the same length as a former one, and says what became of the findings of that one. */
export function Recheck({ id, connection, button, lead, onTaken, kept, onDone, next }: Props) {
  const { job, start, cancel } = useJob('recheck.run');
  const run = async () => {
    if (connection === null) return;
    const { declaredHost } = connection;
    const reply = await start({ ...requestOf(connection), id, keepLiterals: false, declaredHost });
    if (!reply.ok) return;
    onTaken?.(reply.value.snapshot);
    onDone?.(reply.value);
  };
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (job.state === 'done') outcome.current?.scrollIntoView({ block: 'center' });
  }, [job.state]);
  const shown = job.state === 'done' ? job.value : job.state === 'idle' ? (kept ?? null) : null;
  if (connection === null && shown === null) return null;
  return (
    <section className="recheck" aria-label={texts.recheck}>
      {job.state === 'running' && <JobLine label={texts.rechecking} {...job} onCancel={cancel} />}
      {job.state !== 'running' && connection !== null && (
        <div className="actions">
          <button type="button" onClick={() => void run()}>
            {button}
          </button>
          <span className="soft">{lead}</span>
        </div>
      )}
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      {shown !== null && (
        <div className="card" role="status" ref={outcome}>
          <Groups found={shown.recheck} />
          {next !== undefined && <div className="actions">{next(shown.snapshot)}</div>}
        </div>
      )}
    </section>
  );
}

function Groups({ found }: { found: RecheckResult }) {
  return (
    <>
      {found.effect !== undefined && <EffectLine effect={found.effect} />}
      {found.remarks.map((remark) => (
        <p key={remark}>{unbroken(remark)}</p>
      ))}
      <dl className="recheck-groups">
        {groupNames.map((name) => (
          <div key={name}>
            <dt className="strong">
              {groups[name]} ({found[name].length})
            </dt>
            {found[name].map(({ ruleId, title, severity, reason }) => (
              <dd key={ruleId}>
                <SeverityMark severity={severity} /> {title}
                {reason !== null && <span className="soft"> {reason}</span>}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  );
}
