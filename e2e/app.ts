/// <reference path="../src/renderer/bridge.d.ts" />
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, _electron as electron, expect, type Page } from '@playwright/test';
import { electronRuntime } from '../scripts/electron/runtime.ts';

export const root = join(import.meta.dirname, '..');
const closeLimitMs = 20_000;

/** The app as a test drives it. */
export interface LatchkeyApp {
  electron: ElectronApplication;
  page: Page;
  /** Profile folder, with history and journal in it. */
  home: string;
  /** What the page wrote to the console as an error; a test fails when there is any that it did not expect. */
  errors: string[];
  /** Set by a test that makes the page do what is refused. */
  errorsExpected: boolean;
  /** The next open dialogs answer with this path; null: cancelled. */
  openDialogGives(path: string | null): Promise<void>;
  saveDialogGives(path: string | null): Promise<void>;
  /** Questions whether a path that was typed may be used are answered so; from the start: allowed. */
  personAllows(allowed: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  args?: string[];
  home?: string;
  env?: Record<string, string | undefined>;
}

/** Starts the built app with a profile of its own. */
export async function launchApp(
  display: Record<string, string | undefined>,
  { args = [], home, env = {} }: LaunchOptions = {},
): Promise<LatchkeyApp> {
  const runtime = electronRuntime();
  const profile = home ?? (await mkdtemp(join(tmpdir(), 'latchkey-e2e-')));
  const application = await electron.launch({
    executablePath: runtime.executable,
    args: [...runtime.args, root, `--user-data-dir=${profile}`, ...args],
    cwd: root,
    env: cleanEnvironment({ ...process.env, ...display, ...runtime.env, LATCHKEY_HOME: undefined, ...env }),
  });
  // What a person types is confirmed in a native dialog, which no test can press.
  await application.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
  });
  const page = await application.firstWindow();
  const errors: string[] = [];
  let ended = false;
  application.once('close', () => {
    ended = true;
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await takesKeys(page);
  return {
    electron: application,
    page,
    home: profile,
    errors,
    errorsExpected: false,
    openDialogGives: (path) =>
      application.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = async () => ({
          canceled: chosen === null,
          filePaths: chosen === null ? [] : [chosen],
        });
      }, path),
    saveDialogGives: (path) =>
      application.evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = async () => ({ canceled: chosen === null, filePath: chosen ?? '' });
      }, path),
    personAllows: (allowed) =>
      application.evaluate(({ dialog }, yes) => {
        dialog.showMessageBox = async () => ({ response: yes ? 0 : 1, checkboxChecked: false });
      }, allowed),
    close: async () => {
      if (!ended) await closeGuarded(application);
      if (home === undefined) await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Playwright waits for ever for an app that does not quit. @throws Error when it had to be ended by force. */
async function closeGuarded(application: ElectronApplication): Promise<void> {
  const child = application.process();
  let forced = false;
  const timer = setTimeout(() => {
    forced = true;
    child.kill('SIGKILL');
  }, closeLimitMs);
  await application.close().catch(() => undefined);
  clearTimeout(timer);
  if (forced) throw new Error(`The app did not quit within ${closeLimitMs / 1000} s and was ended by force.`);
}

function cleanEnvironment(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Runs the app without a driver until it ends, as a command line does. */
export async function runApp(
  display: Record<string, string | undefined>,
  args: string[],
): Promise<{ code: number | null; stderr: string }> {
  const runtime = electronRuntime();
  const child = spawn(runtime.executable, [...runtime.args, root, ...args], {
    env: { ...process.env, ...display, ...runtime.env, LATCHKEY_HOME: undefined },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 90_000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return { code, stderr };
}

/** Waits until the window has its first page: before that nothing listens, and a key that is pressed is lost. */
export async function takesKeys(page: Page): Promise<void> {
  await expect(page.locator('html[data-page]')).toBeAttached({ timeout: 90_000 });
}

/** Waits until the page of that name says that it is ready. */
export async function onPage(page: Page, name: string): Promise<void> {
  await expect(page.locator(`html[data-page="${name}"][data-state="ready"]`)).toBeAttached({
    timeout: 90_000,
  });
}

/** Goes to a page by the sidebar. */
export async function goTo(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: title }).click();
}
