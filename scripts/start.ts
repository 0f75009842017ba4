// `npm start`: the app in its window, built first when a source is newer than the build.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { electronRuntime } from './electron/runtime.ts';
import { hasDisplay } from './xvfb.ts';

const root = join(import.meta.dirname, '..');
const built = join(root, 'out', 'main', 'index.cjs');
/** Everything the build reads. */
const sources = ['src', 'rules', 'package.json', 'electron.vite.config.ts', 'package-lock.json'];

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  if (!hasDisplay()) {
    process.stderr.write(
      'There is no display here, so no window can be opened.\n' +
        'Start it in a desktop session or with ssh -X, or try it on a virtual display: xvfb-run -a npm start\n' +
        'Everything but the window also works in the terminal: bin/latchkey --help\n',
    );
    return 1;
  }
  if (isStale()) {
    const code = await ended('npm', ['run', 'build', '--silent'], {});
    if (code !== 0) {
      process.stderr.write('The build failed; see above.\n');
      return code;
    }
  }
  const runtime = electronRuntime();
  if (runtime.kind === 'stand-in')
    process.stderr.write(
      `Running on Electron ${runtime.version}, a stand-in for tests: the download of the pinned version did not answer.\n`,
    );
  if (runtime.args.includes('--no-sandbox'))
    process.stderr.write("Running as root: Chromium's sandbox is off.\n");
  return ended(runtime.executable, [...runtime.args, root, ...args], runtime.env);
}

function isStale(): boolean {
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  return sources.some((source) => isNewer(join(root, source), builtAt));
}

function isNewer(path: string, than: number): boolean {
  if (!existsSync(path)) return false;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs > than;
  return readdirSync(path).some((name) => isNewer(join(path, name), than));
}

function ended(
  program: string,
  args: string[],
  changes: Record<string, string | undefined>,
): Promise<number> {
  const env = { ...process.env, ...changes };
  const needsShell = process.platform === 'win32' && program === 'npm';
  const child = spawn(program, args, { cwd: root, env, stdio: 'inherit', shell: needsShell });
  // Ctrl-C reaches the window's process too; it says when it has closed.
  process.on('SIGINT', () => undefined);
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      resolve(127);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}
