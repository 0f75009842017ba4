import { useMemo } from 'react';
import { formatCount, formatSeconds } from '../../../shared/base/units';
import type { ProbeProgress } from '../../../shared/probe';
import type { Progress } from '../../../shared/progress';
import type { ChartMark, TimeChartData } from '../../../view';
import { LiveChart } from '../../../view/charts/time/live-chart';
import { type ProbeSecond, useApp, useShared } from '../../state/app-state';
import { saveChart } from '../save-chart';

const stages: Record<ProbeProgress['stage'], string> = {
  load: 'Starting the load',
  baseline: 'Measuring the load as it is',
  exploration: 'Exploring',
  verdict: 'Deciding',
  restore: 'Restoring everything',
};

/** A probe or a proof while it runs: where it is, what it measures, what is watched, and how to stop it. */
export function Running({
  what,
  title,
  progress,
  stopping,
  armName,
  onStop,
}: {
  what: 'probe' | 'proof';
  title: string;
  progress: Progress | null;
  stopping: boolean;
  /** An arm, for people. */
  armName: (arm: string) => string;
  onStop: () => void;
}) {
  const { notify } = useApp();
  const seconds = useShared('probeSeconds');
  const probe = progress?.probe;
  const data = useMemo(() => secondsChart(seconds, probe?.unit ?? ''), [seconds, probe?.unit]);
  const total = progress?.total ?? null;
  return (
    <div className="page probe-live">
      <div className="toolbar">
        <h1>{title}</h1>
        <span className="push" />
        <button type="button" className="danger" disabled={stopping} onClick={onStop}>
          {stopping ? 'Restoring everything' : 'Stop and restore'}
        </button>
      </div>
      <progress
        aria-label={`Progress of the ${what}`}
        {...(progress === null || total === null ? {} : { value: progress.done, max: total })}
      />
      <dl className="probe-state">
        <div>
          <dt>Stage</dt>
          <dd>
            <span role="status">
              {stopping
                ? 'Stopping: the values are being restored'
                : probe === undefined
                  ? (progress?.note ?? 'Connecting')
                  : what === 'proof'
                    ? progress?.note
                    : stages[probe.stage]}
            </span>
          </dd>
        </div>
        <div>
          <dt>Variant in force</dt>
          <dd>{probe?.arm == null ? 'none yet' : armName(probe.arm)}</dd>
        </div>
        <div>
          <dt>{what === 'proof' ? 'Pair' : 'Block'}</dt>
          <dd>
            {probe === undefined || probe.block === 0
              ? 'none yet'
              : `${probe.block} of at most ${probe.blocks}`}
          </dd>
        </div>
        <div>
          <dt>Last second</dt>
          <dd>
            {probe?.value == null ? 'none yet' : `${formatCount(Math.round(probe.value))} ${probe.unit}`}
          </dd>
        </div>
        <div>
          <dt>Threads running</dt>
          <dd>{probe?.threadsRunning ?? 'not known'}</dd>
        </div>
        <div>
          <dt>Time left, at most</dt>
          <dd>
            {progress?.secondsLeft === undefined
              ? 'not known'
              : formatSeconds(Math.ceil(progress.secondsLeft))}
          </dd>
        </div>
      </dl>
      <section className="card" aria-label="Seconds">
        <LiveChart
          title="Each second, with the variant in force"
          data={data}
          onSave={(file) => void saveChart(file, notify)}
        />
      </section>
      {probe !== undefined && probe.guards.length > 0 && (
        <section className="section" aria-label="Guards">
          <h2>Guards</h2>
          <ul className="plain probe-guards">
            {probe.guards.map(({ guard, state }) => (
              <li key={guard} className={`guard guard-${state}`}>
                <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                  <path d={guardShapes[state]} />
                </svg>
                {guard.replaceAll('-', ' ')} <span className="soft">{guardWords[state]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="soft">
        The {what} goes on while you look at other pages. It restores everything at its end, when it is
        stopped, and when the window is closed.
      </p>
    </div>
  );
}

const guardWords = {
  watching: 'within its limit',
  near: 'outside its limit for less than three seconds',
  breached: 'breached',
  off: 'not available here',
} as const;

const guardShapes = {
  watching: 'M2 6.5 5 9.5 10 3',
  near: 'M6 1.5 11 10.5H1z',
  breached: 'M2 2l8 8M10 2l-8 8',
  off: 'M2 6h8',
} as const;

function secondsChart(seconds: readonly ProbeSecond[], unit: string): TimeChartData {
  const marks: (ChartMark & { toMs: number })[] = [];
  let before: string | null | undefined;
  for (const { at, arm } of seconds) {
    const last = marks[marks.length - 1];
    if (arm !== null && last !== undefined && arm === before) last.toMs = at;
    else if (arm !== null) {
      const fromMs = last !== undefined && before != null ? last.toMs : Math.max(0, at - 1000);
      marks.push({
        kind: arm === 'baseline' ? 'present' : 'arm',
        fromMs,
        toMs: at,
        label: arm === 'baseline' ? 'present settings' : arm,
      });
    }
    before = arm;
  }
  return {
    unit: unit === 'us' ? 'us' : 'count/s',
    lines: [
      {
        label: unit === 'us' ? 'CPU time for a statement' : 'Statements per second',
        points: seconds.map(({ at, value }) => ({ x: at, y: value ?? Number.NaN })),
      },
    ],
    marks,
  };
}
