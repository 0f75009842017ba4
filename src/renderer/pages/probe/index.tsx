import { useState } from 'react';
import { defined } from '../../../shared/base/defined';
import { describeTarget } from '../../../shared/connection';
import type { ProbeId, ProbeRequest, ProbeSummary, RequestedArm } from '../../../shared/probe';
import { inWindowWords } from '../../../shared/window/window-words';
import { ErrorNotice } from '../../components/error-notice';
import { FindingLinks } from '../../components/findings/finding-links';
import { JobLine } from '../../components/job-line';
import { Loading } from '../../components/loading';
import { PlannedRun } from '../../components/measure/planned-run';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { type Connection, requestOf } from '../../state/connection-form';
import { useJob } from '../../state/job';
import { usePageState } from '../../state/page-state';
import { type ProbeForm, type ProbeFormErrors, probeFormOf, readProbeForm } from '../../state/probe-form';
import { forWindow } from '../../state/window-error';
import { LiveProbe } from './live';
import { PlanWords } from './plan-words';
import { SetUp } from './set-up';
import { texts } from './texts';

export const page = definePage('probe', ProbePage);

function ProbePage({ probe, advised }: { probe: ProbeId; advised?: RequestedArm }) {
  // Another probe starts with a form of its own.
  return <OneProbe key={probe} probe={probe} {...(advised === undefined ? {} : { advised })} />;
}

/** One probe: set up, planned, consented to, and while it runs. */
function OneProbe({ probe: id, advised }: { probe: ProbeId; advised?: RequestedArm }) {
  const { go } = useApp();
  const connection = useShared('connection');
  const running = useShared('probeJob', (job) => (job.state === 'running' ? job.about.probe : null));
  const failed = useShared('probeJob', (job) => (job.state === 'failed' ? job : null));
  const { loaded, reload } = useCall('probe.list', {
    connection: connection === null ? null : requestOf(connection),
  });
  const isRunning = running === id;
  usePageState('probe', isRunning ? 'ready' : loaded.state);
  if (isRunning) return <LiveProbe />;
  if (loaded.state === 'loading') return <Loading what={texts.askingWhichProbesSuit} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  const summary = loaded.value.find((each) => each.id === id);
  if (summary === undefined) return <p>{texts.thereIsNoSuchProbe}</p>;
  const back = { page: 'probe', probe: id, ...defined({ advised }) } as const;
  return (
    <div className="page probe">
      <div>
        <button type="button" className="link" onClick={() => go({ page: 'probes' })}>
          {texts.allProbes}
        </button>
        <h1>{summary.title}</h1>
        <p>{summary.question}</p>
        <FindingLinks lead={texts.findingsThatItTests} wanted={({ probe }) => probe === id} />
      </div>
      {failed?.about.probe === id && <ErrorNotice error={forWindow(failed.error)} />}
      {connection === null ? (
        <section className="card" aria-label={texts.noServer}>
          <p>{texts.thisProbeRunsOnA}</p>
          <div className="actions">
            <button type="button" className="primary" onClick={() => go({ page: 'connect', next: back })}>
              {texts.connectToAServer}
            </button>
          </div>
        </section>
      ) : summary.refusal != null ? (
        <section className="card" aria-label={texts.refused}>
          <p className="strong">{texts.notOn(describeTarget(connection.target))}</p>
          <p>{summary.refusal.text}</p>
          {summary.refusal.remedy !== undefined && (
            <pre className="statement">{inWindowWords(summary.refusal.remedy)}</pre>
          )}
        </section>
      ) : (
        <Preparation
          summary={summary}
          connection={connection}
          {...(advised === undefined ? {} : { advised })}
        />
      )}
    </div>
  );
}

/** The form, then the plan that comes of it, then the question for consent. */
function Preparation({
  summary,
  connection,
  advised,
}: {
  summary: ProbeSummary;
  connection: Connection;
  advised?: RequestedArm;
}) {
  const { runProbe } = useApp();
  const otherRuns = useShared('probeJob', (job) => job.state === 'running');
  const [form, setForm] = useState(() => probeFormOf(summary, advised));
  const [errors, setErrors] = useState<ProbeFormErrors>({});
  const [asked, setAsked] = useState<ProbeRequest | null>(null);
  const plan = useJob('probe.plan');
  const target = describeTarget(connection.target);

  const change = (part: Partial<ProbeForm>) => {
    setForm({ ...form, ...part });
    // What was planned is no longer what the form says.
    plan.reset();
  };
  const show = () => {
    const read = readProbeForm(summary.id, form);
    setErrors(read.ok ? {} : read.errors);
    if (!read.ok) return;
    setAsked(read.request);
    void plan.start({ ...requestOf(connection), request: read.request });
  };
  const planned = plan.job.state === 'done' ? plan.job.value : null;
  const run = () => {
    if (planned === null || asked === null) return;
    const request = { ...asked, seed: planned.plan.seed };
    const { probe, title, arms } = planned.plan;
    runProbe(
      { ...requestOf(connection), request, agreed: planned.planDigest },
      { probe, title, arms, target },
    );
  };

  return (
    <>
      <SetUp summary={summary} form={form} errors={errors} onChange={change} />
      <div className="actions probe-actions">
        <button
          type="button"
          className={planned === null ? 'primary' : ''}
          disabled={plan.job.state === 'running' || (summary.durability && !form.allowDurability)}
          onClick={show}
        >
          {texts.showThePlan}
        </button>
        <span className="soft">{texts.nothingIsChangedOnBefore(target)}</span>
      </div>
      {plan.job.state === 'running' && (
        <JobLine label={texts.workingOutThePlan} {...plan.job} onCancel={plan.cancel} />
      )}
      {plan.job.state === 'failed' && <ErrorNotice error={forWindow(plan.job.error)} />}
      {planned !== null && (
        <PlannedRun
          label={texts.planOfTheProbe}
          plan={planned.plan}
          target={connection.target}
          runLabel={texts.runThisProbe}
          blocked={otherRuns ? texts.anotherProbeIsUnderWay : null}
          onAgree={run}
        >
          <PlanWords plan={planned.plan} />
        </PlannedRun>
      )}
    </>
  );
}
