import type { ReactNode } from 'react';
import type { Drift, DriftGroup, DriftPair } from '../../shared/fleet';
import { driftValueText, groupTitle, hasDrift, pairValueText, serversText } from '../../shared/fleet-text';
import { ScrollRegion } from '../base/scroll-region';
import { SettingValue } from '../plan/setting-value';
import { texts } from './texts';

const mostNames = 12;

/** What differs where servers should be alike. */
export function FleetDrift({
  drift: { baseline, groups, pairs, outside, files, ignored },
}: {
  drift: Drift;
}) {
  const different = groups.filter(hasDrift);
  const differentPairs = pairs.filter(({ settings, versions }) => settings.length > 0 || versions !== null);
  return (
    <>
      <p className="soft">
        {baseline === null ? texts.settingsAreComparedWithWhat : texts.settingsAreComparedWithIn(baseline)}
        {ignored.length > 0 && texts.ignored(ignored.join(', '))}
      </p>
      {different.length + differentPairs.length + files.length + outside.length === 0 && (
        <p>{texts.nothingDiffers}</p>
      )}
      {different.map((group) => (
        <DriftTable key={group.role ?? ''} title={groupTitle(group)} head={[texts.what, texts.values]}>
          <GroupRows group={group} />
        </DriftTable>
      ))}
      {differentPairs.map((pair) => (
        <DriftTable
          key={`${pair.replica} ${pair.source} ${pair.channel}`}
          title={texts.replicaOf(pair.replica, pair.source)}
          head={[texts.what, texts.source, texts.replica]}
        >
          <PairRows pair={pair} />
        </DriftTable>
      ))}
      {files.map(({ server, settings }) => (
        <DriftTable
          key={server}
          title={texts.anotherValueAtTheNext(server)}
          head={[texts.variable, texts.runs, texts.nextStart]}
        >
          {settings.map(({ variable, runs, next }) => (
            <tr key={variable}>
              <th scope="row">
                <code>{variable}</code>
              </th>
              <td>
                <SettingValue variable={variable} value={runs} />
              </td>
              <td>{next === null ? texts.setInNoFile : <SettingValue variable={variable} value={next} />}</td>
            </tr>
          ))}
        </DriftTable>
      ))}
      {outside.length > 0 && (
        <>
          <h3>{texts.sourceNotInThisFleet}</h3>
          <ul>
            {outside.map(({ replica, source }) => (
              <li key={`${replica} ${source}`}>{texts.replicatesFrom(replica, source)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function GroupRows({ group: { versions, plugins, settings } }: { group: DriftGroup }) {
  return (
    <>
      {versions.length > 0 && (
        <tr>
          <th scope="row">{texts.version}</th>
          <td>
            <ul className="fleet-values">
              {versions.map(({ version, servers }) => (
                <li key={version}>{texts.on(version, serversText(servers, mostNames))}</li>
              ))}
            </ul>
          </td>
        </tr>
      )}
      {plugins.map(({ plugin, values }) => (
        <tr key={`plugin ${plugin}`}>
          <th scope="row">{texts.plugin(plugin)}</th>
          <td>
            <ul className="fleet-values">
              {values.map(({ value, servers }) => (
                <li key={value}>{texts.on2(value, serversText(servers, mostNames))}</li>
              ))}
            </ul>
          </td>
        </tr>
      ))}
      {settings.map((setting) => (
        <tr key={`${setting.variable} ${setting.values[0]?.servers[0] ?? ''}`}>
          <th scope="row">
            <code>{setting.variable}</code>
          </th>
          <td>
            <ul className="fleet-values">
              {setting.values.map((one) => (
                <li key={one.value}>
                  {one.value === setting.expected ? (
                    <strong>{driftValueText(setting, one)}</strong>
                  ) : (
                    driftValueText(setting, one)
                  )}{' '}
                  {texts.on3(serversText(one.servers, mostNames))}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      ))}
    </>
  );
}

function PairRows({ pair: { versions, settings } }: { pair: DriftPair }) {
  return (
    <>
      {versions !== null && (
        <tr>
          <th scope="row">{texts.version}</th>
          <td>{versions.source}</td>
          <td>{versions.replica}</td>
        </tr>
      )}
      {settings.map((one) => (
        <tr key={one.variable}>
          <th scope="row">
            <code>{one.variable}</code>
          </th>
          <td>{pairValueText(one, one.source)}</td>
          <td>{pairValueText(one, one.replica)}</td>
        </tr>
      ))}
    </>
  );
}

function DriftTable({
  title,
  head,
  children,
}: {
  title: string;
  head: readonly string[];
  children: ReactNode;
}) {
  return (
    <ScrollRegion label={title} className="scroll fleet-scroll">
      <table className="data fleet-drift">
        <caption>{title}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
