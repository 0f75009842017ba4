import { useState } from 'react';
import { defined } from '../../shared/base/defined';
import type { RedactionClass } from '../../shared/redaction';
import { fileName } from '../../shared/writers/file-name';
import { useApp, useShared } from '../state/app-state';
import { call } from '../state/call';
import { RedactionChoice } from './controls/redaction-choice';
import { texts } from './texts';

const formats = [
  { format: 'html', title: 'HTML', extension: 'html' },
  { format: 'pdf', title: 'PDF', extension: 'pdf' },
  { format: 'markdown', title: texts.markdown, extension: 'md' },
  { format: 'json', title: 'JSON', extension: 'json' },
] as const;

/**
 * Saves the diagnosis as a document.
 * @param ruleId only this finding; absent: everything
 */
export function SaveReport({ id, ruleId }: { id: string; ruleId?: string }) {
  const { notify } = useApp();
  const choices = useShared('choices');
  const [writing, setWriting] = useState<string | null>(null);
  const [classes, setClasses] = useState<RedactionClass[]>([]);
  const save = async ({ format, title, extension }: (typeof formats)[number]) => {
    const chosen = await call('dialog.save', {
      title: texts.saveReport,
      defaultName: fileName(`latchkey-${ruleId ?? 'report'}`, extension),
      filters: [{ name: title, extensions: [extension] }],
    });
    if (!chosen.ok || chosen.value.path === null) return;
    const request = { ...{ id, path: chosen.value.path, choices, classes }, ...defined({ ruleId }) };
    setWriting(title);
    const saved =
      format === 'pdf'
        ? await call('report.savePdf', request)
        : await call('report.save', { ...request, format });
    setWriting(null);
    if (saved.ok) notify({ text: texts.reportSavedTo(saved.value.path), path: saved.value.path });
    else notify({ error: saved.error });
  };
  return (
    <>
      <details>
        <summary>{classes.length === 0 ? texts.anonymize : texts.anonymized(classes.join(', '))}</summary>
        <RedactionChoice legend={texts.takeOutOfTheReport} classes={classes} onChange={setClasses} />
      </details>
      <div className="actions">
        {formats.map((item) => (
          <button key={item.format} type="button" disabled={writing !== null} onClick={() => void save(item)}>
            {texts.saveAs(item.title)}
          </button>
        ))}
        {writing !== null && <span role="status">{texts.writing(writing)}</span>}
      </div>
    </>
  );
}
