import type { ProbeSummary } from '../../../shared/probe';
import { type ArmText, armText, type ProbeFormErrors } from '../../state/probe-form';
import { texts } from './texts';

/** The settings that are compared with the present ones: as proposed, or the reader's own. */
export function ArmsEditor({
  summary,
  arms,
  errors,
  onChange,
}: {
  summary: ProbeSummary;
  arms: ArmText[] | null;
  errors: ProbeFormErrors;
  onChange: (arms: ArmText[] | null) => void;
}) {
  // Rows of the Performance Schema set-up cannot be written as variable = value.
  const editable = summary.arms.every(({ settings }) => settings.length > 0);
  const shown = arms ?? summary.arms.map(armText);
  const edit = (index: number, part: Partial<ArmText>) =>
    onChange(shown.map((arm, at) => (at === index ? { ...arm, ...part } : arm)));
  return (
    <section className="card probe-arms" aria-label={texts.variants}>
      <div className="toolbar">
        <h2>{texts.comparedWithThePresentSettings}</h2>
        <span className="push" />
        {arms !== null && summary.arms.length > 0 && (
          <button type="button" onClick={() => onChange(null)}>
            {texts.asProposed}
          </button>
        )}
        {editable && shown.length < 16 && (
          <button type="button" onClick={() => onChange([...shown, { name: '', settings: '' }])}>
            {texts.addVariant}
          </button>
        )}
      </div>
      {errors.noArms !== undefined && <p className="field-error">{errors.noArms}</p>}
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{texts.variant}</th>
            <th scope="col">{texts.settings}</th>
            <th scope="col">
              <span className="unseen">{texts.remove}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((arm, index) => {
            const error = errors.arms?.[index];
            const number = index + 1;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: an arm has no identity but its place
              <tr key={index}>
                <td>
                  <input
                    aria-label={texts.nameOfVariant(number)}
                    value={arm.name}
                    readOnly={!editable}
                    spellCheck={false}
                    onChange={(event) => edit(index, { name: event.target.value })}
                  />
                </td>
                <td>
                  <input
                    aria-label={texts.settingsOfVariant(number)}
                    className="probe-settings"
                    value={editable ? arm.settings : texts.rowsOfThePerformanceSchema}
                    placeholder={texts.variableValueVariableValue}
                    readOnly={!editable}
                    spellCheck={false}
                    aria-invalid={error !== undefined}
                    onChange={(event) => edit(index, { settings: event.target.value })}
                  />
                  {error !== undefined && <p className="field-error">{error}</p>}
                </td>
                <td className="number">
                  {editable && (
                    <button
                      type="button"
                      className="quiet"
                      onClick={() => onChange(shown.filter((_, at) => at !== index))}
                    >
                      {texts.remove2(<span className="unseen"> {texts.variant2(number)}</span>)}
                    </button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
