import type { Severity } from '../../shared/analysis';
import { texts } from './texts';

const words: Record<Severity, string> = {
  critical: texts.critical,
  warning: texts.warning,
  notice: texts.notice,
};

/** Shape, word and colour together, so that none of them alone has to carry the meaning. */
export function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <span className={`severity severity-${severity}`}>
      <svg className="severity-shape" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <SeverityShape severity={severity} />
      </svg>
      {words[severity]}
    </span>
  );
}

/** The shape alone, where the word stands beside it for everybody, or is the name of what it stands in. */
export function SeveritySign({ severity }: { severity: Severity }) {
  return (
    <svg className="severity-shape" viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <SeverityShape severity={severity} />
    </svg>
  );
}

function SeverityShape({ severity }: { severity: Severity }) {
  if (severity === 'critical') return <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" fill="currentColor" />;
  if (severity === 'warning') return <path d="M8 1.5 15.5 15H.5z" fill="currentColor" />;
  return <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="2.5" />;
}
