import { useState } from 'react';
import type { Analysis } from '../../../shared/analysis';
import type { TuningPlan } from '../../../shared/plan';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { inWindowWords } from '../../../shared/window/window-words';
import {
  advisedUnits,
  MemoryBar,
  memoryNumbers,
  PlanRemarks,
  settingText,
  unbroken,
  unitIn,
} from '../../../view';
import { Drawing } from '../../components/drawing';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { NoSource } from '../../components/no-source';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { AppliedChanges } from './applied-changes';
import { ApplyNow } from './apply-now';
import { Changes } from './changes';
import { Chosen } from './chosen';
import { useKeptRows } from './kept-rows';
import { Locks, useLocks } from './locks';
import { PlanOutputs } from './outputs';
import { OwnValues } from './own-values';
import { texts } from './texts';

export const page = definePage('plan', PlanPage);

function PlanPage() {
  const { reloadAnalysis } = useApp();
  const source = useShared('source');
  const analysis = useShared('analysis');
  usePageState('plan', source === null ? 'ready' : analysis.state);
  if (source === null) return <NoSource what={texts.plan} />;
  if (analysis.state === 'loading') return <Loading what={texts.judgingTheSnapshot} />;
  if (analysis.state === 'failed') return <ErrorNotice error={analysis.error} onRetry={reloadAnalysis} />;
  return <PlanOf key={source.id} source={source} analysis={analysis.value} />;
}

function PlanOf({ source, analysis }: { source: SnapshotSummary; analysis: Analysis }) {
  const { choose, keep } = useApp();
  const { myCnfPath } = useShared('work');
  const chosen = useShared('choices');
  const locks = useLocks();
  // The engine keeps the locks; naming them asks for the plan again when one comes or goes.
  const choices = { ...chosen, locked: locks.held.map(({ variable }) => variable) };
  const { loaded, reload } = useCall('plan.get', { id: source.id, choices }, { keep: true });
  const [applied, setApplied] = useState(0);
  const rows = useKeptRows(loaded.state === 'ready' ? loaded.value : null, chosen.set);

  const unitOf = unitIn(advisedUnits(analysis.findings));
  const titleOf = (ruleId: string) =>
    analysis.findings.find((finding) => finding.ruleId === ruleId)?.title ?? ruleId;
  const words = { unitOf, titleOf };
  const isAdvised = (variable: string) =>
    analysis.findings.some(
      ({ ruleId, advice }) =>
        chosen.accepted?.includes(ruleId) && advice.some((one) => one.variable === variable),
    );
  const set = (variable: string, value: string) =>
    choose({ ...chosen, set: { ...chosen.set, [variable]: value } });
  const unset = (variable: string) => {
    const { [variable]: _dropped, ...kept } = chosen.set;
    choose({ ...chosen, set: kept });
  };

  return (
    <div className="page plan">
      <h1>{texts.plan}</h1>
      <Chosen analysis={analysis} />
      {loaded.state === 'loading' && <Loading what={texts.makingThePlan} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <>
          {loaded.value.summary !== '' && <p className="plan-summary">{unbroken(loaded.value.summary)}</p>}
          <Changes
            plan={loaded.value}
            rows={rows}
            isAdvised={isAdvised}
            {...words}
            set={set}
            unset={unset}
            lock={locks.add}
          />
          <OwnValues plan={loaded.value} rows={rows} snapshotId={source.id} set={set} unset={unset} />
          <PlanRemarks
            plan={{
              ...loaded.value,
              withheld: withheldBeside(loaded.value, analysis.plan, chosen.accepted ?? []),
              // What was set by hand and refused stands with its field, in `OwnValues`.
              leftOut: loaded.value.leftOut.filter(({ variable }) => !(variable in chosen.set)),
            }}
            {...words}
            choose={(variable, to) => (
              <button
                type="button"
                className="quiet"
                onClick={() => set(variable, settingText(to, unitOf(variable)))}
              >
                {texts.toUseThis(<span className="unseen"> {texts.valueOf(variable)}</span>)}
              </button>
            )}
          />
          <section className="section" aria-label={texts.memory} data-check={loaded.value.memoryCheck.status}>
            <h2>{texts.memory}</h2>
            <Drawing
              title={texts.memoryBudget}
              numbers={memoryNumbers(loaded.value.memoryNow, loaded.value.memory)}
            >
              <MemoryBar now={loaded.value.memoryNow} planned={loaded.value.memory} />
            </Drawing>
            <p className={loaded.value.memoryCheck.status === 'exceeds' ? 'severity-critical' : undefined}>
              {inWindowWords(loaded.value.memoryCheck.text)}
            </p>
          </section>
          <Locks locks={locks} />
          <Proof isEmpty={loaded.value.changes.length === 0} />
          {loaded.value.changes.length > 0 && (
            <>
              <PlanOutputs
                id={source.id}
                choices={choices}
                plan={loaded.value}
                myCnfPath={myCnfPath}
                onMyCnf={(path) => keep({ myCnfPath: path })}
              />
              <ApplyNow
                source={source}
                plan={loaded.value}
                choices={choices}
                onApplied={() => setApplied((before) => before + 1)}
              />
            </>
          )}
        </>
      )}
      <AppliedChanges key={applied} />
    </div>
  );
}

/**
 * Values that no accepted finding brings: those that the plan of all findings withholds (symptoms, remarks, what a cause makes
 * superfluous) are shown as well, as long as nobody takes them.
 */
function withheldBeside(
  plan: TuningPlan,
  ofAll: Pick<TuningPlan, 'withheld'>,
  accepted: readonly string[],
): TuningPlan['withheld'] {
  const named = new Set([...plan.changes, ...plan.withheld, ...plan.leftOut].map(({ variable }) => variable));
  const others = ofAll.withheld.filter(
    ({ ruleId, variable }) => !accepted.includes(ruleId) && !named.has(variable),
  );
  return [...plan.withheld, ...others];
}

function Proof({ isEmpty }: { isEmpty: boolean }) {
  const { go } = useApp();
  return (
    <section className="section" aria-label={texts.proof}>
      <h2>{texts.proof}</h2>
      <p className="soft">{texts.measuredOnTheServerUnder}</p>
      <div className="actions">
        <button type="button" disabled={isEmpty} onClick={() => go({ page: 'proof' })}>
          {texts.proveThisPlan}
        </button>
        {isEmpty && <span className="soft">{texts.thePlanIsEmpty}</span>}
      </div>
    </section>
  );
}
