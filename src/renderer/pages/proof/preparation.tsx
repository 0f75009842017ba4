import { useState } from 'react';
import { defined } from '../../../shared/base/defined';
import { counted } from '../../../shared/base/units';
import { describeTarget } from '../../../shared/connection';
import type { ProbeRequest } from '../../../shared/probe';
import type { RpcInput } from '../../../shared/rpc';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { Loading } from '../../components/loading';
import { IfLost, LoadFields } from '../../components/measure/load-fields';
import { PlannedRun } from '../../components/measure/planned-run';
import {
  DurabilityField,
  LongestTimeField,
  MetricField,
  SeedField,
} from '../../components/measure/run-fields';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { type Connection, requestOf } from '../../state/connection-form';
import { useJob } from '../../state/job';
import { type ProbeForm, type ProbeFormErrors, probeFormOf, readProbeForm } from '../../state/probe-form';
import { forWindow } from '../../state/window-error';
import { ProofDesignWords } from './design-words';
import { texts } from './texts';

const loads = { workloads: ['live', 'sysbench', 'replay'] } satisfies { workloads: ProbeForm['workload'][] };

/** What stands between a plan and its proof: changes to prove, and the server. */
export function Preparation({ source }: { source: SnapshotSummary }) {
  const { go } = useApp();
  const connection = useShared('connection');
  const choices = useShared('choices');
  const { loaded, reload } = useCall('plan.get', { id: source.id, choices }, { keep: true });
  if (loaded.state === 'loading') return <Loading what={texts.makingThePlan} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  const { changes } = loaded.value;
  if (changes.length === 0)
    return (
      <section className="card" aria-label={texts.emptyPlan}>
        <p>{texts.thePlanIsEmptyAccept}</p>
        <div className="actions">
          <button type="button" className="primary" onClick={() => go({ page: 'plan' })}>
            {texts.goToThePlan}
          </button>
        </div>
      </section>
    );
  if (connection === null)
    return (
      <section className="card" aria-label={texts.noServer}>
        <p>{texts.canBeProvenOnThe(counted(changes.length, 'change'))}</p>
        <div className="actions">
          <button
            type="button"
            className="primary"
            onClick={() => go({ page: 'connect', next: { page: 'proof' } })}
          >
            {texts.connectToAServer}
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
  const [keepObserved, setKeepObserved] = useState(false);
  const [errors, setErrors] = useState<ProbeFormErrors>({});
  const [asked, setAsked] = useState<Planned | null>(null);
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
      request: { ...asProof(read.request), ...(keepObserved ? { keepObserved } : {}) },
    };
    setAsked(input);
    void plan.start(input);
  };
  const planned = plan.job.state === 'done' ? plan.job.value : null;
  const run = () => {
    if (planned === null || asked === null) return;
    const request = { ...asked.request, seed: planned.plan.seed };
    runProof({ ...asked, request, agreed: planned.planDigest }, target);
  };

  return (
    <>
      <form className="probe-set-up" onSubmit={(event) => event.preventDefault()} noValidate>
        <LoadFields summary={loads} form={form} errors={errors} onChange={change} />
        <TimeFields form={form} errors={errors} onChange={change} />
        <fieldset className="card probe-load">
          <legend>{texts.afterTheProof}</legend>
          <label className="check">
            <input
              type="checkbox"
              checked={keepObserved}
              onChange={(event) => {
                setKeepObserved(event.target.checked);
                plan.reset();
              }}
            />
            {texts.keepWhatFillsOverMinutes}
          </label>
        </fieldset>
        <IfLost form={form} errors={errors} onChange={change} />
      </form>
      <div className="actions probe-actions">
        <button
          type="button"
          className={planned === null ? 'primary' : ''}
          disabled={plan.job.state === 'running'}
          onClick={show}
        >
          {texts.showTheDesign}
        </button>
        <span className="soft">{texts.nothingIsChangedOnBefore(target)}</span>
      </div>
      {plan.job.state === 'running' && (
        <JobLine label={texts.workingOutTheDesign} {...plan.job} onCancel={plan.cancel} />
      )}
      {plan.job.state === 'failed' && <ErrorNotice error={forWindow(plan.job.error)} />}
      {planned !== null && (
        <PlannedRun
          label={texts.designOfTheProof}
          plan={planned.plan}
          target={connection.target}
          runLabel={texts.runThisProof}
          blocked={probes ? texts.aProbeIsUnderWay : null}
          onAgree={run}
        >
          <ProofDesignWords plan={planned.plan} />
        </PlannedRun>
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
      <legend>{texts.timeAndComparison}</legend>
      <div className="probe-numbers">
        <LongestTimeField form={form} errors={errors} onChange={onChange} placeholder="25" />
        <MetricField form={form} onChange={onChange} byDefault={texts.theOneWithLessNoise} />
        <SeedField form={form} errors={errors} onChange={onChange} />
      </div>
      <DurabilityField form={form} onChange={onChange} label={texts.iAgreeToRelaxDurability} />
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
