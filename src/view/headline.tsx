import type { Headline as HeadlineText } from '../shared/analysis';

const kinds: Record<HeadlineText['kind'], string> = {
  bottleneck: 'Bottleneck',
  healthy: 'Healthy',
  idle: 'Idle',
  'not-instrumented': 'Cannot tell',
};

/** The one sentence. */
export function Headline({ headline }: { headline: HeadlineText }) {
  return (
    <div className={`headline headline-${headline.kind}`}>
      <p className="headline-kind">{kinds[headline.kind]}</p>
      <h1 className="headline-text">{headline.text}</h1>
    </div>
  );
}
