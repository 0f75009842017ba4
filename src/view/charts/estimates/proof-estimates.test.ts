import { expect, test } from 'vitest';
import { proofEstimates } from './estimate-data';

const effect = { low: -12, high: -6, pairs: 40, moreMinutes: null, changes: [], other: null };

test('a proof is drawn as the kept plan, the whole plan and each change that was tried, with its verdict', () => {
  const change = {
    ...{ class: 'fast' as const, settings: [], staysFor: null, adjustedP: null, droppedBy: null, text: '' },
    ...{ low: null, high: null, pairs: 3, moreMinutes: null, untested: null, advice: 'drop' as const },
  };
  const drawn = proofEstimates({
    kept: { ...effect, verdict: 'proven', estimatePercent: -9 },
    whole: { ...effect, verdict: 'undecided', estimatePercent: null },
    changes: [
      { ...change, name: 'sort_buffer_size', verdict: 'harms', estimatePercent: 4 },
      { ...change, name: 'innodb_flush_method', verdict: 'untested', estimatePercent: null },
    ],
  });
  expect(drawn).toEqual([
    { name: 'kept plan: proven', verdict: 'better', estimatePercent: -9, low: -12, high: -6 },
    {
      ...{ name: 'sort_buffer_size: harms', verdict: 'worse', estimatePercent: 4 },
      // Without an interval nothing is excluded.
      ...{ low: -100, high: Number.MAX_VALUE },
    },
  ]);
});
