import { type FormEvent, useState } from 'react';
import type { ErrorDocument } from '../../../shared/base/error';
import { describeTarget } from '../../../shared/connection';
import type { ConnectionReport } from '../../../shared/rpc/connection';
import type { Route } from '../../../shared/window/pages';
import { ConnectionReportView } from '../../components/connection-report';
import { ErrorNotice } from '../../components/error-notice';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import {
  type Connection,
  type ConnectionForm,
  type FieldErrors,
  formFromTarget,
  readForm,
  requestOf,
  tested,
} from '../../state/connection-form';
import { usePageState } from '../../state/page-state';
import { AddressFields, FoldedFields } from './fields';
import { Grants } from './grants';
import { texts } from './texts';
import { UrlField } from './url-field';

export const page = definePage('connect', ConnectPage);

type Test =
  | { state: 'none' }
  | { state: 'running'; cancel: () => void }
  | { state: 'done'; report: ConnectionReport }
  | { state: 'failed'; error: ErrorDocument };

/** @param next where a connection leads; to a snapshot when absent. `fold`: the facts about the host are open */
function ConnectPage({ next = { page: 'snapshot' }, fold }: { next?: Route; fold?: 'host' }) {
  const { setForm, connect, go, notify } = useApp();
  const form = useShared('form');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [test, setTest] = useState<Test>({ state: 'none' });
  const [notSaved, setNotSaved] = useState<ErrorDocument | null>(null);
  const [save, setSave] = useState(form.saved !== '');
  const [keep, setKeep] = useState(form.saved !== '');
  const { loaded: keychain, reload: reloadKeychain } = useCall('secrets.list', {});
  const unavailable = keychain.state === 'ready' ? keychain.value.unavailable : null;
  usePageState('connect', 'ready');

  const change = (part: Partial<ConnectionForm>) => setForm({ ...form, ...part });
  const withConnection = (then: (connection: Connection) => void) => {
    const read = readForm(form);
    setErrors(read.ok ? {} : read.errors);
    if (read.ok) then(read.connection);
  };

  /** The connection as it is held to from now on; null: it could not be made. */
  const runTest = async (connection: Connection): Promise<Connection | null> => {
    const { requestId, reply } = window.latchkey.call('connection.test', requestOf(connection));
    setTest({ state: 'running', cancel: () => window.latchkey.cancel(requestId) });
    const result = await reply;
    setTest(result.ok ? { state: 'done', report: result.value } : { state: 'failed', error: result.error });
    if (!result.ok) return null;
    const held = tested(connection, result.value.transport);
    if (held.target.sslMode !== connection.target.sslMode) {
      setForm({ ...form, sslMode: held.target.sslMode ?? '' });
    }
    return held;
  };
  /**
   * Saves the connection, as the reader asked: with its passwords where they want that.
   * @param id of the saved connection that is changed; without one, it is saved under its name
   */
  const saveProfile = async (connection: Connection, id?: string) => {
    const { target, declaredHost, colour } = connection;
    const name = form.name.trim() === '' ? describeTarget(target) : form.name.trim();
    const profile = await call('profiles.save', {
      ...(id === undefined ? {} : { id }),
      ...{ name, group: form.group.trim(), colour, target, declaredHost },
    });
    setNotSaved(profile.ok ? null : profile.error);
    if (!profile.ok) return false;
    change({ profile: profile.value.id });
    const { secrets } = requestOf(connection);
    const typed = secrets.password !== undefined || secrets.sshPassword !== undefined;
    if (keep && typed && unavailable === null) {
      await call('secrets.save', { profileId: profile.value.id, target, secrets });
    } else if (!keep) {
      await call('secrets.forget', { profileId: profile.value.id });
    }
    reloadKeychain();
    return true;
  };
  const onContinue = async (connection: Connection) => {
    const held =
      test.state === 'done' ? tested(connection, test.report.transport) : await runTest(connection);
    // What could not be saved is said first; then one goes on without.
    if (held === null || (save && notSaved === null && !(await saveProfile(held)))) return;
    connect(held);
    go(next);
  };
  const onSave = async (connection: Connection) => {
    if (await saveProfile(connection, form.profile)) notify({ text: texts.connectionSaved });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    withConnection((connection) => void onContinue(connection));
  };

  return (
    <div className="page connect">
      <h1>{texts.connect}</h1>
      <div className="connect-columns">
        <form
          onSubmit={onSubmit}
          // A test speaks of the form as it was; a changed form has not been tested.
          onChange={() => setTest((before) => (before.state === 'done' ? { state: 'none' } : before))}
          noValidate
        >
          <UrlField onTarget={(target) => setForm(formFromTarget(form, target))} />
          <AddressFields form={form} errors={errors} change={change} />
          <label className="check">
            <input type="checkbox" checked={save} onChange={(event) => setSave(event.target.checked)} />
            {texts.saveConnection}
          </label>
          <label className="check keep-password">
            <input
              type="checkbox"
              checked={save && keep && unavailable === null}
              disabled={unavailable !== null}
              aria-describedby="keep-password-note"
              onChange={(event) => {
                setKeep(event.target.checked);
                if (event.target.checked) setSave(true);
              }}
            />
            {texts.savePasswordInKeychain}
          </label>
          <p className="soft field-hint" id="keep-password-note">
            {unavailable === null ? texts.otherwiseItIsUsedFor : texts.thePasswordIsUsedFor(unavailable)}
          </p>
          <FoldedFields form={form} errors={errors} change={change} declaring={fold === 'host'} />
          <div className="actions">
            <button
              type="button"
              disabled={test.state === 'running'}
              onClick={() => withConnection((connection) => void runTest(connection))}
            >
              {texts.test}
            </button>
            {form.profile !== '' && (
              <button type="button" onClick={() => withConnection((connection) => void onSave(connection))}>
                {texts.saveChanges}
              </button>
            )}
            <button type="submit" className="primary" disabled={test.state === 'running'}>
              {next.page === 'snapshot' ? texts.continueToSnapshot : texts.continueToThe(next.page)}
            </button>
          </div>
        </form>
        <section aria-label={texts.resultOfTheTest} className="connect-result">
          {test.state === 'none' && <p className="soft">{texts.testShowsWhatTheServer}</p>}
          {test.state === 'running' && (
            <div role="status">
              <p>{texts.connecting}</p>
              <button type="button" onClick={test.cancel}>
                {texts.cancel}
              </button>
            </div>
          )}
          {test.state === 'failed' && <ErrorNotice error={test.error} />}
          {notSaved !== null && <ErrorNotice error={notSaved} />}
          {test.state === 'done' && <ConnectionReportView report={test.report} />}
          <details className="fold">
            <summary>{texts.createMonitoringUser}</summary>
            <Grants
              key={test.state === 'done' ? test.report.server.serverKey : ''}
              server={test.state === 'done' ? test.report.server : null}
            />
          </details>
        </section>
      </div>
    </div>
  );
}
