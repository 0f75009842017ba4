import type { ArmVerdict } from '../../../shared/probe';
import { verdictWords } from '../../../view/probe/probe-tables';

const shapes: Record<ArmVerdict, string> = {
  baseline: 'M2 6h8',
  better: 'M6 1.5 11 10.5H1z',
  worse: 'M6 1 11 6 6 11 1 6z',
  'worse-stopped': 'M6 1 11 6 6 11 1 6z',
  equivalent: 'M2 4.5h8M2 8h8',
  inconclusive: 'M6 1.5a4.5 4.5 0 1 0 .01 0z',
};

/** What is said of an arm: shape, colour and word. @param word default: that of probes */
export function ProbeVerdict({
  verdict,
  word = verdictWords[verdict],
}: {
  verdict: ArmVerdict;
  word?: string;
}) {
  return (
    <span className={`verdict verdict-${verdict}`}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d={shapes[verdict]} />
      </svg>
      {word}
    </span>
  );
}
