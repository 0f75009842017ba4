import { formatBytes, formatValue, sizeLiteral } from '../../../shared/base/units';
import type { PoolJudgement } from '../../../shared/chunks';
import { texts } from './texts';

const titles: Record<PoolJudgement['verdict'], string> = {
  fits: texts.fitsThisMachine,
  small: texts.fitsAndIsLessThan,
  exceeds: texts.tooLargeForThisMachine,
  unknown: texts.notJudged,
};

/** The size as the machine and the load of the open snapshot judge it. */
export function PoolVerdict({
  judgement,
  onTry,
}: {
  judgement: PoolJudgement;
  onTry: (size: string) => void;
}) {
  const { verdict, text, suggestedBytes } = judgement;
  // Whole MiB: the server rounds to its own chunks.
  const suggested = suggestedBytes === null ? null : Math.floor(suggestedBytes / 1024 ** 2) * 1024 ** 2;
  return (
    <section className="card pool-verdict" aria-label={texts.thisMachine} data-verdict={verdict}>
      <h2 className={verdict === 'exceeds' ? 'severity-critical' : undefined}>{titles[verdict]}</h2>
      <p role="status">{text}</p>
      <p className="soft">{knownText(judgement)}</p>
      {suggested !== null && suggested > 0 && verdict !== 'fits' && (
        <div className="actions">
          <button type="button" onClick={() => onTry(sizeLiteral(suggested))}>
            {texts.tryWord2(sizeLiteral(suggested))}
          </button>
          <span className="soft">{texts.whatTheMemoryCarriesAnd}</span>
        </div>
      )}
    </section>
  );
}

function knownText({ memoryBytes, dataBytes, hitRatio }: PoolJudgement): string {
  const of = (name: string, value: string | null) => `${name}: ${value ?? texts.notKnown}`;
  return [
    of(texts.memory, memoryBytes === null ? null : formatBytes(memoryBytes)),
    of('data', dataBytes === null ? null : formatBytes(dataBytes)),
    of(texts.bufferPoolHitRatio, hitRatio === null ? null : formatValue(100 * hitRatio, 'percent')),
  ].join(', ');
}
