import type { ReactNode } from 'react';
import type { PlanGroup } from '../../shared/fleet';

/** Servers that get the same plan. @param actions what can be done with a group */
export function PlanGroups({
  groups,
  actions,
}: {
  groups: readonly PlanGroup[];
  actions?: (group: PlanGroup) => ReactNode;
}) {
  if (groups.length === 0) return <p>No change is proposed for any server.</p>;
  return (
    <ul className="fleet-groups">
      {groups.map((group) => (
        <li key={group.id} className="fleet-group">
          <h3>
            {group.servers.length === 1 ? '1 server' : `${group.servers.length} servers get the same change`},{' '}
            {group.kind}
          </h3>
          <p>{group.servers.join(', ')}</p>
          <table className="data">
            <caption className="unseen">Plan of {group.id}</caption>
            <thead>
              <tr>
                <th scope="col">Variable</th>
                <th scope="col">Now</th>
                <th scope="col">Proposed</th>
                <th scope="col">When</th>
              </tr>
            </thead>
            <tbody>
              {group.changes.map(({ variable, from, to, when }) => (
                <tr key={variable}>
                  <th scope="row">
                    <code>{variable}</code>
                  </th>
                  <td>{from.join(', ')}</td>
                  <td className="strong">{to}</td>
                  <td>{when === 'now' ? 'now' : 'at a restart'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {actions?.(group)}
        </li>
      ))}
    </ul>
  );
}
