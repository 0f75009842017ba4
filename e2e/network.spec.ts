import { readdir, readFile, readlink } from 'node:fs/promises';
import { onPage } from './app.ts';
import { expect, test } from './fixtures.ts';
import { fillConnect, openSample, startSnapshot } from './journey.ts';
import { type RunningServer, serverOrSkip } from './servers.ts';

let server: RunningServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

// Claim, The network: The app opens no TCP connection but the one to the database that the user names.
test('with a sample there is no connection, with a server there is the one to it', async ({ latchkey }) => {
  test.skip(process.platform !== 'linux', 'Connections of a process are read from /proc.');
  const { page } = latchkey;
  server = await serverOrSkip('mysql97');
  const root = latchkey.electron.process().pid;
  if (root === undefined) throw new Error('The app has no process.');
  // The test driver speaks to the app over TCP on this machine: those were there before.
  const before = await connections(root);
  const seen = new Set<string>();
  let watching = true;
  const watch = (async () => {
    while (watching) for (const each of await connections(root)) if (!before.has(each)) seen.add(each);
  })();

  await openSample(page, 'mysql-9.7-starved-redo');
  const sidebar = page.getByRole('navigation', { name: 'Pages' }).getByRole('button');
  for (let entry = (await sidebar.count()) - 1; entry >= 0; entry -= 1) {
    await sidebar.nth(entry).click();
    await expect(page.locator('html[data-state="ready"]')).toBeAttached({ timeout: 60_000 });
  }
  expect([...seen], 'with a sample').toEqual([]);
  await fillConnect(page, { host: '127.0.0.1', port: server.port, user: 'root' });
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await startSnapshot(page, 2);
  await onPage(page, 'diagnosis');
  watching = false;
  await watch;
  expect([...seen], 'with a server').toEqual([`127.0.0.1:${server.port}`]);
});

// Claim, Passwords: The engine's process behind the window has no password of the environment it was started from.
test('the engine of the window inherits no secret', async ({ launch }) => {
  test.skip(process.platform !== 'linux', 'The environment of a process is read from /proc.');
  const secret = 'Right-pass-word';
  const names = ['LATCHKEY_PASSWORD', 'LATCHKEY_SSH_PASSWORD', 'MYSQL_PWD', 'OWN_TOKEN'];
  const { electron, page } = await launch({ env: Object.fromEntries(names.map((name) => [name, secret])) });
  await openSample(page, 'mysql-9.7-starved-redo');
  const root = electron.process().pid ?? 0;
  const environment = (pid: number) => readFile(`/proc/${pid}/environ`, 'latin1');
  expect(await environment(root)).toContain(secret);
  const engines: string[] = [];
  for (const pid of await descendants(root)) {
    // Chromium's own processes write their command line over what is read here.
    const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
    if (command.includes('node.mojom.NodeService')) engines.push(await environment(pid));
  }
  expect(engines).toHaveLength(1);
  expect(engines[0]).toContain('PATH=');
  expect(engines[0]).not.toContain(secret);
});

/** Far ends of the TCP connections of a process and its descendants, as `address:port`. */
async function connections(root: number): Promise<Set<string>> {
  const inodes = new Set<string>();
  for (const pid of await descendants(root)) {
    for (const name of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const link = await readlink(`/proc/${pid}/fd/${name}`).catch(() => '');
      const inode = /^socket:\[(\d+)\]$/.exec(link)?.[1];
      if (inode !== undefined) inodes.add(inode);
    }
  }
  const far = new Set<string>();
  for (const table of ['tcp', 'tcp6']) {
    const lines = (await readFile(`/proc/${root}/net/${table}`, 'utf8').catch(() => '')).split('\n').slice(1);
    for (const line of lines) {
      // sl, local, remote, state, queues, timer, retransmits, uid, timeout, inode (proc_net_tcp in the kernel's documents)
      const [, , remote = '', state, , , , , , inode = ''] = line.trim().split(/\s+/);
      const listening = state === '0A';
      if (inodes.has(inode) && !listening) far.add(readAddress(remote));
    }
  }
  return far;
}

async function descendants(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const parent = /^\d+ \(.*\) \S (\d+)/s.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found = [root];
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}

/** `0100007F:0CEA`: bytes of the address turned round, port in hexadecimal. */
function readAddress(text: string): string {
  const [address = '', port = ''] = text.split(':');
  const bytes = (address.slice(-8).match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16));
  return `${bytes.join('.')}:${Number.parseInt(port, 16)}`;
}
