import { counted } from '../../shared/base/units';
import type { FleetDiff, ServerDiff } from '../../shared/fleet-diff';
import { minuteText } from '../../shared/fleet-text';
import { SeverityMark } from '../findings/severity-mark';
import { SettingValue } from '../plan/setting-value';
import { texts } from './texts';

/** What changed on each server between its last two snapshots: findings, settings, and what those did. */
export function FleetChanges({ diff }: { diff: FleetDiff }) {
  const { servers, compared, single } = diff;
  return (
    <>
      <p className="soft">
        {texts.compared(counted(compared, 'server'))}
        {single.length > 0 && texts.ofThereIsOneSnapshot(single.length)}.
      </p>
      {servers.length === 0 && <p>{texts.nothingChanged}</p>}
      <ul className="fleet-groups">
        {servers.map((one) => (
          <li key={one.server} className="fleet-group">
            <h3>{one.server}</h3>
            <p className="soft">{texts.toUtc(minuteText(one.from), minuteText(one.to))}</p>
            {one.headline !== null && <p>{texts.now(one.headline.after)}</p>}
            {one.version !== null && <p>{texts.versionTo(one.version.before, one.version.after)}</p>}
            <Findings title={texts.newWord} list={one.appeared} />
            <Findings title={texts.resolved} list={one.resolved} />
            <Findings title={texts.noLongerKnown} list={one.unknown} />
            <Settings of={one} />
            {one.effects.map(({ at, planned, text }) => (
              <p key={`${at} ${text}`}>
                {planned && <span className="strong">{texts.planned} </span>}
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
      <caption className="unseen">{texts.settingsOfThatChanged(server)}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.variable}</th>
          <th scope="col">{texts.before}</th>
          <th scope="col">{texts.now2}</th>
          <th scope="col">{texts.planned2}</th>
        </tr>
      </thead>
      <tbody>
        {settings.map(({ variable, before, after, planned, resolved }) => (
          <tr key={variable}>
            <th scope="row">
              <code>{variable}</code>
            </th>
            <td>{before === null ? 'none' : <SettingValue variable={variable} value={before} />}</td>
            <td className="strong">
              {after === null ? 'none' : <SettingValue variable={variable} value={after} />}
            </td>
            <td>{planned ? ['yes', ...resolved].join(', resolved ') : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
