import { useState } from 'react';
import { fileName } from '../../shared/writers/file-name';
import { useApp, useShared } from '../state/app-state';
import { call } from '../state/call';
import { texts } from './texts';

const formats = [
  { format: 'html', title: 'HTML' },
  { format: 'pdf', title: 'PDF' },
] as const;

/** Saves the summary of a snapshot on one page. @param before what it is compared with; null: nothing */
export function SaveSummary({ id, before }: { id: string; before: string | null }) {
  const { notify } = useApp();
  const choices = useShared('choices');
  const [writing, setWriting] = useState<string | null>(null);
  const save = async ({ format, title }: (typeof formats)[number]) => {
    const chosen = await call('dialog.save', {
      title: texts.saveSummary,
      defaultName: fileName('latchkey-summary', format),
      filters: [{ name: title, extensions: [format] }],
    });
    if (!chosen.ok || chosen.value.path === null) return;
    const request = { id, path: chosen.value.path, choices, summary: { before } };
    setWriting(title);
    const saved =
      format === 'pdf'
        ? await call('report.savePdf', request)
        : await call('report.save', { ...request, format });
    setWriting(null);
    notify(
      saved.ok
        ? { text: texts.summarySavedTo(saved.value.path), path: saved.value.path }
        : { error: saved.error },
    );
  };
  return (
    <div className="actions">
      {formats.map((item) => (
        <button key={item.format} type="button" disabled={writing !== null} onClick={() => void save(item)}>
          {texts.saveAs(item.title)}
        </button>
      ))}
      {writing !== null && <span role="status">{texts.writing(writing)}</span>}
    </div>
  );
}
