import { type FormEvent, useEffect, useState } from 'react';
import { TextField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { HostFields } from '../../components/host-fields';
import { ImportedReport } from '../../components/imported-report';
import { JobLine } from '../../components/job-line';
import { definePage } from '../../page';
import { useApp } from '../../state/app-state';
import { call } from '../../state/call';
import { emptyForm, readForm } from '../../state/connection-form';
import { useJob } from '../../state/job';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

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
      preview: true,
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
    const reply = await call('dialog.open', { title: texts.importWord, filters: [], folder });
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
      <h1>{texts.importWord}</h1>
      <p className="soft lead">{texts.readsWhatMysqlAndMysqladmin}</p>
      <div className="actions">
        <button type="button" className="primary" onClick={() => void browse(false)}>
          {texts.chooseAFile}
        </button>
        <button type="button" onClick={() => void browse(true)}>
          {texts.chooseAFolder}
        </button>
        {chosen !== null && <span className="path">{chosen}</span>}
      </div>
      {job.state === 'running' && <JobLine label={texts.reading} {...job} onCancel={cancel} />}
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      {job.state === 'done' && <ImportedReport report={job.value} onKept={show} />}
      <details className="fold" open={job.state === 'failed' || undefined}>
        <summary>{texts.whatTheFilesDoNot}</summary>
        <form className="import-options" onSubmit={onSubmit} noValidate>
          <TextField
            label={texts.onlyPathsWithThisText}
            hint={texts.whereThereAreSeveralServers}
            value={only}
            onChange={setOnly}
          />
          <TextField
            label={texts.versionOfTheServer}
            placeholder="mariadb-10.5.8"
            value={serverVersion}
            onChange={setServerVersion}
          />
          <HostFields host={host} errors={errors} onChange={setHost} />
          <label className="check">
            <input
              type="checkbox"
              checked={keepLiterals}
              onChange={(event) => setKeepLiterals(event.target.checked)}
            />
            {texts.keepLiteralsOfStatementsThey}
          </label>
          <div className="actions">
            <button type="submit" disabled={chosen === null || job.state === 'running' || !read.ok}>
              {texts.importAgainWithThese}
            </button>
          </div>
        </form>
      </details>
    </div>
  );
}
