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
import { texts } from './texts';

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
    const title = folder ? texts.openAFolderOfSnapshots : texts.openAnInventory;
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
      <h1>{texts.fleet}</h1>
      <p className="soft lead">{texts.findingsSettingsAndPlansOf}</p>
      <div className="actions">
        <button type="button" className={path === null ? 'primary' : ''} onClick={() => void browse(true)}>
          {texts.openFolder}
        </button>
        <button type="button" onClick={() => void browse(false)}>
          {texts.openInventory}
        </button>
        {path !== null && (
          <>
            <button type="button" disabled={job.state === 'running'} onClick={() => void reload()}>
              {texts.readAgain}
            </button>
            <span className="path">{path}</span>
          </>
        )}
      </div>
      {job.state === 'running' && <JobLine label={texts.readingSnapshots} {...job} onCancel={cancel} />}
      {isInventory && <TakeRound key={path} path={path} onTaken={() => void reload()} />}
      {job.state === 'failed' && <ErrorNotice error={job.error} onRetry={() => void reload()} />}
      {job.state === 'done' && again.job.state === 'running' && (
        <JobLine label={texts.rulesLocksOrMutesChanged} {...again.job} onCancel={again.cancel} />
      )}
      {again.job.state === 'failed' && <ErrorNotice error={again.job.error} />}
      {job.state === 'done' && path !== null && (
        <Judged path={path} fleet={again.job.state === 'done' ? again.job.value : job.value} />
      )}
    </div>
  );
}

function Judged({ path, fleet }: { path: string; fleet: Fleet }) {
  if (fleet.servers.length === 0) return <p>{texts.thereIsNoServerIn}</p>;
  return (
    <>
      <p className="soft">{texts.readUtc(minuteText(fleet.madeAt))}</p>
      <FleetView path={path} fleet={fleet} />
    </>
  );
}
