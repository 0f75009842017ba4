import { formatSeconds, formatValue } from '../../shared/base/units';
import type { WaitRow } from './waits';

/** Where sessions waited during the window. */
export function WaitsTable({ waits }: { waits: readonly WaitRow[] }) {
  const most = Math.max(...waits.map(({ sessions, network }) => (network ? 0 : sessions)), 0);
  return (
    <table className="data waits">
      <caption className="unseen">Waits during the window, costliest first</caption>
      <thead>
        <tr>
          <th scope="col">Wait</th>
          <th scope="col" className="number">
            Average active sessions
          </th>
          <th scope="col">
            <span className="unseen">Share</span>
          </th>
          <th scope="col" className="number">
            Waits
          </th>
          <th scope="col" className="number">
            Mean
          </th>
        </tr>
      </thead>
      <tbody>
        {waits.map((wait) => (
          <tr key={wait.event}>
            <th scope="row">
              <code>{wait.event}</code>
              {wait.network && <span className="soft"> network: waits for clients</span>}
            </th>
            <td className="number strong">{formatValue(wait.sessions, 'ratio')}</td>
            <td>
              <svg className="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  x="0"
                  y="0"
                  width={most === 0 || wait.network ? 0 : (wait.sessions / most) * 100}
                  height="8"
                />
              </svg>
            </td>
            <td className="number">{formatValue(wait.perSecond, 'count/s')}</td>
            <td className="number">{formatSeconds(wait.mean)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
