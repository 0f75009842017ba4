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
import { texts } from './texts';

export const page = definePage('settings', SettingsPage);

const platformTitles: Record<string, string> = { linux: texts.linux, darwin: 'macOS', win32: texts.windows };
const titles: Record<Theme, string> = { system: texts.asTheSystem, light: texts.light, dark: texts.dark };

function SettingsPage() {
  const { go } = useApp();
  const { loaded, reload } = useCall('app.info', {});
  usePageState('settings', loaded.state);
  return (
    <div className="page settings">
      <h1>{texts.settings}</h1>
      <Appearance />
      <Explaining />
      <Connections />
      <Decisions />
      <section className="card">
        <h2>{texts.about}</h2>
        {loaded.state === 'loading' && <Loading what={texts.reading} />}
        {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
        {loaded.state === 'ready' && (
          <>
            <dl className="pairs">
              <dt>{texts.latchkey}</dt>
              <dd>{loaded.value.version}</dd>
              <dt>{texts.rules}</dt>
              <dd>
                <button type="button" className="link" onClick={() => go({ page: 'rules' })}>
                  {loaded.value.rules}
                  <span className="unseen"> {texts.rulesAllOfThem}</span>
                </button>
              </dd>
              <dt>{texts.runsOn}</dt>
              <dd>{platformTitles[loaded.value.platform] ?? loaded.value.platform}</dd>
            </dl>
            {loaded.value.recovered.map((remark) => (
              <p key={remark} className="notice notice-info">
                {remark}
              </p>
            ))}
            <p className="soft">{texts.nothingLeavesThisMachineThe}</p>
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
          <h2>{texts.appearance}</h2>
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
      <h2>{texts.snapshots}</h2>
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <label className="check">
          <input
            type="checkbox"
            checked={loaded.value.on}
            onChange={(event) => void change(event.target.checked)}
          />
          {texts.explainStatementsThatScanExplain}
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
    <section className="card" aria-label={texts.mutedFindingsAndLocks}>
      <h2>{texts.mutedFindings}</h2>
      {loaded.state === 'loading' && <Loading what={texts.reading} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.mutes.length === 0 && (
        <p className="soft">{texts.noneAFindingIsMuted}</p>
      )}
      {loaded.state === 'ready' && <Mutes mutes={loaded.value.mutes} onChanged={changed} />}
      {loaded.state === 'ready' &&
        loaded.value.damaged.map(({ path, message }) => (
          <p key={path} className="notice notice-info">
            {texts.cannotBeRead(path, message)}
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
      <h2>{texts.savedConnections}</h2>
      {loaded.state === 'loading' && <Loading what={texts.readingConnections} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.length === 0 && (
        <p className="soft">{texts.noneAConnectionIsSaved}</p>
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
                {texts.remove(<span className="unseen"> {shortText(profile.name)}</span>)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
