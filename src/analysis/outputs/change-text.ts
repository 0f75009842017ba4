import { optionNameOf } from '../../knowledge/catalog/setting-places';
import { type VariableFacts, variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Analysis, Finding, Unit } from '../../shared/analysis';
import { formatSetting } from '../../shared/base/units';
import { type PlanChange, type Setting, type TuningPlan, whyChanged } from '../../shared/plan';
import { optionFileText } from '../facts/inputs/setting';
import { plainNumber } from '../settings/plain-number';

/** A change with everything that any output says of it. */
export interface DescribedChange {
  change: PlanChange;
  unit: Unit;
  /** `128 MiB`, as people read it. */
  fromText: string;
  storedText: string;
  /** What can be set until the restart that the value needs; null: nothing. */
  atOnceText: string | null;
  /** What an option file calls the variable. */
  optionName: string;
  /** `128M`, as an option file has it. */
  optionText: string;
  /** The findings that ask for it. */
  findings: Finding[];
  /** One line: titles of the findings, or that the user set it. */
  reason: string;
  stopWhen: string;
  risk: string;
  sessionScope: boolean;
}

export function describeChanges(plan: TuningPlan, analysis: Analysis): DescribedChange[] {
  return plan.changes.map((change) => {
    const facts = variableFacts(change.variable, analysis.snapshot.server);
    const unit = facts?.unit ?? 'none';
    const findings = analysis.findings.filter(({ ruleId }) => change.why.includes(ruleId));
    const advice = findings.flatMap((finding) =>
      finding.advice.filter(({ variable }) => variable === change.variable),
    )[0];
    return {
      change,
      unit,
      fromText: formatSetting(change.from, unit),
      storedText: formatSetting(change.stored, unit),
      atOnceText: change.atOnce === undefined ? null : formatSetting(change.atOnce, unit),
      optionName: optionNameOf(change.variable),
      optionText: optionText(change.stored, facts?.type),
      findings,
      reason: whyChanged(
        change,
        (id) => titleOf(id, findings),
        (value) => formatSetting(value, unit),
      ),
      stopWhen: change.stopWhen.join(' '),
      risk: advice?.risk ?? '',
      sessionScope: facts?.scope === 'both',
    };
  });
}

/** What the newest proof said of each value that it tried, for outputs whose values stand without their reasons. */
export function proofTexts({ changes }: TuningPlan): string[] {
  return changes.flatMap(({ variable, proof }) => (proof === undefined ? [] : [`${variable}: ${proof}.`]));
}

function titleOf(ruleId: string, findings: Finding[]): string {
  return findings.find((finding) => finding.ruleId === ruleId)?.title.replace(/\.$/, '') ?? ruleId;
}

/** A setting as an option file has it, never with an exponent. */
export function optionText(stored: Setting, type: VariableFacts['type'] | undefined): string {
  const text = optionFileText(stored, type);
  return typeof stored === 'number' && text.includes('e') ? plainNumber(stored) : text;
}
