import type { ReactNode } from 'react';
import type { Unit } from '../../shared/analysis';
import { type Setting, type TuningPlan, withheldBesides } from '../../shared/plan';
import { settingLabel } from './setting-text';
import { texts } from './texts';

/**
 * What is not in the plan: variables that rules pull in two directions (the plan picks neither), what to watch, and, folded,
 * the values that were left out or withheld, each with its reason.
 * @param choose what lets the reader follow one side; nothing in a document
 */
export function PlanRemarks({
  plan,
  unitOf,
  titleOf,
  choose,
}: {
  plan: Pick<TuningPlan, 'changes' | 'conflicts' | 'leftOut' | 'withheld' | 'caused'>;
  unitOf: (variable: string) => Unit;
  titleOf: (ruleId: string) => string;
  choose?: (variable: string, to: Setting) => ReactNode;
}) {
  const { conflicts, caused } = plan;
  const withheld = withheldBesides(plan);
  if ([conflicts, plan.leftOut, withheld, caused].every(({ length }) => length === 0)) return null;
  const inConflict = new Set(plan.conflicts.map(({ variable }) => variable));
  const leftOut = plan.leftOut.filter(({ variable }) => !inConflict.has(variable));
  return (
    <section className="part remarks">
      <h2>{texts.notInThePlan}</h2>
      {conflicts.length + caused.length > 0 && (
        <ul className="plain">
          {conflicts.map((conflict) => (
            <li key={conflict.variable}>
              {texts.theFindingsDisagreeSoNone(<code>{conflict.variable}</code>)}
              <ul>
                {conflict.sides.map((side) => (
                  <li key={side.ruleId}>
                    {texts.forWord(
                      settingLabel(side.to, unitOf(conflict.variable)),
                      titleOf(side.ruleId),
                      side.argument,
                    )}{' '}
                    {choose?.(conflict.variable, side.to)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
          {caused.map(({ ruleId, title, text }) => (
            <li key={ruleId}>{texts.watchAfterwards(title, text)}</li>
          ))}
        </ul>
      )}
      {leftOut.length + withheld.length > 0 && (
        <details className="left-out">
          <summary>{texts.valuesLeftOut(leftOut.length + withheld.length)}</summary>
          <ul className="plain">
            {leftOut.map(({ variable, reason }) => (
              <li key={`${variable} ${reason}`}>
                <code>{variable}</code>: {reason}
              </li>
            ))}
            {withheld.map(({ ruleId, variable, to, reason }) => (
              <li key={`${ruleId} ${variable}`}>
                {texts.forWithheld(
                  <code>{variable}</code>,
                  settingLabel(to, unitOf(variable)),
                  titleOf(ruleId),
                  reason,
                )}{' '}
                {choose?.(variable, to)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
