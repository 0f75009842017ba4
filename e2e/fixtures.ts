import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { withDisplay } from '../scripts/xvfb.ts';
import { type LatchkeyApp, type LaunchOptions, launchApp } from './app.ts';

interface TestFixtures {
  /** An empty folder; it goes after the apps that the test started, for one that runs writes into its profile. */
  folder: string;
  /** Starts an app, closed after the test; of a failed one the picture is kept, and with `--trace on` the trace. */
  launch: (options?: LaunchOptions) => Promise<LatchkeyApp>;
  /** An app with an empty profile. */
  latchkey: LatchkeyApp;
}

interface WorkerFixtures {
  display: Record<string, string | undefined>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      await withDisplay(async (env) => use(env));
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  // The folder is named so that it outlives the apps.
  launch: async ({ display, folder: _outlives, trace }, use, testInfo) => {
    const started: LatchkeyApp[] = [];
    await use(async (options) => {
      const app = await launchApp(display, options);
      started.push(app);
      // The test runner itself traces browsers only. A trace costs a third of the time of a test.
      if (trace !== 'off') await app.electron.context().tracing.start({ screenshots: true, snapshots: true });
      return app;
    });
    const failed = testInfo.status !== testInfo.expectedStatus;
    for (const [index, app] of started.entries()) {
      if (failed) await keepEvidence(app, (name) => testInfo.outputPath(`${index}-${name}`));
      await app.close();
      if (!failed && !app.errorsExpected) expect(app.errors, 'errors on the console of the page').toEqual([]);
    }
  },
  latchkey: async ({ launch }, use) => {
    await use(await launch());
  },
});

/**
 * The trace, the picture, and what the window says, printed too: where only the output of a run is kept, it is all there
 * is. Best effort: an app that has died has none of them.
 */
async function keepEvidence(app: LatchkeyApp, path: (name: string) => string): Promise<void> {
  const said = await app.page
    .locator('body')
    .ariaSnapshot({ timeout: 10_000 })
    .catch((thrown: unknown) => `nothing: ${String(thrown)}`);
  console.log(
    `The window said:\n${said.slice(0, 3_000)}\nErrors on its console: ${app.errors.join('\n') || 'none'}`,
  );
  // None was started, unless it was asked for.
  await app.electron
    .context()
    .tracing.stop({ path: path('trace.zip') })
    .catch(() => undefined);
  await app.page.screenshot({ path: path('window.png') }).catch(() => undefined);
}

export { expect } from '@playwright/test';
