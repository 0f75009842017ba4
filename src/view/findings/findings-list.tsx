import type { Finding } from '../../shared/analysis';
import { defined } from '../../shared/base/defined';
import { unbroken } from '../base/unbroken';
import { SeverityMark } from './severity-mark';
import { texts } from './texts';

/** Confidence in words, with the seconds that carry it: `high, 17 of 30 s`. */
export function confidenceText({ confidence }: Finding): string {
  const { level, firedSeconds, seenSeconds } = confidence;
  if (firedSeconds === null || seenSeconds === null) return level;
  return `${level}, ${firedSeconds} of ${seenSeconds} s`;
}

/**
 * Findings in their rank, each consequence below its cause; remarks and what happened before the window are folded. In the app each row is a button (`onOpen`); in a document it links to the finding's
 * own section (`#finding-<id>`).
 */
export function FindingsList({
  findings,
  onOpen,
}: {
  findings: readonly Finding[];
  onOpen?: (ruleId: string) => void;
}) {
  const roots = findings.filter((finding) => causeOf(finding, findings) === undefined);
  const list = (shown: readonly Finding[]) => (
    <ol className="findings">
      {shown.map((finding) => (
        <FindingItem key={finding.ruleId} finding={finding} findings={findings} {...defined({ onOpen })} />
      ))}
    </ol>
  );
  return (
    <>
      <div className="findings-columns" aria-hidden="true">
        <span>{texts.severity}</span>
        <span>{texts.finding}</span>
        <span>{texts.area}</span>
        <span>{texts.confidence2}</span>
      </div>
      {list(roots.filter(({ standing }) => standing === 'finding'))}
      {asides.map(({ standing, title }) => {
        const shown = roots.filter((finding) => finding.standing === standing);
        if (shown.length === 0) return null;
        return (
          <details key={standing} className="findings-aside">
            <summary>
              {title} ({shown.length})
            </summary>
            {list(shown)}
          </details>
        );
      })}
    </>
  );
}

const asides = [
  { standing: 'remark', title: texts.remarks },
  { standing: 'earlier', title: texts.beforeTheWindow },
] as const;

/** The nearest cause of a finding among those that are shown. */
function causeOf({ explainedBy }: Finding, findings: readonly Finding[]): Finding | undefined {
  return findings.find(({ ruleId }) => ruleId === explainedBy[0]?.ruleId);
}

function FindingItem({
  finding,
  findings,
  onOpen,
}: {
  finding: Finding;
  findings: readonly Finding[];
  onOpen?: (ruleId: string) => void;
}) {
  const brought = findings.filter((other) => causeOf(other, findings) === finding);
  return (
    <li className="finding-item">
      {onOpen === undefined ? (
        <a className="finding-row" href={`#finding-${finding.ruleId}`}>
          <Row finding={finding} />
        </a>
      ) : (
        <button
          type="button"
          className="finding-row"
          data-finding={finding.ruleId}
          data-has-change={finding.advice.length > 0 ? '' : undefined}
          onClick={() => onOpen(finding.ruleId)}
        >
          <Row finding={finding} />
        </button>
      )}
      {brought.length > 0 && (
        <ol className="findings finding-consequences" aria-label={texts.whatBringsAbout(finding.title)}>
          {brought.map((other) => (
            <FindingItem key={other.ruleId} finding={other} findings={findings} {...defined({ onOpen })} />
          ))}
        </ol>
      )}
    </li>
  );
}

function Row({ finding }: { finding: Finding }) {
  return (
    <>
      <SeverityMark severity={finding.severity} />
      <span className="finding-words">
        <span className="finding-title">{unbroken(finding.title)}</span>
        <span className="soft">{unbroken(finding.impact.text)}</span>
        {finding.explainedBy[0] !== undefined && (
          <span className="finding-because">{unbroken(finding.explainedBy[0].text)}</span>
        )}
      </span>
      <span className="finding-area">{finding.area}</span>
      <span className="finding-confidence soft">
        <span className="unseen">{texts.confidence3} </span>
        {unbroken(confidenceText(finding))}
      </span>
    </>
  );
}
