import { useEffect, useState } from 'react';
import type { ErrorDocument } from '../../../shared/base/error';
import { shortText } from '../../../shared/base/short-text';
import { formatBytes, formatCount, formatSeconds } from '../../../shared/base/units';
import { describeTarget } from '../../../shared/connection';
import type { RpcOutput } from '../../../shared/rpc';
import { serverName } from '../../../shared/server';
import { fileName } from '../../../shared/writers/file-name';
import { ConnectFirst } from '../../components/connect-first';
import { ExportAndDelete } from '../../components/controls/export-and-delete';
import { SelectField } from '../../components/controls/field';
import { DeleteDialog } from '../../components/dialogs/delete-dialog';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { GrowingCharts } from '../../components/live/growing-charts';
import { Loading } from '../../components/loading';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import { requestOf } from '../../state/connection-form';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

type RecordingEntry = RpcOutput<'recording.list'>[number];

export const page = definePage('recordings', RecordingsPage);

/** While something is being recorded, the list is read again so often. */
const refreshMs = 1000;

function RecordingsPage() {
  const { loaded, reload } = useCall('recording.list', {});
  const isRecording = loaded.state === 'ready' && loaded.value.some(({ running }) => running);
  usePageState('recordings', loaded.state);
  useEffect(() => {
    if (!isRecording) return;
    const timer = setInterval(reload, refreshMs);
    return () => clearInterval(timer);
  }, [isRecording, reload]);
  return (
    <div className="page recordings">
      <h1>{texts.recordings}</h1>
      {loaded.state === 'loading' && <Loading what={texts.readingRecordings} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && <Recordings recordings={loaded.value} onChanged={reload} />}
    </div>
  );
}

/** Every recording in the store, how to begin and end one, and the charts of the one that runs. */
function Recordings({ recordings, onChanged }: { recordings: RecordingEntry[]; onChanged: () => void }) {
  const { go } = useApp();
  const live = useShared('live');
  const { notify } = useApp();
  const [deleting, setDeleting] = useState<RecordingEntry | null>(null);
  const exportOne = async (one: RecordingEntry) => {
    const chosen = await call('dialog.save', {
      title: texts.exportRecordingAsASnapshot,
      defaultName: fileName(one.title, 'lks'),
      filters: [{ name: texts.latchkeySnapshots, extensions: ['lks'] }],
    });
    if (!chosen.ok || chosen.value.path === null) return;
    const reply = await call('recording.export', { id: one.id, path: chosen.value.path });
    if (reply.ok) notify({ text: texts.recordingExportedTo(reply.value.path), path: reply.value.path });
    else notify({ error: reply.error });
  };
  const remove = async (one: RecordingEntry) => {
    setDeleting(null);
    const reply = await call('recording.delete', { id: one.id });
    if (!reply.ok) notify({ error: reply.error });
    onChanged();
  };
  const stop = async (one: RecordingEntry) => {
    const reply = await call('recording.stop', { id: one.id });
    if (!reply.ok) notify({ error: reply.error });
    onChanged();
  };
  // What the Live page shows has its charts there.
  const shown = recordings.find(({ id, running }) => running && id !== live?.id);
  return (
    <section className="section" aria-label={texts.recordings}>
      <StartRecording
        isBusy={(target) => recordings.some((one) => one.running && one.target === shortText(target))}
        onStarted={onChanged}
      />
      {shown !== undefined && <RunningRecording recording={shown} onStop={() => void stop(shown)} />}
      {recordings.length === 0 ? (
        <NothingRecorded />
      ) : (
        <RecordingTable
          recordings={recordings}
          onOpen={(id) => go({ page: 'timeline', recording: id })}
          onStop={(one) => void stop(one)}
          onExport={(one) => void exportOne(one)}
          onDelete={setDeleting}
        />
      )}
      {deleting !== null && (
        <DeleteDialog
          title={texts.deleteThisRecording}
          onDelete={() => void remove(deleting)}
          onKeep={() => setDeleting(null)}
        >
          {texts.startedOfSamples(
            deleting.title,
            dateTime(deleting.startedAt),
            formatSeconds(deleting.lengthMs / 1000),
          )}
        </DeleteDialog>
      )}
    </section>
  );
}

/** What is being recorded, second by second. */
function RunningRecording({ recording, onStop }: { recording: RecordingEntry; onStop: () => void }) {
  const { id, startedAt, series, lengthMs, plannedMs, target } = recording;
  const left = plannedMs === null ? null : Math.max(0, Math.ceil((plannedMs - lengthMs) / 1000));
  return (
    <section className="section" aria-label={texts.recordingThatRuns}>
      <p className="toolbar">
        <span role="status">
          <span className="strong">{target}</span>{' '}
          <span className="soft">
            {texts.recordedFor(
              formatSeconds(Math.round(lengthMs / 1000)),
              left === null ? '' : texts.left(formatSeconds(left)),
            )}
          </span>
        </span>
        <span className="push" />
        <button type="button" onClick={onStop}>
          {texts.stopRecording}
        </button>
      </p>
      {series === 0 ? (
        <Loading what={texts.takingTheFirstSamples} />
      ) : (
        <GrowingCharts
          source={{ kind: 'recording', id, startedAt, series }}
          lengthMs={lengthMs}
          plannedMs={plannedMs}
        />
      )}
    </section>
  );
}

