import { metricFacts, metricIdSchema } from '../../../shared/probe';
import type { ProbeForm, ProbeFormErrors } from '../../state/probe-form';
import { SelectField, TextField } from '../controls/field';
import { texts } from './texts';

interface FieldsOfForm {
  form: ProbeForm;
  onChange: (part: Partial<ProbeForm>) => void;
}

export function LongestTimeField({
  form,
  errors,
  onChange,
  placeholder,
}: FieldsOfForm & { errors: ProbeFormErrors; placeholder: string }) {
  return (
    <TextField
      label={texts.longestTimeMinutes}
      value={form.minutes}
      placeholder={placeholder}
      error={errors.minutes}
      onChange={(minutes) => onChange({ minutes })}
    />
  );
}

/** @param byDefault what is compared where nothing is chosen */
export function MetricField({ form, onChange, byDefault }: FieldsOfForm & { byDefault: string }) {
  const options = [
    { value: '' as const, title: byDefault },
    ...metricIdSchema.options.map((value) => ({ value, title: metricFacts[value].text })),
  ];
  return (
    <SelectField
      label={texts.compared}
      value={form.metric}
      options={options}
      onChange={(metric) => onChange({ metric })}
    />
  );
}

export function SeedField({ form, errors, onChange }: FieldsOfForm & { errors: ProbeFormErrors }) {
  return (
    <TextField
      label={texts.randomSeed}
      value={form.seed}
      placeholder={texts.drawn}
      error={errors.seed}
      onChange={(seed) => onChange({ seed })}
    />
  );
}

export function DurabilityField({ form, onChange, label }: FieldsOfForm & { label: string }) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={form.allowDurability}
        onChange={(event) => onChange({ allowDurability: event.target.checked })}
      />
      {label}
    </label>
  );
}
