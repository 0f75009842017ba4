import type { ConnectionForm, FieldErrors } from '../state/connection-form';
import { storageOptions } from '../state/connection-form';
import { SelectField, TextField } from './controls/field';
import { texts } from './texts';

/** What the user says of the host of a server whose files, or whose text, do not say it. */
export function HostFields({
  host,
  errors,
  onChange,
}: {
  host: ConnectionForm;
  errors: FieldErrors;
  onChange: (host: ConnectionForm) => void;
}) {
  return (
    <>
      <TextField
        label={texts.memoryOfItsHost}
        placeholder="64G"
        value={host.memory}
        error={errors.memory}
        onChange={(memory) => onChange({ ...host, memory })}
      />
      <TextField
        label={texts.cpusOfItsHost}
        value={host.cpus}
        error={errors.cpus}
        onChange={(cpus) => onChange({ ...host, cpus })}
      />
      <SelectField
        label={texts.storageOfItsHost}
        value={host.storage}
        options={storageOptions}
        onChange={(storage) => onChange({ ...host, storage })}
      />
      <TextField
        label={texts.sizeOfItsData}
        placeholder="200G"
        value={host.dataSize}
        error={errors.dataSize}
        onChange={(dataSize) => onChange({ ...host, dataSize })}
      />
    </>
  );
}
