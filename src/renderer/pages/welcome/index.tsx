import { shortText } from '../../../shared/base/short-text';
import { describeTarget } from '../../../shared/connection';
import type { Profile } from '../../../shared/rpc/connection';
import { serverName } from '../../../shared/server';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { Loading } from '../../components/loading';
import { ColourMark } from '../../components/profile-colour';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { formFromProfile } from '../../state/connection-form';
import { usePageState } from '../../state/page-state';

export const page = definePage('welcome', WelcomePage);

const recentCount = 6;

function WelcomePage() {
  const { go, openDialog, tour } = useApp();
  const { offered } = useShared('tour');
  usePageState('welcome', 'ready');
  return (
    <div className="page welcome">
      <div className="welcome-lead">
        <h1>Find the bottleneck</h1>
        <p className="soft">
          Take a snapshot of a running MySQL, Percona Server or MariaDB, or open a file. A snapshot only
          reads; it changes nothing on the server.
        </p>
        <div className="actions">
          <button type="button" className="primary" onClick={() => go({ page: 'connect' })}>
            Connect to a server
          </button>
          <button type="button" onClick={() => void openDialog()}>
            Open snapshot
          </button>
          <button type="button" onClick={() => go({ page: 'metrics-store' })}>
            From a metrics store
          </button>
          <button type="button" onClick={() => go({ page: 'import', path: null })}>
            Import
          </button>
          <button type="button" onClick={() => go({ page: 'paste' })}>
            Paste
          </button>
        </div>
      </div>
      {offered && (
        <section className="card tour-offer" aria-label="Tour">
          <p>
            <span className="strong">New here?</span> A tour of six steps goes through the pages on a sample.
            No server is needed.
          </p>
          <button type="button" onClick={() => void tour.start()}>
            Take the tour
          </button>
          <button type="button" className="quiet" onClick={tour.end}>
            Not now
          </button>
        </section>
      )}
      <div className="welcome-columns">
        <RecentConnections />
        <RecentSnapshots />
        <Samples />
      </div>
    </div>
  );
}

function RecentConnections() {
  const { go, setForm } = useApp();
  const { loaded, reload } = useCall('profiles.list', {});
  const { loaded: keychain } = useCall('secrets.list', {});
  const kept = keychain.state === 'ready' ? keychain.value.profiles : [];
  return (
    <section className="card">
      <h2>Recent connections</h2>
      {loaded.state === 'loading' && <Loading what="Reading connections" />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.length === 0 && <p className="soft">None yet.</p>}
      {loaded.state === 'ready' &&
        byGroup(loaded.value).map(([group, profiles]) => (
          <div key={group}>
            {group !== '' && <h3>{shortText(group)}</h3>}
            <ul className="plain entries">
              {profiles.map((profile) => (
                <li key={profile.id}>
                  <button
                    type="button"
                    className="entry"
                    onClick={() => {
                      setForm(formFromProfile(profile, kept));
                      go({ page: 'connect' });
                    }}
                  >
                    <span className="strong">
                      <ColourMark colour={profile.colour} />
                      {shortText(profile.name)}
                    </span>
                    <span className="soft">
                      {profile.name === describeTarget(profile.target)
                        ? ''
                        : `${shortText(describeTarget(profile.target))}, `}
                      {dateTime(profile.lastUsedAt)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </section>
  );
}

/** The most recent of those in no group, then each group whole, the most recently used first. */
function byGroup(profiles: readonly Profile[]): [string, Profile[]][] {
  const groups = new Map<string, Profile[]>([['', []]]);
  for (const profile of profiles) groups.set(profile.group, [...(groups.get(profile.group) ?? []), profile]);
  return [...groups].map(([group, list]) => [group, group === '' ? list.slice(0, recentCount) : list]);
}

function RecentSnapshots() {
  const { openPath } = useApp();
  const { loaded, reload } = useCall('snapshot.list', {});
  return (
    <section className="card">
      <h2>Recent snapshots</h2>
      {loaded.state === 'loading' && <Loading what="Reading snapshots" />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.length === 0 && (
        <p className="soft">None yet. A file can be dropped anywhere on this window.</p>
      )}
      {loaded.state === 'ready' && (
        <ul className="plain entries">
          {loaded.value.slice(0, recentCount).map((snapshot) => (
            <li key={snapshot.id}>
              <button type="button" className="entry" onClick={() => void openPath(snapshot.path)}>
                <span className="strong">{snapshot.title}</span>
                <span className="soft">
                  {serverName(snapshot.server)}, {dateTime(snapshot.createdAt)}
                  {snapshot.complete ? '' : ', partial'}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Samples() {
  const { openPath } = useApp();
  const { loaded, reload } = useCall('snapshot.samples', {});
  return (
    <section className="card wide">
      <h2>Try a sample</h2>
      {loaded.state === 'loading' && <Loading what="Reading samples" />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.length === 0 && (
        <p className="soft">No samples are installed.</p>
      )}
      {loaded.state === 'ready' && (
        <ul className="plain entries">
          {loaded.value.map((sample) => (
            <li key={sample.path}>
              <button
                type="button"
                className="entry"
                data-sample={sample.name}
                onClick={() => void openPath(sample.path)}
              >
                <span className="strong">{sample.title}</span>
                <span className="soft">{sample.description}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
