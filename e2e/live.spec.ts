import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { startServer } from '../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../scripts/servers/sysbench.ts';
import { Holder } from '../test/change/holder.ts';
import { goTo, onPage } from './app.ts';
import { expect, test } from './fixtures.ts';
import { fillConnect, openSample, startSnapshot } from './journey.ts';
import { type RunningServer, serverOrSkip } from './servers.ts';

let server: RunningServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const starved = {
  innodb_redo_log_capacity: '8M',
  innodb_buffer_pool_size: '32M',
  table_open_cache: 64,
  innodb_flush_log_at_trx_commit: 2,
  sync_binlog: 0,
};
const load = { tables: 4, rows: 20_000 };

test('a loaded MySQL 9.7: connect, snapshot, finding, plan, my.cnf, and the server starts with it', async ({
  latchkey,
  folder,
}) => {
  test.setTimeout(300_000);
  const { page } = latchkey;
  server = await serverOrSkip('mysql97', { options: starved });
  const { socket } = server;
  await prepareSysbench({ socket, ...load });
  const busy = startSysbench({ socket, ...load, workload: 'oltp_update_index', threads: 8, seconds: 120 });

  await fillConnect(page, { socket, user: 'root' });
  await page.getByRole('button', { name: 'Test' }).click();
  const report = page.getByRole('region', { name: 'Result of the test' });
  await expect(report).toContainText('Connected to MySQL 9.7');
  await expect(report).toContainText('Performance Schema');
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await startSnapshot(page, 12);
  await onPage(page, 'diagnosis');
  await busy.stop();

  await expect(page.locator('.headline-bottleneck, .headline-change')).toBeVisible();
  // What leads the list may be remedied by no setting (processors used up): the plan begins with the first that is.
  await page.locator('[data-finding][data-has-change]').first().click();
  await onPage(page, 'finding');
  await page.getByRole('button', { name: 'Add to plan' }).click();
  await page.getByRole('button', { name: 'Go to the plan' }).click();
  await onPage(page, 'plan');
  // More than the top finding, so that the saved file is worth a start.
  await page.getByRole('button', { name: 'Add all' }).click();
  await page.getByRole('tab', { name: 'my.cnf' }).click();
  const saved = join(folder, 'my.cnf');
  await latchkey.saveDialogGives(saved);
  await page.getByRole('button', { name: 'Save my.cnf' }).click();
  await expect(page.getByText(`Saved to ${saved}`)).toBeVisible();

  const wanted = settingsOf(await readFile(saved, 'utf8'));
  expect(wanted.size).toBeGreaterThan(0);
  await server.stop();
  server = await startServer('mysql97', { defaultsFile: saved });
  expect(await inForce(server, [...wanted.keys()])).toEqual(
    new Map([...wanted].map(([name, value]) => [name, comparable(value)])),
  );
});

test('cancelling keeps a partial snapshot', async ({ latchkey }) => {
  const { page } = latchkey;
  server = await serverOrSkip('mysql97');
  await fillConnect(page, { host: '127.0.0.1', port: server.port, user: 'root' });
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await startSnapshot(page, 600);
  await expect(page.locator('.running-words')).toContainText('left');
  // The charts grow second by second, and from elsewhere one sees how long it takes yet.
  const throughput = page.getByRole('button', { name: /^Statements/ });
  await expect(throughput).toContainText('/s to ');
  const first = await throughput.textContent();
  await expect(throughput).not.toHaveText(first ?? '');
  await goTo(page, 'Start');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Snapshot running, .* left$/ })
    .click();
  await expect(throughput).toContainText('/s to ');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await onPage(page, 'diagnosis');
  await expect(page.getByRole('banner').getByText('Partial')).toBeVisible();
  await expect(page.getByRole('note')).toContainText('partial');
  await goTo(page, 'History');
  await expect(page.getByRole('table').getByText('Partial')).toBeVisible();
});

