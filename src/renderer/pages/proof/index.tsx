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
        title={`Proof of the plan on ${about.target}`}
        progress={progress}
        stopping={cancelling}
        armName={(arm) => (arm === 'baseline' ? 'present settings' : arm)}
        onStop={stopProof}
      />
    );
  }
  return id === undefined ? <NewProof /> : <KeptProof id={id} />;
}

function KeptProof({ id }: { id: string }) {
  const { loaded, reload } = useCall('proof.get', { id });
  usePageState('proof', loaded.state);
  if (loaded.state === 'loading') return <Loading what="Reading the proof" />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  return <ProofView result={loaded.value.result} />;
}

function NewProof() {
  const { go } = useApp();
  const source = useShared('source');
  const failed = useShared('proofJob', (job) => (job.state === 'failed' ? job.error : null));
  if (source === null)
    return <NoSource what="Proof" text="Open a snapshot and make a plan: it is what is proven." />;
  return (
    <div className="page proof">
      <div>
        <button type="button" className="link" onClick={() => go({ page: 'plan' })}>
          The plan
        </button>
        <h1>Prove this plan</h1>
        <p>
          The plan is measured on the server against the present settings, in pairs of short slots in random
          order: first the whole of it, then which of its changes do it, then what is kept. Everything is
          restored at the end.
        </p>
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
    <section className="section" aria-label="Proofs of this snapshot">
      <h2>Measured before</h2>
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
