import type { Finding } from '../../shared/analysis';
import { SeverityMark } from './severity-mark';

/** Confidence in words, with the seconds that carry it: `high, 17 of 30 s`. */
export function confidenceText({ confidence }: Finding): string {
  const { level, firedSeconds, seenSeconds } = confidence;
  if (firedSeconds === null || seenSeconds === null) return level;
  return `${level}, ${firedSeconds} of ${seenSeconds} s`;
}

/**
 * Findings in their rank. In the app each row is a button (`onOpen`); in a document it links to the finding's
 * own section (`#finding-<id>`).
 */
export function FindingsList({
  findings,
  onOpen,
}: {
  findings: readonly Finding[];
  onOpen?: (ruleId: string) => void;
}) {
  return (
    <>
      <div className="findings-columns" aria-hidden="true">
        <span>Severity</span>
        <span>Finding</span>
        <span>Area</span>
        <span>Confidence</span>
      </div>
      <ol className="findings">
        {findings.map((finding) => (
          <li key={finding.ruleId} className="finding-item">
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
          </li>
        ))}
      </ol>
    </>
  );
}

function Row({ finding }: { finding: Finding }) {
  return (
    <>
      <SeverityMark severity={finding.severity} />
      <span className="finding-words">
        <span className="finding-title">{finding.title}</span>
        <span className="soft">{finding.impact.text}</span>
      </span>
      <span className="finding-area">{finding.area}</span>
      <span className="finding-confidence soft">
        <span className="unseen">Confidence: </span>
        {confidenceText(finding)}
      </span>
    </>
  );
}
