import { useEffect, useRef, useState } from 'react';
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
import { createApp } from './state/app';
import { type App as AppActions, AppContext, type Notice, useApp, useShared } from './state/app-state';
import { call } from './state/call';
import { type Route, railPages } from './state/route';

export function App() {
  const [app] = useState(createApp);
  return (
    <AppContext.Provider value={app}>
      <Shell />
    </AppContext.Provider>
  );
}

/** The frame around the page. It reads no shared value: what changes renders where it stands. */
export function Shell() {
  const app = useApp();
  const [shortcuts, setShortcuts] = useState(false);
  const [palette, setPalette] = useState(false);
  const overlays = { shortcuts: () => setShortcuts(true), palette: () => setPalette(true) };
  useMainEvents(app, overlays);
  useAppKeys(app, overlays);
  const dropping = useDroppedFile(app.openPath);
  return (
    <div className={dropping ? 'shell shell-dropping' : 'shell'}>
      <Rail />
      <div className="stage">
        <Header />
        <RestoreBanner />
        <DamageBanner />
        <Notices />
        <Main />
      </div>
      {dropping && (
        <p className="drop-hint">Drop a snapshot to open it, or what another tool wrote to import it</p>
      )}
      <TourPanel />
      {palette && <Palette onClose={() => setPalette(false)} onShortcuts={overlays.shortcuts} />}
      {shortcuts && <Shortcuts onClose={() => setShortcuts(false)} />}
    </div>
  );
}

function Main() {
  const main = useFocusOnNewPage(useShared('route'));
  return (
    <main ref={main} tabIndex={-1}>
      <CurrentPage />
    </main>
  );
}

function Notices() {
  const { notify } = useApp();
  const notice = useShared('notice');
  return notice === null ? null : <NoticeView notice={notice} onDismiss={() => notify(null)} />;
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
function useMainEvents(app: AppActions, overlays: Overlays): void {
  const latest = useRef(overlays);
  latest.current = overlays;
  useEffect(
    () =>
      window.latchkey.onEvent((event) => {
        const show = latest.current;
        if (event.kind === 'open-file') void app.openPath(event.path);
        else if (event.kind === 'engine-stopped') app.notify({ text: event.message });
        else if (event.kind === 'menu' && event.command === 'open-snapshot') void app.openDialog();
        else if (event.kind === 'menu' && event.command === 'take-snapshot') {
          app.go(app.stores.connection.get() === null ? { page: 'connect' } : { page: 'snapshot' });
        } else if (event.kind === 'menu' && event.command === 'shortcuts') show.shortcuts();
        else if (event.kind === 'menu' && event.command === 'palette') show.palette();
        else if (event.kind === 'menu' && event.command === 'import') app.go({ page: 'import', path: null });
        else if (event.kind === 'menu' && event.command === 'tour') void app.tour.start();
        else if (event.kind === 'menu') {
          const entry = railPages.find(({ page }) => event.command === `page-${page}`);
          if (entry !== undefined) app.go(entry.route);
        }
      }),
    [app],
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
function useAppKeys({ go }: AppActions, overlays: Overlays): void {
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
