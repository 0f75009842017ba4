import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { app, type BrowserWindow, ipcMain, Menu, session, utilityProcess } from 'electron';
import { engineEnvironment } from '../shared/base/child-environment';
import { LatchkeyError } from '../shared/base/error';
import type { RpcInput } from '../shared/rpc';
import { rpcChannels } from '../shared/rpc/channels';
import { visibleLines } from '../shared/writers/visible';
import { declareAppScheme, isOwnPage, serveAppScheme } from './app-protocol';
import { type CommandLine, readCommandLine } from './command-line';
import { type EngineProcess, superviseEngine } from './engine-process';
import { grantedPaths } from './granted-paths';
import { denyPermissions } from './hardening';
import { askPerson, ownCalls } from './own-calls';
import { recentFiles } from './recent-files';
import { printReport } from './report-pdf';
import { createRpcServer } from './rpc-server';
import { keychain } from './secrets/keychain';
import { createSecretVault } from './secrets/secret-vault';
import { withTokenVariable } from './secrets/token-variable';
import { texts } from './texts';
import { type AppWindows, appWindows } from './window/app-windows';
import { boundedCalls } from './window/bounded-calls';
import { buildMenu } from './window/menu';
import { takePicture } from './window/picture';

const appRoot = join(__dirname, '..', '..');
/** An engine that is restoring a server's variables is given this long before it is ended. */
const closeLimitMs = 10_000;
const pictureLimitMs = 120_000;

start(readCommandLine(process.argv, process.env, process.cwd()));

function start(commandLine: CommandLine): void {
  if (commandLine.userDataDir !== null) app.setPath('userData', commandLine.userDataDir);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  // For every renderer that there may ever be. Chromium has no sandbox for the superuser, who passes --no-sandbox.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  declareAppScheme();
  // macOS gives the file by an event, which may come before `ready`.
  let openFirst = commandLine.open;
  let running: RunningApp | null = null;
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (running === null) openFirst = path;
    else running.openFile(path);
  });
  app.on('second-instance', (_event, args, workingFolder) => {
    const { open } = readCommandLine(args, {}, workingFolder);
    running?.focus();
    if (open !== null) running?.openFile(open);
  });
  app.on('window-all-closed', () => app.quit());
  void app.whenReady().then(() => {
    running = run(commandLine);
    if (openFirst !== null) running.openFile(openFirst);
  });
}

interface RunningApp {
  openFile(path: string): void;
  focus(): void;
}

function run(commandLine: CommandLine): RunningApp {
  denyPermissions(session.defaultSession);
  serveAppScheme(join(appRoot, 'out', 'renderer'));

  const engine = superviseEngine({
    fork: () => forkEngine(commandLine),
    onStopped: (message) => {
      report(message);
      windows.sendToAll({ kind: 'engine-stopped', message });
    },
    onFault: report,
  });
  const secrets = createSecretVault(join(app.getPath('userData'), 'kept-passwords.json'), keychain());
  const recent = recentFiles(join(app.getPath('userData'), 'recent-files.json'), () => showMenu());
  const windows = appWindows({
    preload: join(appRoot, 'out', 'preload', 'index.cjs'),
    stateFile: join(app.getPath('userData'), 'window.json'),
    serve: (window) => {
      const paths = grantedPaths(askPerson(window));
      return createRpcServer({
        isOwnPage,
        engine,
        main: boundedCalls(
          ownCalls(window, paths, secrets, {
            savePdf: (input) => savePdf(input, engine),
            openWindow: () => void windows.open(),
          }),
          { windows: () => windows.count(), now: () => performance.now() },
        ),
        paths,
        addSecrets: async (input) => withTokenVariable(await secrets.addTo(input), process.env),
        onSnapshotFile: (path) => {
          recent.add(path);
          // The lists that the dock of macOS and the taskbar of Windows keep.
          app.addRecentDocument(path);
        },
      });
    },
    onFault: report,
  });
  engine.start();
  listen(windows);
  const { window } = windows.open();

  const openFile = (path: string) => {
    const front = windows.current();
    front?.rpc.grantFile(path);
    front?.send({ kind: 'open-file', path });
  };
  function showMenu(): void {
    Menu.setApplicationMenu(
      buildMenu({
        platform: process.platform,
        development: !app.isPackaged,
        send: (command) => windows.current()?.send({ kind: 'menu', command }),
        goTo: (page) => windows.current()?.send({ kind: 'page', page }),
        openWindow: () => void windows.open(),
        recent: recent.list(),
        openRecent: openFile,
        clearRecent: () => {
          recent.clear();
          app.clearRecentDocuments();
        },
      }),
    );
  }
  showMenu();
  quitInOrder(engine);
  if (commandLine.screenshot !== null) void pictureAndQuit(window, commandLine.screenshot, engine);

  return {
    openFile,
    focus: () => {
      const front = windows.current()?.window;
      if (front?.isMinimized() === true) front.restore();
      front?.focus();
    },
  };
}