test('a server that dies in mid-snapshot leaves a partial snapshot with the reason', async ({ latchkey }) => {
  const { page } = latchkey;
  server = await serverOrSkip('mysql97');
  await fillConnect(page, { socket: server.socket, user: 'root' });
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await startSnapshot(page, 600);
  await expect(page.locator('.running-words')).toContainText('left');
  await server.kill();
  await onPage(page, 'diagnosis');
  await expect(page.getByRole('banner').getByText('Partial')).toBeVisible();
  await expect(page.getByRole('note')).toContainText(/connection/i);
  await openSample(page, 'mysql-9.7-starved-redo');
});

test('refusals are precise, keep the form, and the app goes on', async ({ latchkey }) => {
  const { page } = latchkey;
  server = await serverOrSkip('mysql97', { options: { tls_version: '' } });
  const address = { host: '127.0.0.1', port: server.port };
  const alert = page.getByRole('alert');
  await withRoot(server, async (connection) => {
    await connection.query("CREATE USER dba@'%' IDENTIFIED BY 'right'");
  });
  const expectRefusal = async (code: string, texts: string[]) => {
    await page.getByRole('button', { name: 'Test' }).click();
    await expect(alert).toHaveAttribute('data-error', code);
    for (const text of texts) await expect(alert).toContainText(text);
  };

  // The whole password over plain TCP only with the user's word for the key.
  await fillConnect(page, { ...address, user: 'dba', password: 'wrong', sslMode: 'preferred' });
  await expectRefusal('tls-required', ['public key']);
  await page.getByLabel('Get the server public key without TLS').check();
  await expectRefusal('access-denied', ['dba']);
  await expect(page.getByLabel('User', { exact: true }), 'the form keeps what was typed').toHaveValue('dba');

  await fillConnect(page, { ...address, user: 'root', sslMode: 'required' });
  await expectRefusal('tls-failed', []);

  await fillConnect(page, { host: '127.0.0.1', port: 1, user: 'root', sslMode: '' });
  await expectRefusal('server-unreachable', ['127.0.0.1']);

  await fillConnect(page, { host: 'no-such-host.invalid', port: 3306, user: 'root' });
  await expectRefusal('server-unreachable', ['no-such-host.invalid']);

  await page.getByLabel('Port', { exact: true }).fill('notaport');
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText('A whole number from 1 to 65535.')).toBeVisible();

  await fillConnect(page, { ...address, user: 'root' });
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText('Connected to MySQL 9.7')).toBeVisible();
});

test('a server that requires TLS, while it is off here, says what to do', async ({ latchkey }) => {
  const { page } = latchkey;
  server = await serverOrSkip('mysql97', { options: { require_secure_transport: 'ON' } });
  const address = { host: '127.0.0.1', port: server.port, user: 'root' };
  await fillConnect(page, { ...address, sslMode: 'disabled' });
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByRole('alert')).toHaveAttribute('data-error', 'tls-required');
  await fillConnect(page, { ...address, sslMode: 'required' });
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByRole('region', { name: 'Result of the test' })).toContainText('TLSv1');
});

