import { type FormEvent, useState } from 'react';
import { describeTarget, sslModes } from '../../shared/connection';
import type { ErrorDocument } from '../../shared/error';
import type { ConnectionReport } from '../../shared/rpc';
import { ConnectionReportView } from '../parts/connection-report';
import { ErrorNotice } from '../parts/error-notice';
import { PathField, SelectField, TextField } from '../parts/field';
import { useApp } from '../state/app-state';
import { call } from '../state/call';
import {
  type Connection,
  type ConnectionForm,
  type FieldErrors,
  readForm,
  requestOf,
} from '../state/connection-form';
import { usePageState } from '../state/page-state';
import type { Route } from '../state/route';

type Test =
  | { state: 'none' }
  | { state: 'running'; cancel: () => void }
  | { state: 'done'; report: ConnectionReport }
  | { state: 'failed'; error: ErrorDocument };

/** @param next where a connection leads; to a snapshot when absent */
export function ConnectPage({ next = { page: 'snapshot' } }: { next?: Route }) {
  const { form, setForm, connect, go } = useApp();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [test, setTest] = useState<Test>({ state: 'none' });
  usePageState('connect', 'ready');

  const change = (part: Partial<ConnectionForm>) => setForm({ ...form, ...part });
  const withConnection = (then: (connection: Connection) => void) => {
    const read = readForm(form);
    setErrors(read.ok ? {} : read.errors);
    if (read.ok) then(read.connection);
  };

  const runTest = async (connection: Connection): Promise<boolean> => {
    const { requestId, reply } = window.latchkey.call('connection.test', requestOf(connection));
    setTest({ state: 'running', cancel: () => window.latchkey.cancel(requestId) });
    const result = await reply;
    setTest(result.ok ? { state: 'done', report: result.value } : { state: 'failed', error: result.error });
    if (result.ok) await remember(connection);
    return result.ok;
  };
  const onContinue = async (connection: Connection) => {
    if (test.state !== 'done' && !(await runTest(connection))) return;
    connect(connection);
    go(next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    withConnection((connection) => void onContinue(connection));
  };

  return (
    <div className="page connect">
      <h1>Connect</h1>
      <div className="connect-columns">
        <form
          onSubmit={onSubmit}
          // A test speaks of the form as it was; a changed form has not been tested.
          onChange={() => setTest((before) => (before.state === 'done' ? { state: 'none' } : before))}
          noValidate
        >
          <AddressFields form={form} errors={errors} change={change} />
          <FoldedFields form={form} errors={errors} change={change} />
          <div className="actions">
            <button
              type="button"
              disabled={test.state === 'running'}
              onClick={() => withConnection((connection) => void runTest(connection))}
            >
              Test
            </button>
            <button type="submit" className="primary" disabled={test.state === 'running'}>
              {next.page === 'snapshot' ? 'Continue to snapshot' : `Continue to the ${next.page}`}
            </button>
          </div>
        </form>
        <section aria-label="Result of the test" className="connect-result">
          {test.state === 'none' && (
            <p className="soft">
              Test shows what the server is, whether the connection is encrypted, and which privileges are
              missing. The password is used for this session only and is not stored.
            </p>
          )}
          {test.state === 'running' && (
            <div role="status">
              <p>Connecting</p>
              <button type="button" onClick={test.cancel}>
                Cancel
              </button>
            </div>
          )}
          {test.state === 'failed' && <ErrorNotice error={test.error} />}
          {test.state === 'done' && <ConnectionReportView report={test.report} />}
        </section>
      </div>
    </div>
  );
}

async function remember({ target, declaredHost }: Connection): Promise<void> {
  await call('profiles.save', { name: describeTarget(target), target, declaredHost });
}

interface Fields {
  form: ConnectionForm;
  errors: FieldErrors;
  change: (part: Partial<ConnectionForm>) => void;
}

function AddressFields({ form, errors, change }: Fields) {
  return (
    <>
      <fieldset className="choice">
        <legend>Reach the server by</legend>
        <label>
          <input
            type="radio"
            name="kind"
            checked={form.kind === 'tcp'}
            onChange={() => change({ kind: 'tcp' })}
          />
          TCP
        </label>
        <label>
          <input
            type="radio"
            name="kind"
            checked={form.kind === 'socket'}
            onChange={() => change({ kind: 'socket' })}
          />
          Unix socket
        </label>
      </fieldset>
      {form.kind === 'tcp' ? (
        <div className="field-pair">
          <TextField
            label="Host"
            value={form.host}
            placeholder="localhost"
            onChange={(host) => change({ host })}
          />
          <TextField
            label="Port"
            value={form.port}
            placeholder="3306"
            error={errors.port}
            onChange={(port) => change({ port })}
          />
        </div>
      ) : (
        <TextField
          label="Socket"
          value={form.socket}
          placeholder="/var/run/mysqld/mysqld.sock"
          error={errors.socket}
          onChange={(socket) => change({ socket })}
        />
      )}
      <div className="field-pair">
        <TextField label="User" value={form.user} onChange={(user) => change({ user })} />
        <TextField
          label="Password"
          type="password"
          value={form.password}
          onChange={(password) => change({ password })}
        />
      </div>
    </>
  );
}

function FoldedFields({ form, errors, change }: Fields) {
  return (
    <>
      <details className="fold">
        <summary>TLS</summary>
        <SelectField
          label="Mode"
          value={form.sslMode}
          options={[
            { value: '', title: 'preferred (as the mysql client)' },
            ...sslModes.filter((mode) => mode !== 'preferred').map((mode) => ({ value: mode, title: mode })),
          ]}
          onChange={(sslMode) => change({ sslMode })}
        />
        <PathField label="CA certificate" value={form.sslCa} onChange={(sslCa) => change({ sslCa })} />
        <PathField
          label="Client certificate"
          value={form.sslCert}
          onChange={(sslCert) => change({ sslCert })}
        />
        <PathField label="Client key" value={form.sslKey} onChange={(sslKey) => change({ sslKey })} />
      </details>
      <details className="fold">
        <summary>Option file</summary>
        <PathField
          label="Option file"
          hint="Its [client] and [latchkey] groups fill what is left empty above, the password included."
          value={form.defaultsFile}
          onChange={(defaultsFile) => change({ defaultsFile })}
        />
        <TextField
          label="Group suffix"
          value={form.defaultsGroupSuffix}
          onChange={(defaultsGroupSuffix) => change({ defaultsGroupSuffix })}
        />
      </details>
      <details className="fold" open={['memory', 'cpus', 'iops'].some((name) => name in errors) || undefined}>
        <summary>Facts about the host</summary>
        <p className="soft">
          For a server on another machine. What is declared here is marked as declared wherever a conclusion
          uses it.
        </p>
        <div className="field-pair">
          <TextField
            label="Memory"
            placeholder="64G"
            value={form.memory}
            error={errors.memory}
            onChange={(memory) => change({ memory })}
          />
          <TextField
            label="CPUs"
            value={form.cpus}
            error={errors.cpus}
            onChange={(cpus) => change({ cpus })}
          />
        </div>
        <div className="field-pair">
          <SelectField
            label="Storage"
            value={form.storage}
            options={[
              { value: '', title: 'not declared' },
              { value: 'nvme', title: 'NVMe' },
              { value: 'ssd', title: 'SSD' },
              { value: 'hdd', title: 'Hard disk' },
              { value: 'network', title: 'Network' },
            ]}
            onChange={(storage) => change({ storage })}
          />
          <TextField
            label="Storage operations per second"
            value={form.iops}
            error={errors.iops}
            onChange={(iops) => change({ iops })}
          />
        </div>
      </details>
    </>
  );
}
