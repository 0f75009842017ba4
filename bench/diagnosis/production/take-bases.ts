// Takes the base snapshots of the production cases again, from real servers under a short load:
// `node scripts/setup.mjs test --quiet --run bench/diagnosis/production/take-bases.ts [SERVER ...]`
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type RunningServer, type ServerId, startServer } from '../../../scripts/servers/index.ts';
import { prepareSysbench } from '../../../scripts/servers/sysbench.ts';
import { sourceEngine } from '../../source.ts';
import { sleep, startLoad } from '../load.ts';

const servers: ServerId[] = [
  'mysql56',
  'mysql57',
  'mysql80',
  'mysql97',
  'mariadb102',
  'mariadb1011',
  'mariadb114',
  'mariadb118',
];
const folder = join(import.meta.dirname, 'bases');

/** A plain durable server: binary log on, everything small enough for the load and nothing tuned. */
function options(server: ServerId): Record<string, string | number | boolean> {
  const binaryLog = { log_bin: 'binlog', server_id: 1, sync_binlog: 1, binlog_format: 'ROW' };
  const common = { innodb_buffer_pool_size: '256M', innodb_flush_neighbors: 0 };
  if (server === 'mysql97') return { ...common, ...{ server_id: 1, innodb_redo_log_capacity: '512M' } };
  if (server.startsWith('mysql')) return { ...common, ...binaryLog, innodb_log_file_size: '128M' };
  return { ...common, ...binaryLog, innodb_log_file_size: '256M', performance_schema: 'ON' };
}

async function take(server: ServerId): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-base-'));
  const [engine, running] = await Promise.all([
    sourceEngine(home),
    startServer(server, { options: options(server) }),
  ]);
  try {
    await prepareSysbench({ socket: running.socket, tables: 4, rows: 20_000 });
    const endLoad = await startLoad(running, {
      id: server,
      server,
      data: { tables: 4, rows: 20_000 },
      load: [{ sysbench: 'oltp_read_write', threads: 8, args: ['--rate=40'] }],
      planted: null,
    });
    await sleep(3000);
    const { id } = await engine.call('snapshot.take', {
      target: { socket: running.socket, user: 'root' },
      secrets: {},
      windowSeconds: 12,
      intervalMs: 1000,
      keepLiterals: false,
      declaredHost: {},
    });
    await endLoad();
    const text = JSON.stringify(await engine.call('snapshot.document', { id }));
    writeFileSync(join(folder, `${server}.lks`), gzipSync(withUsualFolders(text, running), { level: 9 }));
  } finally {
    await engine.close();
    await running.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** A throw-away server lives in folders of the tests: in their place stand those of a usual server. Keys go. */
function withUsualFolders(text: string, { id, dir, socket }: RunningServer): string {
  const programs = new RegExp(String.raw`(?:/[\w.-]+)+/servers/${id}/root(?=[/"])`, 'g');
  return text
    .replaceAll(socket, '/run/mysqld/mysqld.sock')
    .replaceAll(`${dir}/data`, '/var/lib/mysql')
    .replaceAll(`${dir}/tmp`, '/tmp')
    .replaceAll(`${dir}/`, '/var/log/mysql/')
    .replaceAll(programs, id === 'mysql56' ? '/usr/local/mysql' : '')
    .replaceAll(/-----BEGIN PUBLIC KEY-----[^"]*/g, '');
}

for (const server of servers.filter((id) => process.argv.length < 3 || process.argv.includes(id))) {
  await take(server);
  console.log(`taken: ${server}`);
}
