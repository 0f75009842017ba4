import { useState } from 'react';
import type { ErrorDocument } from '../../../shared/base/error';
import { shortText } from '../../../shared/base/short-text';
import { formatBytes, formatCount, formatSeconds } from '../../../shared/base/units';
import { describeTarget } from '../../../shared/connection';
import { serverName } from '../../../shared/server';
import { fileName } from '../../../shared/writers/file-name';
import { SelectField } from '../../components/controls/field';
import { DeleteDialog } from '../../components/dialogs/delete-dialog';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { useApp, useShared } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import { requestOf } from '../../state/connection-form';
import type { RecordingEntry } from './source';

/** Every recording in the store, and how to begin and end one. */
export function Recordings({
  recordings,
  shownId,
  onOpen,
  onChanged,
}: {
  recordings: RecordingEntry[];
  shownId: string | undefined;
  onOpen: (id: string) => void;
  onChanged: () => void;
}) {
  const { notify } = useApp();
  const [deleting, setDeleting] = useState<RecordingEntry | null>(null);
  const exportOne = async (one: RecordingEntry) => {
    const chosen = await call('dialog.save', {
      title: 'Export recording as a snapshot',
      defaultName: fileName(one.title, 'lks'),
      filters: [{ name: 'Latchkey snapshots', extensions: ['lks'] }],
    });
    if (!chosen.ok || chosen.value.path === null) return;
    const reply = await call('recording.export', { id: one.id, path: chosen.value.path });
    if (reply.ok) notify({ text: `Recording exported to ${reply.value.path}`, path: reply.value.path });
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
  return (
    <section className="section" aria-label="Recordings">
      <h2>Recordings</h2>
      <StartRecording
        isBusy={(target) => recordings.some((one) => one.running && one.target === shortText(target))}
        onStarted={(id) => {
          onChanged();
          onOpen(id);
        }}
      />
      {recordings.length === 0 ? (
        <NothingRecorded />
      ) : (
        <RecordingTable
          recordings={recordings}
          shownId={shownId}
          onOpen={onOpen}
          onStop={(one) => void stop(one)}
          onExport={(one) => void exportOne(one)}
          onDelete={setDeleting}
        />
      )}
      {deleting !== null && (
        <DeleteDialog
          title="Delete this recording?"
          onDelete={() => void remove(deleting)}
          onKeep={() => setDeleting(null)}
        >
          {deleting.title}, started {dateTime(deleting.startedAt)}, {formatSeconds(deleting.lengthMs / 1000)}{' '}
          of samples.
        </DeleteDialog>
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
        <p>No recording can be shown.</p>
        {remarks.map((remark) => (
          <p key={remark} className="soft">
            {remark}
          </p>
        ))}
      </div>
    );
  }
  return (
    <p className="soft">
      None yet. A recording keeps hours of samples in the history of Latchkey, at about 1.5 MB an hour.
    </p>
  );
}

function RecordingTable({
  recordings,
  shownId,
  onOpen,
  onStop,
  onExport,
  onDelete,
}: {
  recordings: RecordingEntry[];
  shownId: string | undefined;
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
            <th scope="col">Recording</th>
            <th scope="col">Started</th>
            <th scope="col" className="number">
              Length
            </th>
            <th scope="col" className="number">
              Interval
            </th>
            <th scope="col" className="number">
              Series
            </th>
            <th scope="col" className="number">
              Size
            </th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {recordings.map((one) => (
            <tr key={one.id} aria-current={one.id === shownId ? 'true' : undefined}>
              <th scope="row">
                <button type="button" className="link" onClick={() => onOpen(one.id)}>
                  {one.title}
                </button>{' '}
                {one.running && <span className="tag tag-running">Recording</span>}
                {!one.running && one.endedAt === null && <span className="tag tag-warning">Cut short</span>}
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
                    Stop<span className="unseen"> {one.title}</span>
                  </button>
                )}
                <button type="button" className="quiet" onClick={() => onExport(one)}>
                  Export<span className="unseen"> {one.title}</span>
                </button>
                <button type="button" className="quiet" onClick={() => onDelete(one)}>
                  Delete<span className="unseen"> {one.title}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const lengths = [
  { value: 'open', title: 'until it is stopped' },
  { value: '600', title: '10 min' },
  { value: '3600', title: '1 h' },
  { value: '28800', title: '8 h' },
  { value: '86400', title: '24 h' },
] as const;
const intervals = [
  { value: '1000', title: '1 s' },
  { value: '10000', title: '10 s' },
  { value: '100', title: '100 ms, fewer series' },
] as const;

function StartRecording({
  isBusy,
  onStarted,
}: {
  isBusy: (target: string) => boolean;
  onStarted: (id: string) => void;
}) {
  const { go } = useApp();
  const connection = useShared('connection');
  const [length, setLength] = useState<(typeof lengths)[number]['value']>('open');
  const [interval, setInterval] = useState<(typeof intervals)[number]['value']>('1000');
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<ErrorDocument | null>(null);
  if (connection === null) {
    return (
      <p className="toolbar">
        <span className="soft">To record, connect to a server first.</span>
        <button type="button" onClick={() => go({ page: 'connect', next: { page: 'timeline' } })}>
          Connect to a server
        </button>
      </p>
    );
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
    if (reply.ok) onStarted(reply.value.id);
    else setError(reply.error);
  };
  return (
    <>
      <div className="record-form">
        <SelectField label={`Record ${target}`} value={length} options={lengths} onChange={setLength} />
        <SelectField label="A sample every" value={interval} options={intervals} onChange={setInterval} />
        <button type="button" className="primary" disabled={starting} onClick={() => void start()}>
          {starting ? 'Connecting' : 'Start recording'}
        </button>
        {isBusy(target) && <span className="soft">This server is being recorded already.</span>}
      </div>
      {error !== null && <ErrorNotice error={error} onDismiss={() => setError(null)} />}
    </>
  );
}
