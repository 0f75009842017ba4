import { formatBytes, parseSize, sizeLiteral } from '../../../shared/base/units';
import { flavourNames, flavourSchema } from '../../../shared/server';
import { SelectField, TextField } from '../../components/controls/field';
import { SliderField } from '../../components/controls/slider-field';
import {
  chunkAt,
  chunkPosition,
  chunkPositions,
  instancePosition,
  instancePositions,
  type PoolErrors,
  type PoolForm,
  sizeAt,
  sizePosition,
  sizePositions,
} from '../../state/pool-form';

const flavours = flavourSchema.options.map((value) => ({ value, title: flavourNames[value] }));
const pageSizes = ['4096', '8192', '16384', '32768', '65536'].map((value) => ({
  value,
  title: formatBytes(Number(value)),
}));

/** The server, what is requested, and the pool that runs now. */
export function PoolFields({
  form,
  errors,
  onChange,
}: {
  form: PoolForm;
  errors: PoolErrors;
  onChange: (part: Partial<PoolForm>) => void;
}) {
  return (
    <form className="pool-fields" onSubmit={(event) => event.preventDefault()} noValidate>
      <fieldset className="pool-group">
        <legend>Server</legend>
        <div className="field-pair">
          <SelectField
            label="Flavour"
            value={form.flavour}
            options={flavours}
            onChange={(flavour) => onChange({ flavour })}
          />
          <TextField
            label="Version"
            value={form.version}
            error={errors.version}
            onChange={(version) => onChange({ version })}
          />
        </div>
      </fieldset>
      <fieldset className="pool-group">
        <legend>Requested</legend>
        <SliderField
          label="innodb_buffer_pool_size"
          text={form.size}
          placeholder="not set"
          position={sizePosition(form.size)}
          positions={sizePositions}
          at={(position) => sizeLiteral(sizeAt(position))}
          inWords={inBytes(form.size)}
          error={errors.size}
          onText={(size) => onChange({ size })}
        />
        <SliderField
          label="innodb_buffer_pool_instances"
          text={form.instances}
          placeholder="not set"
          position={instancePosition(form.instances)}
          positions={instancePositions}
          at={(position) => (position === 0 ? '' : String(position))}
          inWords={form.instances === '' ? 'not set' : form.instances}
          error={errors.instances}
          onText={(instances) => onChange({ instances })}
        />
        <SliderField
          label="innodb_buffer_pool_chunk_size"
          text={form.chunk}
          placeholder="not set"
          position={chunkPosition(form.chunk)}
          positions={chunkPositions}
          at={chunkAt}
          inWords={inBytes(form.chunk)}
          error={errors.chunk}
          onText={(chunk) => onChange({ chunk })}
        />
      </fieldset>
      <fieldset className="pool-group">
        <legend>Running now, for SET GLOBAL</legend>
        <div className="pool-running">
          <Running name="runningSize" label="Size" {...{ form, errors, onChange }} />
          <Running name="runningInstances" label="Instances" {...{ form, errors, onChange }} />
          <Running name="runningChunk" label="Chunk" {...{ form, errors, onChange }} />
        </div>
      </fieldset>
      <details className="fold">
        <summary>Machine, page size and upper bound</summary>
        <div className="pool-running">
          <Running name="cpus" label="CPUs" {...{ form, errors, onChange }} />
          <SelectField
            label="Page size"
            value={form.pageSize}
            options={pageSizes}
            onChange={(pageSize) => onChange({ pageSize })}
          />
          <Running name="memory" label="Memory" {...{ form, errors, onChange }} />
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={form.dedicated}
            onChange={(event) => onChange({ dedicated: event.target.checked })}
          />
          innodb_dedicated_server: the memory gives the size where none is set
        </label>
        <div className="field-pair pool-bounds">
          <Running name="sizeMax" label="size_max requested" {...{ form, errors, onChange }} />
          <Running name="runningSizeMax" label="size_max running" {...{ form, errors, onChange }} />
        </div>
        <p className="field-hint soft">
          From MySQL 8.4 the instances follow from the CPUs. innodb_buffer_pool_size_max is of MariaDB
          10.11.12, 11.4.6, 11.8.2 and later.
        </p>
      </details>
    </form>
  );
}

type TextName = Exclude<keyof PoolForm, 'flavour' | 'dedicated'>;

function Running({
  name,
  label,
  form,
  errors,
  onChange,
}: {
  name: TextName;
  label: string;
  form: PoolForm;
  errors: PoolErrors;
  onChange: (part: Partial<PoolForm>) => void;
}) {
  return (
    <TextField
      label={label}
      value={form[name]}
      placeholder="not set"
      error={errors[name]}
      onChange={(text) => onChange({ [name]: text })}
    />
  );
}

function inBytes(text: string): string {
  if (text.trim() === '') return 'not set';
  const bytes = parseSize(text);
  return bytes === null ? 'not a size' : formatBytes(bytes);
}