function forkEngine(commandLine: CommandLine) {
  // A profile folder of its own means a history and a journal of its own.
  const home = process.env.LATCHKEY_HOME ?? commandLine.userDataDir;
  return utilityProcess.fork(
    join(__dirname, 'engine-process.cjs'),
    [`--app-root=${appRoot}`, `--app-version=${app.getVersion()}`],
    {
      serviceName: texts.latchkeyEngine,
      env: engineEnvironment(process.env, home === null ? {} : { LATCHKEY_HOME: home }),
    },
  );
}

/** Has the engine write the report as HTML and prints that. */
async function savePdf(
  { path, ...report }: RpcInput<'report.savePdf'>,
  engine: EngineProcess,
): Promise<{ path: string }> {
  const folder = await mkdtemp(join(app.getPath('temp'), 'latchkey-report-'));
  try {
    await printReport(
      async (file) => {
        const input = { ...report, format: 'html', path: file };
        const reply = await engine.call(`pdf-${randomUUID()}`, 'report.save', input, () => {});
        if (!reply.ok) throw new LatchkeyError(reply.error.code, reply.error.message, reply.error);
      },
      folder,
      path,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { path };
}

/** The one place where messages of windows arrive: each is answered by what belongs to the window it came from. */
function listen(windows: AppWindows): void {
  const sender = (event: Electron.IpcMainEvent | Electron.IpcMainInvokeEvent) => ({
    url: event.senderFrame?.url ?? '',
    isMainFrame: event.senderFrame !== null && event.senderFrame === event.sender.mainFrame,
  });
  ipcMain.handle(rpcChannels.request, (event, request) => {
    const from = windows.of(event.sender);
    if (from === undefined) throw new Error(texts.refusedTheRequestDoesNot);
    return from.rpc.answer(sender(event), request, (requestId, progress) =>
      from.send({ kind: 'progress', requestId, progress }),
    );
  });
  ipcMain.on(rpcChannels.dropped, (event, path) => {
    try {
      windows.of(event.sender)?.rpc.dropped(sender(event), path);
    } catch (refused) {
      report(String(refused));
    }
  });
  ipcMain.on(rpcChannels.cancel, (event, requestId) => {
    try {
      windows.of(event.sender)?.rpc.cancel(sender(event), requestId);
    } catch (refused) {
      report(String(refused));
    }
  });
}

/** Holds the first quit back until the engine has closed; the second one is let through. */
function quitInOrder(engine: EngineProcess): void {
  let closed = false;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void engine.close(closeLimitMs).then(() => {
      closed = true;
      app.quit();
    });
  });
}

async function pictureAndQuit(window: BrowserWindow, path: string, engine: EngineProcess): Promise<void> {
  try {
    await takePicture(window, path, pictureLimitMs);
    app.quit();
  } catch (thrown) {
    report(thrown instanceof Error ? thrown.message : String(thrown));
    await engine.close(closeLimitMs);
    app.exit(1);
  }
}

function report(message: string): void {
  process.stderr.write(`latchkey: ${visibleLines(message)}\n`);
}
