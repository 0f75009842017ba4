import { planTogether, screeningPairs } from '../../src/experiment/design/proof-design';
import type { ProofEvidence } from '../../src/experiment/verdict/proof-pairs';
import {
  judgeProof,
  keptPlaces,
  type ProofJudgement,
  proofCarryOver,
} from '../../src/experiment/verdict/proof-verdict';
import { seededRandom, shuffled } from '../../src/shared/base/random';
import type { ProofChange, ProofDesign, ProofPair } from '../../src/shared/proof';

/** A server that exists only as numbers: throughput of a slot with some changes on, and its noise. */
export interface SimulatedServer {
  /** True effect of each change, percent of throughput. */
  effects: readonly number[];
  /** What is done between two moments in milliseconds, against the mean rate, in seconds: its noise. */
  work(from: number, to: number): number;
  /** Seconds that the next switch takes; absent: as planned. */
  switching?: () => number;
}

/**
 * A whole proof on such a server, with the looks and the steps that the runner takes.
 */
export function simulateProof(
  design: ProofDesign,
  server: SimulatedServer,
  seed: number,
): ProofJudgement & { carryOver: boolean } {
  const random = seededRandom(seed);
  const evidence: ProofEvidence & { pairs: ProofPair[] } = {
    design,
    metric: 'throughput',
    changes: server.effects.map((_, index) => changeNamed(`change ${index}`)),
    dropped: [],
    pairs: [],
  };
  const all = server.effects.map((_, index) => index);
  const clock = { at: 0, design };
  const compare = (stage: 'whole' | 'kept', set: readonly number[], pairs: number) => {
    const looks = design[stage].looks.map(({ blocks }) => blocks);
    for (let done = count(evidence.pairs, stage); done < pairs; ) {
      const sides = shuffled([set, []], random);
      evidence.pairs.push(pairOf(stage, sides, server, clock));
      done += 1;
      if (!looks.includes(done)) continue;
      const judged = judgeProof(evidence)[stage];
      if (judged !== null && ['proven', 'harms'].includes(judged.verdict)) return;
    }
  };
  compare('whole', all, design.whole.pairs);
  for (const sides of design.which.pairs === 0 ? [] : screeningPairs(all.length, design.which.pairs, random))
    evidence.pairs.push(pairOf('which', sides, server, clock));
  const kept = keptPlaces(evidence);
  const judged = judgeProof(evidence);
  const found = all
    .filter((place) => ['proven', 'harms'].includes(judged.changes[place]?.verdict ?? ''))
    .sort((a, b) => sizeOf(judged.changes[b]) - sizeOf(judged.changes[a]));
  const decided = ['proven', 'harms'].includes(judged.whole?.verdict ?? '');
  const keptFollows = kept.length > 0 && !(kept.length === all.length && decided);
  const secondsLeft = design.totalSeconds - clock.at / 1000 - spentBefore(design, all.length);
  evidence.design = planTogether(design, found, { secondsLeft, keptFollows });
  const { of = [], blocks = 0 } = evidence.design.together ?? {};
  for (let block = 0; block < blocks; block += 1)
    for (const [one, other] of of)
      evidence.pairs.push(
        pairOf('together', shuffled([[], [one], [other], [one, other]], random), server, clock),
      );
  if (kept.length === all.length) compare('whole', all, design.whole.extended);
  else if (kept.length > 0) compare('kept', kept, design.kept.pairs);
  return { ...judgeProof(evidence), carryOver: proofCarryOver(evidence)?.detected === true };
}

/** A/A period and dry run, seconds. */
function spentBefore(
  { baselineSeconds, dryRunSeconds, switchSeconds, settleSeconds }: ProofDesign,
  changes: number,
): number {
  return baselineSeconds + changes * (dryRunSeconds + switchSeconds + settleSeconds);
}

function sizeOf(change: { estimatePercent: number | null } | undefined): number {
  return Math.abs(Math.log1p((change?.estimatePercent ?? 0) / 100));
}

function count(pairs: readonly ProofPair[], stage: ProofPair['stage']): number {
  return pairs.filter((pair) => pair.stage === stage).length;
}

function changeNamed(name: string): ProofChange {
  return { name, class: 'fast', settings: [], untested: null, staysFor: null };
}

function pairOf(
  stage: ProofPair['stage'],
  sides: readonly (readonly number[])[],
  { effects, work, switching }: SimulatedServer,
  clock: { at: number; design: ProofDesign },
): ProofPair {
  return {
    stage,
    slots: sides.map((on) => {
      const effect = on.reduce((total, place) => total + Math.log1p((effects[place] ?? 0) / 100), 0);
      const from =
        clock.at + 1000 * ((switching?.() ?? clock.design.switchSeconds) + clock.design.settleSeconds);
      clock.at = from + 1000 * clock.design.measureSeconds;
      const sample = {
        ...{
          at: 0,
          seconds: 1,
          operations: 1000 * Math.exp(effect) * work(from, clock.at),
          cpuSeconds: null,
        },
        ...{ clientCpuSeconds: null, busySeconds: null, errors: null, threadsRunning: null },
        ...{ replicaLagSeconds: null, freeMemoryBytes: null, checkpointAge: null, dirtyPages: null },
      };
      const slot = { arm: on.length === 0 ? 'baseline' : 'plan', startedAt: 0, measuredFrom: 0, p95Ms: null };
      return { ...slot, samples: [sample], on: [...on] };
    }),
  };
}
