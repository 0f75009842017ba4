import type { ReactNode } from 'react';
import type { Drift, DriftGroup, DriftPair } from '../../shared/fleet';
import { driftValueText, groupTitle, hasDrift, pairValueText, serversText } from '../../shared/fleet-text';
import { ScrollRegion } from '../base/scroll-region';

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
        {baseline === null
          ? 'Settings are compared with what most servers of a role have. Bold: what the others differ from.'
          : `Settings are compared with ${baseline}, in bold.`}
        {ignored.length > 0 && ` Ignored: ${ignored.join(', ')}.`}
      </p>
      {different.length + differentPairs.length + files.length + outside.length === 0 && (
        <p>Nothing differs.</p>
      )}
      {different.map((group) => (
        <DriftTable key={group.role ?? ''} title={groupTitle(group)} head={['What', 'Values']}>
          <GroupRows group={group} />
        </DriftTable>
      ))}
      {differentPairs.map((pair) => (
        <DriftTable
          key={`${pair.replica} ${pair.source} ${pair.channel}`}
          title={`Replica ${pair.replica} of ${pair.source}`}
          head={['What', 'Source', 'Replica']}
        >
          <PairRows pair={pair} />
        </DriftTable>
      ))}
      {files.map(({ server, settings }) => (
        <DriftTable
          key={server}
          title={`${server}: another value at the next start`}
          head={['Variable', 'Runs', 'Next start']}
        >
          {settings.map(({ variable, runs, next }) => (
            <tr key={variable}>
              <th scope="row">
                <code>{variable}</code>
              </th>
              <td>{runs}</td>
              <td>{next ?? 'set in no file'}</td>
            </tr>
          ))}
        </DriftTable>
      ))}
      {outside.length > 0 && (
        <>
          <h3>Source not in this fleet</h3>
          <ul>
            {outside.map(({ replica, source }) => (
              <li key={`${replica} ${source}`}>
                {replica} replicates from {source}
              </li>
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
          <th scope="row">Version</th>
          <td>
            <ul className="fleet-values">
              {versions.map(({ version, servers }) => (
                <li key={version}>
                  {version} on {serversText(servers, mostNames)}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
      {plugins.map(({ plugin, values }) => (
        <tr key={`plugin ${plugin}`}>
          <th scope="row">Plugin {plugin}</th>
          <td>
            <ul className="fleet-values">
              {values.map(({ value, servers }) => (
                <li key={value}>
                  {value} on {serversText(servers, mostNames)}
                </li>
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
                  on {serversText(one.servers, mostNames)}
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
          <th scope="row">Version</th>
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
