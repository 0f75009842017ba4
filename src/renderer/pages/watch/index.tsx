import { useState } from 'react';
import { formatSeconds } from '../../../shared/base/units';
import { describeTarget } from '../../../shared/connection';
import { ConnectFirst } from '../../components/connect-first';
import { SelectField, TextField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { type Connection, requestOf } from '../../state/connection-form';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

const limits = [
  { value: '1', title: '1 snapshot' },
  { value: '3', title: '3 snapshots' },
  { value: '10', title: '10 snapshots' },
] as const;
const windows = [
  { value: '10', title: '10 s' },
  { value: '30', title: '30 s' },
  { value: '60', title: '60 s' },
] as const;
const lengths = [
  { value: 'open', title: texts.untilItIsStopped },
  { value: '3600', title: '1 h' },
  { value: '28800', title: '8 h' },
  { value: '86400', title: '24 h' },
] as const;
/** As `latchkey watch` has them. */
const beforeSeconds = 60;
const coolDownSeconds = 300;

/** The form as it stands; it is kept while the watching runs. */
interface Draft {
  when: string;
  limit: (typeof limits)[number]['value'];
  windowSeconds: (typeof windows)[number]['value'];
  length: (typeof lengths)[number]['value'];
}

export const page = definePage('watch', WatchPage);

function WatchPage() {
  usePageState('watch', 'ready');
  return (
    <div className="page">
      <h1>{texts.watch}</h1>
      <p className="soft">{texts.takesASnapshotEachTime}</p>
      <Watch />
    </div>
  );
}

function Watch() {
  const isWatching = useShared('watchJob', ({ state }) => state === 'running');
  const connection = useShared('connection');
  const [draft, setDraft] = useState<Draft>({
    when: 'Threads_running > 25 for 5s',
    limit: '3',
    windowSeconds: '30',
    length: 'open',
  });
  if (isWatching) return <Watching />;
  if (connection === null) {
    return <ConnectFirst why={texts.toWatchAServerConnect} next={{ page: 'watch' }} />;
  }
  return <WatchForm connection={connection} draft={draft} onChange={setDraft} />;
}

function Watching() {
  const { stopWatching } = useApp();
  const job = useShared('watchJob');
  if (job.state !== 'running') return null;
  const { about, progress, cancelling } = job;
  return (
    <section className="section" aria-label={texts.watch}>
      <p className="toolbar" role="status">
        <span>
          {texts.isWatchedSnapshotsOf(
            about.target,
            progress?.note ?? about.when,
            progress?.done ?? 0,
            progress?.total ?? about.limit,
          )}
        </span>
        <button type="button" disabled={cancelling} onClick={stopWatching}>
          {cancelling ? texts.stopping : texts.stopWatching}
        </button>
      </p>
    </section>
  );
}

function WatchForm({
  connection,
  draft,
  onChange,
}: {
  connection: Connection;
  draft: Draft;
  onChange: (draft: Draft) => void;
}) {
  const { watch } = useApp();
  const failed = useShared('watchJob', (job) => (job.state === 'failed' ? job : null));
  const { when, limit, windowSeconds, length } = draft;
  const target = describeTarget(connection.target);
  const start = () =>
    watch(
      {
        ...requestOf(connection),
        when,
        folder: null,
        limit: Number(limit),
        coolDownSeconds,
        beforeSeconds,
        seconds: length === 'open' ? null : Number(length),
        windowSeconds: Number(windowSeconds),
        intervalMs: 1000,
        keepLiterals: false,
        declaredHost: connection.declaredHost,
      },
      target,
    );
  return (
    <section className="section" aria-label={texts.watch}>
      <TextField
        label={texts.takeASnapshotOfWhen(target)}
        value={when}
        onChange={(text) => onChange({ ...draft, when: text })}
        hint={texts.statusVariablesAsLevelsRate(formatSeconds(beforeSeconds), formatSeconds(coolDownSeconds))}
      />
      <div className="record-form">
        <SelectField
          label={texts.atMost}
          value={limit}
          options={limits}
          onChange={(value) => onChange({ ...draft, limit: value })}
        />
        <SelectField
          label={texts.windowOfEach}
          value={windowSeconds}
          options={windows}
          onChange={(value) => onChange({ ...draft, windowSeconds: value })}
        />
        <SelectField
          label={texts.watched}
          value={length}
          options={lengths}
          onChange={(value) => onChange({ ...draft, length: value })}
        />
        <button type="button" disabled={when.trim() === ''} onClick={start}>
          {texts.startWatching}
        </button>
      </div>
      {failed !== null && <ErrorNotice error={failed.error} />}
    </section>
  );
}
