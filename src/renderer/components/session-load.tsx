import { useMemo } from 'react';
import { formatValue } from '../../shared/base/units';
import type { RpcOutput } from '../../shared/rpc';
import { inWindowWords } from '../../shared/window/window-words';
import { loadLines, sessionNames, type TimeChartData, topObjects } from '../../view';
import { LiveChart } from '../../view/charts/time/live-chart';
import { useApp } from '../state/app-state';
import { useCall } from '../state/call';
import { Loading } from './loading';
import { saveChart } from './save-chart';
import { texts } from './texts';

type Sampled = NonNullable<RpcOutput<'snapshot.names'>>;

/** Stacked areas need one value for each time: the mean of so many pixels' worth. */
const steps = 500;
const mostSeries = 100;
/** Of the classes of waits, drawn one below the other in the timeline. */
const mostPanes = 4;

/** Active sessions over the window, stacked by what they were found doing. */
export function LoadByWait({ id }: { id: string }) {
  const { loaded } = useCall('snapshot.names', { id });
  if (loaded.state === 'loading') return <Loading what={texts.readingSessions} />;
  if (loaded.state === 'failed') return <p className="soft">{loaded.error.message}</p>;
  const sampled = loaded.value;
  if (sampled === null) return null;
  const names = sessionNames(sampled.series.map(({ name }) => name));
  if (names.classes.length === 0) {
    return <p className="soft">{texts.activeSessionsByWaitClass}</p>;
  }
  return <Load id={id} sampled={sampled} names={names} />;
}

function Load({
  id,
  sampled,
  names,
}: {
  id: string;
  sampled: Sampled;
  names: ReturnType<typeof sessionNames>;
}) {
  const { notify, go } = useApp();
  const averageMs = Math.max(1000, Math.ceil(sampled.lengthMs / steps / 1000) * 1000);
  const { loaded } = useCall('snapshot.drawn', {
    id,
    names: [...names.classes, ...names.objects].slice(0, mostSeries),
    pixels: 2 * steps,
    averagesMs: [averageMs],
  });
  const data = useMemo((): TimeChartData => {
    const lines = loaded.state === 'ready' ? loadLines(loaded.value) : [];
    return { unit: 'count', lines, stacked: true, startedAt: sampled.startedAt };
  }, [loaded, sampled.startedAt]);
  if (loaded.state === 'failed') return <p className="soft">{loaded.error.message}</p>;
  if (
    loaded.state === 'ready' &&
    !data.lines.some(({ points }) => points.some(({ y }) => !Number.isNaN(y)))
  ) {
    return <p className="soft">{texts.activeSessionsByWaitClassThe}</p>;
  }
  const objects = loaded.state === 'ready' ? topObjects(loaded.value) : [];
  const { sessions } = sampled;
  return (
    <section className="card load-by-wait" aria-label={texts.activeSessionsByWaitClass2}>
      {loaded.state === 'loading' ? (
        <Loading what={texts.readingSessions} />
      ) : (
        <LiveChart
          title={texts.activeSessionsByWaitClass2}
          data={data}
          onSave={(file) => void saveChart(file, notify)}
        >
          <button
            type="button"
            className="quiet"
            onClick={() => go({ page: 'timeline', series: names.classes.slice(0, mostPanes) })}
          >
            {texts.timeline(<span className="unseen"> {texts.ofActiveSessionsByWait}</span>)}
          </button>
        </LiveChart>
      )}
      {objects.length > 0 && (
        <p className="soft">
          {texts.topWaitsSessionsOnAverage(
            objects.map(({ object, sessions: mean }) => `${object} ${formatValue(mean, 'ratio')}`).join(', '),
          )}
        </p>
      )}
      {sessions?.basis === 'states' && (
        <p className="soft">
          {sessions.text} {inWindowWords(sessions.remedy ?? '')}
        </p>
      )}
    </section>
  );
}
