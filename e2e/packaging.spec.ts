import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { electronRuntime } from '../scripts/electron/runtime.ts';
import { root } from './app.ts';
import { expect, test } from './fixtures.ts';

const runtime = electronRuntime();
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
/** Only newer versions of Electron than the stand-in know this fuse. */
const newFuse = 'grantFileProtocolExtraPrivileges';

const slow = { timeout: 90_000 };
const targetsSchema = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string().optional() }));
const answerSchema = z.object({
  result: z
    .object({ result: z.object({ value: z.unknown().optional() }), exceptionDetails: z.unknown().optional() })
    .optional(),
});

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-e2e-packaging-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

// Claim, The packaged app: It is no Node, takes no inspector and no options of Node, and loads its own archive only.
test('the unpacked Linux folder: fuses, archive, native modules, and its window opens', async ({
  display,
}) => {
  test.skip(process.platform !== 'linux', 'what is packaged here is for Linux');
  test.setTimeout(300_000);
  const app = await packaged();
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
    '/rules/redo',
    '/samples/mysql-9.7-starved-redo.lks',
    '/node_modules/mysql2/package.json',
  ])
    expect(inside, path).toContain(path);
  // Neither sources nor tests nor what only the build needs.
  const strange =
    /^\/(?:src|e2e|test|scripts|bench|docs)\/|^\/node_modules\/(?:electron|react|vite|typescript)\/|\.map$/;
  expect(inside.filter((path) => strange.test(path))).toEqual([]);
  const unpacked = await readdir(join(resources, 'app.asar.unpacked'), { recursive: true });
  expect(unpacked).toContain('node_modules/better-sqlite3/prebuilds/linux-x64.node');

  const profile = join(folder, 'profile');
  const child = spawn(
    join(app, 'latchkey-app'),
    [...runtime.args, `--user-data-dir=${profile}`, '--remote-debugging-port=0'],
    { env: { ...process.env, ...display, LATCHKEY_HOME: undefined }, stdio: 'ignore' },
  );
  try {
    const evaluate = await windowOf(child, profile);
    const shown = () =>
      evaluate(
        `(({ page, state }) => [location.protocol, page, state].join(' '))(document.documentElement?.dataset ?? {})`,
      );
    await expect.poll(shown, slow).toBe('latchkey: welcome ready');
    // The stand-in cannot load the better-sqlite3 that is packaged (docs/decisions/0002-electron-stand-in.md).
    if (runtime.kind === 'official') {
      // Rules and samples come out of the archive.
      const sample = `document.querySelector('[data-sample="mysql-9.7-starved-redo"]')`;
      await expect.poll(() => evaluate(`${sample} !== null`), slow).toBe(true);
      await evaluate(`${sample}.click()`);
      await expect.poll(shown, slow).toBe('latchkey: diagnosis ready');
    }
  } finally {
    const gone = new Promise((resolve) => child.once('close', resolve));
    if (child.exitCode === null) {
      child.kill();
      await gone;
    }
  }
});

/** The app as electron-builder packages it, around the Electron that is here. Gives the folder. */
async function packaged(): Promise<string> {
  const config = parse(await readFile(join(root, 'electron-builder.yml'), 'utf8'));
  if (runtime.kind === 'stand-in') delete config.electronFuses[newFuse];
  config.directories.output = join(folder, 'dist');
  config.electronDist = dirname(runtime.executable);
  config.electronVersion = runtime.version;
  const file = join(folder, 'electron-builder.json');
  await writeFile(file, JSON.stringify(config));
  await promisify(execFile)(
    process.execPath,
    [
      fromBuilder.resolve('electron-builder/cli.js'),
      '--dir',
      '--linux',
      '--config',
      file,
      '--projectDir',
      root,
    ],
    { cwd: root },
  );
  return join(folder, 'dist', 'linux-unpacked');
}

/**
 * Evaluates in the window, found by the port that Chromium writes into its profile: Playwright itself drives an Electron
 * by the inspector of Node, which the fuses have disabled.
 */
async function windowOf(
  child: ChildProcess,
  profile: string,
): Promise<(expression: string) => Promise<unknown>> {
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
  return (expression) =>
    new Promise((resolve, reject) => {
      socket.addEventListener(
        'message',
        ({ data }) => {
          const { result } = answerSchema.parse(JSON.parse(String(data)));
          // No result: the page changed under the question.
          if (result?.exceptionDetails === undefined) resolve(result?.result.value);
          else reject(new Error(`${expression}: ${JSON.stringify(result.exceptionDetails)}`));
        },
        { once: true },
      );
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
    });
}
