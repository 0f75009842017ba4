import { formatSeconds } from '../../../shared/base/units';
import { metricFacts, metricIdSchema, type ProbeSummary, sysbenchPresets } from '../../../shared/probe';
import { SelectField, TextField } from '../../components/controls/field';
import type { NumberField, ProbeForm, ProbeFormErrors } from '../../state/probe-form';
import { ArmsEditor } from './arms-editor';

const loads = [
  {
    kind: 'live',
    title: 'Its own traffic',
    note: 'Time of a statement is compared, because how many come is up to the clients.',
  },
  {
    kind: 'sysbench',
    title: 'sysbench',
    note: 'A load of its own in the schema latchkey_probe, which is dropped afterwards. It competes with the traffic there is.',
  },
  {
    kind: 'replay',
    title: 'Replay',
    note: 'SELECTs that the server or its slow log has kept, sent again in read-only transactions. It competes with the traffic there is.',
  },
] as const;

const presets = sysbenchPresets.map((value) => ({ value, title: value }));
const metrics = [
  { value: '' as const, title: 'As the probe proposes' },
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
  const text = (field: NumberField, label: string, placeholder?: string) => (
    <TextField
      label={label}
      value={form[field]}
      {...(placeholder === undefined ? {} : { placeholder })}
      error={errors[field]}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
  return (
    <form className="probe-set-up" onSubmit={(event) => event.preventDefault()} noValidate>
      <ArmsEditor
        summary={summary}
        arms={form.arms}
        errors={errors}
        onChange={(arms) => onChange({ arms })}
      />
      <fieldset className="card probe-load">
        <legend>Load</legend>
        {loads.map(({ kind, title, note }) => {
          const refused = refusalOf(kind, summary);
          return (
            <label key={kind} className="check">
              <input
                type="radio"
                name="workload"
                checked={form.workload === kind}
                disabled={refused !== null}
                onChange={() => onChange({ workload: kind })}
              />
              <span>
                <span className="strong">{title}</span> <span className="soft">{refused ?? note}</span>
              </span>
            </label>
          );
        })}
        {form.workload === 'sysbench' && (
          <div className="probe-numbers">
            <SelectField
              label="Kind"
              value={form.preset}
              options={presets}
              onChange={(preset) => onChange({ preset })}
            />
            {text('threads', 'Threads')}
            {text('tables', 'Tables')}
            {text('rows', 'Rows of each')}
          </div>
        )}
        {form.workload === 'replay' && (
          <div className="probe-numbers">
            {text('threads', 'Connections')}
            {text('rate', 'Statements per second', 'as fast as answers come')}
            <TextField
              label="Slow log, path"
              value={form.slowLog}
              placeholder="what the server has kept"
              onChange={(slowLog) => onChange({ slowLog })}
            />
          </div>
        )}
      </fieldset>
      <fieldset className="card probe-load">
        <legend>Time and comparison</legend>
        <div className="probe-numbers">
          <TextField
            label="Longest time, minutes"
            value={form.minutes}
            placeholder={`about ${formatSeconds(Math.round(summary.defaultSeconds))}`}
            error={errors.minutes}
            onChange={(minutes) => onChange({ minutes })}
          />
          <TextField
            label="Settling after each change, seconds"
            value={form.settle}
            placeholder={String(summary.settleSeconds)}
            error={errors.settle}
            onChange={(settle) => onChange({ settle })}
          />
          <SelectField
            label="Compared"
            value={form.metric}
            options={metrics}
            onChange={(metric) => onChange({ metric })}
          />
          <TextField
            label="Smallest relevant change, %"
            value={form.margin}
            placeholder="3"
            error={errors.margin}
            onChange={(margin) => onChange({ margin })}
          />
          <TextField
            label="Seed of the order"
            value={form.seed}
            placeholder="drawn"
            error={errors.seed}
            onChange={(seed) => onChange({ seed })}
          />
        </div>
        {summary.durability && (
          <label className="check">
            <input
              type="checkbox"
              checked={form.allowDurability}
              onChange={(event) => onChange({ allowDurability: event.target.checked })}
            />
            I agree to relax durability: a crash of the server or the machine meanwhile may lose transactions
            that clients believe committed.
          </label>
        )}
      </fieldset>
      <fieldset className="card probe-load probe-switch">
        <legend>If Latchkey is lost</legend>
        <p className="soft">
          Latchkey notes every original value on disk before it changes one, and restores it at its next
          start. Until then the server keeps what it was given last.
        </p>
        <label className="check">
          <input
            type="checkbox"
            checked={form.deadMansSwitch}
            onChange={(event) => onChange({ deadMansSwitch: event.target.checked })}
          />
          <span>
            <span className="strong">Dead man's switch:</span>{' '}
            <span className="soft">
              an event of the server, in the schema latchkey_probe, restores everything when Latchkey has not
              been heard of for so long. It needs a running event scheduler, the privilege EVENT and a server
              that is not super_read_only; where it cannot be had, the plan says why.
            </span>
          </span>
        </label>
        {form.deadMansSwitch && (
          <div className="probe-numbers">{text('switchSeconds', 'After, seconds')}</div>
        )}
      </fieldset>
    </form>
  );
}

/** Why a load cannot be chosen here; null: it can. */
function refusalOf(kind: ProbeForm['workload'], { workloads }: ProbeSummary): string | null {
  if (workloads.includes(kind)) return null;
  const names = workloads.map((each) => (each === 'live' ? 'its own traffic' : each));
  return `Not with this probe: it measures under ${names.join(' or ')}.`;
}
