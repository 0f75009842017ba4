import { useState } from 'react';
import type { Analysis } from '../../shared/analysis';
import type { Plan, PlanChange } from '../../shared/plan';
import type { SnapshotSummary } from '../../shared/snapshot';
import { advisedUnits, MemoryBar, PlanRemarks, PlanTable, SeverityMark, settingText } from '../../view';
import { ErrorNotice } from '../parts/error-notice';
import { Loading } from '../parts/loading';
import { NoSource } from '../parts/no-source';
import { PlanOutputs } from '../parts/plan-outputs';
import { useApp } from '../state/app-state';
import { useCall } from '../state/call';
import { usePageState } from '../state/page-state';

export function PlanPage() {
  const { source, analysis, reloadAnalysis } = useApp();
  usePageState('plan', source === null ? 'ready' : analysis.state);
  if (source === null) return <NoSource what="Plan" />;
  if (analysis.state === 'loading') return <Loading what="Judging the snapshot" />;
  if (analysis.state === 'failed') return <ErrorNotice error={analysis.error} onRetry={reloadAnalysis} />;
  return <PlanOf source={source} analysis={analysis.value} />;
}

function PlanOf({ source, analysis }: { source: SnapshotSummary; analysis: Analysis }) {
  const { choices } = useApp();
  const [myCnfPath, setMyCnfPath] = useState<string | null>(null);
  const { loaded, reload } = useCall('plan.get', {
    id: source.id,
    choices,
    ...(myCnfPath === null ? {} : { myCnfPath }),
  });
  return (
    <div className="page plan">
      <h1>Plan</h1>
      <Chosen analysis={analysis} />
      {loaded.state === 'loading' && <Loading what="Making the plan" />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <PlanBody
          plan={loaded.value}
          analysis={analysis}
          outputs={<PlanOutputs id={source.id} myCnfPath={myCnfPath} onMyCnf={setMyCnfPath} />}
        />
      )}
    </div>
  );
}

/** The findings that ask for a change, each to be taken into the plan or left out. */
function Chosen({ analysis }: { analysis: Analysis }) {
  const { choices, choose, go } = useApp();
  const accepted = choices.accepted ?? [];
  const candidates = analysis.findings.filter((finding) => finding.advice.length > 0);
  if (candidates.length === 0)
    return <p className="soft">No finding of this snapshot asks for a change of the configuration.</p>;
  const all = candidates.map((finding) => finding.ruleId);
  const setAccepted = (ids: string[]) => choose({ ...choices, accepted: ids });
  return (
    <section className="card chosen" aria-label="Findings to act on">
      <div className="toolbar">
        <h2>Findings to act on</h2>
        <span className="push" />
        <button type="button" onClick={() => setAccepted(all)} disabled={accepted.length === all.length}>
          Add all
        </button>
        <button type="button" onClick={() => setAccepted([])} disabled={accepted.length === 0}>
          Clear
        </button>
      </div>
      <ul className="plain">
        {candidates.map((finding) => (
          <li key={finding.ruleId}>
            <label className="check">
              <input
                type="checkbox"
                checked={accepted.includes(finding.ruleId)}
                onChange={(event) =>
                  setAccepted(
                    event.target.checked
                      ? [...accepted, finding.ruleId]
                      : accepted.filter((id) => id !== finding.ruleId),
                  )
                }
              />
              <SeverityMark severity={finding.severity} />
              <span>{finding.title}</span>
            </label>
            <button
              type="button"
              className="quiet"
              onClick={() => go({ page: 'finding', ruleId: finding.ruleId })}
            >
              Why<span className="unseen">: {finding.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlanBody({ plan, analysis, outputs }: { plan: Plan; analysis: Analysis; outputs: React.ReactNode }) {
  const { choices, choose } = useApp();
  const units = advisedUnits(analysis.findings);
  const unitOf = (variable: string) => units.get(variable) ?? 'none';
  const titleOf = (ruleId: string) =>
    analysis.findings.find((finding) => finding.ruleId === ruleId)?.title ?? ruleId;
  const lock = (variable: string) => choose({ ...choices, locked: [...choices.locked, variable] });
  const unlock = (variable: string) =>
    choose({ ...choices, locked: choices.locked.filter((locked) => locked !== variable) });
  const set = (variable: string, value: string) =>
    choose({ ...choices, set: { ...choices.set, [variable]: value } });
  const unset = (variable: string) => {
    const { [variable]: _dropped, ...kept } = choices.set;
    choose({ ...choices, set: kept });
  };

  return (
    <>
      {plan.changes.length === 0 ? (
        <p className="soft" role="status">
          Nothing is in the plan yet. Choose findings above.
        </p>
      ) : (
        <section className="section" aria-label="Changes">
          <PlanTable
            plan={plan}
            unitOf={unitOf}
            titleOf={titleOf}
            value={(change) => (
              <ValueField
                key={`${change.variable} ${String(change.to)}`}
                change={change}
                text={choices.set[change.variable] ?? settingText(change.to, unitOf(change.variable))}
                onSet={(value) => set(change.variable, value)}
              />
            )}
            control={({ variable }) => (
              <>
                {variable in choices.set && (
                  <button type="button" className="quiet" onClick={() => unset(variable)}>
                    As advised<span className="unseen">: {variable}</span>
                  </button>
                )}
                <button type="button" className="quiet" onClick={() => lock(variable)}>
                  Lock<span className="unseen"> {variable} as it is</span>
                </button>
              </>
            )}
          />
        </section>
      )}
      {choices.locked.length > 0 && (
        <section className="section" aria-label="Locked variables">
          <h2>Locked as they are</h2>
          <ul className="plain locked">
            {choices.locked.map((variable) => (
              <li key={variable}>
                <code>{variable}</code>
                <button type="button" className="quiet" onClick={() => unlock(variable)}>
                  Unlock<span className="unseen"> {variable}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PlanRemarks plan={plan} unitOf={unitOf} titleOf={titleOf} />
      <section className="section" aria-label="Memory">
        <h2>Memory</h2>
        <MemoryBar now={plan.memoryNow} planned={plan.memory} />
        <p>{plan.memoryCheck.text}</p>
      </section>
      {plan.changes.length > 0 && outputs}
    </>
  );
}

/** A value that can be changed by hand; it counts once the field is left or Enter pressed. */
function ValueField({
  change,
  text,
  onSet,
}: {
  change: PlanChange;
  text: string;
  onSet: (value: string) => void;
}) {
  const [draft, setDraft] = useState(text);
  const commit = () => {
    if (draft.trim() !== text) onSet(draft.trim());
  };
  return (
    <input
      className="value"
      aria-label={`Planned value of ${change.variable}`}
      value={draft}
      spellCheck={false}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        else if (event.key === 'Escape') setDraft(text);
      }}
    />
  );
}
