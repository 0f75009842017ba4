import type { Lock } from '../../../shared/decisions';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { useApp } from '../../state/app-state';
import { call, type Loaded, useCall } from '../../state/call';
import { texts } from './texts';

export interface LocksState {
  held: Lock[];
  loaded: Loaded<{ damaged: { path: string; message: string }[] }>;
  reload: () => void;
  add: (variable: string) => void;
  remove: (variable: string) => void;
}

/** The variables that no plan touches; they hold for every snapshot and on the command line too. */
export function useLocks(): LocksState {
  const { notify } = useApp();
  const { loaded, reload } = useCall('plan.locks.list', {});
  const add = async (variable: string) => {
    const reply = await call('plan.locks.add', { variable });
    if (!reply.ok) notify({ error: reply.error });
    reload();
  };
  const remove = async (variable: string) => {
    const reply = await call('plan.locks.remove', { variable });
    if (!reply.ok) notify({ error: reply.error });
    reload();
  };
  return {
    held: loaded.state === 'ready' ? loaded.value.locks : [],
    loaded,
    reload,
    add: (variable) => void add(variable),
    remove: (variable) => void remove(variable),
  };
}

/** What is locked, since when and why. */
export function Locks({ locks }: { locks: LocksState }) {
  const { held, loaded, reload, remove } = locks;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  if (loaded.state === 'loading' || (held.length === 0 && loaded.value.damaged.length === 0)) return null;
  return (
    <section className="section" aria-label={texts.lockedVariables}>
      <h2>{texts.lockedAsTheyAreIn}</h2>
      <ul className="plain locked">
        {held.map(({ variable, reason, at }) => (
          <li key={variable}>
            <code>{variable}</code>
            <span className="soft">{texts.since(reason === '' ? '' : `${reason}, `, dateTime(at))}</span>
            <button type="button" className="quiet" onClick={() => remove(variable)}>
              {texts.unlock(<span className="unseen"> {variable}</span>)}
            </button>
          </li>
        ))}
        {loaded.value.damaged.map(({ path, message }) => (
          <li key={path} className="severity-warning">
            {texts.cannotBeReadWhatIt(path, message)}
          </li>
        ))}
      </ul>
    </section>
  );
}
