import type { Unit } from '../../../shared/analysis';
import type { TuningPlan } from '../../../shared/plan';
import { PlanTable, settingText } from '../../../view';
import { useShared } from '../../state/app-state';
import { texts } from './texts';
import { ValueField } from './value-field';

/** What the plan changes, each with a value that can be edited, and a lock. */
export function Changes({
  plan,
  unitOf,
  titleOf,
  set,
  unset,
  lock,
}: {
  plan: TuningPlan;
  unitOf: (variable: string) => Unit;
  titleOf: (ruleId: string) => string;
  set: (variable: string, value: string) => void;
  unset: (variable: string) => void;
  lock: (variable: string) => void;
}) {
  const choices = useShared('choices');
  if (plan.changes.length === 0) {
    return (
      <p className="soft" role="status">
        {texts.nothingIsInThePlan}
      </p>
    );
  }
  return (
    <section className="section" aria-label={texts.changes2}>
      <PlanTable
        plan={plan}
        unitOf={unitOf}
        titleOf={titleOf}
        value={({ variable, to }) => (
          <ValueField
            key={`${variable} ${String(to)}`}
            variable={variable}
            text={choices.set[variable] ?? settingText(to, unitOf(variable))}
            focused={variable in choices.set}
            onSet={(value) => set(variable, value)}
          />
        )}
        control={({ variable, why }) => (
          <>
            {variable in choices.set && (
              <button type="button" className="quiet" onClick={() => unset(variable)}>
                {why.length === 0 ? texts.remove : texts.resetToRecommendation}
                <span className="unseen">: {variable}</span>
              </button>
            )}
            <button type="button" className="quiet" onClick={() => lock(variable)}>
              {texts.keepCurrentValue(<span className="unseen"> {texts.of(variable)}</span>)}
            </button>
          </>
        )}
      />
    </section>
  );
}