/** An empty list is never taken for all there was: what is kept aside or left alone is named. */
function NothingRecorded() {
  const { loaded } = useCall('app.info', {});
  if (loaded.state === 'loading') return null;
  const remarks = loaded.state === 'ready' ? loaded.value.recovered : [loaded.error.message];
  if (remarks.length > 0) {
    return (
      <div role="status">
        <p>{texts.noRecordingCanBeShown}</p>
        {remarks.map((remark) => (
          <p key={remark} className="soft">
            {remark}
          </p>
        ))}
      </div>
    );
  }
  return <p className="soft">{texts.noneYetARecordingKeeps}</p>;
}

function RecordingTable({
  recordings,
  onOpen,
  onStop,
  onExport,
  onDelete,
}: {
  recordings: RecordingEntry[];
  onOpen: (id: string) => void;
  onStop: (one: RecordingEntry) => void;
  onExport: (one: RecordingEntry) => void;
  onDelete: (one: RecordingEntry) => void;
}) {
  return (
    <div className="scroll-x">
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{texts.recording}</th>
            <th scope="col">{texts.started}</th>
            <th scope="col" className="number">
              {texts.length}
            </th>
            <th scope="col" className="number">
              {texts.interval}
            </th>
            <th scope="col" className="number">
              {texts.series}
            </th>
            <th scope="col" className="number">
              {texts.size}
            </th>
            <th scope="col">
              <span className="unseen">{texts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {recordings.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <button type="button" className="link" onClick={() => onOpen(one.id)}>
                  {one.title}
                </button>{' '}
                {one.running && <span className="tag tag-running">{texts.recording}</span>}
                {!one.running && one.endedAt === null && (
                  <span className="tag tag-warning">{texts.cutShort}</span>
                )}
                <span className="block soft">{serverName(one.server)}</span>
              </th>
              <td>{dateTime(one.startedAt)}</td>
              <td className="number">{formatSeconds(Math.round(one.lengthMs / 1000))}</td>
              <td className="number">{formatSeconds(one.intervalMs / 1000)}</td>
              <td className="number">{formatCount(one.series)}</td>
              <td className="number">{formatBytes(one.bytes)}</td>
              <td className="row-actions">
                {one.running && (
                  <button type="button" onClick={() => onStop(one)}>
                    {texts.stop(<span className="unseen"> {one.title}</span>)}
                  </button>
                )}
                <ExportAndDelete
                  title={one.title}
                  onExport={() => onExport(one)}
                  onDelete={() => onDelete(one)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const lengths = [
  { value: 'open', title: texts.untilItIsStopped },
  { value: '600', title: '10 min' },
  { value: '3600', title: '1 h' },
  { value: '28800', title: '8 h' },
  { value: '86400', title: '24 h' },
] as const;
const intervals = [
  { value: '1000', title: '1 s' },
  { value: '10000', title: '10 s' },
  { value: '100', title: texts.n100MsFewerSeries },
] as const;

function StartRecording({
  isBusy,
  onStarted,
}: {
  isBusy: (target: string) => boolean;
  onStarted: () => void;
}) {
  const connection = useShared('connection');
  const [length, setLength] = useState<(typeof lengths)[number]['value']>('open');
  const [interval, setInterval] = useState<(typeof intervals)[number]['value']>('1000');
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<ErrorDocument | null>(null);
  if (connection === null) {
    return <ConnectFirst why={texts.toRecordConnectToA} next={{ page: 'recordings' }} />;
  }
  const target = describeTarget(connection.target);
  const start = async () => {
    setStarting(true);
    setError(null);
    const reply = await call('recording.start', {
      ...requestOf(connection),
      seconds: length === 'open' ? null : Number(length),
      intervalMs: Number(interval),
    });
    setStarting(false);
    if (reply.ok) onStarted();
    else setError(reply.error);
  };
  return (
    <>
      <div className="record-form">
        <SelectField label={texts.record(target)} value={length} options={lengths} onChange={setLength} />
        <SelectField label={texts.aSampleEvery} value={interval} options={intervals} onChange={setInterval} />
        <button type="button" className="primary" disabled={starting} onClick={() => void start()}>
          {starting ? texts.connecting : texts.startRecording}
        </button>
        {isBusy(target) && <span className="soft">{texts.thisServerIsBeingRecorded}</span>}
      </div>
      {error !== null && <ErrorNotice error={error} onDismiss={() => setError(null)} />}
    </>
  );
}
