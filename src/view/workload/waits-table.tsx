import { formatSeconds, formatValue } from '../../shared/base/units';
import { texts } from './texts';
import { sessionsText, type WaitRow } from './waits';

/** Where sessions waited during the window. */
export function WaitsTable({ waits }: { waits: readonly WaitRow[] }) {
  const most = Math.max(...waits.map(({ sessions, network }) => (network ? 0 : sessions)), 0);
  return (
    <table className="data waits">
      <caption className="unseen">{texts.waitsDuringTheWindowCostliest}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.wait}</th>
          <th scope="col" className="number">
            {texts.averageActiveSessions}
          </th>
          <th scope="col">
            <span className="unseen">{texts.share}</span>
          </th>
          <th scope="col" className="number">
            {texts.waits}
          </th>
          <th scope="col" className="number">
            {texts.mean}
          </th>
        </tr>
      </thead>
      <tbody>
        {waits.map((wait) => (
          <tr key={wait.event}>
            <th scope="row">
              <code>{wait.event}</code>
              {wait.network && <span className="soft"> {texts.networkWaitsForClients}</span>}
            </th>
            <td className="number strong">{sessionsText(wait.sessions)}</td>
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
