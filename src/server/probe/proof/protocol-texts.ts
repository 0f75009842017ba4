import { isHeld, isToggled } from '../../../experiment/verdict/proof-pairs';
import { counted, formatSeconds } from '../../../shared/base/units';
import type { ProofChange, ProofDesign } from '../../../shared/proof';

/** What a proof will do, in sentences to be read before agreeing. */
export function protocolTexts(
  design: ProofDesign,
  changes: readonly ProofChange[],
  /** Variables that may stay in force at the end. */
  staying: readonly string[],
): string[] {
  const { whole, which, kept, plots, observe: observed, settleSeconds, measureSeconds } = design;
  const toggled = changes.filter(isToggled).length;
  const held = changes.filter(isHeld).length;
  const inPairs =
    toggled + held === 0
      ? ''
      : `, a dry run that adds ${counted(toggled + held, 'change')} one by one, then pairs of adjacent slots in random order, each with ${formatSeconds(settleSeconds)} to settle and ${formatSeconds(measureSeconds)} that count`;
  const pairs =
    which.rows === 0
      ? ''
      : `, ${which.pairs} tell which changes do it (a design of ${counted(which.rows, 'row')}, each beside its opposite)`;
  return [
    `Measuring takes at most ${formatSeconds(design.totalSeconds)}: ${formatSeconds(design.baselineSeconds)} without any change (A/A period)${inPairs}.`,
    ...(toggled === 0
      ? []
      : [
          `About ${counted(whole.pairs, 'pair')} compare the whole plan with the present settings${pairs}, and ${kept.pairs} confirm what is kept.`,
        ]),
    ...(plots === undefined
      ? []
      : [
          `${counted(held, 'change')} that ${held === 1 ? 'acts' : 'act'} over tens of seconds ${held === 1 ? 'stays as it is' : 'stay as they are'} for ${counted(plots.count, 'whole plot')} of ${formatSeconds(plots.seconds)}, each after ${formatSeconds(plots.settleSeconds)} to settle; ${held === 1 ? 'it is' : 'they are'} no part of the plan as a whole.`,
        ]),
    ...(toggled < 2
      ? []
      : [
          'Where two changes or more are found, up to three pairs of them are measured together, in what is left of the time.',
        ]),
    ...(observed === undefined
      ? []
      : [
          `${counted(observed.changes, 'change')} that ${observed.changes === 1 ? 'fills' : 'fill'} over minutes ${observed.changes === 1 ? 'is' : 'are'} applied last, on top of what is kept, and never switched back and forth: ${formatSeconds(observed.settleSeconds)} to settle and ${formatSeconds(observed.seconds)} that count before and after. That is observed, and proves nothing.`,
        ]),
    ...(staying.length === 0
      ? [
          'A change that breaches a guard is dropped. Everything is restored at the end, on a cancel, on any failure, and at the next start of Latchkey if it is killed.',
        ]
      : [
          'A change that breaches a guard is dropped. What is observed stays in force where the proof completes, unless it breached a guard or made the load worse by more than the margin. Everything else is restored at the end; on a cancel, on any failure, and at the next start of Latchkey if it is killed, all of it.',
        ]),
  ];
}
