import { useMemo, useState } from 'react';
import { counted } from '../../../shared/base/units';
import { type ArmVerdict, changeText } from '../../../shared/probe';
import {
  type ProofEffect,
  type ProofResult,
  type ProofVerdict,
  type ProvenChange,
  proofVerdictWords,
  provenText,
} from '../../../shared/proof';
import { fileName } from '../../../shared/writers/file-name';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { proofEstimates } from '../../../view/charts/estimates/estimate-data';
import { DeleteDialog } from '../../components/dialogs/delete-dialog';
import { Estimates } from '../../components/measure/estimates';
import { MeasuredOn } from '../../components/measure/measured-on';
import { Outcome } from '../../components/measure/outcome';
import { ProbeVerdict } from '../../components/measure/verdict';
import { useApp } from '../../state/app-state';
import { call } from '../../state/call';
import { texts } from './texts';

const marks: Record<ProofVerdict, ArmVerdict> = {
  proven: 'better',
  harms: 'worse',
  'no-difference': 'equivalent',
  undecided: 'inconclusive',
  observed: 'inconclusive',
  untested: 'baseline',
};
const adviceWords = { keep: 'stays', drop: 'goes', 'your-choice': texts.yourChoice } as const;

/** What came of a proof: the sentence, the chart, and what becomes of each change. */
export function ProofView({ result }: { result: ProofResult }) {
  const { go } = useApp();
  const estimates = useMemo(() => proofEstimates(result), [result]);
  const { metric, design, noise, remarks, metricText } = result;
  return (
    <div className="page proof-result">
      <div>
        <button type="button" className="link" onClick={() => go({ page: 'proof' })}>
          {texts.proveThePlanAgain}
        </button>
        <div className="toolbar">
          <h1>{texts.proofOfAPlan}</h1>
          <span className="push" />
          <Keep result={result} />
        </div>
        <MeasuredOn result={result} />
      </div>
      <Outcome outcome={result.outcome} text={result.text} restore={result.restore} />
      <Estimates
        metric={metric}
        estimates={estimates}
        marginPercent={design.marginPercent}
        legend={texts.aDotIsTheEstimate(design.marginPercent)}
      />
      <Changes result={result} />
      <section className="card" aria-label={texts.howSure}>
        <h2>{texts.howFarToBelieveIt}</h2>
        <ul className="probe-remarks">
          {metricText !== '' && <li>{metricText}</li>}
          {noise !== null && <li>{noise.text}</li>}
          {(result.interactions ?? []).map(({ changes, text }) => (
            <li key={changes.join()}>{text}</li>
          ))}
          {result.dropped.map(({ change, guard }) => (
            <li key={change}>{texts.breachedTheGuardOfAnd(change, guard.replaceAll('-', ' '))}</li>
          ))}
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Changes({ result: { whole, kept, changes } }: { result: ProofResult }) {
  return (
    <section className="section" aria-label={texts.changes}>
      <h2>{texts.changes}</h2>
      <ScrollRegion className="scroll-x" label={texts.tableOfChanges}>
        <table className="data probe-arm-table">
          <thead>
            <tr>
              <th scope="col">{texts.change}</th>
              <th scope="col">{texts.verdict}</th>
              <th scope="col">{texts.effectInterval}</th>
              <th scope="col">{texts.plan}</th>
            </tr>
          </thead>
          <tbody>
            <EffectRow name="Whole plan" effect={whole} />
            <EffectRow name="Kept plan" effect={kept} />
            {changes.map((change) => (
              <ChangeRow key={change.name} change={change} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function EffectRow({ name, effect }: { name: string; effect: ProofEffect | null }) {
  if (effect === null) return null;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <ProbeVerdict verdict={marks[effect.verdict]} word={proofVerdictWords[effect.verdict]} />
      </td>
      <td className="probe-change">{changeText(effect)}</td>
      <td className="soft proof-plan">{counted(effect.pairs, 'pair')}</td>
    </tr>
  );
}

function ChangeRow({ change }: { change: ProvenChange }) {
  const { settings, verdict, advice, text } = change;
  const tested = verdict !== 'untested';
  return (
    <tr>
      <th scope="row">
        {settings.map(({ variable, value, from }) => (
          <span key={variable} className="block">
            <code>
              {variable} = {value}
            </code>{' '}
            <span className="soft">{texts.now(from)}</span>
          </span>
        ))}
      </th>
      <td>
        <ProbeVerdict verdict={marks[verdict]} word={proofVerdictWords[verdict]} />
        <span className="block soft">{text}</span>
      </td>
      <td className="probe-change">{provenText(change)}</td>
      <td className="proof-plan">{tested ? adviceWords[advice] : ''}</td>
    </tr>
  );
}

/** Saves it as a file that can be checked elsewhere, or forgets it. */
function Keep({ result: { id, startedAt } }: { result: ProofResult }) {
  const { go, notify } = useApp();
  const [deleting, setDeleting] = useState(false);
  const save = async () => {
    const chosen = await call('dialog.save', {
      title: texts.saveTheProofAsJson,
      defaultName: fileName(`proof-${startedAt.slice(0, 10)}`, 'json'),
      filters: [{ name: 'JSON', extensions: ['json'] }],
    });
    if (!chosen.ok || chosen.value.path === null) return;
    const saved = await call('proof.save', { id, path: chosen.value.path });
    if (saved.ok) notify({ text: texts.savedTo(saved.value.path), path: saved.value.path });
    else notify({ error: saved.error });
  };
  const remove = async () => {
    setDeleting(false);
    const reply = await call('proof.delete', { id });
    if (reply.ok) go({ page: 'proof' });
    else notify({ error: reply.error });
  };
  return (
    <>
      <button type="button" onClick={() => void save()}>
        {texts.saveAsJson}
      </button>
      <button type="button" onClick={() => setDeleting(true)}>
        {texts.deleteWord}
      </button>
      {deleting && (
        <DeleteDialog
          title={texts.deleteThisProof}
          onDelete={() => void remove()}
          onKeep={() => setDeleting(false)}
        >
          {texts.whatWasMeasuredIsGone}
        </DeleteDialog>
      )}
    </>
  );
}
