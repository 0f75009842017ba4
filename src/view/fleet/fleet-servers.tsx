import type { Fleet, FleetServer } from '../../shared/fleet';
import { countsText, labelsText, minuteText } from '../../shared/fleet-text';
import { ScrollRegion } from '../base/scroll-region';

/** Every server with its newest snapshot, or why there is none. */
export function FleetServers({
  servers,
  onOpen,
}: {
  servers: readonly FleetServer[];
  onOpen?: (server: string) => void;
}) {
  return (
    <ScrollRegion label="Servers" className="scroll fleet-scroll">
      <table className="data">
        <caption className="unseen">Servers</caption>
        <thead>
          <tr>
            <th scope="col">Server</th>
            <th scope="col">Labels</th>
            <th scope="col">Version</th>
            <th scope="col">Snapshot (UTC)</th>
            <th scope="col">Findings</th>
            <th scope="col">Headline</th>
          </tr>
        </thead>
        <tbody>
          {servers.map((server) => (
            <tr key={server.name}>
              <th scope="row">
                {onOpen === undefined || server.snapshot === null ? (
                  server.name
                ) : (
                  <button type="button" className="link" onClick={() => onOpen(server.name)}>
                    {server.name}
                  </button>
                )}
              </th>
              <td>{labelsText(server)}</td>
              <td>{server.version}</td>
              <td>{snapshotText(server)}</td>
              <td>{server.snapshot === null ? '' : countsText(server)}</td>
              <td>
                {server.headline?.text}
                {server.error !== undefined && (
                  <p className="fleet-error">Last round: {server.error.message}</p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function snapshotText({ snapshot, snapshots }: FleetServer): string {
  if (snapshot === null) return 'none';
  const partial = snapshot.complete ? '' : ', partial';
  return `${minuteText(snapshot.createdAt)}${partial}${snapshots > 1 ? `, newest of ${snapshots}` : ''}`;
}

/** Files that are no snapshot, or could not be judged. */
export function FleetProblems({ problems }: Pick<Fleet, 'problems'>) {
  return (
    <ul className="fleet-problems">
      {problems.map(({ path, error }) => (
        <li key={path}>
          <code>{path}</code>: {error.message}
        </li>
      ))}
    </ul>
  );
}
