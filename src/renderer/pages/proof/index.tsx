import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { Loading } from '../../components/loading';
import { Running } from '../../components/measure/running';
import { NoSource } from '../../components/no-source';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { Preparation } from './preparation';
import { ProofView } from './proof-view';
import { texts } from './texts';

export const page = definePage('proof', ProofPage);

/** The plan of the open snapshot, proven on its server: set up, consented to, running, and what came of it. */
function ProofPage({ id }: { id?: string }) {
  const { stopProof } = useApp();
  const job = useShared('proofJob');
  if (job.state === 'running') {
    const { about, progress, cancelling } = job;
    return (
      <Running
        what="proof"
        title={texts.proofOfThePlanOn(about.target)}
        progress={progress}
        stopping={cancelling}
        armName={(arm) => (arm === 'baseline' ? texts.presentSettings : arm)}
        onStop={stopProof}
      />
    );
  }
  return id === undefined ? <NewProof /> : <KeptProof id={id} />;
}

function KeptProof({ id }: { id: string }) {
  const { loaded, reload } = useCall('proof.get', { id });
  usePageState('proof', loaded.state);
  if (loaded.state === 'loading') return <Loading what={texts.readingTheProof} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  return <ProofView result={loaded.value.result} />;
}

function NewProof() {
  const { go } = useApp();
  const source = useShared('source');
  const failed = useShared('proofJob', (job) => (job.state === 'failed' ? job.error : null));
  if (source === null) return <NoSource what={texts.proof} text={texts.openASnapshotAndMake} />;
  return (
    <div className="page proof">
      <div>
        <button type="button" className="link" onClick={() => go({ page: 'plan' })}>
          {texts.thePlan}
        </button>
        <h1>{texts.proveThisPlan}</h1>
        <p>{texts.thePlanIsMeasuredOn}</p>
      </div>
      {failed !== null && <ErrorNotice error={failed} />}
      <Preparation source={source} />
      <Proofs snapshot={source.id} />
    </div>
  );
}

/** What was measured of the plans of this snapshot. */
function Proofs({ snapshot }: { snapshot: string }) {
  const { go } = useApp();
  const { loaded } = useCall('proof.list', {});
  usePageState('proof', loaded.state);
  if (loaded.state !== 'ready') return null;
  const own = loaded.value.filter((each) => each.snapshot === snapshot);
  if (own.length === 0) return null;
  return (
    <section className="section" aria-label={texts.proofsOfThisSnapshot}>
      <h2>{texts.measuredBefore}</h2>
      <ul className="plain">
        {own.map(({ id, endedAt, target, text }) => (
          <li key={id}>
            <button type="button" className="link" onClick={() => go({ page: 'proof', id })}>
              {dateTime(endedAt)}, {target}
            </button>{' '}
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
