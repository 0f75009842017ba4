import { shortText } from '../../../shared/base/short-text';
import { describeTarget } from '../../../shared/connection';
import type { Profile } from '../../../shared/rpc/connection';
import { serverName } from '../../../shared/server';
import { titleWithoutTime } from '../../../shared/snapshot';
import { unbroken } from '../../../view';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { Loading } from '../../components/loading';
import { ColourMark } from '../../components/profile-colour';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { formFromProfile } from '../../state/connection-form';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

export const page = definePage('welcome', WelcomePage);

const recentCount = 6;

function WelcomePage() {
  const { go, openDialog, tour } = useApp();
  const { offered } = useShared('tour');
  usePageState('welcome', 'ready');
  return (
    <div className="page welcome">
      <div className="welcome-lead">
        <h1>{texts.findTheBottleneck}</h1>
        <p className="soft">{texts.takeASnapshotOfA}</p>
        <div className="actions">
          <button type="button" className="primary" onClick={() => go({ page: 'connect' })}>
            {texts.connectToAServer}
          </button>
          <button type="button" onClick={() => void openDialog()}>
            {texts.openSnapshot}
          </button>
          <button type="button" onClick={() => go({ page: 'metrics-store' })}>
            {texts.fromAMetricsStore}
          </button>
          <button type="button" onClick={() => go({ page: 'import', path: null })}>
            {texts.importWord}
          </button>
          <button type="button" onClick={() => go({ page: 'paste' })}>
            {texts.paste}
          </button>
        </div>
      </div>
      {offered && (
        <section className="card tour-offer" aria-label={texts.tour}>
          <p>{texts.aTourOfSixSteps(<span className="strong">{texts.newHere}</span>)}</p>
          <button type="button" onClick={() => void tour.start()}>
            {texts.takeTheTour}
          </button>
          <button type="button" className="quiet" onClick={tour.end}>
            {texts.notNow}
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
      <h2>{texts.recentConnections}</h2>
      {loaded.state === 'loading' && <Loading what={texts.readingConnections} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.length === 0 && <p className="soft">{texts.noneYet}</p>}
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
      <h2>{texts.recentSnapshots}</h2>
      {loaded.state === 'loading' && <Loading what={texts.readingSnapshots} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.length === 0 && (
        <p className="soft">{texts.noneYetAFileCan}</p>
      )}
      {loaded.state === 'ready' && (
        <ul className="plain entries">
          {loaded.value.slice(0, recentCount).map((snapshot) => (
            <li key={snapshot.id}>
              <button type="button" className="entry" onClick={() => void openPath(snapshot.path)}>
                <span className="strong">{titleWithoutTime(snapshot)}</span>
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
      <h2>{texts.tryASample}</h2>
      {loaded.state === 'loading' && <Loading what={texts.readingSamples} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.length === 0 && (
        <p className="soft">{texts.noSamplesAreInstalled}</p>
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
                <span className="soft">{unbroken(sample.description)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
