import { useState } from 'react';
import {
  armText,
  betterArms,
  changeText,
  outcomeWords,
  type ProbeResultSummary,
  workloadText,
} from '../../../shared/probe';
import { DeleteDialog } from '../../components/dialogs/delete-dialog';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime, versionName } from '../../components/frame/server-line';
import { Loading } from '../../components/loading';
import { useApp } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import { texts } from './texts';

/** Results measured or opened here, and those that come with Latchkey; none of them needs a server. */
export function ResultsList() {
  const { go, notify } = useApp();
  const { loaded, reload } = useCall('probe.results', {});
  const [deleting, setDeleting] = useState<ProbeResultSummary | null>(null);
  const open = async () => {
    const chosen = await call('dialog.open', {
      title: texts.openTheResultOfA,
      filters: [{ name: texts.resultsOfProbes, extensions: ['json'] }],
    });
    if (!chosen.ok || chosen.value.path === null) return;
    const opened = await call('probe.openResult', { path: chosen.value.path });
    if (opened.ok) go({ page: 'probe-result', id: opened.value.id });
    else notify({ error: opened.error });
  };
  const forget = async ({ id }: ProbeResultSummary) => {
    setDeleting(null);
    const reply = await call('probe.deleteResult', { id });
    if (!reply.ok) notify({ error: reply.error });
    reload();
  };
  return (
    <section className="section" aria-label={texts.results}>
      <div className="toolbar">
        <h2>{texts.results}</h2>
        <span className="push" />
        <button type="button" onClick={() => void open()}>
          {texts.openAResult}
        </button>
      </div>
      {loaded.state === 'loading' && <Loading what={texts.readingResults} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.length === 0 && (
        <p className="soft">{texts.nothingHasBeenMeasuredYet}</p>
      )}
      {loaded.state === 'ready' && loaded.value.length > 0 && (
        <table className="data probe-results">
          <thead>
            <tr>
              <th scope="col">{texts.probe}</th>
              <th scope="col">{texts.serverAndLoad}</th>
              <th scope="col">{texts.whatCameOut}</th>
              <th scope="col">{texts.when}</th>
              <th scope="col">
                <span className="unseen">{texts.deleteWord}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {loaded.value.map((result) => (
              <tr key={`${result.origin} ${result.id}`}>
                <th scope="row">
                  <button
                    type="button"
                    className="link"
                    data-result={result.probe}
                    onClick={() => go({ page: 'probe-result', id: result.id })}
                  >
                    {result.title}
                  </button>
                </th>
                <td>
                  {versionName(result.flavour, result.serverVersion)}
                  <span className="block soft">{workloadText(result.workload)}</span>
                </td>
                <td>
                  <span className="strong">{outcomeWords[result.outcome]}.</span> {result.text}
                  <OtherBetter result={result} />
                </td>
                <td>{result.origin === 'sample' ? texts.comesWithLatchkey : dateTime(result.startedAt)}</td>
                <td className="number">
                  {result.origin === 'history' && (
                    <button type="button" className="quiet" onClick={() => setDeleting(result)}>
                      {texts.deleteWord2(<span className="unseen"> {texts.theResultOf(result.title)}</span>)}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {deleting !== null && (
        <DeleteDialog
          title={texts.deleteThisResult}
          onDelete={() => void forget(deleting)}
          onKeep={() => setDeleting(null)}
        >
          {texts.itsSamplesAreGoneThen(deleting.title, dateTime(deleting.startedAt))}
        </DeleteDialog>
      )}
    </section>
  );
}

/** What else is better, with its interval: the best stands in the sentence above. */
function OtherBetter({ result: { arms } }: { result: ProbeResultSummary }) {
  const [, ...others] = betterArms(arms);
  if (others.length === 0) return null;
  return (
    <span className="block soft">
      {texts.alsoBetter(others.map((arm) => `${armText(arm)} ${changeText(arm)}`).join('; '))}
    </span>
  );
}
