import { useEffect, useId, useRef, useState } from 'react';
import { texts } from './texts';

/**
 * A value that can be changed by hand; it counts once the field is left or Enter pressed.
 * @param refusal why the server would not take it
 */
export function ValueField({
  variable,
  text,
  refusal,
  focused = false,
  onSet,
}: {
  variable: string;
  text: string;
  refusal?: string;
  /** Takes the focus when it appears: the field was typed into in another place. */
  focused?: boolean;
  onSet: (value: string) => void;
}) {
  const [draft, setDraft] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (focused && document.activeElement === document.body) field.current?.focus();
  }, [focused]);
  const commit = () => {
    if (draft.trim() !== text && draft.trim() !== '') onSet(draft.trim());
  };
  return (
    <>
      <input
        ref={field}
        className="value"
        aria-label={texts.plannedValueOf(variable)}
        aria-invalid={refusal !== undefined}
        aria-describedby={refusal === undefined ? undefined : id}
        value={draft}
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          else if (event.key === 'Escape') setDraft(text);
        }}
      />
      {refusal !== undefined && (
        <span className="field-error" id={id} role="status">
          {refusal}
        </span>
      )}
    </>
  );
}
