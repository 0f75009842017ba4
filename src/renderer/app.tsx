import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { noChoices, type PlanChoices } from '../shared/plan';
import type { SnapshotSummary } from '../shared/snapshot';
import { Palette } from './components/dialogs/palette';
import { Shortcuts } from './components/dialogs/shortcuts';
import { TourPanel } from './components/dialogs/tour';
import { ErrorNotice } from './components/error-notice';
import { isTyping } from './components/findings/findings-panel';
import { DamageBanner } from './components/frame/damage-banner';
import { useDroppedFile } from './components/frame/dropped-file';
import { Header } from './components/frame/header';
import { RestoreBanner } from './components/frame/restore-banner';
import { Rail } from './components/frame/sidebar';
import { CurrentPage } from './current-page';
import { AppContext, type AppState, type Notice } from './state/app-state';
import { call, useCall } from './state/call';
import { type Connection, emptyForm } from './state/connection-form';
import type { PoolDraft } from './state/pool-form';
import { type Route, railPages } from './state/route';
import { useProbeJob } from './state/use-probe-job';
import { useSnapshotJob } from './state/use-snapshot-job';
import { useTour } from './state/use-tour';
import { useWatchJob } from './state/use-watch-job';

const snapshotFilter = [{ name: 'Latchkey snapshots', extensions: ['lks'] }];
const takenWords = (count: number) => {
  if (count === 0) return 'no snapshot was taken.';
  if (count === 1) return 'a snapshot was taken, and is in the history.';
  return `${count} snapshots were taken, and are in the history.`;
};
/** The plan starts empty: what goes into it is the reader's decision. */
const emptyPlan: PlanChoices = { ...noChoices, accepted: [] };

export function App() {
  const [route, setRoute] = useState<Route>({ page: 'welcome' });
  const [source, setSource] = useState<SnapshotSummary | null>(null);
  const [choices, setChoices] = useState<PlanChoices>(emptyPlan);
  const [form, setForm] = useState(emptyForm);
  const [pool, setPool] = useState<PoolDraft | null>(null);
  const [connection, setConnection] = useState<Connection | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [shortcuts, setShortcuts] = useState(false);
  const [palette, setPalette] = useState(false);

  const show = useCallback((summary: SnapshotSummary) => {
    setSource(summary);
    setChoices(emptyPlan);
    setNotice(null);
    setRoute({ page: 'diagnosis' });
  }, []);
  const { job, take, cancel } = useSnapshotJob(show);
  const { probe, runProbe, stopProbe } = useProbeJob(
    useCallback((ended) => {
      // Whoever looks at the probe goes on to its result; elsewhere it is told.
      setRoute((before) =>
        before.page === 'probe' && before.probe === ended.probe
          ? { page: 'probe-result', id: ended.id }
          : before,
      );
      setNotice({ text: `${ended.title} has ended. ${ended.text}` });
    }, []),
  );
  const { watching, watched, watch, stopWatching } = useWatchJob(
    useCallback((when, taken) => {
      setNotice({ text: `${when}: ${takenWords(taken.length)}` });
    }, []),
  );
  const { loaded: analysis, reload } = useCall('analysis.get', source === null ? null : { id: source.id });

  const openPath = useCallback(
    async (path: string) => {
      // Whatever is no snapshot of ours is read as what another tool left.
      if (!path.toLowerCase().endsWith('.lks')) {
        setNotice(null);
        setRoute({ page: 'import', path });
        return;
      }
      const reply = await call('snapshot.open', { path });
      if (reply.ok) show(reply.value);
      else setNotice({ error: reply.error });
    },
    [show],
  );
  const tour = useTour(openPath);
  const openDialog = useCallback(async () => {
    const reply = await call('dialog.open', { title: 'Open snapshot', filters: snapshotFilter });
    if (reply.ok && reply.value.path !== null) await openPath(reply.value.path);
  }, [openPath]);

  const state: AppState = useMemo(
    () => ({
      route,
      go: (next) => {
        setNotice(null);
        setRoute(next);
      },
      source,
      analysis,
      reloadAnalysis: reload,
      show,
      forget: (id) => setSource((before) => (before?.id === id ? null : before)),
      openPath,
      openDialog,
      choices,
      choose: setChoices,
      form,
      setForm,
      pool,
      setPool,
      connection,
      connect: setConnection,
      job,
      takeSnapshot: take,
      cancelSnapshot: cancel,
      probe,
      runProbe,
      stopProbe,
      watching,
      watched,
      watch,
      stopWatching,
      notify: setNotice,
      tour,
    }),
    [
      route,
      tour,
      source,
      analysis,
      reload,
      show,
      openPath,
      openDialog,
      choices,
      form,
      pool,
      connection,
      job,
      take,
      cancel,
      probe,
      runProbe,
      stopProbe,
      watching,
      watched,
      watch,
      stopWatching,
    ],
  );

  useMainEvents(state, { shortcuts: () => setShortcuts(true), palette: () => setPalette(true) });
  useAppKeys(state, { shortcuts: () => setShortcuts(true), palette: () => setPalette(true) });
  const dropping = useDroppedFile(openPath);
  const main = useFocusOnNewPage(route);

  return (
    <AppContext.Provider value={state}>
      <div className={dropping ? 'shell shell-dropping' : 'shell'}>
        <Rail />
        <div className="stage">
          <Header />
          <RestoreBanner />
          <DamageBanner />
          {notice !== null && <NoticeView notice={notice} onDismiss={() => setNotice(null)} />}
          <main ref={main} tabIndex={-1}>
            <CurrentPage />
          </main>
        </div>
        {dropping && (
          <p className="drop-hint">Drop a snapshot to open it, or what another tool wrote to import it</p>
        )}
        <TourPanel tour={tour} />
        {palette && <Palette onClose={() => setPalette(false)} onShortcuts={() => setShortcuts(true)} />}
        {shortcuts && <Shortcuts onClose={() => setShortcuts(false)} />}
      </div>
    </AppContext.Provider>
  );
}

