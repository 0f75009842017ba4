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
import { texts } from './texts';

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
        <legend>{texts.server}</legend>
        <div className="field-pair">
          <SelectField
            label={texts.flavour}
            value={form.flavour}
            options={flavours}
            onChange={(flavour) => onChange({ flavour })}
          />
          <TextField
            label={texts.version}
            value={form.version}
            error={errors.version}
            onChange={(version) => onChange({ version })}
          />
        </div>
      </fieldset>
      <fieldset className="pool-group">
        <legend>{texts.requested}</legend>
        <SliderField
          label={texts.innodbBufferPoolSize}
          text={form.size}
          placeholder={texts.notSet}
          position={sizePosition(form.size)}
          positions={sizePositions}
          at={(position) => sizeLiteral(sizeAt(position))}
          inWords={inBytes(form.size)}
          error={errors.size}
          onText={(size) => onChange({ size })}
        />
        <SliderField
          label={texts.innodbBufferPoolInstances}
          text={form.instances}
          placeholder={texts.notSet}
          position={instancePosition(form.instances)}
          positions={instancePositions}
          at={(position) => (position === 0 ? '' : String(position))}
          inWords={form.instances === '' ? texts.notSet : form.instances}
          error={errors.instances}
          onText={(instances) => onChange({ instances })}
        />
        <SliderField
          label={texts.innodbBufferPoolChunkSize}
          text={form.chunk}
          placeholder={texts.notSet}
          position={chunkPosition(form.chunk)}
          positions={chunkPositions}
          at={chunkAt}
          inWords={inBytes(form.chunk)}
          error={errors.chunk}
          onText={(chunk) => onChange({ chunk })}
        />
      </fieldset>
      <fieldset className="pool-group">
        <legend>{texts.runningNowForSetGlobal}</legend>
        <div className="pool-running">
          <Running name="runningSize" label={texts.size} {...{ form, errors, onChange }} />
          <Running name="runningInstances" label={texts.instances} {...{ form, errors, onChange }} />
          <Running name="runningChunk" label={texts.chunk} {...{ form, errors, onChange }} />
        </div>
      </fieldset>
      <details className="fold">
        <summary>{texts.machinePageSizeAndUpper}</summary>
        <div className="pool-running">
          <Running name="cpus" label={texts.cpus} {...{ form, errors, onChange }} />
          <SelectField
            label={texts.pageSize}
            value={form.pageSize}
            options={pageSizes}
            onChange={(pageSize) => onChange({ pageSize })}
          />
          <Running name="memory" label={texts.memory} {...{ form, errors, onChange }} />
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={form.dedicated}
            onChange={(event) => onChange({ dedicated: event.target.checked })}
          />
          {texts.innodbDedicatedServerTheMemory}
        </label>
        <div className="field-pair pool-bounds">
          <Running name="sizeMax" label={texts.sizeMaxRequested} {...{ form, errors, onChange }} />
          <Running name="runningSizeMax" label={texts.sizeMaxRunning} {...{ form, errors, onChange }} />
        </div>
        <p className="field-hint soft">{texts.fromMysql84The}</p>
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
      placeholder={texts.notSet}
      error={errors[name]}
      onChange={(text) => onChange({ [name]: text })}
    />
  );
}

function inBytes(text: string): string {
  if (text.trim() === '') return texts.notSet;
  const bytes = parseSize(text);
  return bytes === null ? texts.notASize : formatBytes(bytes);
}
