import type { Evidence } from '../../shared/analysis';
import { withSourceNames } from '../../shared/base/source-names';
import { formatValue } from '../../shared/base/units';

/** The numbers a finding stands on: value with unit, how it was made, and what it was compared with. */
export function EvidenceTable({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <table className="data evidence">
      <caption className="unseen">Evidence</caption>
      <thead>
        <tr>
          <th scope="col">Measure</th>
          <th scope="col" className="number">
            Value
          </th>
          <th scope="col" className="number">
            Threshold
          </th>
          <th scope="col">How it is made, and why that threshold</th>
        </tr>
      </thead>
      <tbody>
        {evidence.map((item) => (
          <tr key={`${item.label} ${item.formula}`}>
            <th scope="row">{item.label}</th>
            <td className="number strong">{formatValue(item.value, item.unit)}</td>
            <td className="number">
              {item.threshold === null ? '' : formatValue(item.threshold, item.unit)}
            </td>
            <td className="soft evidence-how">
              <code>{item.formula}</code>
              {item.thresholdSource !== '' && (
                <span className="block">{withSourceNames(item.thresholdSource)}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
