import { useId, useState } from 'react';
import { shortText } from '../../../shared/base/short-text';
import { counted } from '../../../shared/base/units';
import type { StoreServer } from '../../../shared/metrics-store';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { texts } from './texts';

/** More servers than this can be filtered. */
const many = 8;
/** More are not listed at once: a filter narrows them. */
const mostShown = 200;

/** The servers that a store knows, and the saved connections that may be the same. */
export function Servers({
  where,
  servers,
  remarks,
  chosen,
  onChoose,
}: {
  where: string;
  servers: readonly StoreServer[];
  remarks: readonly string[];
  chosen: StoreServer | null;
  onChoose: (server: StoreServer) => void;
}) {
  const [filter, setFilter] = useState('');
  const id = useId();
  const wanted = filter.trim().toLowerCase();
  const fitting = servers.filter((server) => textOf(server).includes(wanted));
  return (
    <>
      <p role="status">
        {texts.inWord(<span className="strong">{counted(servers.length, 'server')}</span>, where)}
        {servers.length === 0 && texts.itHoldsNothingOfMysql}
      </p>
      {remarks.map((remark) => (
        <p key={remark} className="notice notice-info">
          {texts.theStoreAnsweredInPart(remark)}
        </p>
      ))}
      {servers.length > many && (
        <label className="inline-field">
          <span className="soft">{texts.filter}</span>
          <input type="search" value={filter} onChange={(event) => setFilter(event.target.value)} />
        </label>
      )}
      {fitting.length > 0 && (
        <ScrollRegion className="store-server-list" label={texts.servers}>
          <table className="data" aria-label={texts.servers}>
            <thead>
              <tr>
                <th scope="col">{texts.server}</th>
                <th scope="col">{texts.version}</th>
                <th scope="col">{texts.savedConnection}</th>
              </tr>
            </thead>
            <tbody>
              {fitting.slice(0, mostShown).map((server) => (
                <tr key={JSON.stringify(server.labels)}>
                  <th scope="row">
                    <label className="check">
                      <input
                        type="radio"
                        name={id}
                        checked={chosen !== null && chosen === server}
                        onChange={() => onChoose(server)}
                      />
                      {server.name === '' ? 'unnamed' : shortText(server.name)}
                    </label>
                  </th>
                  <td>{server.versions.at(-1) ?? texts.notExported}</td>
                  <td>{connectionText(server)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {fitting.length > mostShown && (
        <p className="soft">
          {texts.filterByNameOrLabel(counted(fitting.length - mostShown, texts.moreServer))}
        </p>
      )}
    </>
  );
}

function textOf({ name, labels, versions }: StoreServer): string {
  return [name, ...Object.values(labels), ...versions].join(' ').toLowerCase();
}

function connectionText({ connections }: StoreServer) {
  if (connections.length === 0) return <span className="soft">{texts.none}</span>;
  return connections.map(({ id, name, sure }) => (
    <div key={id}>
      {shortText(name)} {!sure && <span className="soft">{texts.perhapsSameHostOrName}</span>}
    </div>
  ));
}
