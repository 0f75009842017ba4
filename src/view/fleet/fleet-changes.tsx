import { counted } from '../../shared/base/units';
import type { FleetDiff, ServerDiff } from '../../shared/fleet-diff';
import { minuteText } from '../../shared/fleet-text';
import { SeverityMark } from '../findings/severity-mark';

/** What changed on each server between its last two snapshots: findings, settings, and what those did. */
export function FleetChanges({ diff }: { diff: FleetDiff }) {
  const { servers, compared, single } = diff;
  return (
    <>
      <p className="soft">
        {counted(compared, 'server')} compared
        {single.length > 0 && `; of ${single.length} there is one snapshot only`}.
      </p>
      {servers.length === 0 && <p>Nothing changed.</p>}
      <ul className="fleet-groups">
        {servers.map((one) => (
          <li key={one.server} className="fleet-group">
            <h3>{one.server}</h3>
            <p className="soft">
              {minuteText(one.from)} to {minuteText(one.to)} UTC
            </p>
            {one.headline !== null && <p>Now: {one.headline.after}</p>}
            {one.version !== null && (
              <p>
                Version: {one.version.before} to {one.version.after}
              </p>
            )}
            <Findings title="New" list={one.appeared} />
            <Findings title="Resolved" list={one.resolved} />
            <Findings title="No longer known" list={one.unknown} />
            <Settings of={one} />
            {one.effects.map(({ at, planned, text }) => (
              <p key={`${at} ${text}`}>
                {planned && <span className="strong">Planned: </span>}
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function Findings({ title, list }: { title: string; list: ServerDiff['appeared'] }) {
  if (list.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul className="plain">
        {list.map(({ ruleId, severity, title: text }) => (
          <li key={ruleId}>
            <SeverityMark severity={severity} /> {text}
          </li>
        ))}
      </ul>
    </>
  );
}

function Settings({ of: { server, settings } }: { of: ServerDiff }) {
  if (settings.length === 0) return null;
  return (
    <table className="data">
      <caption className="unseen">Settings of {server} that changed</caption>
      <thead>
        <tr>
          <th scope="col">Variable</th>
          <th scope="col">Before</th>
          <th scope="col">Now</th>
          <th scope="col">Planned</th>
        </tr>
      </thead>
      <tbody>
        {settings.map(({ variable, before, after, planned, resolved }) => (
          <tr key={variable}>
            <th scope="row">
              <code>{variable}</code>
            </th>
            <td>{before ?? 'none'}</td>
            <td className="strong">{after ?? 'none'}</td>
            <td>{planned ? ['yes', ...resolved].join(', resolved ') : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
