import type { ProbeResult, ProbeSample } from '../../../shared/probe';
import type { ChartMark, TimeChartData } from '../../../view';
import { texts } from './texts';

/** Every second of a probe with the arm that was in force; nothing is drawn where a setting had to settle. */
export function resultChart({ stretch, blocks }: Pick<ProbeResult, 'stretch' | 'blocks'>): TimeChartData {
  const slots = blocks.flatMap((block) => block.slots);
  const marks = slots.flatMap(({ arm, startedAt, samples }): ChartMark[] => {
    const last = samples[samples.length - 1];
    if (last === undefined) return [];
    const reach = { fromMs: startedAt, toMs: last.at };
    return arm === 'baseline'
      ? [{ ...reach, kind: 'present', label: texts.presentSettings2 }]
      : [{ ...reach, kind: 'arm', label: arm }];
  });
  const parts = [stretch, ...slots.map(({ samples }) => samples)].filter((part) => part.length > 0);
  return {
    unit: 'count/s',
    lines: [{ label: texts.statementsPerSecond, points: parts.flatMap(pointsOf) }],
    marks,
  };
}

function pointsOf(samples: readonly ProbeSample[]): TimeChartData['lines'][number]['points'] {
  const first = samples[0];
  const points = samples.map(({ at, operations, seconds }) => ({ x: at, y: operations / seconds }));
  // A gap before each baseline period of samples.
  return first === undefined ? [] : [{ x: first.at - first.seconds * 1000, y: Number.NaN }, ...points];
}
