import type { Unit } from '../../../shared/analysis';
import type { PlanChange, TuningPlan } from '../../../shared/plan';
import { PlanTable, settingText } from '../../../view';
import { useShared } from '../../state/app-state';
import { texts } from './texts';
import { ValueField } from './value-field';

/** What the plan changes, each with a value that can be edited, and a lock. */
export function Changes({
  plan,
  rows,
  isAdvised,
  unitOf,
  titleOf,
  set,
  unset,
  lock,
}: {
  plan: TuningPlan;
  /** Its changes, and those whose value by hand was refused. */
  rows: PlanChange[];
  /** Whether an accepted finding asks for the variable. */
  isAdvised: (variable: string) => boolean;
  unitOf: (variable: string) => Unit;
  titleOf: (ruleId: string) => string;
  set: (variable: string, value: string) => void;
  unset: (variable: string) => void;
  lock: (variable: string) => void;
}) {
  const choices = useShared('choices');
  const refusals = new Map(plan.leftOut.map(({ variable, reason }) => [variable, reason]));
  if (rows.length === 0) {
    return (
      <p className="soft" role="status">
        {texts.nothingIsInThePlan}
      </p>
    );
  }
  return (
    <section className="section" aria-label={texts.changes2}>
      <PlanTable
        plan={{ ...plan, changes: rows }}
        unitOf={unitOf}
        titleOf={titleOf}
        value={({ variable, to }) => {
          const refusal = variable in choices.set ? refusals.get(variable) : undefined;
          return (
            <ValueField
              key={`${variable} ${String(to)}`}
              variable={variable}
              text={choices.set[variable] ?? settingText(to, unitOf(variable))}
              {...(refusal === undefined ? {} : { refusal })}
              focused={variable in choices.set}
              onSet={(value) => set(variable, value)}
            />
          );
        }}
        control={({ variable }) => (
          <>
            {variable in choices.set && (
              <button type="button" className="quiet" onClick={() => unset(variable)}>
                {isAdvised(variable) ? texts.resetToRecommendation : texts.remove}
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
