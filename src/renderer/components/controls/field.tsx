import { type ReactNode, useId, useState } from 'react';
import { texts } from './texts';

/** A labelled text field with its hint and its error. */
export function TextField({
  label,
  value,
  onChange,
  error,
  hint,
  type = 'text',
  placeholder,
  children,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string;
  type?: 'text' | 'password';
  placeholder?: string;
  children?: ReactNode;
}) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .join(' ')
    .trim();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input
          id={id}
          type={shown ? 'text' : type}
          value={value}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={described === '' ? undefined : described}
          onChange={(event) => onChange(event.target.value)}
        />
        {type === 'password' && (
          <button
            type="button"
            className="quiet"
            aria-pressed={shown}
            disabled={value === ''}
            onClick={() => setShown(!shown)}
          >
            {texts.show(<span className="unseen"> {label}</span>)}
          </button>
        )}
        {children}
      </div>
      {hint !== undefined && (
        <p className="field-hint soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A labelled choice of one. */
export function SelectField<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly { value: T; title: string }[];
  onChange: (value: T) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A path with a button that opens the file dialog. */
export function PathField({
  label,
  value,
  onChange,
  hint,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
}) {
  const browse = async () => {
    const reply = await window.latchkey.call('dialog.open', { title: label, filters: [] }).reply;
    if (reply.ok && reply.value.path !== null) onChange(reply.value.path);
  };
  return (
    <TextField label={label} value={value} onChange={onChange} {...(hint === undefined ? {} : { hint })}>
      <button type="button" onClick={() => void browse()}>
        {texts.browse(<span className="unseen"> {texts.forWord(label)}</span>)}
      </button>
    </TextField>
  );
}
