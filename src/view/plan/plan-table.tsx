import type { ReactNode } from 'react';
import type { Unit } from '../../shared/analysis';
import { type PlanChange, type TuningPlan, whyChanged } from '../../shared/plan';
import { unbroken } from '../base/unbroken';
import { exactBytes, settingLabel } from './setting-text';
import { texts } from './texts';

/**
 * The changes of a plan in two groups: those that a SET makes at once and those that wait for a restart.
 * @param value what stands in the value column; the planned value when absent
 * @param control what the reader may do with a row; nothing in a document
 * @param titleOf title of a rule
 */
export function PlanTable({
  plan,
  unitOf,
  titleOf,
  value,
  control,
}: {
  plan: TuningPlan;
  unitOf: (variable: string) => Unit;
  titleOf: (ruleId: string) => string;
  value?: (change: PlanChange) => ReactNode;
  control?: (change: PlanChange) => ReactNode;
}) {
  const groups = [
    { when: 'now', title: texts.takesEffectAtOnce },
    { when: 'restart', title: texts.takesEffectAtTheNext },
  ] as const;
  return (
    <>
      {groups.map(({ when, title }) => {
        const changes = plan.changes.filter((change) => change.when === when);
        if (changes.length === 0) return null;
        return (
          <table key={when} className="data plan-table">
            <caption>{title}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.variable}</th>
                <th scope="col">{texts.now}</th>
                <th scope="col">{texts.planned}</th>
                <th scope="col">{texts.why}</th>
                {control !== undefined && (
                  <th scope="col">
                    <span className="unseen">{texts.actions}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.variable}>
                  <th scope="row">
                    <code>{change.variable}</code>
                  </th>
                  <td>
                    <span title={exactBytes(change.from, unitOf(change.variable))}>
                      {settingLabel(change.from, unitOf(change.variable))}
                    </span>
                  </td>
                  <td>
                    {value === undefined ? settingLabel(change.to, unitOf(change.variable)) : value(change)}
                    {change.stored !== change.to && (
                      <span className="block soft">
                        {texts.storedAs(settingLabel(change.stored, unitOf(change.variable)))}
                      </span>
                    )}
                    {change.atOnce !== undefined && (
                      <span className="block soft">
                        {texts.atOnce(settingLabel(change.atOnce, unitOf(change.variable)))}
                      </span>
                    )}
                  </td>
                  <td className="soft">
                    {unbroken(
                      whyChanged(change, titleOf, (setting) =>
                        settingLabel(setting, unitOf(change.variable)),
                      ),
                    )}
                    {change.stopWhen.map((text) => (
                      <span key={text} className="block">
                        {texts.enoughWhen(unbroken(text))}
                      </span>
                    ))}
                    {change.through !== 'option file' && (
                      <span className="block">{texts.throughTheOfTheService(change.through)}</span>
                    )}
                  </td>
                  {control !== undefined && <td className="plan-control">{control(change)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </>
  );
}
