import { type ProbeSummary, sysbenchPresets } from '../../../shared/probe';
import type { NumberField, ProbeForm, ProbeFormErrors } from '../../state/probe-form';
import { SelectField, TextField } from '../controls/field';
import { texts } from './texts';

const loads = [
  {
    kind: 'live',
    title: texts.itsOwnTraffic,
    note: texts.comparesTheTimePerStatement,
  },
  {
    kind: 'sysbench',
    title: 'sysbench',
    note: texts.aLoadOfItsOwn,
  },
  {
    kind: 'replay',
    title: texts.replay,
    note: texts.selectsThatTheServerOr,
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
      <legend>{texts.load}</legend>
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
            label={texts.kind}
            value={form.preset}
            options={presets}
            onChange={(preset) => onChange({ preset })}
          />
          <NumberText {...shared} field="threads" label={texts.threads} />
          <NumberText {...shared} field="tables" label={texts.tables} />
          <NumberText {...shared} field="rows" label={texts.rowsPerTable} />
        </div>
      )}
      {form.workload === 'replay' && (
        <div className="probe-numbers">
          <NumberText {...shared} field="threads" label={texts.connections} />
          <NumberText
            {...shared}
            field="rate"
            label={texts.statementsPerSecond}
            placeholder={texts.asFastAsAnswersCome}
          />
          <TextField
            label={texts.slowLogPath}
            value={form.slowLog}
            placeholder={texts.whatTheServerHasKept}
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
      <legend>{texts.ifLatchkeyStopsUnexpectedly}</legend>
      <p className="soft">{texts.latchkeyWritesEveryOriginalValue}</p>
      <label className="check">
        <input
          type="checkbox"
          checked={form.deadMansSwitch}
          onChange={(event) => onChange({ deadMansSwitch: event.target.checked })}
        />
        <span>
          <span className="strong">{texts.deadMansSwitch}</span>{' '}
          <span className="soft">{texts.anEventOnTheServer}</span>
        </span>
      </label>
      {form.deadMansSwitch && (
        <div className="probe-numbers">
          <NumberText {...shared} field="switchSeconds" label={texts.afterSeconds} />
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
  return texts.notWithThisProbeIt(names.join(' or '));
}
