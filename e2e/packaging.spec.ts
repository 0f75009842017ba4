import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { electronRuntime } from '../scripts/electron/runtime.ts';
import { runBuilder } from '../scripts/package/builder.ts';
import { makeDeb } from '../scripts/package/debian.ts';
import { expect, test } from './fixtures.ts';

const runtime = electronRuntime();
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));

const slow = { timeout: 90_000 };
const targetsSchema = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string().optional() }));
const answerSchema = z.object({
  result: z
    .object({
      result: z.object({ value: z.unknown().optional() }).optional(),
      exceptionDetails: z.unknown().optional(),
      data: z.string().optional(),
    })
    .optional(),
});

// Claim, The packaged app: It is no Node, takes no inspector and no options of Node, and loads its own archive only.
test('the installed .deb: fuses, archive, native modules, and its window shows a sample', async ({
  display,
  folder,
}, testInfo) => {
  test.skip(process.platform !== 'linux', 'what is packaged here is for Linux');
  test.setTimeout(600_000);
  const output = join(folder, 'dist');
  await runBuilder(output, ['--linux', 'dir']);
  // As it is installed: unpacked from the package into a clean folder.
  const installed = join(folder, 'installed');
  await promisify(execFile)('dpkg', ['-x', await makeDeb(join(output, 'linux-unpacked'), output), installed]);
  const app = join(installed, 'opt/Latchkey');
  for (const path of ['usr/bin/latchkey-app', 'usr/share/applications/latchkey.desktop'])
    expect((await lstat(join(installed, path))).size, path).toBeGreaterThan(0);
  const resources = join(app, 'resources');

  const { getCurrentFuseWire, FuseV1Options } = fromBuilder('@electron/fuses');
  const wire = await getCurrentFuseWire(join(app, 'latchkey-app'));
  // The wire is text: 1 for on, 0 for off.
  for (const [fuse, state] of [
    ['RunAsNode', 'off'],
    ['EnableNodeOptionsEnvironmentVariable', 'off'],
    ['EnableNodeCliInspectArguments', 'off'],
    ['EnableEmbeddedAsarIntegrityValidation', 'on'],
    ['OnlyLoadAppFromAsar', 'on'],
  ] as const)
    expect(String.fromCharCode(wire[FuseV1Options[fuse]]), fuse).toBe(state === 'on' ? '1' : '0');

  const inside: string[] = fromBuilder('@electron/asar').listPackage(join(resources, 'app.asar'), {});
  for (const path of [
    '/package.json',
    '/out/main/index.cjs',
    '/out/renderer/index.html',
    '/node_modules/mysql2/package.json',
  ])
    expect(inside, path).toContain(path);
  // Neither sources nor tests nor what only the build needs.
  const strange =
    /^\/(?:src|e2e|test|scripts|bench|docs)\/|^\/node_modules\/(?:electron|react|vite|typescript)\/|\.map$/;
  expect(inside.filter((path) => strange.test(path))).toEqual([]);
  const unpacked = await readdir(join(resources, 'app.asar.unpacked'), { recursive: true });
  for (const path of ['rules/redo', 'samples/mysql-9.7-starved-redo.lks'])
    expect(unpacked, path).toContain(path);
  // The stand-in has a build of its own (docs/decisions/0002-electron-stand-in.md).
  expect(unpacked).toContain(
    `node_modules/better-sqlite3/${runtime.kind === 'official' ? 'prebuilds/linux-x64.node' : 'build/Release/better_sqlite3.node'}`,
  );

  const profile = join(folder, 'profile');
  const child = spawn(
    join(app, 'latchkey-app'),
    [...runtime.args, `--user-data-dir=${profile}`, '--remote-debugging-port=0'],
    { env: { ...process.env, ...display, LATCHKEY_HOME: undefined }, stdio: 'ignore' },
  );
  try {
    const { evaluate, screenshot } = await windowOf(child, profile);
    const shown = () =>
      evaluate(
        `(({ page, state }) => [location.protocol, page, state].join(' '))(document.documentElement?.dataset ?? {})`,
      );
    await expect.poll(shown, slow).toBe('latchkey: welcome ready');
    // Rules and samples come out of the archive.
    const sample = `document.querySelector('[data-sample="mysql-9.7-starved-redo"]')`;
    await expect.poll(() => evaluate(`${sample} !== null`), slow).toBe(true);
    await evaluate(`${sample}.click()`);
    await expect.poll(shown, slow).toBe('latchkey: diagnosis ready');
    const picture = join(folder, 'packaged.png');
    await writeFile(picture, await screenshot());
    await testInfo.attach('the packaged app', { path: picture, contentType: 'image/png' });
    expect((await lstat(picture)).size).toBeGreaterThan(20_000);
  } finally {
    const gone = new Promise((resolve) => child.once('close', resolve));
    if (child.exitCode === null) {
      child.kill();
      await gone;
    }
  }
});

/**
 * Evaluates in the window, found by the port that Chromium writes into its profile: Playwright itself drives an Electron
 * by the inspector of Node, which the fuses have disabled.
 */
async function windowOf(child: ChildProcess, profile: string): Promise<PackagedWindow> {
  let address: string | undefined;
  const find = async () => {
    if (child.exitCode !== null) throw new Error(`The packaged app ended with ${child.exitCode}.`);
    const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n');
    if (port === undefined || port === '') return undefined;
    const list = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined);
    if (list === undefined) return undefined;
    const targets = targetsSchema.parse(await list.json());
    address = targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl;
    return address;
  };
  await expect.poll(find, slow).toBeDefined();
  if (address === undefined) throw new Error('The packaged app has no window.');
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const send = (method: string, params: object) =>
    new Promise<z.infer<typeof answerSchema>>((resolve) => {
      socket.addEventListener(
        'message',
        ({ data }) => resolve(answerSchema.parse(JSON.parse(String(data)))),
        { once: true },
      );
      socket.send(JSON.stringify({ id: 1, method, params }));
    });
  return {
    evaluate: async (expression) => {
      const { result } = await send('Runtime.evaluate', { expression });
      // No result: the page changed under the question.
      if (result?.exceptionDetails !== undefined)
        throw new Error(`${expression}: ${JSON.stringify(result.exceptionDetails)}`);
      return result?.result?.value;
    },
    screenshot: async () =>
      Buffer.from((await send('Page.captureScreenshot', {})).result?.data ?? '', 'base64'),
  };
}

interface PackagedWindow {
  evaluate(expression: string): Promise<unknown>;
  /** @returns PNG */
  screenshot(): Promise<Buffer>;
}
