import { type FormEvent, useEffect, useState } from 'react';
import { formatSeconds } from '../../../shared/base/units';
import type { ImportedFile, ImportReport } from '../../../shared/import';
import { serverName } from '../../../shared/server';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { SelectField, TextField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { definePage } from '../../page';
import { useApp } from '../../state/app-state';
import { call } from '../../state/call';
import { emptyForm, readForm, storageOptions } from '../../state/connection-form';
import { useJob } from '../../state/job';
import { usePageState } from '../../state/page-state';

export const page = definePage('import', ImportPage);

/** Makes a snapshot of what another tool left. @param path chosen or dropped already; it is read at once */
function ImportPage({ path }: { path: string | null }) {
  const { show } = useApp();
  const [chosen, setChosen] = useState(path);
  const [only, setOnly] = useState('');
  const [serverVersion, setServerVersion] = useState('');
  const [keepLiterals, setKeepLiterals] = useState(false);
  const [host, setHost] = useState(emptyForm);
  const { job, start, cancel } = useJob('import.open');
  usePageState('import', job.state === 'running' ? 'loading' : 'ready');
  const read = readForm(host);
  const errors = read.ok ? {} : read.errors;

  const run = (from: string) => {
    if (!read.ok) return;
    void start({
      path: from,
      keepLiterals,
      declaredHost: read.connection.declaredHost,
      ...(only.trim() === '' ? {} : { only: only.trim() }),
      ...(serverVersion.trim() === '' ? {} : { serverVersion: serverVersion.trim() }),
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file that is dropped starts over; the options only count when asked
  useEffect(() => {
    setChosen(path);
    if (path !== null) run(path);
  }, [path]);
  const browse = async (folder: boolean) => {
    const reply = await call('dialog.open', { title: 'Import', filters: [], folder });
    if (!reply.ok || reply.value.path === null) return;
    setChosen(reply.value.path);
    run(reply.value.path);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== null) run(chosen);
  };

  return (
    <div className="page import">
      <h1>Import</h1>
      <p className="soft lead">
        Reads what mysql and mysqladmin print, pt-stalk, pt-mysql-summary, MySQL Shell diagnostics, the dump
        folder of mysqltuner, option files, slow logs and stacks: a folder, a file, a .tar.gz or a .zip.
        Nothing is unpacked to disk. Two readings of the status give a window with rates.
      </p>
      <div className="actions">
        <button type="button" className="primary" onClick={() => void browse(false)}>
          Choose a file
        </button>
        <button type="button" onClick={() => void browse(true)}>
          Choose a folder
        </button>
        {chosen !== null && <span className="path">{chosen}</span>}
      </div>
      {job.state === 'running' && <JobLine label="Reading" {...job} onCancel={cancel} />}
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      {job.state === 'done' && <Result report={job.value} onOpen={() => show(job.value.snapshot)} />}
      <details className="fold" open={job.state === 'failed' || undefined}>
        <summary>What the files do not say</summary>
        <form className="import-options" onSubmit={onSubmit} noValidate>
          <TextField
            label="Only paths with this text"
            hint="Where there are several servers or captures in it."
            value={only}
            onChange={setOnly}
          />
          <TextField
            label="Version of the server"
            placeholder="mariadb-10.5.8"
            value={serverVersion}
            onChange={setServerVersion}
          />
          <TextField
            label="Memory of its host"
            placeholder="64G"
            value={host.memory}
            error={errors.memory}
            onChange={(memory) => setHost({ ...host, memory })}
          />
          <TextField
            label="CPUs of its host"
            value={host.cpus}
            error={errors.cpus}
            onChange={(cpus) => setHost({ ...host, cpus })}
          />
          <SelectField
            label="Storage of its host"
            value={host.storage}
            options={storageOptions}
            onChange={(storage) => setHost({ ...host, storage })}
          />
          <label className="check">
            <input
              type="checkbox"
              checked={keepLiterals}
              onChange={(event) => setKeepLiterals(event.target.checked)}
            />
            Keep literals of statements; they may hold data of the application
          </label>
          <div className="actions">
            <button type="submit" disabled={chosen === null || job.state === 'running' || !read.ok}>
              Import again with these
            </button>
          </div>
        </form>
      </details>
    </div>
  );
}

/** What became of each file, and what to know about the snapshot. */
function Result({ report, onOpen }: { report: ImportReport; onOpen: () => void }) {
  const { snapshot, tool, files, remarks } = report;
  const used = files.filter(({ outcome }) => outcome === 'used');
  const ignored = files.filter(({ outcome }) => outcome === 'ignored');
  return (
    <section className="card import-result" aria-label="What was read">
      <h2 role="status">
        {serverName(snapshot.server)},{' '}
        {snapshot.windowSeconds === null
          ? 'one moment'
          : `a window of ${formatSeconds(Math.round(snapshot.windowSeconds))}`}
      </h2>
      <p className="soft">
        Made of {used.length} of {files.length} files ({tool}).
      </p>
      <div className="actions">
        <button type="button" className="primary" onClick={onOpen}>
          Open the diagnosis
        </button>
      </div>
      {remarks.length > 0 && (
        <ul className="plain import-remarks">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      <Files title={`Used (${used.length})`} files={used} open />
      {ignored.length > 0 && <Files title={`Ignored (${ignored.length})`} files={ignored} />}
    </section>
  );
}

function Files({
  title,
  files,
  open = false,
}: {
  title: string;
  files: readonly ImportedFile[];
  open?: boolean;
}) {
  return (
    <details open={open}>
      <summary>{title}</summary>
      <ScrollRegion label={title}>
        <table className="data">
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Read as</th>
              <th scope="col">What came of it</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ path, kind, text }) => (
              <tr key={path}>
                <th scope="row" className="path">
                  {path}
                </th>
                <td>{kind ?? 'not recognised'}</td>
                <td className="soft">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
