import { useState } from 'react';
import { shortText } from '../../../shared/base/short-text';
import { describeTarget } from '../../../shared/connection';
import { ErrorNotice } from '../../components/error-notice';
import { Mutes } from '../../components/findings/mutes';
import { Loading } from '../../components/loading';
import { ColourMark } from '../../components/profile-colour';
import { definePage } from '../../page';
import { useApp } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { applyTheme, readTheme, type Theme, themes } from '../../state/theme';
import { Locks, useLocks } from '../plan/locks';

export const page = definePage('settings', SettingsPage);

const platformTitles: Record<string, string> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };
const titles: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' };

function SettingsPage() {
  const { go } = useApp();
  const { loaded, reload } = useCall('app.info', {});
  usePageState('settings', loaded.state);
  return (
    <div className="page settings">
      <h1>Settings</h1>
      <Appearance />
      <Explaining />
      <Connections />
      <Decisions />
      <section className="card">
        <h2>About</h2>
        {loaded.state === 'loading' && <Loading what="Reading" />}
        {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
        {loaded.state === 'ready' && (
          <>
            <dl className="pairs">
              <dt>Latchkey</dt>
              <dd>{loaded.value.version}</dd>
              <dt>Rules</dt>
              <dd>
                <button type="button" className="link" onClick={() => go({ page: 'rules' })}>
                  {loaded.value.rules}
                  <span className="unseen"> rules, all of them</span>
                </button>
              </dd>
              <dt>Runs on</dt>
              <dd>{platformTitles[loaded.value.platform] ?? loaded.value.platform}</dd>
            </dl>
            {loaded.value.recovered.map((remark) => (
              <p key={remark} className="notice notice-info">
                {remark}
              </p>
            ))}
            <p className="soft">
              Nothing leaves this machine: the window loads no remote content and sends no data.
            </p>
          </>
        )}
      </section>
    </div>
  );
}

function Appearance() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <section className="card">
      <fieldset className="choice">
        <legend>
          <h2>Appearance</h2>
        </legend>
        {themes.map((item) => (
          <label key={item}>
            <input
              type="radio"
              name="theme"
              checked={theme === item}
              onChange={() => {
                applyTheme(item);
                setTheme(item);
              }}
            />
            {titles[item]}
          </label>
        ))}
      </fieldset>
    </section>
  );
}

/** Whether snapshots explain statements, here and on the command line. */
function Explaining() {
  const { notify } = useApp();
  const { loaded, reload } = useCall('explaining.get', {});
  const change = async (on: boolean) => {
    const reply = await call('explaining.set', { on });
    if (!reply.ok) notify({ error: reply.error });
    reload();
  };
  return (
    <section className="card">
      <h2>Snapshots</h2>
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <label className="check">
          <input
            type="checkbox"
            checked={loaded.value.on}
            onChange={(event) => void change(event.target.checked)}
          />
          Explain statements that scan (EXPLAIN); off holds for the command line too
        </label>
      )}
    </section>
  );
}

/** What the reader decided for every diagnosis and plan. */
function Decisions() {
  const { reloadAnalysis } = useApp();
  const { loaded, reload } = useCall('findings.mute.list', {});
  const locks = useLocks();
  const changed = () => {
    reload();
    reloadAnalysis();
  };
  return (
    <section className="card" aria-label="Muted findings and locks">
      <h2>Muted findings</h2>
      {loaded.state === 'loading' && <Loading what="Reading" />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.mutes.length === 0 && (
        <p className="soft">None. A finding is muted, with a reason, on its own page.</p>
      )}
      {loaded.state === 'ready' && <Mutes mutes={loaded.value.mutes} onChanged={changed} />}
      {loaded.state === 'ready' &&
        loaded.value.damaged.map(({ path, message }) => (
          <p key={path} className="notice notice-info">
            {path} cannot be read: {message}
          </p>
        ))}
      <Locks locks={locks} />
    </section>
  );
}

function Connections() {
  const { notify } = useApp();
  const { loaded, reload } = useCall('profiles.list', {});
  const remove = async (id: string) => {
    const reply = await call('profiles.delete', { id });
    if (!reply.ok) notify({ error: reply.error });
    else await call('secrets.forget', { profileId: id });
    reload();
  };
  return (
    <section className="card">
      <h2>Saved connections</h2>
      {loaded.state === 'loading' && <Loading what="Reading connections" />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.length === 0 && (
        <p className="soft">
          None. A connection is saved where Save connection is ticked and it works; its password only in the
          keychain of the system, and only if you say so.
        </p>
      )}
      {loaded.state === 'ready' && (
        <ul className="plain locked">
          {loaded.value.map((profile) => (
            <li key={profile.id}>
              <span>
                <ColourMark colour={profile.colour} />
                {profile.name === describeTarget(profile.target)
                  ? shortText(profile.name)
                  : `${shortText(profile.name)} (${shortText(describeTarget(profile.target))})`}
              </span>
              <button type="button" className="quiet" onClick={() => void remove(profile.id)}>
                Remove<span className="unseen"> {shortText(profile.name)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
