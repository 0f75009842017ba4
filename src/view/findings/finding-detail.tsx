import type { ReactNode } from 'react';
import type { Finding } from '../../shared/analysis';
import { withSourceNames } from '../../shared/base/source-names';
import { Markdown } from '../base/markdown';
import { unbroken } from '../base/unbroken';
import { ChangeSnippet } from '../plan/change-snippet';
import { EvidenceTable } from './evidence-table';
import { SeverityMark } from './severity-mark';
import { texts } from './texts';

/**
 * Everything about one finding.
 * @param actions what the reader may do with it; nothing in a document
 * @param words puts its texts into the words of the place where they are shown
 * @param titleOf titles of the findings that are its cause
 * @param heading level of its title: 1 on a page of its own, 3 in a document
 */
export function FindingDetail({
  finding,
  actions,
  chart,
  words = (text) => text,
  heading = 1,
  links = 'text',
  titleOf = (ruleId) => ruleId,
}: {
  finding: Finding;
  actions?: ReactNode;
  chart?: ReactNode;
  words?: (text: string) => string;
  heading?: 1 | 3;
  links?: 'anchor' | 'text';
  titleOf?: (ruleId: string) => string;
}) {
  const Title = heading === 1 ? 'h1' : 'h3';
  return (
    <article className="finding" id={`finding-${finding.ruleId}`}>
      <header className="finding-head">
        <p className="finding-kicker">
          <SeverityMark severity={finding.severity} />
          <span className="tag">{finding.area}</span>
        </p>
        <Title>{unbroken(finding.title)}</Title>
        <p className="finding-impact">{texts.impact(finding.impact.basis, unbroken(finding.impact.text))}</p>
        {finding.history !== undefined && (
          <p className="finding-because">{texts.inTheHistory(unbroken(finding.history.text))}</p>
        )}
        {finding.explainedBy.map(({ ruleId, text }) => (
          <p key={ruleId} className="finding-because">
            {texts.followsFrom(unbroken(titleOf(ruleId)), unbroken(text))}
          </p>
        ))}
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      <div className="finding-columns">
        <div className="finding-main">
          <Part heading={heading} title={texts.whatItMeans}>
            <Markdown text={words(finding.explanation)} links={links} />
          </Part>
          <Part heading={heading} title={texts.evidence}>
            <EvidenceTable evidence={finding.evidence} fold={heading === 1} />
            <p className="soft finding-confidence-reason">
              {texts.confidence(
                <strong>{finding.confidence.level}</strong>,
                unbroken(finding.confidence.reason),
              )}
            </p>
            {chart}
          </Part>
        </div>
        <div className="finding-side">
          {finding.advice.length > 0 && (
            <Part heading={heading} title={texts.change}>
              <ChangeSnippet advice={finding.advice} />
            </Part>
          )}
          {finding.actions.length > 0 && (
            <Part heading={heading} title={texts.toDo}>
              <ul className="plain">
                {finding.actions.map((action) => (
                  <li key={action}>
                    <Markdown text={words(action)} links={links} />
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Part heading={heading} title={texts.whenThisAdviceIsWrong}>
            <Markdown text={words(finding.refutedBy)} links={links} />
          </Part>
          {finding.sources.length > 0 && (
            <Part heading={heading} title={texts.sources}>
              <ul className="plain soft">
                {finding.sources.map((source) => (
                  <li key={source}>
                    <Markdown text={withSourceNames(source)} links={links} />
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </div>
      </div>
    </article>
  );
}

function Part({ heading, title, children }: { heading: 1 | 3; title: string; children: ReactNode }) {
  const Title = heading === 1 ? 'h2' : 'h4';
  return (
    <section className="part">
      <Title>{title}</Title>
      {children}
    </section>
  );
}
