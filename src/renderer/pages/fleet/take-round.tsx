import { useEffect, useState } from 'react';
import type { ErrorDocument } from '../../../shared/base/error';
import { describeTarget } from '../../../shared/connection';
import type { Inventory, InventoryServer } from '../../../shared/fleet-inventory';
import type { FleetRound } from '../../../shared/fleet-rounds';
import type { FleetSnapshotRequest } from '../../../shared/rpc/fleet';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { TextField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { useApp, useShared } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import { texts } from './texts';

/** Takes a round of snapshots of the servers of an inventory: each address is shown before it is connected to. */
export function TakeRound({ path, onTaken }: { path: string; onTaken: () => void }) {
  const { loaded } = useCall('fleet.inventory', { path });
  if (loaded.state === 'loading') return null;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} />;
  const servers = loaded.value.servers.filter(
    ({ target, history, problem }) => target !== null || history !== null || problem !== undefined,
  );
  if (servers.length === 0) return <p className="soft">{texts.theInventoryNamesNoServer}</p>;
  return <Round inventory={loaded.value} servers={servers} onTaken={onTaken} />;
}

function Round({
  inventory,
  servers,
  onTaken,
}: {
  inventory: Inventory;
  servers: readonly InventoryServer[];
  onTaken: () => void;
}) {
  const { takeFleet, cancelFleet } = useApp();
  const job = useShared('fleetJob');
  const states = useShared('fleetStates');
  const [seconds, setSeconds] = useState('30');
  const [lastHours, setLastHours] = useState('1');
  const [resume, setResume] = useState(false);
  const isRead = servers.some(({ target, history }) => target === null && history !== null);
  const window = Number(seconds);
  const isValid =
    seconds.trim() !== '' &&
    window >= 0 &&
    window <= 3600 &&
    (!isRead || /^([1-9]\d{0,2}|1\d{3}|2[01]\d\d)$/.test(lastHours.trim()));
  const doneAt = job.state === 'done' ? job.value.startedAt + String(job.value.endedAt) : '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again once a round has ended, and not when the page renders
  useEffect(() => {
    if (doneAt !== '') onTaken();
  }, [doneAt]);

  const take = async () => {
    const saved = await call('secrets.list', {});
    const kept = saved.ok ? saved.value.profiles : [];
    const chosen = await call('dialog.open', {
      title: texts.folderForTheSnapshots,
      filters: [],
      folder: true,
    });
    if (!chosen.ok || chosen.value.path === null) return;
    takeFleet({
      folder: chosen.value.path,
      servers: servers.map((server) => serverOf(server, kept)),
      ignore: inventory.ignore,
      baseline: inventory.baseline,
      windowSeconds: window,
      intervalMs: 1000,
      storeHours: isRead ? Number(lastHours) : 1,
      concurrency: 8,
      timeLimitSeconds: window + 120,
      resume,
    });
  };
  return (
    <details className="fold" open={job.state !== 'idle' || undefined}>
      <summary>
        {texts.takeSnapshotsOf(servers.length === 1 ? '1 server' : texts.servers2(servers.length))}
      </summary>
      <ScrollRegion label={texts.serversOfTheInventory} className="scroll fleet-scroll">
        <table className="data">
          <caption className="unseen">{texts.serversOfTheInventory}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.server}</th>
              <th scope="col">{texts.connectsTo}</th>
              <th scope="col">{texts.state}</th>
            </tr>
          </thead>
          <tbody>
            {servers.map(({ name, target, history, problem }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{target === null ? storeText(history) : describeTarget(target)}</td>
                <td>
                  {problem?.message ??
                    states[name] ??
                    outcomeText(job.state === 'done' ? job.value : null, name)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      {job.state === 'running' ? (
        <JobLine label={texts.takingSnapshots} {...job} onCancel={cancelFleet} />
      ) : (
        <div className="actions">
          <TextField
            label={texts.samplingDurationSeconds}
            value={seconds}
            onChange={setSeconds}
            error={isValid ? undefined : 'Give 0 to 3600 seconds.'}
          />
          {isRead && (
            <TextField
              label={texts.hoursOfMetricsStores}
              value={lastHours}
              onChange={setLastHours}
              error={isValid ? undefined : 'Give 1 to 2160 hours.'}
            />
          )}
          <label>
            <input type="checkbox" checked={resume} onChange={(event) => setResume(event.target.checked)} />{' '}
            {texts.onlyWhatTheLastRound}
          </label>
          <button type="button" className="primary" disabled={!isValid} onClick={() => void take()}>
            {texts.takeSnapshots}
          </button>
        </div>
      )}
    </details>
  );
}

function storeText(history: InventoryServer['history']): string {
  return history === null ? '' : `${history.server} in ${history.source.url}`;
}

function outcomeText(round: FleetRound | null, name: string): string {
  const server = round?.servers.find((one) => one.name === name);
  return server === undefined
    ? ''
    : [server.outcome, server.error?.message ?? ''].filter((text) => text !== '').join(': ');
}

function serverOf(server: InventoryServer, kept: readonly string[]): FleetSnapshotRequest['servers'][number] {
  const { name, labels, target, profileId, declaredHost, history, problem } = server;
  const isSource = target === null && history !== null;
  const ofConnection = isSource ? null : (server.passwordEnv ?? server.sshPasswordEnv);
  const variable = ofConnection ?? history?.tokenEnv ?? history?.passwordEnv ?? null;
  const why = problem ?? (variable === null ? undefined : fromEnvironment(name, variable));
  return {
    name,
    labels,
    target: target ?? {},
    secrets: profileId !== null && kept.includes(profileId) ? { saved: profileId } : {},
    declaredHost,
    ...(history === null
      ? {}
      : {
          store: {
            ...{ source: history.source, server: history.server, hours: history.hours, isSource },
            secrets: {},
          },
        }),
    ...(why === undefined ? {} : { problem: why }),
  };
}

/** The window reads no variables: an inventory of someone else could name any. */
function fromEnvironment(name: string, variable: string): ErrorDocument {
  return {
    code: 'usage',
    message: texts.thePasswordOrTokenOf(name, variable),
    hint: texts.toUseASavedConnectionAn,
  };
}
