import { useState } from 'react';
import type { ErrorDocument } from '../../../shared/base/error';
import {
  describeItem,
  describeOriginal,
  type JournalEntry,
  type RestoreOutcome,
  toRestore,
} from '../../../shared/change';
import { describeTarget } from '../../../shared/connection';
import type { RpcInput } from '../../../shared/rpc';
import { SettingValue } from '../../../view';
import { useApp, useShared } from '../../state/app-state';
import { call } from '../../state/call';
import { requestOf } from '../../state/connection-form';
import { TextField } from '../controls/field';
import { ErrorNotice } from '../error-notice';
import { useSecondLook } from '../profile-colour';
import { Modal } from './modal';
import { texts } from './texts';

type Way = Omit<RpcInput<'restore.run'>, 'entryId'>;

const calls = {
  Restore: (entryId: string, way: Way) => call('restore.run', { entryId, ...way }),
  Undo: (entryId: string, way: Way, force: boolean) => call('plan.undo', { entryId, ...way, force }),
} as const;

/** Restores what an entry of the journal holds: an interrupted change, or one that was applied and stayed. */
export function RestoreDialog({
  entry,
  verb,
  onClose,
}: {
  entry: JournalEntry;
  verb: keyof typeof calls;
  onClose: () => void;
}) {
  const { notify } = useApp();
  const connection = useShared('connection');
  const known =
    connection !== null && describeTarget(connection.target) === describeTarget(entry.target)
      ? requestOf(connection)
      : null;
  const { isCleared, field } = useSecondLook(entry.target);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<ErrorDocument | null>(null);
  const [running, setRunning] = useState(false);
  const [left, setLeft] = useState<RestoreOutcome | null>(null);

  const run = async ({ force = false, withoutLock = false } = {}) => {
    setRunning(true);
    setError(null);
    const typed = { secrets: password === '' ? {} : { password } };
    const reply = await calls[verb](entry.id, { ...(known ?? typed), withoutLock }, force);
    setRunning(false);
    if (!reply.ok) setError(reply.error);
    else if (reply.value.remaining.length > 0) setLeft(reply.value);
    else {
      notify({ text: reply.value.detail });
      onClose();
    }
  };

  return (
    <Modal title={`${verb} on ${describeTarget(entry.target)}`} closable={!running} onClose={onClose}>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{texts.variable}</th>
            <th scope="col">{texts.backTo}</th>
          </tr>
        </thead>
        <tbody>
          {toRestore(entry).map((item) => (
            <tr key={describeItem(item)}>
              <th scope="row">
                <code>{describeItem(item)}</code>
              </th>
              <td>
                {item.kind === 'global-variable' ? (
                  <SettingValue variable={item.variable} value={item.original} />
                ) : (
                  describeOriginal(item)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {known === null && (
        <TextField label={texts.password} type="password" value={password} onChange={setPassword} />
      )}
      {error !== null && <ErrorNotice error={error} />}
      {left !== null && (
        <div className="notice notice-info" role="alert">
          <div className="notice-words">
            <p className="strong">{left.detail}</p>
            {left.remaining.map(({ variable, reason }) => (
              <p key={variable}>
                <code>{variable}</code>: {reason}
              </p>
            ))}
          </div>
        </div>
      )}
      {field}
      <div className="actions">
        <button type="button" className="primary" disabled={running || !isCleared} onClick={() => void run()}>
          {running ? texts.restoring : verb}
        </button>
        {verb === 'Undo' && (left !== null || error?.code === 'change-refused') && (
          <button
            type="button"
            className="danger"
            disabled={running || !isCleared}
            onClick={() => void run({ force: true })}
          >
            {texts.undoAllTheSame}
          </button>
        )}
        {error?.code === 'busy' && (
          <button
            type="button"
            className="danger"
            disabled={running || !isCleared}
            onClick={() => void run({ withoutLock: true })}
          >
            {texts.withoutTheLock(verb)}
          </button>
        )}
        <button type="button" disabled={running} onClick={onClose}>
          {texts.notNow}
        </button>
      </div>
    </Modal>
  );
}
