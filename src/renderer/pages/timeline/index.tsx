import { useEffect, useMemo, useState } from 'react';
import { formatSeconds } from '../../../shared/base/units';
import {
  type ChartMark,
  clampRange,
  createChartLink,
  drawnUnit,
  panRange,
  sampleTime,
  type TimeRange,
  zoomRange,
} from '../../../view';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { Loading } from '../../components/loading';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import type { SourceRef } from '../../state/use-drawn';
import { type Averages, possibleAverages } from './averages';
import { Events } from './event-table';
import { useEvents } from './events';
import { type Overlay, OverlayField } from './overlay-field';
import { Pane } from './pane';
import { firstPanes, type PaneSeries, withSeries } from './panes';
import { SeriesPicker } from './series-picker';
import { seriesTitle } from './series-title';
import { type RecordingEntry, type TimelineSource, useTimelineSource } from './source';
import { Stalls } from './stalls';
import { texts } from './texts';

export const page = definePage('timeline', TimelinePage);

/** While something is being recorded, the list is read again so often. */
const refreshMs = 5000;

/**
 * Any sampled series of the open snapshot or of a recording, with averages over it, stalls and events.
 * @param recording shown first @param series drawn first
 */
function TimelinePage({ recording, series }: { recording?: string; series?: string[] }) {
  const snapshot = useShared('source');
  const listed = useCall('recording.list', {});
  const recordings = listed.loaded.state === 'ready' ? listed.loaded.value : [];
  const [chosen, setChosen] = useState<SourceRef | null>(
    recording === undefined ? null : { kind: 'recording', id: recording },
  );
  const ref = useMemo((): SourceRef | null => {
    if (chosen !== null) return chosen;
    return snapshot === null ? null : { kind: 'snapshot', id: snapshot.id };
  }, [chosen, snapshot]);
  const { loaded } = useTimelineSource(ref, recordings);
  const isLoading = listed.loaded.state === 'loading' || (ref !== null && loaded.state === 'loading');
  usePageState('timeline', isLoading ? 'loading' : loaded.state === 'failed' ? 'failed' : 'ready');

  const { reload } = listed;
  const isRecording = recordings.some(({ running }) => running);
  useEffect(() => {
    if (!isRecording) return;
    const timer = setInterval(reload, refreshMs);
    return () => clearInterval(timer);
  }, [isRecording, reload]);

  if (listed.loaded.state === 'failed') return <ErrorNotice error={listed.loaded.error} onRetry={reload} />;
  return (
    <div className="page timeline">
      <div className="timeline-head">
        <h1>{texts.timeline}</h1>
        <SourceField chosen={ref} recordings={recordings} onChoose={setChosen} />
      </div>
      {isLoading && <Loading what={texts.readingSeries} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} />}
      {!isLoading && loaded.state === 'ready' && (
        <SourceView
          source={loaded.value}
          refKind={ref?.kind ?? null}
          {...(series === undefined ? {} : { series })}
        />
      )}
    </div>
  );
}

function SourceField({
  chosen,
  recordings,
  onChoose,
}: {
  chosen: SourceRef | null;
  recordings: RecordingEntry[];
  onChoose: (ref: SourceRef) => void;
}) {
  const snapshot = useShared('source');
  const analysis = useShared('analysis');
  const history = analysis.state === 'ready' && analysis.value.history !== undefined;
  if (chosen === null) return null;
  return (
    <label className="inline-field">
      <span className="soft">{texts.seriesOf}</span>
      <select
        value={`${chosen.kind} ${chosen.id}`}
        onChange={(event) => {
          const [kind, id] = event.target.value.split(' ');
          if (id === undefined) return;
          onChoose({ kind: kind === 'snapshot' || kind === 'history' ? kind : 'recording', id });
        }}
      >
        {snapshot !== null && <option value={`snapshot ${snapshot.id}`}>{texts.thisSnapshot}</option>}
        {history && snapshot !== null && (
          <option value={`history ${snapshot.id}`}>{texts.theHistoryOfThisSnapshot}</option>
        )}
        {recordings.map(({ id, title, startedAt }) => (
          <option key={id} value={`recording ${id}`}>
            {texts.recording2(title, dateTime(startedAt))}
          </option>
        ))}
      </select>
    </label>
  );
}

function SourceView({
  source,
  refKind,
  series,
}: {
  source: TimelineSource | null;
  refKind: SourceRef['kind'] | null;
  series?: string[];
}) {
  const { go } = useApp();
  if (refKind === null) {
    return (
      <div className="timeline-none">
        <p className="soft">{texts.noSnapshotIsOpenOpen}</p>
        <button type="button" onClick={() => go({ page: 'welcome' })}>
          {texts.tryASample}
        </button>
        <button type="button" onClick={() => go({ page: 'recordings' })}>
          {texts.recordings}
        </button>
      </div>
    );
  }
  if (source === null || source.series.length === 0) {
    return (
      <p className="soft timeline-none">
        {refKind !== 'recording' ? texts.thisSnapshotWasTakenAt : texts.nothingIsStoredYetThe}
      </p>
    );
  }
  // Another source starts over; what is chosen of one means nothing in another.
  return <Panes key={source.ref.id} source={source} {...(series === undefined ? {} : { series })} />;
}

