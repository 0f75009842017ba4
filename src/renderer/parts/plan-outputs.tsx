import { useState } from 'react';
import type { PlanFormat } from '../../shared/plan';
import { DiffView } from '../../view';
import { useApp } from '../state/app-state';
import { call, useCall } from '../state/call';
import { CopyButton } from './copy-button';
import { ErrorNotice } from './error-notice';
import { Loading } from './loading';
import { Tabs } from './tabs';

const formats: readonly { id: PlanFormat; title: string }[] = [
  { id: 'diff', title: 'Diff' },
  { id: 'cnf', title: 'my.cnf' },
  { id: 'set-global', title: 'SET GLOBAL' },
  { id: 'set-persist', title: 'SET PERSIST' },
  { id: 'markdown', title: 'Markdown' },
  { id: 'json', title: 'JSON' },
];

/** The plan in each form that it can leave the app in. */
export function PlanOutputs({
  id,
  myCnfPath,
  onMyCnf,
}: {
  id: string;
  myCnfPath: string | null;
  onMyCnf: (path: string | null) => void;
}) {
  const { choices, notify } = useApp();
  const [format, setFormat] = useState<PlanFormat>('diff');
  const request = { id, choices, format, ...(myCnfPath === null ? {} : { myCnfPath }) };
  const { loaded, reload } = useCall('plan.render', request);

  const chooseFile = async () => {
    const reply = await call('dialog.open', {
      title: 'Choose the option file to edit',
      filters: [
        { name: 'Option files', extensions: ['cnf', 'ini'] },
        { name: 'All files', extensions: ['*'] },
      ],
    });
    if (reply.ok && reply.value.path !== null) onMyCnf(reply.value.path);
  };
  const save = async (fileName: string) => {
    const chosen = await call('dialog.save', { title: 'Save', defaultName: fileName, filters: [] });
    if (!chosen.ok || chosen.value.path === null) return;
    const saved = await call('plan.save', { ...request, path: chosen.value.path });
    if (saved.ok) notify({ kind: 'info', error: null, text: `Saved to ${saved.value.path}` });
    else notify({ kind: 'error', error: saved.error, text: '' });
  };

  return (
    <section className="section" aria-label="Outputs">
      <div className="toolbar">
        <h2>Outputs</h2>
        <span className="soft">
          {myCnfPath === null ? 'against a new option file' : `against ${myCnfPath}`}
        </span>
        <span className="push" />
        {myCnfPath !== null && (
          <button type="button" onClick={() => onMyCnf(null)}>
            New file instead
          </button>
        )}
        <button type="button" onClick={() => void chooseFile()}>
          Choose my.cnf
        </button>
      </div>
      <Tabs label="Format" tabs={formats} selected={format} onSelect={setFormat}>
        {loaded.state === 'loading' && <Loading what="Writing" />}
        {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
        {loaded.state === 'ready' && (
          <>
            <div className="actions">
              <button type="button" className="primary" onClick={() => void save(loaded.value.fileName)}>
                Save {formats.find((item) => item.id === format)?.title}
              </button>
              <CopyButton text={loaded.value.text} />
            </div>
            {format === 'diff' ? (
              <DiffView text={loaded.value.text} label="Diff of the option file" />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
              <section className="diff" aria-label="Text of the plan" tabIndex={0}>
                <pre className="output">{loaded.value.text}</pre>
              </section>
            )}
          </>
        )}
      </Tabs>
    </section>
  );
}
