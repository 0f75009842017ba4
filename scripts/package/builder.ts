// The app as electron-builder.yml says, around the Electron that is here.
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { electronRuntime } from '../electron/runtime.ts';
import { inCache } from '../setup/cache.mjs';

const root = join(import.meta.dirname, '..', '..');
const builder = fileURLToPath(import.meta.resolve('electron-builder/cli.js'));
/** Only newer versions of Electron than the stand-in know this fuse. */
const newFuse = 'grantFileProtocolExtraPrivileges';

/**
 * Runs electron-builder over the build in `out`.
 * @param output folder of what is made
 * @param args what to make, as electron-builder takes it: `--dir`, `--linux deb`
 * @throws Error with what electron-builder printed
 */
export async function runBuilder(output: string, args: readonly string[]): Promise<void> {
  const config = parse(await readFile(join(root, 'electron-builder.yml'), 'utf8'));
  const runtime = electronRuntime();
  config.directories.output = output;
  config.electronDist = dirname(runtime.executable);
  config.electronVersion = runtime.version;
  if (runtime.kind === 'stand-in') forStandIn(config);
  const file = `${output}.config.json`;
  await writeFile(file, JSON.stringify(config));
  try {
    await promisify(execFile)(
      process.execPath,
      [builder, ...args, '--config', file, '--projectDir', root, '--publish', 'never'],
      { cwd: root, maxBuffer: 64 * 1024 ** 2 },
    );
  } finally {
    await rm(file, { force: true });
  }
}

/** The stand-in's Node-API is older than better-sqlite3's: its own build comes instead (docs/decisions/0002). */
function forStandIn(config: { electronFuses: Record<string, boolean>; files: unknown[] }): void {
  delete config.electronFuses[newFuse];
  config.files.push(
    '!node_modules/better-sqlite3/**',
    ...['better-sqlite3', 'bindings', 'file-uri-to-path'].map((name) => ({
      from: inCache('sqlite-stand-in', 'node_modules', name),
      to: `node_modules/${name}`,
      filter: ['package.json', '*.js', 'lib/**', 'build/Release/better_sqlite3.node'],
    })),
  );
}
