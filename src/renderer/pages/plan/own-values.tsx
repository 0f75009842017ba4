import { type FormEvent, useId, useState } from 'react';
import { canonicalVariable } from '../../../shared/decisions';
import type { PlanChange, TuningPlan } from '../../../shared/plan';
import type { Section } from '../../../shared/snapshot';
import { useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { texts } from './texts';
import { ValueField } from './value-field';

/** Values set by hand that are not in the plan, each with the reason, and a way to set any other variable. */
export function OwnValues({
  plan,
  rows,
  snapshotId,
  set,
  unset,
}: {
  plan: TuningPlan;
  /** Rows that stand in the plan: a value that is refused is corrected there. */
  rows: readonly PlanChange[];
  snapshotId: string;
  set: (variable: string, value: string) => void;
  unset: (variable: string) => void;
}) {
  const choices = useShared('choices');
  const inPlan = new Set(rows.map(({ variable }) => variable));
  const refused = plan.leftOut.filter(({ variable }) => variable in choices.set && !inPlan.has(variable));
  return (
    <section className="section" aria-label={texts.valuesOfYourOwn}>
      {refused.length > 0 && (
        <>
          <h2>{texts.setByHandAndNot}</h2>
          <ul className="plain refused-values">
            {refused.map(({ variable, reason }) => (
              <li key={variable}>
                <code>{variable}</code>
                <ValueField
                  key={choices.set[variable]}
                  variable={variable}
                  text={choices.set[variable] ?? ''}
                  refusal={reason}
                  focused
                  onSet={(value) => set(variable, value)}
                />
                <button type="button" className="quiet" onClick={() => unset(variable)}>
                  {texts.remove}
                  <span className="unseen"> {texts.theValueOf(variable)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>{texts.setAnotherVariable}</summary>
        <AnotherVariable snapshotId={snapshotId} set={set} />
      </details>
    </section>
  );
}

function AnotherVariable({
  snapshotId,
  set,
}: {
  snapshotId: string;
  set: (variable: string, value: string) => void;
}) {
  const { loaded } = useCall('snapshot.section', { id: snapshotId, section: 'variables' });
  const [variable, setVariable] = useState('');
  const [value, setValue] = useState('');
  const id = useId();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (variable.trim() === '' || value.trim() === '') return;
    set(canonicalVariable(variable), value.trim());
    setVariable('');
    setValue('');
  };
  return (
    <form className="another-variable" onSubmit={onSubmit}>
      <label htmlFor={`${id}-name`}>{texts.variable}</label>
      <input
        id={`${id}-name`}
        list={`${id}-names`}
        value={variable}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setVariable(event.target.value)}
      />
      <datalist id={`${id}-names`}>
        {(loaded.state === 'ready' ? variableNames(loaded.value.data) : []).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <label htmlFor={`${id}-value`}>{texts.value}</label>
      <input
        id={`${id}-value`}
        value={value}
        spellCheck={false}
        autoComplete="off"
        placeholder="2G"
        onChange={(event) => setValue(event.target.value)}
      />
      <button type="submit" disabled={variable.trim() === '' || value.trim() === ''}>
        {texts.putIntoThePlan}
      </button>
    </form>
  );
}

function variableNames(data: Section['data']): string[] {
  const table = (data?.end ?? data?.start)?.table;
  const column = table?.columns.findIndex((name) => name.toLowerCase() === 'name') ?? -1;
  if (table === undefined || column === -1) return [];
  return table.rows.map((row) => String(row[column]));
}
