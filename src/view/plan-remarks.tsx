import type { Unit } from '../shared/analysis';
import type { Plan } from '../shared/plan';
import { settingLabel } from './setting-text';

/** Variables that rules pull in two directions (the plan picks neither), and those that were left out, with reasons. */
export function PlanRemarks({
  plan,
  unitOf,
  titleOf,
}: {
  plan: Plan;
  unitOf: (variable: string) => Unit;
  titleOf: (ruleId: string) => string;
}) {
  if (plan.conflicts.length === 0 && plan.leftOut.length === 0) return null;
  return (
    <section className="part remarks">
      <h2>Not in the plan</h2>
      <ul className="plain">
        {plan.conflicts.map((conflict) => (
          <li key={conflict.variable}>
            <code>{conflict.variable}</code>: the rules disagree, so none is followed. Set a value by hand to
            decide.
            <ul>
              {conflict.sides.map((side) => (
                <li key={side.ruleId}>
                  {settingLabel(side.to, unitOf(conflict.variable))} for {titleOf(side.ruleId)}:{' '}
                  {side.argument}
                </li>
              ))}
            </ul>
          </li>
        ))}
        {plan.leftOut.map(({ variable, reason }) => (
          <li key={`${variable} ${reason}`}>
            <code>{variable}</code>: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
