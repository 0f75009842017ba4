import type { RunningServer } from '../../scripts/servers/index.ts';
import { connectTo, sleep } from './load.ts';

const limitMs = 60_000;

/** Makes `replica` follow `source` from its first binary log on, and waits until it has all that is there. */
export async function follow(replica: RunningServer, source: RunningServer): Promise<void> {
  const onReplica = await connectTo(replica.socket, 'mysql');
  const onSource = await connectTo(source.socket, 'mysql');
  try {
    const file = 'log.000001';
    // From 11.3 on MariaDB verifies the certificate of its source, which one without a password cannot vouch for.
    const unverified = ['mariadb114', 'mariadb118'].includes(replica.id)
      ? ', MASTER_SSL_VERIFY_SERVER_CERT = 0'
      : '';
    const statements =
      replica.id === 'mysql97'
        ? [
            `CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = ${source.port}, SOURCE_USER = 'root', SOURCE_LOG_FILE = '${file}', SOURCE_LOG_POS = 4`,
            'START REPLICA',
          ]
        : [
            `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${source.port}, MASTER_USER = 'root', MASTER_LOG_FILE = '${file}', MASTER_LOG_POS = 4${unverified}`,
            'START SLAVE',
          ];
    for (const sql of statements) await onReplica.query(sql);
    await onSource.query('CREATE TABLE sbtest.caught_up (id INT PRIMARY KEY)');
    for (const started = Date.now(); ; await sleep(200)) {
      const there = await onReplica.query('SELECT 1 FROM sbtest.caught_up').catch(() => null);
      if (there !== null) return;
      if (Date.now() - started > limitMs) throw new Error('the replica did not catch up with its source');
    }
  } finally {
    await onReplica.end();
    await onSource.end();
  }
}
