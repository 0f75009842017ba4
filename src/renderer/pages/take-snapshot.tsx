import { type FormEvent, useState } from 'react';
import { describeTarget } from '../../shared/connection';
import type { Progress } from '../../shared/progress';
import { formatSeconds } from '../../shared/units';
import { ErrorNotice } from '../parts/error-notice';
import { TextField } from '../parts/field';
import { useApp } from '../state/app-state';
import { requestOf } from '../state/connection-form';
import { usePageState } from '../state/page-state';

const lengths = [
  { seconds: 10, title: '10 s', note: 'a first look' },
  { seconds: 30, title: '30 s', note: 'enough for most' },
  { seconds: 120, title: '2 min', note: 'catches slower swings' },
] as const;

export function TakeSnapshotPage() {
  const { connection, job, go } = useApp();
  usePageState('snapshot', job.state === 'failed' ? 'failed' : 'ready');
  if (connection === null) {
    return (
      <div className="empty">
        <h1>Take a snapshot</h1>
        <p className="soft">No server is connected yet.</p>
        <div className="actions">
          <button type="button" className="primary" onClick={() => go({ page: 'connect' })}>
            Connect to a server
          </button>
        </div>
      </div>
    );
  }
  return (
    <div className="page take">
      <h1>
        {job.state === 'running'
          ? `Snapshot of ${job.target}`
          : `Take a snapshot of ${describeTarget(connection.target)}`}
      </h1>
      {job.state === 'running' ? (
        <Running progress={job.progress} cancelling={job.cancelling} />
      ) : (
        <Choices />
      )}
    </div>
  );
}

function Choices() {
  const { connection, job, takeSnapshot, go } = useApp();
  const [length, setLength] = useState<number | 'custom'>(30);
  const [custom, setCustom] = useState('60');
  const [keepLiterals, setKeepLiterals] = useState(false);
  const seconds = length === 'custom' ? Number(custom) : length;
  const valid = Number.isFinite(seconds) && seconds >= 1 && seconds <= 86_400 && custom.trim() !== '';

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (connection === null || !valid) return;
    const { target, declaredHost } = connection;
    takeSnapshot(
      {
        ...requestOf(connection),
        windowSeconds: seconds,
        intervalMs: 1000,
        keepLiterals,
        declaredHost,
      },
      describeTarget(target),
    );
  };

  return (
    <form onSubmit={onSubmit} noValidate>
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      <fieldset className="choice cards">
        <legend>Length of the window</legend>
        {lengths.map((item) => (
          <label key={item.seconds}>
            <input
              type="radio"
              name="length"
              checked={length === item.seconds}
              onChange={() => setLength(item.seconds)}
            />
            <span className="strong">{item.title}</span>
            <span className="soft">{item.note}</span>
          </label>
        ))}
        <label>
          <input
            type="radio"
            name="length"
            checked={length === 'custom'}
            onChange={() => setLength('custom')}
          />
          <span className="strong">Custom</span>
          <span className="soft">1 s to 24 h</span>
        </label>
      </fieldset>
      {length === 'custom' && (
        <TextField
          label="Seconds"
          value={custom}
          onChange={setCustom}
          error={valid ? undefined : 'A number of seconds from 1 to 86400.'}
        />
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={keepLiterals}
          onChange={(event) => setKeepLiterals(event.target.checked)}
        />
        Keep literals (texts of statements and of the InnoDB status; they may hold data of the application)
      </label>
      <p className="soft">
        Light depth: Latchkey reads over one connection with a time limit on every statement, and changes
        nothing on the server. The statements it sent are listed in Explorer afterwards.
      </p>
      <div className="actions">
        <button type="submit" className="primary" disabled={!valid}>
          Take snapshot
        </button>
        <button type="button" onClick={() => go({ page: 'connect' })}>
          Change connection
        </button>
      </div>
    </form>
  );
}

function Running({ progress, cancelling }: { progress: Progress | null; cancelling: boolean }) {
  const { cancelSnapshot } = useApp();
  const total = progress?.total ?? null;
  return (
    <div className="running">
      <progress
        aria-label="Progress of the snapshot"
        {...(progress === null || total === null ? {} : { value: progress.done, max: total })}
      />
      <p className="running-words" role="status">
        <span className="strong">{progress === null ? 'Connecting' : phaseTitle(progress.phase)}</span>
        {progress !== null && total !== null && (
          <span>
            {': '}
            {progress.note}
            <span className="soft">
              , step {Math.floor(progress.done)} of {Math.ceil(total)}
            </span>
          </span>
        )}
        {progress?.secondsLeft !== undefined && (
          <span className="soft">, {formatSeconds(Math.ceil(progress.secondsLeft))} left</span>
        )}
      </p>
      <div className="actions">
        <button type="button" disabled={cancelling} onClick={cancelSnapshot}>
          {cancelling ? 'Stopping' : 'Cancel'}
        </button>
        <span className="soft">Cancel keeps what was gathered as a partial snapshot.</span>
      </div>
    </div>
  );
}

const phaseTitles: Record<string, string> = {
  connect: 'Connecting',
  'collect-start': 'Reading at the start of the window',
  sample: 'Sampling',
  'collect-end': 'Reading at the end of the window',
};

function phaseTitle(phase: string): string {
  return phaseTitles[phase] ?? phase;
}
