import { formatSeconds } from '../../../shared/base/units';
import { describeTarget } from '../../../shared/connection';
import type { ProbeSummary } from '../../../shared/probe';
import { inWindowWords } from '../../../shared/window/window-words';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { requestOf } from '../../state/connection-form';
import { usePageState } from '../../state/page-state';
import { ResultsList } from './results-list';
import { texts } from './texts';

export const page = definePage('probes', ProbesPage);

/** What can be measured, and here whether on the connected server. */
function ProbesPage() {
  const { go } = useApp();
  const connection = useShared('connection');
  const { loaded, reload } = useCall('probe.list', {
    connection: connection === null ? null : requestOf(connection),
  });
  usePageState('probes', loaded.state);
  return (
    <div className="page probes">
      <h1>{texts.probes}</h1>
      <p className="soft probes-lead">{texts.aProbeComparesSettingsWith}</p>
      <div className="toolbar">
        <h2>{connection === null ? texts.whatCanBeMeasured : `On ${describeTarget(connection.target)}`}</h2>
        <span className="push" />
        {connection === null && (
          <button
            type="button"
            className="primary"
            onClick={() => go({ page: 'connect', next: { page: 'probes' } })}
          >
            {texts.connectToAServer}
          </button>
        )}
      </div>
      {loaded.state === 'loading' && (
        <Loading what={connection === null ? texts.readingTheProbes : texts.askingTheServerWhichProbes} />
      )}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <ul className="plain probe-cards">
          {loaded.value.map((probe) => (
            <li key={probe.id}>
              <ProbeCard probe={probe} onOpen={() => go({ page: 'probe', probe: probe.id })} />
            </li>
          ))}
        </ul>
      )}
      <ResultsList />
    </div>
  );
}

/** `about 4 min`: how long it takes depends on the noise, so seconds would say more than is known. */
function roughTime(seconds: number): string {
  return texts.about(formatSeconds(seconds < 120 ? Math.round(seconds) : Math.round(seconds / 60) * 60));
}

function ProbeCard({ probe, onOpen }: { probe: ProbeSummary; onOpen: () => void }) {
  const { title, question, defaultSeconds, workloads, durability, arms, refusal } = probe;
  return (
    <article className={refusal == null ? 'card probe-card' : 'card probe-card probe-card-refused'}>
      <h3>
        <button type="button" className="link" data-probe={probe.id} onClick={onOpen}>
          {title}
        </button>
      </h3>
      <p>{question}</p>
      {refusal != null && (
        <p className="probe-refusal">
          <strong>{texts.notOnThisServer}</strong> {refusal.text}
          {refusal.remedy !== undefined && (
            <>
              {' '}
              <code>{inWindowWords(refusal.remedy)}</code>
            </>
          )}
        </p>
      )}
      <p className="probe-facts soft">
        <span>{roughTime(defaultSeconds)}</span>
        <span>{eitherOf(workloads)}</span>
        {arms.length > 0 && (
          <span>
            {arms.length} {arms.length === 1 ? 'variant' : 'variants'}
          </span>
        )}
        {durability && <span className="tag tag-warning">{texts.relaxesDurability}</span>}
      </p>
    </article>
  );
}

/** `sysbench, live or replay`. */
function eitherOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
