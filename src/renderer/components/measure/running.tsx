import { useMemo } from 'react';
import { formatCount, formatSeconds } from '../../../shared/base/units';
import type { ProbeProgress } from '../../../shared/probe';
import type { Progress } from '../../../shared/progress';
import { type ChartMark, type TimeChartData, unbroken } from '../../../view';
import { LiveChart } from '../../../view/charts/time/live-chart';
import { type ProbeSecond, useApp, useShared } from '../../state/app-state';
import { saveChart } from '../save-chart';
import { texts } from './texts';

const stages: Record<ProbeProgress['stage'], string> = {
  load: texts.startingTheLoad,
  baseline: texts.measuringTheLoadAsIt,
  exploration: texts.exploring,
  verdict: texts.deciding,
  restore: texts.restoringEverything,
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
          {stopping ? texts.restoringEverything : texts.stopAndRestore}
        </button>
      </div>
      <progress
        aria-label={texts.progressOfThe(what)}
        {...(progress === null || total === null ? {} : { value: progress.done, max: total })}
      />
      <dl className="probe-state">
        <div>
          <dt>{texts.stage}</dt>
          <dd>
            <span role="status">
              {stopping
                ? texts.stoppingTheValuesAreBeing
                : probe === undefined
                  ? (progress?.note ?? texts.connecting)
                  : what === 'proof'
                    ? progress?.note
                    : stages[probe.stage]}
            </span>
          </dd>
        </div>
        <div>
          <dt>{texts.variantInForce}</dt>
          <dd>{probe?.arm == null ? texts.noneYet : armName(probe.arm)}</dd>
        </div>
        <div>
          <dt>{what === 'proof' ? texts.pair : texts.block}</dt>
          <dd>
            {probe === undefined || probe.block === 0
              ? texts.noneYet
              : texts.ofAtMost(probe.block, probe.blocks)}
          </dd>
        </div>
        <div>
          <dt>{texts.lastSecond}</dt>
          <dd>
            {probe?.value == null
              ? texts.noneYet
              : `${formatCount(Math.round(probe.value))}\u00a0${probe.unit}`}
          </dd>
        </div>
        <div>
          <dt>{texts.threadsRunning}</dt>
          <dd>{probe?.threadsRunning ?? texts.notKnown}</dd>
        </div>
        <div>
          <dt>{texts.timeLeftAtMost}</dt>
          <dd>
            {progress?.secondsLeft === undefined
              ? texts.notKnown
              : unbroken(formatSeconds(Math.ceil(progress.secondsLeft)))}
          </dd>
        </div>
      </dl>
      <section className="card" aria-label={texts.seconds}>
        <LiveChart
          title={texts.eachSecondWithTheVariant}
          data={data}
          onSave={(file) => void saveChart(file, notify)}
        />
      </section>
      {probe !== undefined && probe.guards.length > 0 && (
        <section className="section" aria-label={texts.guards}>
          <h2>{texts.guards}</h2>
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
      <p className="soft">{texts.theGoesOnWhileYou(what)}</p>
    </div>
  );
}

const guardWords = {
  watching: texts.withinItsLimit,
  near: texts.outsideItsLimitForLess,
  breached: 'breached',
  off: texts.notAvailableHere,
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
        label: arm === 'baseline' ? texts.presentSettings : arm,
      });
    }
    before = arm;
  }
  return {
    unit: unit === 'us' ? 'us' : 'count/s',
    lines: [
      {
        label: unit === 'us' ? texts.cpuTimeForAStatement : texts.statementsPerSecond,
        points: seconds.map(({ at, value }) => ({ x: at, y: value ?? Number.NaN })),
      },
    ],
    marks,
  };
}
