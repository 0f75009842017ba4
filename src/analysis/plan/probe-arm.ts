import type { Measured, PlanChoices } from '../../shared/plan';
import {
  type ArmResult,
  betterArms,
  changeText,
  metricFacts,
  type ProbeResult,
  workloadText,
} from '../../shared/probe';

/** What an arm of a probe would add to a plan, or why it cannot. */
export type ArmChoice =
  | { refusal: null; set: PlanChoices['set']; measured: Record<string, Measured>; remark: string | null }
  | { refusal: string };

/**
 * The values of an arm as choices of a plan, with what was measured as their reason. Refused where the run as a whole
 * cannot be trusted, and for an arm that is worse; one that is not shown to be better comes with a remark.
 */
export function armChoice(result: ProbeResult, name: string): ArmChoice {
  const arm = result.arms.find((each) => each.name === name);
  const refusal = refusalOf(result, arm);
  if (arm === undefined || refusal !== null) return { refusal: refusal ?? `There is no variant "${name}".` };
  const text = proofText(result, arm);
  const values = arm.settings.map(({ variable, value, stored }) => ({ variable, value: stored ?? value }));
  return {
    refusal: null,
    set: Object.fromEntries(values.map(({ variable, value }) => [variable, value])),
    measured: Object.fromEntries(
      values.map(({ variable, value }) => [
        variable,
        { value, resultId: result.id, probe: result.probe, arm: name, text },
      ]),
    ),
    remark: remarkOn(arm),
  };
}

/** The arm that is better by the most; null: none is better. */
export function bestArm({ arms }: Pick<ProbeResult, 'arms'>): string | null {
  return betterArms(arms)[0]?.name ?? null;
}

function refusalOf({ outcome, title, arms }: ProbeResult, arm: ArmResult | undefined): string | null {
  if (arm === undefined) {
    const names = arms.filter(({ verdict }) => verdict !== 'baseline').map(({ name }) => `"${name}"`);
    return `${title} compared no such setting; it has ${names.join(', ') || 'none'}.`;
  }
  if (arm.verdict === 'baseline')
    return 'These are the settings that were in effect: there is nothing to change.';
  if (outcome === 'matched' || outcome === 'differs') {
    return 'This probe compared a forecast with the server, not the speed of one size with another.';
  }
  if (outcome !== 'completed') return `The run ended as "${outcome}": what it measured proves nothing.`;
  if (arm.settings.length === 0) {
    return 'It changes Performance Schema rows, which a plan cannot contain.';
  }
  return arm.verdict === 'worse' || arm.verdict === 'worse-stopped'
    ? `${arm.name} was measured to be worse than the settings in effect.`
    : null;
}

function remarkOn({ verdict, name }: ArmResult): string | null {
  if (verdict === 'better') return null;
  return verdict === 'equivalent'
    ? `${name} was measured to make no difference that matters.`
    : `${name} could not be distinguished from the settings in effect: the probe does not prove it.`;
}

function proofText({ startedAt, environment, workload, metric, title }: ProbeResult, arm: ArmResult): string {
  const { flavour, serverVersion } = environment;
  return `Measured ${startedAt.slice(0, 10)} by the probe "${title}" on ${flavour} ${serverVersion} under ${workloadText(workload)}: ${arm.verdict}: ${metricFacts[metric.id].short} ${changeText(arm)}`;
}
