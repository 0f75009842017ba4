// `npm run package`: installers of this platform, in dist/. On Linux the unpacked folder, a tar.gz and a .deb, and an AppImage
// where electron-builder can have its tool for it.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { electronRuntime } from './electron/runtime.ts';
import { runBuilder } from './package/builder.ts';
import { makeDeb } from './package/debian.ts';

const root = join(import.meta.dirname, '..');
const output = join(root, 'dist');
const remarks: string[] = [];

process.exitCode = await main();

async function main(): Promise<number> {
  const runtime = electronRuntime();
  if (runtime.kind === 'stand-in') {
    remarks.push(
      `Around Electron ${runtime.version}, a stand-in without security fixes: for trying only, never to be given away.`,
    );
  }
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  try {
    if (process.platform === 'linux') await linux();
    else await step('installers', () => runBuilder(output, []));
  } catch (error) {
    console.error(reason(error));
    return 1;
  }
  console.log(`\nIn ${output}:`);
  for (const name of (await readdir(output)).sort()) {
    const { size } = await stat(join(output, name));
    if (/\.(?:AppImage|deb|gz|exe|dmg|zip)$/.test(name))
      console.log(`  ${name.padEnd(44)} ${Math.round(size / 1e6)} MB`);
    else if (name.endsWith('-unpacked')) console.log(`  ${name}/`);
  }
  for (const remark of remarks) console.log(remark);
  return 0;
}

async function linux(): Promise<void> {
  const app = join(output, 'linux-unpacked');
  const { version } = JSON.parse(
    execFileSync('npm', ['pkg', 'get', 'version', 'name', '--json'], { cwd: root, encoding: 'utf8' }),
  );
  await step('unpacked folder', () => runBuilder(output, ['--linux', 'dir']));
  await step('tar.gz', async () => {
    const file = join(output, `latchkey-${version}-linux-${process.arch}.tar.gz`);
    const name = `s/^linux-unpacked/latchkey-${version}/`;
    execFileSync('tar', ['-czf', file, '--owner=0', '--group=0', `--transform=${name}`, 'linux-unpacked'], {
      cwd: output,
    });
  });
  // Without a download, where Debian's own tool is there.
  if (hasProgram('dpkg-deb')) await step('deb', () => makeDeb(app, output));
  else await step('deb', () => runBuilder(output, ['--prepackaged', app, '--linux', 'deb']));
  try {
    await step('AppImage', () => runBuilder(output, ['--prepackaged', app, '--linux', 'AppImage']));
  } catch (error) {
    remarks.push(
      `No AppImage: the tool that electron-builder makes it with is not available (${reason(error)}).`,
    );
  }
}

function hasProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

async function step(title: string, work: () => Promise<unknown>): Promise<void> {
  console.log(`${title} ...`);
  await work();
}

/** The line of electron-builder's output that says what is wrong. */
function reason(error: unknown): string {
  const text =
    error instanceof Error
      ? `${'stderr' in error ? error.stderr : ''}\n${'stdout' in error ? error.stdout : ''}\n${error.message}`
      : String(error);
  const line = text.split('\n').find((one) => /⨯|error|cannot/i.test(one));
  return (line ?? text).replace(/^\s*⨯\s*/, '').trim();
}
