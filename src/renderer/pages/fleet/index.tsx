import { useEffect } from 'react';
import type { Fleet } from '../../../shared/fleet';
import { minuteText } from '../../../shared/fleet-text';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { call } from '../../state/call';
import { useJob } from '../../state/job';
import { usePageState } from '../../state/page-state';
import { FleetView } from './fleet-view';
import { TakeRound } from './take-round';

export const page = definePage('fleet', FleetPage);

const inventoryFilter = [{ name: 'Inventory', extensions: ['yaml', 'yml'] }];

/** Many servers at once: a folder of snapshots, or an inventory. */
function FleetPage() {
  const { setFleet } = useApp();
  const path = useShared('fleet');
  const { job, start, cancel } = useJob('fleet.read');
  const again = useJob('fleet.read');
  usePageState('fleet', job.state === 'running' ? 'loading' : 'ready');

  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder is read, and so is the same one when the page is come back to
  useEffect(() => {
    void reload();
  }, [path]);

  const browse = async (folder: boolean) => {
    const title = folder ? 'Open a folder of snapshots' : 'Open an inventory';
    const reply = await call('dialog.open', { title, filters: folder ? [] : inventoryFilter, folder });
    if (reply.ok && reply.value.path !== null) setFleet(reply.value.path);
  };
  /** What was found by other rules is shown at once, and judged again meanwhile. */
  const reload = async () => {
    if (path === null) return;
    again.reset();
    const reply = await start({ path, asJudged: true });
    if (reply.ok && reply.value.outdated !== undefined) await again.start({ path });
  };
  const isInventory = path !== null && /\.ya?ml$/i.test(path);

  return (
    <div className="page fleet">
      <h1>Fleet</h1>
      <p className="soft lead">
        Findings, settings and plans of many servers side by side. Open a folder of snapshots, one folder a
        server in it or one file a server, or an inventory (YAML) that names the servers.
      </p>
      <div className="actions">
        <button type="button" className={path === null ? 'primary' : ''} onClick={() => void browse(true)}>
          Open folder
        </button>
        <button type="button" onClick={() => void browse(false)}>
          Open inventory
        </button>
        {path !== null && (
          <>
            <button type="button" disabled={job.state === 'running'} onClick={() => void reload()}>
              Read again
            </button>
            <span className="path">{path}</span>
          </>
        )}
      </div>
      {job.state === 'running' && <JobLine label="Reading snapshots" {...job} onCancel={cancel} />}
      {isInventory && <TakeRound key={path} path={path} onTaken={() => void reload()} />}
      {job.state === 'failed' && <ErrorNotice error={job.error} onRetry={() => void reload()} />}
      {job.state === 'done' && again.job.state === 'running' && (
        <JobLine
          label="Rules, locks or mutes changed: judging again"
          {...again.job}
          onCancel={again.cancel}
        />
      )}
      {again.job.state === 'failed' && <ErrorNotice error={again.job.error} />}
      {job.state === 'done' && path !== null && (
        <Judged path={path} fleet={again.job.state === 'done' ? again.job.value : job.value} />
      )}
    </div>
  );
}

function Judged({ path, fleet }: { path: string; fleet: Fleet }) {
  if (fleet.servers.length === 0) return <p>There is no server in it.</p>;
  return (
    <>
      <p className="soft">Read {minuteText(fleet.madeAt)} UTC.</p>
      <FleetView path={path} fleet={fleet} />
    </>
  );
}