test('what a kill left on a server is restored at the next start, and asked for where that takes a password', async ({
  launch,
  folder,
}) => {
  test.setTimeout(240_000);
  server = await serverOrSkip('mysql97');
  const { socket } = server;
  const instruments = await enabledInstruments(server);
  const killed = await launch({ home: folder });
  await fillConnect(killed.page, { socket, user: 'root' });
  await killed.page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await onPage(killed.page, 'snapshot');
  await killed.page.getByLabel('Deep').check();
  await killed.page.getByRole('button', { name: 'Take snapshot' }).click();
  await killed.page.getByRole('button', { name: 'Send these and take the snapshot' }).click();
  await expect(killed.page.locator('.running-words')).toContainText('left');
  killTree(killed.electron.process().pid);
  expect(await enabledInstruments(server)).not.toEqual(instruments);

  const { page } = await launch({ home: folder });
  const banner = page.getByRole('region', { name: 'Changes to restore' });
  await expect(banner.getByRole('status')).toContainText('Restored and read back');
  expect(await enabledInstruments(server)).toEqual(instruments);
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toBeHidden();

  const account = { user: 'dba', password: 'sesame' };
  await withRoot(server, async (connection) => {
    await connection.query("CREATE USER dba@localhost IDENTIFIED BY 'sesame'");
    await connection.query('GRANT ALL ON *.* TO dba@localhost');
  });
  const original = await inForce(server, ['innodb_io_capacity']);
  const holder = new Holder({
    ...{ socket, account, folder: join(folder, 'journal') },
    settings: [{ variable: 'innodb_io_capacity', value: '4321' }],
  });
  expect(await holder.next()).toMatchObject({ at: 'set' });
  await holder.end('SIGKILL');
  expect(await inForce(server, ['innodb_io_capacity'])).toEqual(new Map([['innodb_io_capacity', '4321']]));
  await page.reload();
  await expect(banner).toContainText('innodb_io_capacity. Its password is not saved.');
  await banner.getByRole('button', { name: 'Restore' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('rowheader'), 'banner and dialog name the same').toHaveText([
    'innodb_io_capacity',
  ]);
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(banner).toBeHidden();
  expect(await inForce(server, ['innodb_io_capacity'])).toEqual(original);
});

test('an account without privileges is shown which statements would add them', async ({ latchkey }) => {
  const { page } = latchkey;
  server = await serverOrSkip('mysql97');
  await withRoot(server, async (connection) => {
    await connection.query("CREATE USER bare@'%' IDENTIFIED BY ''");
  });
  await fillConnect(page, { socket: server.socket, user: 'bare' });
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText('Missing privileges')).toBeVisible();
  await expect(page.locator('.statement').first()).toContainText('GRANT');
  await page.getByRole('button', { name: 'Copy statements' }).click();
  const copied = await latchkey.electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toMatch(/^GRANT /m);
});

/** A process and all that it started, at once, so that none of them can tidy up after another. */
function killTree(pid: number | undefined): void {
  if (pid === undefined) throw new Error('There is no such process.');
  const children = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [pid];
  for (const parent of tree) {
    tree.push(...children.flatMap(([child, of]) => (of === parent && child !== undefined ? [child] : [])));
  }
  for (const signal of ['SIGSTOP', 'SIGKILL']) for (const one of tree) process.kill(one, signal);
}

async function enabledInstruments(target: RunningServer): Promise<unknown> {
  let found: unknown;
  await withRoot(target, async (connection) => {
    const sql = "SELECT COUNT(*) AS n FROM performance_schema.setup_instruments WHERE ENABLED = 'YES'";
    const [rows] = await connection.query<mysql.RowDataPacket[]>(sql);
    found = rows[0]?.n;
  });
  return found;
}

async function withRoot(
  target: RunningServer,
  use: (connection: mysql.Connection) => Promise<void>,
): Promise<void> {
  const connection = await mysql.createConnection({ socketPath: target.socket, user: 'root' });
  try {
    await use(connection);
  } finally {
    await connection.end();
  }
}

/** `name = value` lines of an option file. */
function settingsOf(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const line of text.split('\n')) {
    const match = /^(\w+)\s*=\s*(\S+)\s*$/.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined) settings.set(match[1], match[2]);
  }
  return settings;
}

async function inForce(target: RunningServer, names: string[]): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  await withRoot(target, async (connection) => {
    for (const name of names) {
      const [rows] = await connection.query<mysql.RowDataPacket[]>(
        'SHOW GLOBAL VARIABLES WHERE Variable_name = ?',
        [name],
      );
      values.set(name, comparable(String(rows[0]?.Value)));
    }
  });
  return values;
}

/** Sizes in bytes, switches as 1 and 0, everything else in lower case. */
function comparable(value: string): string {
  const size = /^(\d+)([KMG])$/i.exec(value);
  if (size?.[1] !== undefined && size[2] !== undefined) {
    return String(Number(size[1]) * 1024 ** ('KMG'.indexOf(size[2].toUpperCase()) + 1));
  }
  return { on: '1', off: '0' }[value.toLowerCase()] ?? value.toLowerCase();
}
