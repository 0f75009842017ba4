import type { ProbeResult, ProbeStep } from '../../shared/probe';

/**
 * The arms of a probe by the clock on the wall, in the order in which they were in force. A result shows its slots in
 * milliseconds since the measuring began, and its statements by the clock: the first SET belongs to the first slot of
 * an arm, which ties the two together.
 */
export function probeSteps(result: ProbeResult): ProbeStep[] {
  const { id, title, startedAt, blocks, statements } = result;
  const slots = blocks.flatMap((block, index) => block.slots.map((slot) => ({ ...slot, block: index + 1 })));
  const firstSlot = slots.find(({ arm }) => arm !== 'baseline');
  const firstSet = statements.find(({ sql }) => /^set global /i.test(sql));
  const zero =
    firstSlot === undefined || firstSet === undefined
      ? Date.parse(startedAt)
      : Date.parse(firstSet.at) - firstSlot.startedAt;
  return slots.flatMap(({ arm, block, startedAt: from, samples }) => {
    const last = samples[samples.length - 1];
    if (last === undefined) return [];
    return [{ result: id, title, arm, block, from: iso(zero + from), to: iso(zero + last.at) }];
  });
}

function iso(ms: number): string {
  return new Date(Math.round(ms)).toISOString();
}
