import { useMemo, useState } from 'react';
import { formatSeconds } from '../../../shared/base/units';
import { fileName } from '../../../shared/writers/file-name';
import { clampRange, type TimeRange } from '../../../view';
import { SelectField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { LiveLoad } from '../../components/live/live-load';
import { LiveSigns, type LiveSource } from '../../components/live/live-signs';
import { Loading } from '../../components/loading';
import { type AppValues, useApp } from '../../state/app-state';
import { call } from '../../state/call';
import { texts } from './texts';
import { type LiveRecording, useLive } from './use-live';

const spans = [
  { value: '60000', title: '1 min' },
  { value: '300000', title: '5 min' },
  { value: '900000', title: '15 min' },
  { value: '3600000', title: '1 h' },
] as const;

/** What is shown of a live recording, and what can be done with it. */
export function LiveView({ live }: { live: NonNullable<AppValues['live']> }) {
  const { setLive, notify, go, openPath } = useApp();
  const [paused, setPaused] = useState(false);
  const [span, setSpan] = useState<(typeof spans)[number]['value']>('300000');
  const [zoomed, setZoomed] = useState<TimeRange | null>(null);
  const loaded = useLive(live.id, paused);
  if (loaded.state === 'loading') return <Loading what={texts.readingSamples} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} />;
  const recording = loaded.value;
  if (recording === null) return <Gone onClose={() => setLive(null)} />;

  const stop = async () => {
    const reply = await call('recording.stop', { id: live.id });
    if (!reply.ok) notify({ error: reply.error });
  };
  const discard = async () => {
    const reply = await call('recording.delete', { id: live.id });
    if (reply.ok) setLive(null);
    else notify({ error: reply.error });
  };
  const keep = async () => {
    const reply = await call('recording.keep', { id: live.id });
    if (!reply.ok) return notify({ error: reply.error });
    setLive(null);
    go({ page: 'timeline', recording: live.id });
  };
  const whole = { fromMs: 0, toMs: Math.max(1, recording.lengthMs) };
  const range = zoomed ?? { fromMs: Math.max(0, whole.toMs - Number(span)), toMs: whole.toMs };
  const takeSnapshot = async () => {
    const chosen = await call('dialog.save', {
      title: texts.snapshotOfThisSpan,
      defaultName: fileName(recording.title, 'lks'),
      filters: [{ name: texts.latchkeySnapshots, extensions: ['lks'] }],
    });
    if (!chosen.ok || chosen.value.path === null) return;
    const reply = await call('recording.export', { id: live.id, ...range, path: chosen.value.path });
    if (reply.ok) await openPath(reply.value.path);
    else notify({ error: reply.error });
  };
  return (
    <>
      <div className="toolbar live-tools">
        <p role="status">
          <span className="strong">{live.target}</span>{' '}
          <span className="soft">{stateText(recording, paused)}</span>
        </p>
        <span className="push" />
        <SelectField label={texts.shown} value={span} options={spans} onChange={setSpan} />
        {recording.running && (
          <>
            <button type="button" aria-pressed={paused} onClick={() => setPaused(!paused)}>
              {paused ? texts.resume : texts.pause}
            </button>
            <button type="button" onClick={() => void stop()}>
              {texts.stop}
            </button>
          </>
        )}
        <button type="button" onClick={() => void takeSnapshot()}>
          {texts.snapshotOfThisSpan}
        </button>
        <button type="button" onClick={() => void keep()}>
          {texts.keepAsARecording}
        </button>
        {!recording.running && (
          <button type="button" className="danger" onClick={() => void discard()}>
            {texts.discard}
          </button>
        )}
      </div>
      <Charts
        recording={recording}
        range={range}
        whole={whole}
        isZoomed={zoomed !== null}
        onRange={(next) => setZoomed(next === null ? null : clampRange(next, whole))}
      />
    </>
  );
}

function Charts({
  recording,
  ...ranges
}: {
  recording: LiveRecording;
  range: TimeRange;
  whole: TimeRange;
  isZoomed: boolean;
  onRange: (range: TimeRange | null) => void;
}) {
  const { id, startedAt, series } = recording;
  const source = useMemo(
    (): LiveSource => ({ kind: 'recording', id, startedAt, series }),
    [id, startedAt, series],
  );
  if (series === 0) return <Loading what={texts.takingTheFirstSamples} />;
  return (
    <>
      <LiveSigns source={source} {...ranges} />
      <LiveLoad source={source} {...ranges} />
    </>
  );
}

function stateText({ running, lengthMs }: LiveRecording, paused: boolean): string {
  const length = formatSeconds(Math.round(lengthMs / 1000));
  if (!running) return texts.stoppedAfter(length);
  return paused ? texts.shownUpToSamplingGoes(length) : texts.runningFor(length);
}

function Gone({ onClose }: { onClose: () => void }) {
  return (
    <p className="toolbar">
      <span className="soft">{texts.whatWasSampledIsNot}</span>
      <button type="button" onClick={onClose}>
        {texts.startAgain}
      </button>
    </p>
  );
}