function Panes({ source, series }: { source: TimelineSource; series?: string[] }) {
  const [panes, setPanes] = useState<PaneSeries[]>(() => firstPanes(source, series ?? []));
  const [zoomed, setZoomed] = useState<TimeRange | null>(null);
  const possible = useMemo(() => possibleAverages(source), [source]);
  const [averages, setAverages] = useState<Averages>({ samples: true, lengthsMs: possible });
  const [link] = useState(createChartLink);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const lengthMs = Math.max(source.lengthMs, overlay?.lengthMs ?? 0);
  const whole = useMemo(() => ({ fromMs: 0, toMs: Math.max(1, lengthMs) }), [lengthMs]);
  const range = zoomed ?? whole;
  const isHistory = source.ref.kind === 'history';
  const { loaded: stalls } = useCall(
    source.ref.kind === 'recording' ? 'recording.stalls' : 'snapshot.stalls',
    isHistory ? null : { id: source.ref.id },
  );
  const events = useEvents(source);
  const marks = useMemo(
    (): ChartMark[] => [
      ...events.marks,
      ...(stalls.state === 'ready' ? (stalls.value ?? []) : []).map(
        ({ startMs, lengthMs, measure }): ChartMark => ({
          kind: 'stall',
          fromMs: startMs,
          toMs: startMs + lengthMs,
          label: measure,
        }),
      ),
    ],
    [events.marks, stalls],
  );
  const titles = panes.map(({ names }) => ({
    title: names
      .map((name) => seriesTitle(source.series.find((one) => one.name === name) ?? { name }))
      .join(', '),
    unit: drawnUnit(source.series.find((one) => one.name === names[0]) ?? { kind: 'gauge', unit: 'none' }),
  }));
  const zoom = (next: TimeRange | null) => {
    const clamped = next === null ? null : clampRange(next, whole);
    setZoomed(clamped !== null && clamped.fromMs <= 0 && clamped.toMs >= whole.toMs ? null : clamped);
  };
  return (
    <>
      <div className="toolbar timeline-tools">
        <SeriesPicker
          series={source.series}
          panes={titles}
          onPick={(name, pane) => setPanes((before) => withSeries(before, name, pane))}
        />
        <span className="push" />
        <AverageChoice
          intervalMs={source.intervalMs}
          possible={possible}
          averages={averages}
          onChange={setAverages}
        />
      </div>
      <OverlayField source={source} overlay={overlay} onChoose={setOverlay} />
      <RangeTools source={source} range={range} whole={whole} onRange={zoom} />
      {panes.length === 0 && <p className="soft">{texts.noSeriesIsShownAdd}</p>}
      <div className="panes">
        {panes.map((pane) => (
          <Pane
            key={pane.id}
            source={source}
            overlay={overlay}
            names={pane.names}
            range={range}
            whole={whole}
            averages={averages}
            marks={marks}
            link={link}
            onRange={zoom}
            onRemove={() => setPanes((before) => before.filter(({ id }) => id !== pane.id))}
          />
        ))}
      </div>
      {isHistory ? (
        <p className="soft">
          {texts.meansAndLargestStepsOf} {source.stepText}
        </p>
      ) : (
        <Stalls stalls={stalls} ofSnapshot={source.ref.kind === 'snapshot'} onZoom={zoom} />
      )}
      <Events events={events.rows} startedAt={source.startedAt} />
    </>
  );
}

function RangeTools({
  source,
  range,
  whole,
  onRange,
}: {
  source: TimelineSource;
  range: TimeRange;
  whole: TimeRange;
  onRange: (range: TimeRange | null) => void;
}) {
  const isWhole = range.fromMs <= whole.fromMs && range.toMs >= whole.toMs;
  return (
    <div className="toolbar range-tools">
      <p role="status" data-range={`${Math.round(range.fromMs)} ${Math.round(range.toMs)}`}>
        <span className="strong">{texts.to(sampleTime(range.fromMs), sampleTime(range.toMs))}</span>{' '}
        <span className="soft">
          {texts.ofSince(formatSeconds(Math.round(source.lengthMs / 1000)), dateTime(source.startedAt))}
        </span>
      </p>
      <span className="push" />
      <div className="segmented">
        <button type="button" disabled={isWhole} onClick={() => onRange(panRange(range, -0.5, whole))}>
          {texts.earlier}
        </button>
        <button type="button" disabled={isWhole} onClick={() => onRange(panRange(range, 0.5, whole))}>
          {texts.later}
        </button>
        <button type="button" onClick={() => onRange(zoomRange(range, 0.5, whole))}>
          {texts.zoomIn}
        </button>
        <button type="button" disabled={isWhole} onClick={() => onRange(zoomRange(range, 2, whole))}>
          {texts.zoomOut}
        </button>
        <button type="button" disabled={isWhole} onClick={() => onRange(null)}>
          {texts.whole}
        </button>
      </div>
    </div>
  );
}

function AverageChoice({
  intervalMs,
  possible,
  averages,
  onChange,
}: {
  intervalMs: number;
  possible: readonly number[];
  averages: Averages;
  onChange: (averages: Averages) => void;
}) {
  return (
    <fieldset className="choice averages">
      <legend className="unseen">{texts.whatIsDrawnOfEach}</legend>
      <label>
        <input
          type="checkbox"
          checked={averages.samples}
          onChange={(event) => onChange({ ...averages, samples: event.target.checked })}
        />
        {texts.samples(formatSeconds(intervalMs / 1000))}
      </label>
      {possible.map((ms) => (
        <label key={ms}>
          <input
            type="checkbox"
            checked={averages.lengthsMs.includes(ms)}
            onChange={(event) =>
              onChange({
                ...averages,
                lengthsMs: possible.filter((one) =>
                  one === ms ? event.target.checked : averages.lengthsMs.includes(one),
                ),
              })
            }
          />
          {texts.averages(formatSeconds(ms / 1000))}
        </label>
      ))}
    </fieldset>
  );
}
