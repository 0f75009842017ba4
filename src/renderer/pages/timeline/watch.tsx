import { useState } from 'react';
import { formatSeconds } from '../../../shared/base/units';
import { describeTarget } from '../../../shared/connection';
import { SelectField, TextField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { useApp } from '../../state/app-state';
import { requestOf } from '../../state/connection-form';

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
  { value: 'open', title: 'until it is stopped' },
  { value: '3600', title: '1 h' },
  { value: '28800', title: '8 h' },
  { value: '86400', title: '24 h' },
] as const;
/** As `latchkey watch` has them. */
const beforeSeconds = 60;
const coolDownSeconds = 300;

/** A snapshot each time that a condition holds on the connected server, with the samples before it. */
export function Watch() {
  const { connection, watching, watched, watch, stopWatching } = useApp();
  const [when, setWhen] = useState('Threads_running > 25 for 5s');
  const [limit, setLimit] = useState<(typeof limits)[number]['value']>('3');
  const [length, setLength] = useState<(typeof lengths)[number]['value']>('open');
  const [windowSeconds, setWindowSeconds] = useState<(typeof windows)[number]['value']>('30');
  if (watching.state === 'running') {
    const { progress, cancelling } = watching;
    return (
      <section className="section" aria-label="Watch">
        <h2>Watch</h2>
        <p className="toolbar" role="status">
          <span>
            {watched.target} is watched: {progress?.note ?? watched.when}. Snapshots: {progress?.done ?? 0} of{' '}
            {progress?.total ?? limit}.
          </span>
          <button type="button" disabled={cancelling} onClick={stopWatching}>
            {cancelling ? 'Stopping' : 'Stop watching'}
          </button>
        </p>
      </section>
    );
  }
  if (connection === null) return null;
  const target = describeTarget(connection.target);
  const start = () =>
    void watch(
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
    <section className="section" aria-label="Watch">
      <h2>Watch</h2>
      <TextField
        label={`Take a snapshot of ${target} when`}
        value={when}
        onChange={setWhen}
        hint={`Status variables as levels, rate.X for counters per second, comparisons, && || !, and for how long. The ${formatSeconds(beforeSeconds)} before are kept; after each, a pause of ${formatSeconds(coolDownSeconds)}.`}
      />
      <div className="record-form">
        <SelectField label="At most" value={limit} options={limits} onChange={setLimit} />
        <SelectField
          label="Window of each"
          value={windowSeconds}
          options={windows}
          onChange={setWindowSeconds}
        />
        <SelectField label="Watched" value={length} options={lengths} onChange={setLength} />
        <button type="button" disabled={when.trim() === ''} onClick={start}>
          Start watching
        </button>
      </div>
      {watching.state === 'failed' && <ErrorNotice error={watching.error} />}
    </section>
  );
}
