import type { Evidence } from '../../shared/analysis';
import { withSourceNames } from '../../shared/base/source-names';
import { formatValue } from '../../shared/base/units';
import { unbroken } from '../base/unbroken';
import { texts } from './texts';

/** A formula longer than this hides the numbers beside it. */
const longFormula = 60;

/**
 * The numbers a finding stands on: value with unit, how it was made, and what it was compared with.
 * @param fold long formulas open on demand; a document shows them
 */
export function EvidenceTable({ evidence, fold = false }: { evidence: readonly Evidence[]; fold?: boolean }) {
  return (
    <table className="data evidence">
      <caption className="unseen">{texts.evidence}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.measure}</th>
          <th scope="col" className="number">
            {texts.value}
          </th>
          <th scope="col" className="number">
            {texts.threshold}
          </th>
          <th scope="col">{texts.sourceAndThreshold}</th>
        </tr>
      </thead>
      <tbody>
        {evidence.map((item) => (
          <tr key={`${item.label} ${item.formula}`}>
            <th scope="row">{unbroken(item.label)}</th>
            <EvidenceValue item={item} />
            <td className="number">
              {item.threshold === null ? '' : formatValue(item.threshold, item.unit)}
            </td>
            <td className="soft evidence-how">
              {!(fold && item.formula.length > longFormula) && <code>{item.formula}</code>}
              {item.thresholdSource !== '' && (
                <span className="block">{unbroken(withSourceNames(item.thresholdSource))}</span>
              )}
              {fold && item.formula.length > longFormula && (
                <details>
                  <summary>{texts.formula}</summary>
                  <code>{item.formula}</code>
                </details>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A text longer than this is no number: it wraps, or is a list. */
const longText = 24;

function EvidenceValue({ item: { value, unit } }: { item: Evidence }) {
  const text = unbroken(formatValue(value, unit));
  if (typeof value !== 'string' || text.length <= longText) return <td className="number strong">{text}</td>;
  const parts = text.split(', ');
  return (
    <td className="strong evidence-text">
      {parts.length < 3 ? (
        text
      ) : (
        <ul className="plain">
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
    </td>
  );
}
