import { formatSeconds } from '../../../shared/base/units';
import { describeTarget } from '../../../shared/connection';
import { serverName } from '../../../shared/server';
import { unencryptedWarning } from '../../../shared/transport';
import { useApp, useShared } from '../../state/app-state';
import { ColourMark } from '../profile-colour';
import { dateTime, uptime, windowText } from './server-line';
import { texts } from './texts';

/** What is being looked at, and a snapshot that is under way. */
export function Header() {
  const { go } = useApp();
  const source = useShared('source');
  const connection = useShared('connection');
  const takesSnapshot = useShared('snapshotJob', ({ state }) => state === 'running');
  const probe = useShared('probeJob', (job) => (job.state === 'running' ? job.about.probe : null));
  const proves = useShared('proofJob', ({ state }) => state === 'running');
  const isWatchedLive = useShared('live', (live) => live !== null);
  const route = useShared('route');
  const isLive = connection !== null && describeTarget(connection.target) === source?.target;
  // Of the connection that is open now, else of the one by which the snapshot was taken.
  const unencrypted = unencryptedWarning(connection?.transport ?? source?.transport);
  return (
    <header className="header">
      {source === null ? (
        <p className="soft">{texts.noSnapshotOpen}</p>
      ) : (
        <p className="source">
          <span className="strong">{serverName(source.server)}</span>
          <span>{source.target}</span>
          <span className="soft">{uptime(source.server)}</span>
          <span className="soft">{windowText(source.windowSeconds)}</span>
          <span className="soft">{dateTime(source.createdAt)}</span>
          {isLive ? (
            <span className="live">
              <ColourMark colour={connection.colour} />
              <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
                <circle cx="4" cy="4" r="4" fill="currentColor" />
              </svg>{' '}
              {texts.connected}
            </span>
          ) : (
            <span className="soft">{texts.fromAFile}</span>
          )}
          {!source.complete && <span className="tag tag-warning">{texts.partial}</span>}
        </p>
      )}
      {unencrypted !== null && (
        <span className="tag tag-warning" title={unencrypted}>
          {texts.notEncrypted}
        </span>
      )}
      {takesSnapshot && route.page !== 'snapshot' && (
        <button type="button" onClick={() => go({ page: 'snapshot' })}>
          {texts.snapshotRunning}
          <TimeLeft />
        </button>
      )}
      {isWatchedLive && route.page !== 'live' && (
        <button type="button" onClick={() => go({ page: 'live' })}>
          {texts.liveView}
        </button>
      )}
      {probe !== null && (route.page !== 'probe' || route.probe !== probe) && (
        <button type="button" onClick={() => go({ page: 'probe', probe })}>
          {texts.probeUnderWay}
        </button>
      )}
      {proves && route.page !== 'proof' && (
        <button type="button" onClick={() => go({ page: 'proof' })}>
          {texts.proofUnderWay}
        </button>
      )}
    </header>
  );
}

/** Of the snapshot that is being taken. */
function TimeLeft() {
  const seconds = useShared('snapshotJob', (job) =>
    job.state === 'running' && job.progress?.secondsLeft !== undefined
      ? Math.ceil(job.progress.secondsLeft)
      : null,
  );
  return seconds === null ? null : texts.left(formatSeconds(seconds));
}
