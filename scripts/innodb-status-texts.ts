// Captures the texts of SHOW ENGINE INNODB STATUS in test/knowledge/texts again, from throw-away servers:
// `node scripts/setup.mjs test --run scripts/innodb-status-texts.ts [SERVER ...]`.
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { type RunningServer, type ServerId, serverIds, startServer } from './servers/index.ts';
import { prepareSysbench, startSysbench } from './servers/sysbench.ts';

const folder = join(import.meta.dirname, '../test/knowledge/texts');

/** MySQL divides a pool only from 1 GiB on; MariaDB has no instances any more. */
const options: Record<ServerId, Record<string, string | number>> = {
  mysql56: { innodb_buffer_pool_size: '1G', innodb_buffer_pool_instances: 2 },
  mysql57: { innodb_buffer_pool_size: '1G', innodb_buffer_pool_instances: 2, innodb_adaptive_hash_index: 1 },
  mysql80: { innodb_buffer_pool_size: '1G', innodb_buffer_pool_instances: 2, innodb_adaptive_hash_index: 1 },
  mysql97: {
    innodb_buffer_pool_size: '1G',
    innodb_buffer_pool_instances: 2,
    innodb_adaptive_hash_index: 1,
    // Otherwise foreign keys are checked above InnoDB, which then knows of no error.
    innodb_native_foreign_keys: 1,
  },
  mariadb102: {
    innodb_buffer_pool_size: '1G',
    innodb_buffer_pool_instances: 2,
    innodb_adaptive_hash_index: 1,
  },
  mariadb1011: { innodb_adaptive_hash_index: 1 },
  mariadb114: { innodb_adaptive_hash_index: 1 },
  mariadb118: { innodb_adaptive_hash_index: 1 },
};

const wanted = process.argv.slice(2);
for (const id of serverIds) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const server = await startServer(id, { options: { ...options[id] } });
  try {
    await captureAll(id, server);
  } finally {
    await server.stop();
  }
}

async function captureAll(id: ServerId, server: RunningServer): Promise<void> {
  const connections: mysql.Connection[] = [];
  const connect = async (): Promise<mysql.Connection> => {
    const connection = await mysql.createConnection({ socketPath: server.socket, user: 'root' });
    connections.push(connection);
    return connection;
  };
  const administrator = await connect();
  const read = async (): Promise<string> => {
    const [rows] = await administrator.query<mysql.RowDataPacket[]>('SHOW ENGINE INNODB STATUS');
    return String(rows[0]?.Status ?? '');
  };
  const keep = (state: string, text: string): void => {
    for (const own of [hostname(), server.dir, process.cwd()])
      if (text.includes(own)) throw new Error(`${id} ${state}: the text names this machine: ${own}`);
    writeFileSync(join(folder, `${id}-${state}.txt`), text);
  };

  keep('fresh', await read());
  keep('loaded', await underLoad(server, read));
  await administrator.query('CREATE DATABASE t');
  await administrator.query('CREATE TABLE t.h (id INT PRIMARY KEY, k INT, KEY (k)) ENGINE=InnoDB');
  await administrator.query('INSERT INTO t.h VALUES (1, 1), (2, 2), (3, 3), (4, 4)');
  await deadlock(await connect(), await connect());
  keep('deadlock', await read());
  keep('locks', await withLocks(administrator, connect, read));
  await foreignKeyError(administrator);
  keep('foreign-key', await read());
  await administrator.query('DELETE FROM t.parent WHERE id = 2').catch(() => undefined);
  keep('foreign-key-parent', await read());
  for (const connection of connections) if (connection !== administrator) connection.destroy();
  await untilQuiet(read);
  keep('idle', await read());
  await administrator.end();
}

