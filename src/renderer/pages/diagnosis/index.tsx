import type { Analysis } from '../../../shared/analysis';
import { shortText } from '../../../shared/base/short-text';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { sqlShareText } from '../../../shared/top-sql-text';
import { inWindowWords } from '../../../shared/window/window-words';
import { Headline, HistoryList, NotCheckedList, topWaits, WaitsTable } from '../../../view';
import { ErrorNotice } from '../../components/error-notice';
import { FindingsPanel } from '../../components/findings/findings-panel';
import { Mutes } from '../../components/findings/mutes';
import { Loading } from '../../components/loading';
import { NoSource } from '../../components/no-source';
import { SaveReport } from '../../components/save-report';
import { LoadByWait } from '../../components/session-load';
import { VitalSigns } from '../../components/vital-signs';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

export const page = definePage('diagnosis', DiagnosisPage);

const waitCount = 8;
const statementCount = 3;

/** @param from the finding from which the reader came back; it gets the focus */
function DiagnosisPage({ from }: { from?: string }) {
  const { reloadAnalysis } = useApp();
  const source = useShared('source');
  const analysis = useShared('analysis');
  usePageState('diagnosis', source === null ? 'ready' : analysis.state);
  if (source === null) return <NoSource what={texts.diagnosis} />;
  if (analysis.state === 'loading') return <Loading what={texts.judgingTheSnapshot} />;
  if (analysis.state === 'failed') return <ErrorNotice error={analysis.error} onRetry={reloadAnalysis} />;
  return <Diagnosis source={source} analysis={analysis.value} {...(from === undefined ? {} : { from })} />;
}

function Diagnosis({
  source,
  analysis,
  from,
}: {
  source: SnapshotSummary;
  analysis: Analysis;
  from?: string;
}) {
  const { go } = useApp();
  const tell = (ruleId: string) => go({ page: 'rule', ruleId });
  return (
    <div className="page diagnosis">
      {!source.complete && <PartialNote id={source.id} />}
      <Headline analysis={analysis} />
      <LoadByWait id={source.id} />
      <VitalSigns id={source.id} />
      <FindingsPanel findings={analysis.findings} {...(from === undefined ? {} : { from })} />
      {analysis.history !== undefined && (
        <section className="section" aria-labelledby="history-heading">
          <h2 id="history-heading">{texts.history}</h2>
          <HistoryList history={analysis.history} />
        </section>
      )}
      <TopStatements id={source.id} />
      <Waits id={source.id} />
      {analysis.notChecked.length > 0 && (
        <details className="section">
          <summary>
            <h2>{texts.notChecked(analysis.notChecked.length)}</h2>
          </summary>
          <NotCheckedList notChecked={analysis.notChecked} words={inWindowWords} onOpen={tell} />
          <DeclareHost analysis={analysis} />
        </details>
      )}
      {analysis.passed.length > 0 && (
        <details className="section">
          <summary>
            <h2>{texts.passed(analysis.passed.length)}</h2>
          </summary>
          <ul className="plain columns">
            {analysis.passed.map((rule) => (
              <li key={rule.ruleId}>
                <button type="button" className="link" onClick={() => tell(rule.ruleId)}>
                  {rule.title}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="actions">
        <button type="button" onClick={() => go({ page: 'checks' })}>
          {texts.allChecks}
        </button>
        <button type="button" onClick={() => go({ page: 'summary' })}>
          {texts.summaryOnOnePage}
        </button>
      </div>
      <MutedFindings analysis={analysis} />
      <section className="section" aria-label={texts.report}>
        <h2>{texts.report}</h2>
        <SaveReport id={source.id} />
      </section>
    </div>
  );
}

/** What the reader chose not to see, and rules of their own that could not run. */
function MutedFindings({ analysis: { muted, faultyRules } }: { analysis: Analysis }) {
  const { reloadAnalysis, go } = useApp();
  return (
    <>
      {muted.length > 0 && (
        <details className="section">
          <summary>
            <h2>{texts.muted(muted.length)}</h2>
          </summary>
          <Mutes mutes={muted} onChanged={reloadAnalysis} />
        </details>
      )}
      {faultyRules.length > 0 && (
        <details className="section">
          <summary>
            <h2>{texts.rulesOfYourOwnThat(faultyRules.length)}</h2>
          </summary>
          <button type="button" className="link" onClick={() => go({ page: 'rules' })}>
            {texts.rulesOfYourOwnAre}
          </button>
          <ul className="plain">
            {faultyRules.map(({ path, message }) => (
              <li key={path}>
                <span className="path">{path}</span>
                <span className="block soft">{message}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Where facts about the host are missing: the way to the fields that take them. */
function DeclareHost({ analysis: { notChecked } }: { analysis: Analysis }) {
  const { go } = useApp();
  if (!notChecked.some(({ reasons }) => reasons.some(({ code }) => code === 'no-host'))) return null;
  return (
    <div className="actions">
      <button type="button" onClick={() => go({ page: 'connect', fold: 'host' })}>
        {texts.declareHostHardware}
      </button>
      <span className="soft">{texts.memoryCpusAndStorageFor}</span>
    </div>
  );
}

function PartialNote({ id }: { id: string }) {
  const { loaded } = useCall('snapshot.detail', { id });
  const reason = loaded.state === 'ready' ? loaded.value.incomplete?.text : undefined;
  return (
    <p className="notice notice-info" role="note">
      {texts.thisSnapshotIsPartialWhat(reason ?? '')}
    </p>
  );
}

/** The costliest statements in short; the rest is a page of its own. */
function TopStatements({ id }: { id: string }) {
  const { go } = useApp();
  const { loaded } = useCall('analysis.topSql', { id, limit: statementCount });
  return (
    <section className="section" aria-label={texts.topSql}>
      <h2>{texts.topSql}</h2>
      {loaded.state === 'loading' && <Loading what={texts.readingStatements} />}
      {loaded.state === 'failed' && <p className="soft">{loaded.error.message}</p>}
      {loaded.state === 'ready' &&
        (loaded.value.reason === null ? (
          <ol className="top-sql-short">
            {loaded.value.statements.map((one) => (
              <li key={one.key}>
                <span className="strong">{sqlShareText(one.share)}</span>
                <code>{shortText(one.text, 160)}</code>
              </li>
            ))}
          </ol>
        ) : (
          <p className="soft">{loaded.value.reason.text}</p>
        ))}
      <div className="actions">
        <button type="button" onClick={() => go({ page: 'top-sql' })}>
          {texts.openTopSql}
        </button>
      </div>
    </section>
  );
}

function Waits({ id }: { id: string }) {
  const { loaded } = useCall('snapshot.section', { id, section: 'pfs-waits-global' });
  return (
    <section className="section">
      <h2>{texts.waits}</h2>
      {loaded.state === 'loading' && <Loading what={texts.readingWaits} />}
      {loaded.state === 'failed' && <p className="soft">{loaded.error.message}</p>}
      {loaded.state === 'ready' && <WaitsOf section={loaded.value} />}
    </section>
  );
}

function WaitsOf({ section }: { section: Parameters<typeof topWaits>[0] }) {
  const waits = topWaits(section, waitCount);
  if (waits === null) {
    return <p className="soft">{section.reason?.text ?? texts.waitsWereReadAtOne}</p>;
  }
  if (waits.length === 0) {
    return <p className="soft">{texts.noWaitWasTimedDuring}</p>;
  }
  return (
    <>
      <WaitsTable waits={waits} />
      <p className="soft">{texts.averageActiveSessionsSecondsWaited}</p>
    </>
  );
}
