import { useEffect, useState } from 'react';
import { shortText } from '../../../shared/base/short-text';
import { formatSeconds } from '../../../shared/base/units';
import { GrowingCharts } from '../../components/live/growing-charts';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { texts } from './texts';

/** A snapshot while it is taken: how far it is, and what it has sampled so far. */
export function Running() {
  const { cancelSnapshot } = useApp();
  const job = useShared('snapshotJob');
  const { progress, cancelling } = job.state === 'running' ? job : { progress: null, cancelling: false };
  const [explains, setExplains] = useState<readonly string[] | null>(null);
  const reported = progress?.explains;
  useEffect(() => {
    if (reported !== undefined) setExplains(reported);
  }, [reported]);
  const total = progress?.total ?? null;
  return (
    <div className="running">
      <progress
        aria-label={texts.progressOfTheSnapshot}
        {...(progress === null || total === null ? {} : { value: progress.done, max: total })}
      />
      <p className="running-words" role="status">
        <span className="strong">{progress === null ? texts.connecting : phaseTitle(progress.phase)}</span>
        {progress !== null && total !== null && (
          <span>
            {': '}
            {progress.note}
            <span className="soft">{texts.stepOf(Math.floor(progress.done), Math.ceil(total))}</span>
          </span>
        )}
        {progress?.secondsLeft !== undefined && (
          <span className="soft">{texts.left(formatSeconds(Math.ceil(progress.secondsLeft)))}</span>
        )}
      </p>
      <div className="actions">
        <button type="button" disabled={cancelling} onClick={cancelSnapshot}>
          {cancelling ? texts.stopping : texts.cancel}
        </button>
        <span className="soft">{texts.cancelKeepsWhatWasGathered}</span>
      </div>
      <Sampled
        sampling={progress?.sampling}
        done={progress?.done ?? 0}
        plannedMs={job.state === 'running' ? 1000 * job.about.windowSeconds : 0}
      />
      {explains !== null && explains.length > 0 && (
        <details className="fold">
          <summary>{texts.willBeExplainedAtThe(explains.length)}</summary>
          <ul className="plain">
            {explains.map((text) => (
              <li key={text}>
                <code>{shortText(text)}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** What was sampled stays while the end of the window is read, which reports no samples. */
function Sampled({
  sampling,
  done,
  plannedMs,
}: {
  sampling: string | undefined;
  done: number;
  plannedMs: number;
}) {
  const [id, setId] = useState<string | null>(null);
  if (sampling !== undefined && sampling !== id) setId(sampling);
  const { loaded, reload } = useCall('snapshot.names', id === null ? null : { id });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each report of `done` brings a sample
  useEffect(() => {
    if (sampling !== undefined) reload();
  }, [done, sampling, reload]);
  const [last, setLast] = useState<NonNullable<Extract<typeof loaded, { state: 'ready' }>['value']> | null>(
    null,
  );
  if (loaded.state === 'ready' && loaded.value !== null && loaded.value !== last) setLast(loaded.value);
  if (id === null || last === null || last.series.length === 0) return null;
  return (
    <GrowingCharts
      source={{ kind: 'snapshot', id, startedAt: last.startedAt, series: last.series.length }}
      lengthMs={last.lengthMs}
      plannedMs={plannedMs}
    />
  );
}

const phaseTitles: Record<string, string> = {
  connect: texts.connecting,
  'collect-start': texts.readingAtTheStartOf,
  sample: texts.sampling,
  'collect-end': texts.readingAtTheEndOf,
  history: texts.readingTheHistory,
};

function phaseTitle(phase: string): string {
  return phaseTitles[phase] ?? phase;
}
