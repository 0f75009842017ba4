import type { Finding } from '../../../shared/analysis';
import { useApp, useShared } from '../../state/app-state';

const mostShown = 4;

/** The way from a chart, a stall or a probe to findings of the open snapshot; nothing where it has none of them. */
export function FindingLinks({ lead, wanted }: { lead: string; wanted: (finding: Finding) => boolean }) {
  const { go } = useApp();
  const source = useShared('source');
  const analysis = useShared('analysis');
  if (source === null || analysis.state !== 'ready') return null;
  const findings = analysis.value.findings.filter(wanted).slice(0, mostShown);
  if (findings.length === 0) return null;
  return (
    <nav className="finding-links" aria-label={lead}>
      <span className="soft">{lead}:</span>
      {findings.map(({ ruleId, title }) => (
        <button key={ruleId} type="button" className="link" onClick={() => go({ page: 'finding', ruleId })}>
          {title}
        </button>
      ))}
    </nav>
  );
}
