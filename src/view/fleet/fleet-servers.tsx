import type { Fleet, FleetServer } from '../../shared/fleet';
import { countsText, labelsText, minuteText } from '../../shared/fleet-text';
import { ScrollRegion } from '../base/scroll-region';
import { texts } from './texts';

/** Every server with its newest snapshot, or why there is none. */
export function FleetServers({
  servers,
  onOpen,
}: {
  servers: readonly FleetServer[];
  onOpen?: (server: string) => void;
}) {
  return (
    <ScrollRegion label={texts.servers} className="scroll fleet-scroll">
      <table className="data">
        <caption className="unseen">{texts.servers}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.server}</th>
            <th scope="col">{texts.labels}</th>
            <th scope="col">{texts.version}</th>
            <th scope="col">{texts.snapshotUtc}</th>
            <th scope="col">{texts.findings}</th>
            <th scope="col">{texts.headline}</th>
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
                  <p className="fleet-error">{texts.lastRound(server.error.message)}</p>
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
  return `${minuteText(snapshot.createdAt)}${partial}${snapshots > 1 ? texts.newestOf(snapshots) : ''}`;
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
