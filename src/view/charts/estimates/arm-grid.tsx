import { changeText } from '../../../shared/probe';
import { verdictWords } from '../../probe/probe-tables';
import { type ArmGrid, gridTone } from './estimate-data';

/**
 * The arms of two settings as a heat map: the change against the present settings in each cell, with its interval. The
 * tone says the same as the number.
 * @param higherIsBetter of the metric
 */
export function ArmGridTable({
  title,
  grid,
  higherIsBetter,
  titleSeen = true,
}: {
  title: string;
  grid: ArmGrid;
  higherIsBetter: boolean;
  /** false: it stands above already, and is here for screen readers. */
  titleSeen?: boolean;
}) {
  const { rowVariable, columnVariable, rows, columns, cell, empty } = grid;
  return (
    <table className="data arm-grid">
      <caption className={titleSeen ? undefined : 'unseen'}>{title}</caption>
      <thead>
        <tr>
          <td />
          <th scope="colgroup" colSpan={columns.length}>
            <code>{columnVariable}</code>
          </th>
        </tr>
        <tr>
          <th scope="col">
            <code>{rowVariable}</code>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {columns.map((column) => {
              const arm = cell(row, column);
              if (arm === null) {
                return (
                  <td key={column} className="arm-cell">
                    <span className="soft">{empty(row, column)}</span>
                  </td>
                );
              }
              const { gain, opacity } = gridTone(arm, higherIsBetter);
              return (
                <td key={column} className="arm-cell">
                  <svg
                    className={gain ? 'arm-tone arm-tone-gain' : 'arm-tone arm-tone-loss'}
                    aria-hidden="true"
                  >
                    <rect width="100%" height="100%" fillOpacity={opacity} />
                  </svg>
                  <span className="arm-words">
                    <strong>{verdictWords[arm.verdict]}</strong>{' '}
                    <span className="arm-change">{changeText(arm)}</span>
                  </span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
