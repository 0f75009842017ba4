import type { Analysis, Headline as HeadlineText } from '../../shared/analysis';
import { unbroken } from '../base/unbroken';
import { texts } from './texts';

const kinds: Record<HeadlineText['kind'], string> = {
  bottleneck: texts.bottleneck,
  healthy: texts.healthy,
  idle: texts.idle,
  'not-instrumented': texts.cannotTell,
};

/**
 * The first sentence, and what follows it. A full stop inside a number or a name ends no sentence.
 * @internal exported to tests
 */
export function splitHeadline(text: string): { first: string; more: string } {
  const match = /^(.+?[.?])\s+(?=[A-Z])([\s\S]+)$/.exec(text);
  return { first: match?.[1] ?? text, more: match?.[2] ?? '' };
}

/** Of the busy time: what was measured to take less holds the server back too little to be its bottleneck. */
const leastShare = 0.05;

/**
 * What the sentence is: with any check that could not be made nothing is called healthy, and a cause that was measured to take
 * next to none of the time is no bottleneck, however far its setting is from any default.
 * @internal exported to tests
 */
export function headlineKind({
  headline: { kind, ruleId },
  findings,
  notChecked,
}: Pick<Analysis, 'headline' | 'findings' | 'notChecked'>): { style: string; title: string } {
  if (kind === 'healthy' && notChecked.length > 0) return { style: 'partly', title: texts.noBottleneckFound };
  const share = findings.find((finding) => finding.ruleId === ruleId)?.impact.share ?? null;
  if (kind === 'bottleneck' && share !== null && share < leastShare)
    return { style: 'change', title: texts.worthChangingFirst };
  return { style: kind, title: kinds[kind] };
}

/** The one sentence that names the bottleneck, large; what comes next, smaller. */
export function Headline({ analysis }: { analysis: Analysis }) {
  const { first, more } = splitHeadline(unbroken(analysis.headline.text));
  const { style, title } = headlineKind(analysis);
  return (
    <div className={`headline headline-${style}`}>
      <p className="headline-kind">{title}</p>
      <h1 className="headline-text">{first}</h1>
      {more !== '' && <p className="headline-more">{more}</p>}
    </div>
  );
}
