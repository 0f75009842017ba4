import type { Analysis, Finding } from '../../../shared/analysis';
import { SeverityMark } from '../../../view';
import { useApp, useShared } from '../../state/app-state';
import { probeRoute } from '../../state/finding-ties';
import { texts } from './texts';

/** The findings that ask for a change, each to be taken into the plan or left out. */
export function Chosen({ analysis }: { analysis: Analysis }) {
  const { choose, go } = useApp();
  const choices = useShared('choices');
  const accepted = choices.accepted ?? [];
  const candidates = analysis.findings.filter((finding) => finding.advice.length > 0);
  if (candidates.length === 0) return <p className="soft">{texts.noFindingOfThisSnapshot}</p>;
  // The engine's own plan knows best what stays out of it: symptoms, remarks, what a cause makes superfluous.
  const withheld = new Map(analysis.plan.withheld.map(({ ruleId, reason }) => [ruleId, reason]));
  const all = candidates.map((finding) => finding.ruleId).filter((id) => !withheld.has(id));
  const setAccepted = (ids: string[]) => choose({ ...choices, accepted: ids });
  return (
    <section className="card chosen" aria-label={texts.findingsToActOn}>
      <div className="toolbar">
        <h2>{texts.findingsToActOn}</h2>
        <span className="push" />
        <button
          type="button"
          onClick={() => setAccepted(all)}
          disabled={all.every((id) => accepted.includes(id))}
        >
          {texts.addAll}
        </button>
        <button type="button" onClick={() => setAccepted([])} disabled={accepted.length === 0}>
          {texts.clear}
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
              <span>
                {finding.title}
                {withheld.has(finding.ruleId) && (
                  <span className="block soft">{withheld.get(finding.ruleId)}</span>
                )}
              </span>
            </label>
            <span className="row-actions">
              <Verify finding={finding} />
              <button
                type="button"
                className="quiet"
                onClick={() => go({ page: 'finding', ruleId: finding.ruleId })}
              >
                {texts.why(<span className="unseen">: {finding.title}</span>)}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Measured before it is believed; nothing where no probe can decide. */
function Verify({ finding }: { finding: Finding }) {
  const { go } = useApp();
  const probe = probeRoute(finding);
  if (probe === null) return null;
  return (
    <button type="button" className="quiet" onClick={() => go(probe)}>
      {texts.verify(<span className="unseen"> {texts.withAProbe(finding.title)}</span>)}
    </button>
  );
}
