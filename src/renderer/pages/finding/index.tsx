import { useState } from 'react';
import type { Area } from '../../../shared/analysis';
import { inWindowWords } from '../../../shared/window/window-words';
import { FindingDetail, signsOfArea } from '../../../view';
import { MuteDialog } from '../../components/dialogs/mute-dialog';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { NoSource } from '../../components/no-source';
import { SaveReport } from '../../components/save-report';
import { SignChart } from '../../components/vital-signs';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { probeRoute } from '../../state/finding-ties';
import { findingKeys, useKeys } from '../../state/keys';
import { usePageState } from '../../state/page-state';
import { useVitalSigns } from '../../state/use-vital-signs';
import { texts } from './texts';

export const page = definePage('finding', FindingPage);

function FindingPage({ ruleId }: { ruleId: string }) {
  const { reloadAnalysis, go, choose } = useApp();
  const source = useShared('source');
  const analysis = useShared('analysis');
  const choices = useShared('choices');
  usePageState('finding', source === null ? 'ready' : analysis.state);
  const [muting, setMuting] = useState(false);
  const accepted = choices.accepted ?? [];
  const inPlan = accepted.includes(ruleId);
  const back = () => go({ page: 'diagnosis', from: ruleId });
  const toggle = () =>
    choose({
      ...choices,
      accepted: inPlan ? accepted.filter((id) => id !== ruleId) : [...accepted, ruleId],
    });
  const finding =
    analysis.state === 'ready' ? analysis.value.findings.find((item) => item.ruleId === ruleId) : undefined;
  const hasAdvice = finding !== undefined && finding.advice.length > 0;
  useKeys(findingKeys, {
    Escape: back,
    a: () => {
      if (hasAdvice) toggle();
    },
  });

  if (source === null) return <NoSource what={texts.finding} />;
  if (analysis.state === 'loading') return <Loading what={texts.judgingTheSnapshot} />;
  if (analysis.state === 'failed') return <ErrorNotice error={analysis.error} onRetry={reloadAnalysis} />;
  if (finding === undefined) {
    return (
      <div className="empty">
        <h1>{texts.thisFindingIsNotIn}</h1>
        <div className="actions">
          <button type="button" className="primary" onClick={back}>
            {texts.backToTheDiagnosis}
          </button>
        </div>
      </div>
    );
  }
  const probe = probeRoute(finding);
  return (
    <div className="page">
      <FindingDetail
        finding={finding}
        words={inWindowWords}
        titleOf={(id) => analysis.value.findings.find((item) => item.ruleId === id)?.title ?? id}
        chart={<AreaChart id={source.id} area={finding.area} />}
        actions={
          <>
            {hasAdvice && (
              <button
                type="button"
                className={inPlan ? '' : 'primary'}
                aria-pressed={inPlan}
                onClick={toggle}
              >
                {inPlan ? texts.takeOutOfThePlan : texts.addToPlan}
              </button>
            )}
            {inPlan && (
              <button type="button" className="primary" onClick={() => go({ page: 'plan' })}>
                {texts.goToThePlan}
              </button>
            )}
            {probe !== null && (
              <button type="button" onClick={() => go(probe)}>
                {texts.verifyWithAProbe}
              </button>
            )}
            <button type="button" onClick={() => go({ page: 'rule', ruleId })}>
              {texts.theRule}
            </button>
            <button type="button" onClick={() => setMuting(true)}>
              {texts.mute}
            </button>
            <button type="button" onClick={back}>
              {texts.backToTheDiagnosis}
            </button>
          </>
        }
      />
      <details className="section">
        <summary>{texts.saveThisFindingAsA}</summary>
        <SaveReport id={source.id} ruleId={ruleId} />
      </details>
      {muting && (
        <MuteDialog
          finding={finding}
          onClose={() => setMuting(false)}
          onMuted={() => {
            if (inPlan) toggle();
            reloadAnalysis();
            go({ page: 'diagnosis' });
          }}
        />
      )}
    </div>
  );
}

function AreaChart({ id, area }: { id: string; area: Area }) {
  const loaded = useVitalSigns(id);
  if (loaded.state !== 'ready' || loaded.value === null) return null;
  const vitals = loaded.value;
  const wanted = signsOfArea[area] ?? [];
  const found = wanted
    .map((name) => vitals.readings.find(({ sign }) => sign.id === name))
    .find((item) => item !== undefined);
  return found === undefined ? null : <SignChart key={found.name} id={id} reading={found} vitals={vitals} />;
}
