import { formatBytes, formatValue, sizeLiteral } from '../../../shared/base/units';
import type { PoolJudgement } from '../../../shared/chunks';

const titles: Record<PoolJudgement['verdict'], string> = {
  fits: 'Fits this machine',
  small: 'Fits, and is less than the data',
  exceeds: 'Too large for this machine',
  unknown: 'Not judged',
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
    <section className="card pool-verdict" aria-label="This machine" data-verdict={verdict}>
      <h2 className={verdict === 'exceeds' ? 'severity-critical' : undefined}>{titles[verdict]}</h2>
      <p role="status">{text}</p>
      <p className="soft">{knownText(judgement)}</p>
      {suggested !== null && suggested > 0 && verdict !== 'fits' && (
        <div className="actions">
          <button type="button" onClick={() => onTry(sizeLiteral(suggested))}>
            Try {sizeLiteral(suggested)}
          </button>
          <span className="soft">what the memory carries and the data need</span>
        </div>
      )}
    </section>
  );
}

function knownText({ memoryBytes, dataBytes, hitRatio }: PoolJudgement): string {
  const of = (name: string, value: string | null) => `${name}: ${value ?? 'not known'}`;
  return [
    of('Memory', memoryBytes === null ? null : formatBytes(memoryBytes)),
    of('data', dataBytes === null ? null : formatBytes(dataBytes)),
    of('buffer pool hit ratio', hitRatio === null ? null : formatValue(100 * hitRatio, 'percent')),
  ].join(', ');
}
