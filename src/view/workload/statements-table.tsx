import { formatSeconds, formatValue } from '../../shared/base/units';
import type { StatementRow } from './statements';

/** Where the time of statements went during the window. */
export function StatementsTable({ statements }: { statements: readonly StatementRow[] }) {
  return (
    <table className="data statements">
      <caption className="unseen">Statements of the window, most time first</caption>
      <thead>
        <tr>
          <th scope="col" className="number">
            Share of time
          </th>
          <th scope="col" className="number">
            Executions
          </th>
          <th scope="col" className="number">
            Mean
          </th>
          <th scope="col" className="number">
            Rows examined per row sent
          </th>
          <th scope="col">Statement</th>
        </tr>
      </thead>
      <tbody>
        {statements.map((statement) => (
          <tr key={statement.key}>
            <td className="number strong">{formatValue(statement.share * 100, 'percent')}</td>
            <td className="number">{formatValue(statement.perSecond, 'count/s')}</td>
            <td className="number">{formatSeconds(statement.mean)}</td>
            <td className="number">
              {statement.examinedPerSent === null
                ? 'none sent'
                : formatValue(statement.examinedPerSent, 'ratio')}
            </td>
            <th scope="row">
              <code>{statement.text}</code>
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
