import { type ProbeSummary, sysbenchPresets } from '../../../shared/probe';
import type { NumberField, ProbeForm, ProbeFormErrors } from '../../state/probe-form';
import { SelectField, TextField } from '../controls/field';

const loads = [
  {
    kind: 'live',
    title: 'Its own traffic',
    note: 'Compares the time per statement, because the clients decide how many arrive.',
  },
  {
    kind: 'sysbench',
    title: 'sysbench',
    note: 'A load of its own in the schema latchkey_probe, which is dropped afterwards. It competes with live traffic.',
  },
  {
    kind: 'replay',
    title: 'Replay',
    note: 'SELECTs that the server or its slow log has kept, sent again in read-only transactions. It competes with live traffic.',
  },
] as const;

const presets = sysbenchPresets.map((value) => ({ value, title: value }));

interface Shared {
  form: ProbeForm;
  errors: ProbeFormErrors;
  onChange: (part: Partial<ProbeForm>) => void;
}

/** The load under which is measured: the server's own, sysbench, or statements sent again. */
export function LoadFields({ summary, ...shared }: Shared & { summary: Pick<ProbeSummary, 'workloads'> }) {
  const { form, onChange } = shared;
  return (
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
          <NumberText {...shared} field="threads" label="Threads" />
          <NumberText {...shared} field="tables" label="Tables" />
          <NumberText {...shared} field="rows" label="Rows per table" />
        </div>
      )}
      {form.workload === 'replay' && (
        <div className="probe-numbers">
          <NumberText {...shared} field="threads" label="Connections" />
          <NumberText
            {...shared}
            field="rate"
            label="Statements per second"
            placeholder="as fast as answers come"
          />
          <TextField
            label="Slow log, path"
            value={form.slowLog}
            placeholder="what the server has kept"
            onChange={(slowLog) => onChange({ slowLog })}
          />
        </div>
      )}
    </fieldset>
  );
}

/** What becomes of the server where Latchkey is lost while values are set. */
export function IfLost(shared: Shared) {
  const { form, onChange } = shared;
  return (
    <fieldset className="card probe-load probe-switch">
      <legend>If Latchkey stops unexpectedly</legend>
      <p className="soft">
        Latchkey writes every original value to disk before it changes one, and offers to restore it at its
        next start. Until then the server keeps the value that was set last.
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
            an event on the server, in the schema latchkey_probe, restores everything when Latchkey has been
            silent for this long. It needs a running event scheduler, the EVENT privilege and a server that is
            not super_read_only; where it is not available, the plan says why.
          </span>
        </span>
      </label>
      {form.deadMansSwitch && (
        <div className="probe-numbers">
          <NumberText {...shared} field="switchSeconds" label="After, seconds" />
        </div>
      )}
    </fieldset>
  );
}

function NumberText({
  form,
  errors,
  onChange,
  field,
  label,
  placeholder,
}: Shared & { field: NumberField; label: string; placeholder?: string }) {
  return (
    <TextField
      label={label}
      value={form[field]}
      {...(placeholder === undefined ? {} : { placeholder })}
      error={errors[field]}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
}

/** Why a load cannot be chosen here; null: it can. */
function refusalOf(
  kind: ProbeForm['workload'],
  { workloads }: Pick<ProbeSummary, 'workloads'>,
): string | null {
  if (workloads.includes(kind)) return null;
  const names = workloads.map((each) => (each === 'live' ? 'its own traffic' : each));
  return `Not with this probe: it measures under ${names.join(' or ')}.`;
}
