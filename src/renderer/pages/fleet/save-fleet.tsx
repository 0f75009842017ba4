import { useId, useState } from 'react';
import type { PlanGroup } from '../../../shared/fleet';
import { type FleetFormat, fleetExtensions } from '../../../shared/fleet-formats';
import type { PlanFormat } from '../../../shared/plan';
import { fileName } from '../../../shared/writers/file-name';
import { useApp } from '../../state/app-state';
import { call } from '../../state/call';
import { texts } from './texts';

const formats: readonly { format: FleetFormat; title: string }[] = [
  { format: 'html', title: 'HTML' },
  { format: 'markdown', title: texts.markdown },
  { format: 'csv', title: 'CSV' },
  { format: 'json', title: 'JSON' },
  { format: 'jsonl', title: texts.jsonLines },
  { format: 'prometheus', title: texts.prometheus },
  { format: 'sarif', title: 'SARIF' },
  { format: 'junit', title: 'JUnit' },
];

/** Writes the fleet as a document, or in a form that other programs take. */
export function SaveFleet({ path }: { path: string }) {
  const { notify } = useApp();
  const [format, setFormat] = useState<FleetFormat>('html');
  const save = async () => {
    const extension = fleetExtensions[format];
    const chosen = await call('dialog.save', {
      title: texts.saveFleetReport,
      defaultName: fileName('latchkey-fleet', extension),
      filters: [{ name: format, extensions: [extension] }],
    });
    if (!chosen.ok || chosen.value.path === null) return;
    const reply = await call('fleet.save', { fleet: { path }, format, path: chosen.value.path });
    notify(
      reply.ok ? { text: texts.saved(reply.value.path), path: reply.value.path } : { error: reply.error },
    );
  };
  return (
    <>
      <FormatChoice label={texts.reportAs} formats={formats} format={format} onChange={setFormat} />
      <button type="button" onClick={() => void save()}>
        {texts.saveReport}
      </button>
    </>
  );
}

const planFormats: readonly { format: PlanFormat; title: string }[] = [
  { format: 'ansible', title: texts.ansibleVariables },
  { format: 'cnf', title: texts.optionFileForEachServer },
  { format: 'set-global', title: texts.setGlobalForEachServer },
  { format: 'rds-json', title: texts.rdsParameterGroup },
];

/** Writes the plan of one group of servers into a folder. */
export function SavePlans({ path, group }: { path: string; group: PlanGroup }) {
  const { notify } = useApp();
  const [format, setFormat] = useState<PlanFormat>('ansible');
  const save = async () => {
    const chosen = await call('dialog.open', { title: texts.folderForThePlans, filters: [], folder: true });
    if (!chosen.ok || chosen.value.path === null) return;
    const folder = chosen.value.path;
    const reply = await call('fleet.savePlans', { path, format, group: group.id, folder });
    notify(
      reply.ok
        ? { text: [texts.saved2(reply.value.files.join(', ')), ...reply.value.remarks].join(' ') }
        : { error: reply.error },
    );
  };
  return (
    <div className="actions">
      <FormatChoice label={texts.planAs} formats={planFormats} format={format} onChange={setFormat} />
      <button type="button" onClick={() => void save()}>
        {texts.savePlan(<span className="unseen"> {texts.of(group.id)}</span>)}
      </button>
    </div>
  );
}

interface FormatChoiceProps<F extends string> {
  label: string;
  formats: readonly { format: F; title: string }[];
  format: F;
  onChange: (format: F) => void;
}

function FormatChoice<F extends string>({ label, formats: offered, format, onChange }: FormatChoiceProps<F>) {
  const id = useId();
  return (
    <label htmlFor={id}>
      {label}{' '}
      <select
        id={id}
        value={format}
        onChange={(event) => {
          const wanted = offered.find((one) => one.format === event.target.value);
          if (wanted !== undefined) onChange(wanted.format);
        }}
      >
        {offered.map(({ format: one, title }) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
