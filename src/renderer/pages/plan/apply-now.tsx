import { useEffect, useRef, useState } from 'react';
import type { ApplyOutcome } from '../../../shared/apply';
import { formatSeconds } from '../../../shared/base/units';
import { describeTarget } from '../../../shared/connection';
import { changesNow, type PlanChoices, type TuningPlan } from '../../../shared/plan';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { ChangePlanView } from '../../components/change-plan';
import { TextField } from '../../components/controls/field';
import { Modal } from '../../components/dialogs/modal';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { useSecondLook } from '../../components/profile-colour';
import { Recheck } from '../../components/recheck';
import { SaveSummary } from '../../components/save-summary';
import { useApp, useShared } from '../../state/app-state';
import { type Connection, requestOf } from '../../state/connection-form';
import { useJob } from '../../state/job';
import { Outcome } from './outcome';
import { texts } from './texts';

/** Sets on the server what of the plan can be set while it runs, after the person has seen the statements. */
export function ApplyNow({
  source,
  plan,
  choices,
  onApplied,
}: {
  source: SnapshotSummary;
  plan: TuningPlan;
  choices: PlanChoices;
  onApplied: () => void;
}) {
  const { keep } = useApp();
  const connection = useShared('connection');
  const [open, setOpen] = useState(false);
  const [fresh, setFresh] = useState(false);
  const shown = useRef<HTMLDivElement>(null);
  // What came out is brought into view, however long the page above it is.
  useEffect(() => {
    if (!fresh) return;
    shown.current?.scrollIntoView({ block: 'center' });
    setFresh(false);
  }, [fresh]);
  const outcome = useShared('work', ({ applied }) => applied?.outcome ?? null);
  const undoneAt = useShared('work', ({ applied, undone }) => {
    const last = undone.at(-1)?.at;
    return applied !== null && last !== undefined && last > applied.at ? last : null;
  });
  const now = changesNow(plan.changes).length;
  return (
    <>
      <section className="section apply" aria-label={texts.applyNow}>
        <h2>{texts.applyNow}</h2>
        <p className="soft">
          {now === 0
            ? texts.thisPlanHasNoDynamic
            : texts.canBeSetWhileThe(now === 1 ? '1 change' : texts.changes(now))}
        </p>
        {outcome !== null && (
          <div className="apply-outcome" ref={shown}>
            <Outcome outcome={outcome} undoneAt={undoneAt} />
          </div>
        )}
        {outcome !== null && outcome.status === 'applied' && (
          <DidItHelp source={source} connection={connection} />
        )}
        {open && connection !== null && (
          <ApplyDialog
            source={source}
            choices={choices}
            connection={connection}
            onClose={() => setOpen(false)}
            onDone={(value) => {
              setOpen(false);
              keep({ applied: { at: new Date().toISOString(), outcome: value } });
              setFresh(true);
              onApplied();
            }}
          />
        )}
      </section>
      {now > 0 && <ApplyBar onApply={() => setOpen(true)} />}
    </>
  );
}

/** Always in view, at the foot of the page. */
function ApplyBar({ onApply }: { onApply: () => void }) {
  const { go } = useApp();
  const connection = useShared('connection');
  const connect = () => go({ page: 'connect', next: { page: 'plan' } });
  return (
    <div className="apply-bar">
      {connection === null ? (
        <button type="button" onClick={connect}>
          {texts.connectToApply}
        </button>
      ) : (
        <>
          <button type="button" className="primary" onClick={onApply}>
            {texts.applyNow}
          </button>
          <span className="soft">{texts.to(describeTarget(connection.target))}</span>
          <button type="button" className="quiet" onClick={connect}>
            {texts.anotherServer}
          </button>
        </>
      )}
    </div>
  );
}

function DidItHelp({ source, connection }: { source: SnapshotSummary; connection: Connection | null }) {
  const { show, keep } = useApp();
  const kept = useShared('work', ({ recheck }) => recheck);
  const length =
    source.windowSeconds === null
      ? texts.oneMoment
      : formatSeconds(Math.max(1, Math.round(source.windowSeconds)));
  return (
    <Recheck
      id={source.id}
      connection={connection}
      button={texts.measureAgainAndCompare}
      lead={texts.aSnapshotOfAsBefore(length)}
      kept={kept}
      onDone={(value) => keep({ recheck: { at: new Date().toISOString(), ...value } })}
      next={(taken) => (
        <>
          <button type="button" onClick={() => show(taken)}>
            {texts.openTheNewSnapshot}
          </button>
          <SaveSummary id={taken.id} before={source.id} />
        </>
      )}
    />
  );
}

function ApplyDialog({
  source,
  choices,
  connection,
  onClose,
  onDone,
}: {
  source: SnapshotSummary;
  choices: PlanChoices;
  connection: Connection;
  onClose: () => void;
  onDone: (outcome: ApplyOutcome) => void;
}) {
  const preview = useJob('plan.previewApply');
  const apply = useJob('plan.apply');
  const [allowDurability, setAllowDurability] = useState(false);
  const [reason, setReason] = useState('');
  const request = {
    ...requestOf(connection),
    id: source.id,
    choices,
    allowDurability,
    force: reason.trim() === '' ? null : reason.trim(),
  };
  const running = apply.job.state === 'running';
  const agree = async (agreed: string) => {
    const reply = await apply.start({ ...request, agreed });
    if (reply.ok) onDone(reply.value);
    // The server may have been changed since: what was shown is no longer what would be sent.
    else preview.reset();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => void preview.start(request), []);
  const { isCleared, field } = useSecondLook(connection.target);
  const shown = preview.job.state === 'done' ? preview.job.value : null;

  return (
    <Modal
      title={texts.applyTo(describeTarget(connection.target))}
      wide
      closable={!running}
      onClose={onClose}
    >
      {preview.job.state === 'running' && (
        <JobLine label={texts.askingTheServer} {...preview.job} onCancel={preview.cancel} />
      )}
      {preview.job.state === 'failed' && <ErrorNotice error={preview.job.error} />}
      {apply.job.state === 'failed' && <ErrorNotice error={apply.job.error} />}
      {preview.job.state === 'done' && shown === null && <p>{texts.thePlanHasNothingTo}</p>}
      {shown !== null && <ChangePlanView plan={shown.plan} remarks={shown.remarks} />}
      {apply.job.state === 'running' && (
        <JobLine label={texts.settingAndReadingBack} {...apply.job} onCancel={apply.cancel} />
      )}
      {(preview.job.state === 'failed' || preview.job.state === 'idle') && (
        <fieldset className="exceptions">
          <legend>{texts.exceptions}</legend>
          <label className="check">
            <input
              type="checkbox"
              checked={allowDurability}
              onChange={(event) => setAllowDurability(event.target.checked)}
            />
            {texts.alsoApplyChangesThatMay}
          </label>
          <TextField label={texts.changeAnotherServerThanThat} value={reason} onChange={setReason} />
        </fieldset>
      )}
      {shown !== null && field}
      <div className="actions">
        {shown !== null && (
          <button
            type="button"
            className="primary"
            disabled={running || !isCleared || shown.plan.privileges.some(({ held }) => !held)}
            onClick={() => void agree(shown.planDigest)}
          >
            {texts.sendTheseStatements}
          </button>
        )}
        {(preview.job.state === 'failed' || preview.job.state === 'idle') && (
          <button type="button" className="primary" onClick={() => void preview.start(request)}>
            {texts.showTheStatements}
          </button>
        )}
        <button type="button" disabled={running} onClick={onClose}>
          {texts.doNotApply}
        </button>
      </div>
    </Modal>
  );
}
