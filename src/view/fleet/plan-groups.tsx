import { Fragment, type ReactNode } from 'react';
import type { PlanGroup } from '../../shared/fleet';
import { SettingValue } from '../plan/setting-value';
import { texts } from './texts';

/** Servers that get the same plan. @param actions what can be done with a group */
export function PlanGroups({
  groups,
  actions,
}: {
  groups: readonly PlanGroup[];
  actions?: (group: PlanGroup) => ReactNode;
}) {
  if (groups.length === 0) return <p>{texts.noChangeIsProposedFor}</p>;
  return (
    <ul className="fleet-groups">
      {groups.map((group) => (
        <li key={group.id} className="fleet-group">
          <h3>
            {group.servers.length === 1 ? '1 server' : texts.serversGetTheSameChange(group.servers.length)},{' '}
            {group.kind}
          </h3>
          <p>{group.servers.join(', ')}</p>
          <table className="data">
            <caption className="unseen">{texts.planOf(group.id)}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.variable}</th>
                <th scope="col">{texts.now2}</th>
                <th scope="col">{texts.proposed}</th>
                <th scope="col">{texts.when}</th>
              </tr>
            </thead>
            <tbody>
              {group.changes.map(({ variable, from, to, when }) => (
                <tr key={variable}>
                  <th scope="row">
                    <code>{variable}</code>
                  </th>
                  <td>
                    {from.map((value, index) => (
                      <Fragment key={value}>
                        {index > 0 && ', '}
                        <SettingValue variable={variable} value={value} />
                      </Fragment>
                    ))}
                  </td>
                  <td className="strong">
                    <SettingValue variable={variable} value={to} />
                  </td>
                  <td>{when === 'now' ? 'now' : texts.atARestart}</td>
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