/** The text with most threads waiting for a latch of many taken under a write load on few rows. */
async function underLoad(server: RunningServer, read: () => Promise<string>): Promise<string> {
  const load = { socket: server.socket, tables: 1, rows: 200 };
  await prepareSysbench(load);
  const sysbench = startSysbench({ ...load, workload: 'oltp_update_index', threads: 16, seconds: 60 });
  let best = '';
  let most = -1;
  for (let attempt = 0; attempt < 150; attempt += 1) {
    await delay(20);
    const text = await read();
    const waiting = text.split('--Thread ').length - 1;
    if (waiting > most && text.includes('LOCK WAIT')) {
      best = text;
      most = waiting;
    }
  }
  await sysbench.stop();
  return best;
}

async function deadlock(one: mysql.Connection, two: mysql.Connection): Promise<void> {
  await one.query('BEGIN');
  await two.query('BEGIN');
  await one.query('UPDATE t.h SET k = 10 WHERE id = 1');
  await two.query('UPDATE t.h SET k = 20 WHERE id = 2');
  const first = one.query("UPDATE t.h SET k = 10 /* it's\nmine */ WHERE id = 2").catch(() => undefined);
  await delay(1200);
  await two.query("UPDATE t.h SET k = 20\n\n  WHERE id = 1 AND 'ab' = 'ab'").catch(() => undefined);
  await first;
  await one.query('ROLLBACK');
  await two.query('ROLLBACK');
}

/** A reader with an old view, a writer with row, gap and table locks, one that waits for it; with the lock monitor. */
async function withLocks(
  administrator: mysql.Connection,
  connect: () => Promise<mysql.Connection>,
  read: () => Promise<string>,
): Promise<string> {
  const [reader, writer, waiter, table] = [
    await connect(),
    await connect(),
    await connect(),
    await connect(),
  ];
  await administrator.query('SET GLOBAL innodb_status_output_locks = ON');
  await administrator.query(
    'CREATE TABLE t.p (id INT PRIMARY KEY) ENGINE=InnoDB PARTITION BY HASH (id) PARTITIONS 2',
  );
  await administrator.query('INSERT INTO t.p VALUES (1), (2)');
  await reader.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
  await reader.query('SELECT * FROM t.h');
  await writer.query('BEGIN');
  await writer.query('UPDATE t.h SET k = 30 WHERE k = 3');
  await writer.query('SELECT * FROM t.p WHERE id = 1 FOR UPDATE');
  await waiter.query('BEGIN');
  const waits = waiter.query("UPDATE t.h SET k = 31 WHERE id = 3 AND 'x' <> 'y'").catch(() => undefined);
  await table.query('SET autocommit = 0');
  const waitsForTable = table.query('LOCK TABLES t.h WRITE').catch(() => undefined);
  await delay(2200);
  const text = await read();
  await writer.query('ROLLBACK');
  await waits;
  await waiter.query('ROLLBACK');
  await reader.query('ROLLBACK');
  await waitsForTable;
  await table.query('UNLOCK TABLES');
  await administrator.query('SET GLOBAL innodb_status_output_locks = OFF');
  return text;
}

async function foreignKeyError(administrator: mysql.Connection): Promise<void> {
  await administrator.query('CREATE TABLE t.parent (id INT PRIMARY KEY) ENGINE=InnoDB');
  await administrator.query(
    'CREATE TABLE t.child (id INT PRIMARY KEY, parent INT, KEY by_parent (parent), ' +
      'CONSTRAINT has_parent FOREIGN KEY (parent) REFERENCES t.parent (id)) ENGINE=InnoDB',
  );
  await administrator.query('INSERT INTO t.parent VALUES (1), (2)');
  await administrator.query('INSERT INTO t.child VALUES (1, 2)');
  await administrator.query("INSERT INTO t.child VALUES (2, 77 + LENGTH('ab'))").catch(() => undefined);
}

/** Until purge has nothing left to do, at most half a minute; the last second's averages are those of an idle server. */
async function untilQuiet(read: () => Promise<string>): Promise<void> {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    await delay(1000);
    if (/^History list length 0$/m.test(await read())) return;
  }
}
