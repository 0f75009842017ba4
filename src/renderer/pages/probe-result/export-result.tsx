import type { ProbeResult } from '../../../shared/probe';
import type { RpcInput } from '../../../shared/rpc';
import { fileName } from '../../../shared/writers/file-name';
import { useApp } from '../../state/app-state';
import { call } from '../../state/call';
import { texts } from './texts';

type Format = RpcInput<'probe.saveResult'>['format'];

const formats: readonly { format: Format; title: string; extension: string }[] = [
  { format: 'html', title: 'HTML', extension: 'html' },
  { format: 'markdown', title: texts.markdown, extension: 'md' },
  { format: 'json', title: 'JSON', extension: 'json' },
];

/** A result as a file: to read, to paste, or to be opened and checked by Latchkey elsewhere. */
export function ExportResult({ result: { id, probe, startedAt } }: { result: ProbeResult }) {
  const { notify } = useApp();
  const save = async (format: Format, title: string, extension: string) => {
    const chosen = await call('dialog.save', {
      title: texts.saveTheResultAs(title),
      defaultName: fileName(`${probe}-${startedAt.slice(0, 10)}`, extension),
      filters: [{ name: title, extensions: [extension] }],
    });
    if (!chosen.ok || chosen.value.path === null) return;
    const saved = await call('probe.saveResult', { id, format, path: chosen.value.path });
    if (saved.ok) notify({ text: texts.savedTo(saved.value.path), path: saved.value.path });
    else notify({ error: saved.error });
  };
  return (
    <>
      {formats.map(({ format, title, extension }) => (
        <button key={format} type="button" onClick={() => void save(format, title, extension)}>
          <span className="unseen">{texts.saveTheResultAs2} </span>
          {title}
        </button>
      ))}
    </>
  );
}
