import { useId } from 'react';
import { texts } from './texts';

/** A number as a text field with a slider below it. The text counts; the slider stands at the position nearest to it. */
export function SliderField({
  label,
  text,
  placeholder,
  position,
  positions,
  at,
  inWords,
  error,
  onText,
}: {
  label: string;
  text: string;
  placeholder?: string;
  position: number;
  /** The last position; the first is 0. */
  positions: number;
  /** The text that a position stands for. */
  at: (position: number) => string;
  /** The value as a reader takes it, such as `1.25 GiB`. */
  inWords: string;
  error?: string | undefined;
  onText: (text: string) => void;
}) {
  const id = useId();
  return (
    <div className="field slider-field">
      <div className="slider-head">
        <label htmlFor={id}>{label}</label>
        <span className="soft">{inWords}</span>
      </div>
      <div className="field-row">
        <input
          type="range"
          min={0}
          max={positions}
          step={1}
          value={position}
          aria-label={texts.slider(label)}
          aria-valuetext={inWords}
          onChange={(event) => onText(at(Number(event.target.value)))}
        />
        <input
          id={id}
          type="text"
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
