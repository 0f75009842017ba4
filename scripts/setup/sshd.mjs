// @ts-check
// An SSH server for tests of tunnels, from Debian 12: extracted, not installed, so that nothing of the machine's own
// SSH set-up changes. nss_wrapper gives it an account with a password of its own.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inCache, publishFolder, readJson, writeJson } from './cache.mjs';
import { extractDebian, extractedCommand } from './debian.mjs';
import { excerpt, run, SetupError } from './run.mjs';

const recipeNumber = 1;

/** @returns {{ version: string, from: string } | undefined} */
export function cachedSshd() {
  const manifest = /** @type {{ recipe: number, version: string, from: string } | undefined} */ (
    readJson(inCache('sshd', 'sshd.json'))
  );
  return manifest?.recipe === recipeNumber ? manifest : undefined;
}

export async function installSshd() {
  await publishFolder(inCache('sshd'), async (folder) => {
    const root = join(folder, 'root');
    mkdirSync(root);
    const taken = await extractDebian(
      {
        suite: 'bookworm',
        packages: ['openssh-server', 'libnss-wrapper'],
        without: /^(perl|debconf|systemd|ucf|procps)/,
      },
      root,
    );
    const [loader = '', ...rest] = extractedCommand(root, 'usr/sbin/sshd');
    const libraries = rest[1]?.split(':').find((path) => path.includes('usr/lib/')) ?? '';
    const command = [loader, '--preload', `${libraries}/libnss_wrapper.so`, ...rest];
    const [program = '', ...args] = command.map((part) => part.replaceAll('{root}', root));
    // It has no option that only shows its version; the usage text does.
    const { output } = await run(program, [...args, '-V']);
    const version = /OpenSSH_(\d+\.\d+)/.exec(output)?.[1];
    if (!version)
      throw new SetupError('sshd', `does not run here: ${excerpt(output)}`, 'See the message above.');
    const name = taken.find((package_) => package_.startsWith('openssh-server '));
    const from = `Debian bookworm, ${name}`;
    writeJson(join(folder, 'sshd.json'), { recipe: recipeNumber, version, from, command });
  });
}
