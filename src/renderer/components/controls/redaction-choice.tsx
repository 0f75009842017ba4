import { type RedactionClass, redactionClasses, redactionMeaning } from '../../../shared/redaction';

/** What is taken out of a snapshot or a report before it is handed on. */
export function RedactionChoice({
  legend,
  classes,
  onChange,
}: {
  legend: string;
  classes: readonly RedactionClass[];
  onChange: (classes: RedactionClass[]) => void;
}) {
  return (
    <fieldset className="redaction">
      <legend>{legend}</legend>
      {redactionClasses.map((item) => (
        <label key={item} className="check">
          <input
            type="checkbox"
            checked={classes.includes(item)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...classes, item] : classes.filter((chosen) => chosen !== item),
              )
            }
          />
          <span>
            <span className="strong">{item}</span> <span className="soft">{redactionMeaning[item]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
