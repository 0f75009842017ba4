import { changeText, metricFacts, namedArmText, type ProbeResult } from './probe';

/** What the controls of a run say, in sentences. */
export function controlTexts(result: ProbeResult): string[] {
  return [placeboText(result), ...carryOverTexts(result)].filter((text) => text !== null);
}

/** The present settings against themselves, in a sentence; null: it was not measured. */
function placeboText({ placebo }: ProbeResult): string | null {
  if (placebo === null) return null;
  return `A/A control (the present settings against themselves): ${changeText(placebo)}. ${
    placebo.unstable ? 'They differ, so that the run proves nothing.' : 'No difference found, as expected.'
  }`;
}

/** Whether settings act in the slot after their own, in sentences. */
function carryOverTexts({ carryOver, metric, arms }: ProbeResult): string[] {
  if (carryOver === undefined || carryOver === null) return [];
  if (!carryOver.detected) return ['Carry-over into the next slot: none found.'];
  const { short } = metricFacts[metric.id];
  return carryOver.arms.map(
    ({ name, direct, withCarry }) =>
      `${namedArmText(name, arms)} changes ${short} by ${intervalText(direct)} in its own slots, and by ${intervalText(withCarry)} with what it leaves to the slot after.`,
  );
}

function intervalText({ estimate, low, high }: { estimate: number; low: number; high: number }): string {
  return changeText({ estimatePercent: estimate, low, high });
}