function NoticeView({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  if ('error' in notice) return <ErrorNotice error={notice.error} onDismiss={onDismiss} />;
  return (
    <div className="notice notice-info" role="status">
      <p>{notice.text}</p>
      {notice.path !== undefined && <ShowFile path={notice.path} />}
      <button type="button" onClick={onDismiss}>
        Dismiss
      </button>
    </div>
  );
}

/** Shows a file in the file manager of the system. */
function ShowFile({ path }: { path: string }) {
  return (
    <button type="button" onClick={() => void call('shell.showFile', { path })}>
      Show in folder
    </button>
  );
}

/** What main sends: a file to open, a command of the menu, news of the engine. */
function useMainEvents(state: AppState, overlays: Overlays): void {
  const latest = useRef({ state, overlays });
  latest.current = { state, overlays };
  useEffect(
    () =>
      window.latchkey.onEvent((event) => {
        const { state: app, overlays: show } = latest.current;
        if (event.kind === 'open-file') void app.openPath(event.path);
        else if (event.kind === 'engine-stopped') app.notify({ text: event.message });
        else if (event.kind === 'menu' && event.command === 'open-snapshot') void app.openDialog();
        else if (event.kind === 'menu' && event.command === 'take-snapshot') {
          app.go(app.connection === null ? { page: 'connect' } : { page: 'snapshot' });
        } else if (event.kind === 'menu' && event.command === 'shortcuts') show.shortcuts();
        else if (event.kind === 'menu' && event.command === 'palette') show.palette();
        else if (event.kind === 'menu' && event.command === 'import') app.go({ page: 'import', path: null });
        else if (event.kind === 'menu' && event.command === 'tour') void app.tour.start();
        else if (event.kind === 'menu') {
          const entry = railPages.find(({ page }) => event.command === `page-${page}`);
          if (entry !== undefined) app.go(entry.route);
        }
      }),
    [],
  );
}

/** What stands above the page. */
interface Overlays {
  shortcuts: () => void;
  palette: () => void;
}

/**
 * Keys of the whole window: Ctrl or Cmd with a digit goes to the page of that place in the rail, with K it opens the
 * palette; `?` lists the keys. While a dialog stands only the dialog has keys.
 */
function useAppKeys({ go }: AppState, overlays: Overlays): void {
  const latest = useRef(overlays);
  latest.current = overlays;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]') !== null || event.altKey) return;
      if (!(event.ctrlKey || event.metaKey)) {
        if (event.key === '?' && !isTyping(event.target)) latest.current.shortcuts();
        return;
      }
      if (event.shiftKey) return;
      if (event.key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current.palette();
        return;
      }
      // 0 stands for the tenth.
      const entry = /^\d$/.test(event.key) ? railPages[(Number(event.key) + 9) % 10] : undefined;
      if (entry === undefined) return;
      event.preventDefault();
      go(entry.route);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go]);
}

/** A new page starts at its top with the focus on it, so that the keyboard does not stay on what is gone. */
function useFocusOnNewPage(route: Route) {
  const main = useRef<HTMLElement>(null);
  const former = useRef(route);
  useEffect(() => {
    if (former.current === route) return;
    former.current = route;
    // Who steps through the tour stays on it.
    if (document.activeElement?.closest('.tour') == null) main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
  }, [route]);
  return main;
}
