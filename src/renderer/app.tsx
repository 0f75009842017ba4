import { useEffect, useRef, useState } from 'react';
import type { MenuCommand } from '../shared/window/menu';
import type { Route } from '../shared/window/pages';
import { Palette } from './components/dialogs/palette';
import { Shortcuts } from './components/dialogs/shortcuts';
import { TourPanel } from './components/dialogs/tour';
import { ErrorNotice } from './components/error-notice';
import { DamageBanner } from './components/frame/damage-banner';
import { useDroppedFile } from './components/frame/dropped-file';
import { Header } from './components/frame/header';
import { RestoreBanner } from './components/frame/restore-banner';
import { Sidebar } from './components/frame/sidebar';
import { CurrentPage } from './current-page';
import { createApp } from './state/app';
import { type App as AppActions, AppContext, type Notice, useApp, useShared } from './state/app-state';
import { call } from './state/call';
import { menuActions, useAppKeys } from './state/keys';
import { texts } from './texts';

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
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts' | null>(null);
  const actions = menuActions(app, setOverlay);
  const [engines, setEngines] = useState(1);
  useMainEvents(app, actions, () => setEngines((before) => before + 1));
  useAppKeys(app, actions);
  const dropping = useDroppedFile(app.openPath);
  return (
    <div className={dropping ? 'shell shell-dropping' : 'shell'}>
      <Sidebar />
      <div className="stage">
        <Header />
        <RestoreBanner key={engines} />
        <DamageBanner />
        <Notices />
        <Main />
      </div>
      {dropping && <p className="drop-hint">{texts.dropASnapshotToOpen}</p>}
      <TourPanel />
      {overlay === 'palette' && <Palette actions={actions} onClose={() => setOverlay(null)} />}
      {overlay === 'shortcuts' && <Shortcuts onClose={() => setOverlay(null)} />}
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
        {texts.dismiss}
      </button>
    </div>
  );
}

/** Shows a file in the file manager of the system. */
function ShowFile({ path }: { path: string }) {
  return (
    <button type="button" onClick={() => void call('shell.showFile', { path })}>
      {texts.showInFolder}
    </button>
  );
}

/** What main sends: a file to open, a page or a command of the menu, news of the engine. */
function useMainEvents(
  app: AppActions,
  actions: Record<MenuCommand, () => void>,
  onEngineStopped: () => void,
): void {
  const latest = useRef({ actions, onEngineStopped });
  latest.current = { actions, onEngineStopped };
  useEffect(
    () =>
      window.latchkey.onEvent((event) => {
        if (event.kind === 'open-file') void app.openPath(event.path);
        else if (event.kind === 'engine-stopped') {
          app.notify({ text: event.message });
          latest.current.onEngineStopped();
        } else if (event.kind === 'menu') latest.current.actions[event.command]();
        else if (event.kind === 'page') app.go({ page: event.page });
      }),
    [app],
  );
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
