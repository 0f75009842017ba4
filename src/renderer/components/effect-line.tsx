import type { Effect } from '../../shared/effect';
import { EffectTable, unbroken } from '../../view';
import { texts } from './texts';

/** What changed in one line, with the measures behind it. */
export function EffectLine({ effect }: { effect: Effect }) {
  return (
    <>
      <p className="strong">{unbroken(effect.verdict)}</p>
      <details>
        <summary>{texts.measuresWithTheirIntervals}</summary>
        <EffectTable effect={effect} />
      </details>
    </>
  );
}
