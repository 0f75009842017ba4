import { useState } from 'react';
import { defined } from '../../../shared/base/defined';
import { counted } from '../../../shared/base/units';
import { describeTarget } from '../../../shared/connection';
import { metricFacts, metricIdSchema, type ProbeRequest } from '../../../shared/probe';
import type { RpcInput } from '../../../shared/rpc';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { SelectField, TextField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { Loading } from '../../components/loading';
import { Consent } from '../../components/measure/consent';
import { IfLost, LoadFields } from '../../components/measure/load-fields';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { type Connection, requestOf } from '../../state/connection-form';
import { useJob } from '../../state/job';
import { type ProbeForm, type ProbeFormErrors, probeFormOf, readProbeForm } from '../../state/probe-form';
import { forWindow } from '../../state/window-error';
import { ProofDesignWords } from './design-words';

const loads = { workloads: ['live', 'sysbench', 'replay'] } satisfies { workloads: ProbeForm['workload'][] };
const metrics = [
  { value: '' as const, title: 'The one with less noise' },
  ...metricIdSchema.options.map((value) => ({ value, title: metricFacts[value].text })),
];

/** What stands between a plan and its proof: changes to prove, and the server. */
export function Preparation({ source }: { source: SnapshotSummary }) {
  const { go } = useApp();
  const connection = useShared('connection');
  const choices = useShared('choices');
  const { loaded, reload } = useCall('plan.get', { id: source.id, choices }, { keep: true });
  if (loaded.state === 'loading') return <Loading what="Making the plan" />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  const { changes } = loaded.value;
  if (changes.length === 0)
    return (
      <section className="card" aria-label="Empty plan">
        <p>The plan is empty. Accept the advice of a finding, or set a value of your own.</p>
        <div className="actions">
          <button type="button" className="primary" onClick={() => go({ page: 'plan' })}>
            Go to the plan
          </button>
        </div>
      </section>
    );
  if (connection === null)
    return (
      <section className="card" aria-label="No server">
        <p>
          {counted(changes.length, 'change')} can be proven on the server of the snapshot only, under a load
          that may be measured.
        </p>
        <div className="actions">
          <button
            type="button"
            className="primary"
            onClick={() => go({ page: 'connect', next: { page: 'proof' } })}
          >
            Connect to a server
          </button>
        </div>
      </section>
    );
  return <SetUp source={source} connection={connection} />;
}

type Planned = RpcInput<'proof.plan'>;

/** The form, then the design that comes of it, then the question for consent. */
function SetUp({ source, connection }: { source: SnapshotSummary; connection: Connection }) {
  const { runProof } = useApp();
  const choices = useShared('choices');
  const probes = useShared('probeJob', (job) => job.state === 'running');
  const [form, setForm] = useState<ProbeForm>(() => ({
    ...probeFormOf({ id: 'custom', arms: [], preset: 'read-write', ...loads }),
    workload: 'live',
    arms: null,
  }));
  const [errors, setErrors] = useState<ProbeFormErrors>({});
  const [asked, setAsked] = useState<Planned | null>(null);
  const [consenting, setConsenting] = useState(false);
  const plan = useJob('proof.plan');
  const target = describeTarget(connection.target);

  const change = (part: Partial<ProbeForm>) => {
    setForm({ ...form, ...part });
    // What was planned is no longer what the form says.
    plan.reset();
  };
  const show = () => {
    const read = readProbeForm('custom', form);
    setErrors(read.ok ? {} : read.errors);
    if (!read.ok) return;
    const input = {
      ...requestOf(connection),
      id: source.id,
      choices,
      force: null,
      request: asProof(read.request),
    };
    setAsked(input);
    void plan.start(input);
  };
  const planned = plan.job.state === 'done' ? plan.job.value : null;
  const run = () => {
    if (planned === null || asked === null) return;
    setConsenting(false);
    const request = { ...asked.request, seed: planned.plan.seed };
    runProof({ ...asked, request, agreed: planned.planDigest }, target);
  };

  return (
    <>
      <form className="probe-set-up" onSubmit={(event) => event.preventDefault()} noValidate>
        <LoadFields summary={loads} form={form} errors={errors} onChange={change} />
        <TimeFields form={form} errors={errors} onChange={change} />
        <IfLost form={form} errors={errors} onChange={change} />
      </form>
      <div className="actions probe-actions">
        <button
          type="button"
          className={planned === null ? 'primary' : ''}
          disabled={plan.job.state === 'running'}
          onClick={show}
        >
          Show the design
        </button>
        <span className="soft">Nothing is changed on {target} before you agree to its statements.</span>
      </div>
      {plan.job.state === 'running' && (
        <JobLine label="Working out the design" {...plan.job} onCancel={plan.cancel} />
      )}
      {plan.job.state === 'failed' && <ErrorNotice error={forWindow(plan.job.error)} />}
      {planned !== null && (
        <section className="card probe-plan" aria-label="Design of the proof">
          <ProofDesignWords plan={planned.plan} />
          <div className="actions">
            <button type="button" className="primary" disabled={probes} onClick={() => setConsenting(true)}>
              Run this proof
            </button>
            {probes && <span className="soft">A probe is under way.</span>}
          </div>
        </section>
      )}
      {consenting && planned !== null && (
        <Consent
          plan={planned.plan}
          target={connection.target}
          onAgree={run}
          onClose={() => setConsenting(false)}
        />
      )}
    </>
  );
}

function TimeFields({
  form,
  errors,
  onChange,
}: {
  form: ProbeForm;
  errors: ProbeFormErrors;
  onChange: (part: Partial<ProbeForm>) => void;
}) {
  return (
    <fieldset className="card probe-load">
      <legend>Time and comparison</legend>
      <div className="probe-numbers">
        <TextField
          label="Longest time, minutes"
          value={form.minutes}
          placeholder="25"
          error={errors.minutes}
          onChange={(minutes) => onChange({ minutes })}
        />
        <SelectField
          label="Compared"
          value={form.metric}
          options={metrics}
          onChange={(metric) => onChange({ metric })}
        />
        <TextField
          label="Random seed"
          value={form.seed}
          placeholder="drawn"
          error={errors.seed}
          onChange={(seed) => onChange({ seed })}
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={form.allowDurability}
          onChange={(event) => onChange({ allowDurability: event.target.checked })}
        />
        I agree to relax durability where the plan does: a crash of the server or the machine meanwhile may
        lose transactions that clients believe committed.
      </label>
    </fieldset>
  );
}

function asProof({
  workload,
  maxSeconds,
  seed,
  metric,
  allowDurability,
  deadMansSwitchSeconds,
}: ProbeRequest): Planned['request'] {
  return { workload, ...defined({ maxSeconds, seed, metric, allowDurability, deadMansSwitchSeconds }) };
}
