import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Finding, severities } from '../../../shared/analysis';
import { FindingsList } from '../../../view';
import { useApp } from '../../state/app-state';
import { findingsKeys, useKeys } from '../../state/keys';
import { texts } from './texts';

/** The findings with search, filter and keyboard: j and k move, Enter opens, / searches. */
export function FindingsPanel({ findings, from }: { findings: readonly Finding[]; from?: string }) {
  const { go } = useApp();
  const [search, setSearch] = useState('');
  const [severity, setSeverity] = useState('');
  const [area, setArea] = useState('');
  const panel = useRef<HTMLElement>(null);
  useFindingKeys(panel);

  useEffect(() => {
    if (from !== undefined)
      rows(panel.current)
        .find((row) => row.dataset.finding === from)
        ?.focus();
  }, [from]);

  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = findings.filter(
    (finding) =>
      (severity === '' || finding.severity === severity) &&
      (area === '' || finding.area === area) &&
      words.every((word) => searchText(finding).includes(word)),
  );
  const areas = [...new Set(findings.map((finding) => finding.area))];

  const toFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    rows(panel.current)[0]?.focus();
  };

  return (
    <section className="section" ref={panel} aria-label={texts.findings}>
      <div className="toolbar">
        <h2>{texts.findings2(findings.length)}</h2>
        <span className="push" />
        {findings.length > 0 && (
          <>
            <input
              type="search"
              aria-label={texts.searchFindings}
              placeholder={texts.search}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onKeyDown={toFirst}
            />
            <select
              aria-label={texts.severity}
              value={severity}
              onChange={(event) => setSeverity(event.target.value)}
            >
              <option value="">{texts.allSeverities}</option>
              {severities.map((item) => (
                <option key={item}>{item}</option>
              ))}
            </select>
            <select aria-label={texts.area} value={area} onChange={(event) => setArea(event.target.value)}>
              <option value="">{texts.allAreas}</option>
              {areas.map((item) => (
                <option key={item}>{item}</option>
              ))}
            </select>
          </>
        )}
      </div>
      {shown.length > 0 ? (
        <FindingsList findings={shown} onOpen={(ruleId) => go({ page: 'finding', ruleId })} />
      ) : (
        <p className="soft" role="status">
          {findings.length === 0 ? texts.noRuleFoundAnythingTo : texts.noFindingFitsTheSearch}
        </p>
      )}
    </section>
  );
}

function searchText(finding: Finding): string {
  const variables = finding.advice.map((advice) => advice.variable);
  return [finding.title, finding.ruleId, finding.area, finding.severity, finding.impact.text, ...variables]
    .join(' ')
    .toLowerCase();
}

function rows(panel: HTMLElement | null): HTMLElement[] {
  const all = [...(panel?.querySelectorAll<HTMLElement>('[data-finding]') ?? [])];
  return all.filter((row) => row.closest('details:not([open])') === null);
}

function useFindingKeys(panel: React.RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const all = rows(panel.current);
    const at = all.findIndex((row) => row.matches(':focus'));
    const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1);
    all[next]?.focus();
  };
  useKeys(findingsKeys, {
    j: () => move(1),
    k: () => move(-1),
    '/': (event) => {
      event.preventDefault();
      panel.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
    },
  });
}
