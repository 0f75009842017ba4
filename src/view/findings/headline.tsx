import type { Headline as HeadlineText } from '../../shared/analysis';
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

/**
 * The one sentence that names the bottleneck, large; what comes next, smaller.
 * @param notChecked checks that could not be made: with any of them nothing is called healthy
 */
export function Headline({ headline, notChecked }: { headline: HeadlineText; notChecked: number }) {
  const { first, more } = splitHeadline(unbroken(headline.text));
  const partly = headline.kind === 'healthy' && notChecked > 0;
  return (
    <div className={`headline headline-${partly ? 'partly' : headline.kind}`}>
      <p className="headline-kind">{partly ? texts.noBottleneckFound : kinds[headline.kind]}</p>
      <h1 className="headline-text">{first}</h1>
      {more !== '' && <p className="headline-more">{more}</p>}
    </div>
  );
}
