import { type FormEvent, useId, useState } from 'react';
import { formatBytes } from '../../../shared/base/units';
import { pasteLimit } from '../../../shared/import';
import { TextField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { HostFields } from '../../components/host-fields';
import { ImportedReport } from '../../components/imported-report';
import { JobLine } from '../../components/job-line';
import { definePage } from '../../page';
import { useApp } from '../../state/app-state';
import { emptyForm, readForm } from '../../state/connection-form';
import { useJob } from '../../state/job';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

export const page = definePage('paste', PastePage);

/** Makes a snapshot of a text: status and variables as somebody copied them. */
function PastePage() {
  const { show } = useApp();
  const [text, setText] = useState('');
  const [serverVersion, setServerVersion] = useState('');
  const [host, setHost] = useState(emptyForm);
  const { job, start, cancel } = useJob('import.text');
  usePageState('paste', job.state === 'running' ? 'loading' : 'ready');
  const id = useId();
  const read = readForm(host);
  const tooLong = text.length > pasteLimit;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!read.ok || tooLong || text.trim() === '') return;
    void start({
      preview: true,
      text,
      keepLiterals: false,
      declaredHost: read.connection.declaredHost,
      ...(serverVersion.trim() === '' ? {} : { serverVersion: serverVersion.trim() }),
    });
  };
  return (
    <div className="page paste">
      <h1>{texts.paste}</h1>
      <p className="soft lead" id={`${id}-what`}>
        {texts.showGlobalStatusShowGlobal}
      </p>
      <form onSubmit={onSubmit} noValidate>
        <label htmlFor={id}>{texts.statusAndVariables}</label>
        <textarea
          id={id}
          className="paste-text"
          rows={12}
          value={text}
          spellCheck={false}
          autoCapitalize="off"
          aria-describedby={`${id}-what`}
          aria-invalid={tooLong}
          onChange={(event) => setText(event.target.value)}
        />
        {tooLong && <p className="field-error">{texts.atMostImportALonger(formatBytes(pasteLimit))}</p>}
        <div className="import-options">
          <HostFields host={host} errors={read.ok ? {} : read.errors} onChange={setHost} />
          <TextField
            label={texts.versionOfTheServer}
            placeholder="mariadb-10.5.8"
            value={serverVersion}
            onChange={setServerVersion}
          />
          <div className="actions">
            <button
              type="submit"
              className="primary"
              disabled={text.trim() === '' || tooLong || job.state === 'running' || !read.ok}
            >
              {texts.readTheText}
            </button>
          </div>
        </div>
      </form>
      {job.state === 'running' && <JobLine label={texts.reading} {...job} onCancel={cancel} />}
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      {job.state === 'done' && <ImportedReport report={job.value} onKept={show} />}
    </div>
  );
}
