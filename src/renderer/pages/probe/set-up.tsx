import { formatSeconds } from '../../../shared/base/units';
import type { ProbeSummary } from '../../../shared/probe';
import { TextField } from '../../components/controls/field';
import { IfLost, LoadFields } from '../../components/measure/load-fields';
import {
  DurabilityField,
  LongestTimeField,
  MetricField,
  SeedField,
} from '../../components/measure/run-fields';
import type { ProbeForm, ProbeFormErrors } from '../../state/probe-form';
import { ArmsEditor } from './arms-editor';
import { texts } from './texts';

/** Arms, load, longest time and what is compared. */
export function SetUp({
  summary,
  form,
  errors,
  onChange,
}: {
  summary: ProbeSummary;
  form: ProbeForm;
  errors: ProbeFormErrors;
  onChange: (part: Partial<ProbeForm>) => void;
}) {
  return (
    <form className="probe-set-up" onSubmit={(event) => event.preventDefault()} noValidate>
      {summary.id === 'custom' && <WhatIsCompared form={form} errors={errors} onChange={onChange} />}
      {form.best === null && (
        <ArmsEditor
          summary={summary}
          arms={form.arms}
          errors={errors}
          onChange={(arms) => onChange({ arms })}
        />
      )}
      <LoadFields summary={summary} form={form} errors={errors} onChange={onChange} />
      <fieldset className="card probe-load">
        <legend>{texts.timeAndComparison}</legend>
        <div className="probe-numbers">
          <LongestTimeField
            form={form}
            errors={errors}
            onChange={onChange}
            placeholder={texts.about(formatSeconds(Math.round(summary.defaultSeconds)))}
          />
          <TextField
            label={texts.settlingAfterEachChangeSeconds}
            value={form.settle}
            placeholder={String(summary.settleSeconds)}
            error={errors.settle}
            onChange={(settle) => onChange({ settle })}
          />
          <MetricField form={form} onChange={onChange} byDefault={texts.asTheProbeProposes} />
          <TextField
            label={texts.smallestRelevantChange}
            value={form.margin}
            placeholder="3"
            error={errors.margin}
            onChange={(margin) => onChange({ margin })}
          />
          <SeedField form={form} errors={errors} onChange={onChange} />
        </div>
        {(summary.durability || summary.id === 'custom') && (
          <DurabilityField form={form} onChange={onChange} label={texts.iAgreeToRelaxDurability} />
        )}
      </fieldset>
      <IfLost form={form} errors={errors} onChange={onChange} />
    </form>
  );
}

/** Variants of one's own, or the values of one variable. */
function WhatIsCompared({
  form: { best },
  errors,
  onChange,
}: {
  form: ProbeForm;
  errors: ProbeFormErrors;
  onChange: (part: Partial<ProbeForm>) => void;
}) {
  return (
    <fieldset className="card probe-load">
      <legend>{texts.whatIsCompared}</legend>
      <label className="check">
        <input
          type="radio"
          name="compared"
          checked={best === null}
          onChange={() => onChange({ best: null })}
        />
        {texts.variantsWithThePresentSettings}
      </label>
      <label className="check">
        <input
          type="radio"
          name="compared"
          checked={best !== null}
          onChange={() => onChange({ best: best ?? '' })}
        />
        {texts.valuesOfOneVariableWith}
      </label>
      {best !== null && (
        <TextField
          label={texts.variable}
          value={best}
          placeholder="innodb_spin_wait_delay"
          error={errors.best}
          hint={texts.numericAndOneThatActs}
          onChange={(variable) => onChange({ best: variable })}
        />
      )}
    </fieldset>
  );
}
