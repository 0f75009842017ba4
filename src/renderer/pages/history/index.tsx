import { useState } from 'react';
import type { ProbeResultSummary } from '../../../shared/probe';
import type { ProofSummary } from '../../../shared/proof';
import { isSameServerKey } from '../../../shared/server';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { DeleteDialog } from '../../components/dialogs/delete-dialog';
import { ExportDialog } from '../../components/dialogs/export-dialog';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { Loading } from '../../components/loading';
import { NoSource } from '../../components/no-source';
import { definePage } from '../../page';
import { useApp } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { Retention } from './retention';
import { ServerHistory } from './server-history';
import { texts } from './texts';

export const page = definePage('history', HistoryPage);

/** What Latchkey took and opened, server by server. */
function HistoryPage() {
  const { forget, notify } = useApp();
  const { loaded, reload } = useCall('snapshot.list', {});
  const { loaded: probes } = useCall('probe.results', {});
  const { loaded: proofs } = useCall('proof.list', {});
  const { loaded: samples } = useCall('snapshot.samples', {});
  const { loaded: work } = useCall('work.list', {});
  const [exporting, setExporting] = useState<SnapshotSummary | null>(null);
  const [deleting, setDeleting] = useState<SnapshotSummary | null>(null);
  usePageState('history', loaded.state);

  const remove = async (snapshot: SnapshotSummary) => {
    setDeleting(null);
    const reply = await call('snapshot.delete', { id: snapshot.id });
    if (!reply.ok) notify({ error: reply.error });
    else forget(snapshot.id);
    reload();
  };

  if (loaded.state === 'loading') return <Loading what={texts.readingHistory} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  if (loaded.value.length === 0) {
    return <NoSource what={texts.history} text={texts.noSnapshotsYetThoseThat} />;
  }
  const measured = probes.state === 'ready' ? probes.value : [];
  const sampleTitles = new Map(
    (samples.state === 'ready' ? samples.value : []).map(({ path, title }) => [path, title]),
  );
  return (
    <div className="page history">
      <h1>{texts.history}</h1>
      {byServer(loaded.value).map((snapshots) => {
        const newest = snapshots[0];
        if (newest === undefined) return null;
        return (
          <ServerHistory
            key={newest.server.serverKey}
            newest={newest}
            snapshots={snapshots}
            probes={probesOf(measured, snapshots)}
            proofs={proofsOf(proofs.state === 'ready' ? proofs.value : [], snapshots)}
            work={work.state === 'ready' ? work.value : []}
            sampleTitle={(path) => sampleTitles.get(path)}
            onExport={setExporting}
            onDelete={setDeleting}
          />
        );
      })}
      <Retention
        onDeleted={(gone) => {
          for (const { id } of gone) forget(id);
          reload();
        }}
      />
      {exporting !== null && <ExportDialog snapshot={exporting} onClose={() => setExporting(null)} />}
      {deleting !== null && (
        <DeleteDialog
          title={texts.deleteThisSnapshot}
          onDelete={() => void remove(deleting)}
          onKeep={() => setDeleting(null)}
        >
          {texts.takenASnapshotThatLatchkey(deleting.title, dateTime(deleting.createdAt))}
        </DeleteDialog>
      )}
    </div>
  );
}

/** @param newestFirst of all servers @returns those of each server, the server with the newest first */
function byServer(newestFirst: readonly SnapshotSummary[]): SnapshotSummary[][] {
  const servers = new Map<string, SnapshotSummary[]>();
  for (const snapshot of newestFirst) {
    const own = snapshot.server.serverKey;
    const serverKey = [...servers.keys()].find((key) => isSameServerKey(key, own)) ?? own;
    servers.set(serverKey, [...(servers.get(serverKey) ?? []), snapshot]);
  }
  return [...servers.values()];
}

/** Results tell the address they were measured at; samples of results belong to no server of the history. */
function probesOf(
  results: readonly ProbeResultSummary[],
  snapshots: readonly SnapshotSummary[],
): ProbeResultSummary[] {
  const targets = new Set(snapshots.map(({ target }) => target));
  return results.filter(({ origin, target }) => origin === 'history' && targets.has(target));
}

function proofsOf(proofs: readonly ProofSummary[], snapshots: readonly SnapshotSummary[]): ProofSummary[] {
  const ids = new Set(snapshots.map(({ id }) => id));
  return proofs.filter(({ snapshot }) => ids.has(snapshot));
}
