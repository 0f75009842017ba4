import { formatSeconds } from '../../../shared/base/units';
import { metricFacts, metricIdSchema, type ProbeSummary } from '../../../shared/probe';
import { SelectField, TextField } from '../../components/controls/field';
import { IfLost, LoadFields } from '../../components/measure/load-fields';
import type { ProbeForm, ProbeFormErrors } from '../../state/probe-form';
import { ArmsEditor } from './arms-editor';
import { texts } from './texts';

const metrics = [
  { value: '' as const, title: texts.asTheProbeProposes },
  ...metricIdSchema.options.map((value) => ({ value, title: metricFacts[value].text })),
];

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
          <TextField
            label={texts.longestTimeMinutes}
            value={form.minutes}
            placeholder={texts.about(formatSeconds(Math.round(summary.defaultSeconds)))}
            error={errors.minutes}
            onChange={(minutes) => onChange({ minutes })}
          />
          <TextField
            label={texts.settlingAfterEachChangeSeconds}
            value={form.settle}
            placeholder={String(summary.settleSeconds)}
            error={errors.settle}
            onChange={(settle) => onChange({ settle })}
          />
          <SelectField
            label={texts.compared}
            value={form.metric}
            options={metrics}
            onChange={(metric) => onChange({ metric })}
          />
          <TextField
            label={texts.smallestRelevantChange}
            value={form.margin}
            placeholder="3"
            error={errors.margin}
            onChange={(margin) => onChange({ margin })}
          />
          <TextField
            label={texts.randomSeed}
            value={form.seed}
            placeholder="drawn"
            error={errors.seed}
            onChange={(seed) => onChange({ seed })}
          />
        </div>
        {(summary.durability || summary.id === 'custom') && (
          <label className="check">
            <input
              type="checkbox"
              checked={form.allowDurability}
              onChange={(event) => onChange({ allowDurability: event.target.checked })}
            />
            {texts.iAgreeToRelaxDurability}
          </label>
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
