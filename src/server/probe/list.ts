import { defaultSeconds } from '../../experiment/design/schedule';
import { type ProbeSummary, probeIds } from '../../shared/probe';
import type { Session } from '../connect/session';
import { openHost } from '../machine/access';
import { readHost } from '../machine/facts';
import { type Machine, thisMachine } from '../machine/machine';
import { probeDefinitions } from './definitions';
import { isReason, type ProbeDefinition, type ProbedServer } from './definitions/definition';
import { readServer } from './runner/prepare';

export async function listProbes(
  session: Session | null,
  signal: AbortSignal,
  machine: Machine = thisMachine(),
): Promise<ProbeSummary[]> {
  const server =
    session === null
      ? null
      : await readServer(session, await readHost(await openHost(session, machine, signal)), signal);
  return probeIds.map((id) => summary(probeDefinitions[id], server));
}

function summary(definition: ProbeDefinition, server: ProbedServer | null): ProbeSummary {
  const { id, title, question, metric, times, workloads, preset, durability = false } = definition;
  const proposed = server === null ? null : definition.propose(server);
  const refusal = proposed !== null && isReason(proposed) ? proposed : null;
  const arms = proposed === null || isReason(proposed) ? [] : proposed.arms;
  return {
    id,
    title,
    question,
    metric,
    settleSeconds: times.settleSeconds,
    measureSeconds: times.measureSeconds,
    blocks: times.blocks,
    defaultSeconds: defaultSeconds(times, Math.max(1, arms.length)),
    workloads: [...workloads],
    preset,
    durability,
    arms: arms.map(({ name, settings }) => ({
      name,
      settings: settings.map(({ variable, value }) => ({ variable, value: String(value) })),
    })),
    ...(server === null ? {} : { refusal }),
  };
}
