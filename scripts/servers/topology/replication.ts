// A source and its replica, throw-away servers on this machine.
import { type RunningServer, type ServerId, type StartOptions, startServer } from '../index.ts';
import { runStatements, untilRows } from './statements.ts';
import { type Topology, topologyOf } from './topology.ts';

type Options = NonNullable<StartOptions['options']>;

export interface ReplicationOptions {
  /** Server options of both, then of each. */
  both?: Options;
  source?: Options;
  replica?: Options;
  /** Further arguments of each, for example plugins. */
  args?: { source?: string[]; replica?: string[] };
  /** By file and position instead of by GTID. */
  byPosition?: boolean;
}

/** Starts a source and a replica that follows it, and waits until both threads run. */
export async function startReplication(id: ServerId, wanted: ReplicationOptions = {}): Promise<Topology> {
  const start = (part: 'source' | 'replica', server_id: number) =>
    startServer(id, {
      args: wanted.args?.[part] ?? [],
      options: {
        ...common(id, wanted.byPosition === true),
        server_id,
        ...wanted.both,
        ...wanted[part],
      },
    });
  const members: RunningServer[] = [];
  const pair = topologyOf(members);
  try {
    for (const started of await Promise.allSettled([start('source', 101), start('replica', 102)])) {
      if (started.status === 'rejected') throw started.reason;
      members.push(started.value);
    }
    await follow(pair.member(1), pair.member(0), { byPosition: wanted.byPosition === true });
  } catch (error) {
    await pair.stop();
    throw error;
  }
  return pair;
}

/** Makes a server follow another, as root without a password, and waits until both threads run. */
export async function follow(
  replica: RunningServer,
  source: RunningServer,
  {
    byPosition = false,
    channel = '',
    more = [],
  }: { byPosition?: boolean; channel?: string; more?: string[] },
): Promise<void> {
  const words = dialectOf(replica);
  const options = [
    `${words.prefix}_HOST = '127.0.0.1'`,
    `${words.prefix}_PORT = ${source.port}`,
    `${words.prefix}_USER = 'root'`,
    ...(byPosition
      ? [`${words.prefix}_LOG_FILE = 'log.000001'`, `${words.prefix}_LOG_POS = 4`]
      : words.byGtid),
    ...more,
  ].join(', ');
  await runStatements(replica, [words.change(options, channel), words.start(channel)]);
  await untilRows(replica, words.status, (rows) => {
    const row = rows.find((one) => String(one.Connection_name ?? one.Channel_Name ?? '') === channel);
    return ['IO', 'SQL'].every((thread) =>
      [row?.[`Replica_${thread}_Running`], row?.[`Slave_${thread}_Running`]].includes('Yes'),
    );
  });
}

function common(id: ServerId, byPosition: boolean): Options {
  const base: Options = {
    log_bin: 'log',
    binlog_format: 'ROW',
    sync_binlog: 0,
    innodb_flush_log_at_trx_commit: 2,
  };
  if (id.startsWith('mariadb') || byPosition) return base;
  return { ...base, gtid_mode: 'ON', enforce_gtid_consistency: 'ON', log_slave_updates: true };
}

/** The statements in the words of this server: MySQL changed them with 8.0.22 and 8.0.23, and 8.4 dropped the old ones. */
function dialectOf({ id, version }: RunningServer) {
  const [major = 0] = version.split('.').map(Number);
  if (id.startsWith('mariadb')) {
    const named = (channel: string) => (channel === '' ? '' : ` '${channel}'`);
    return {
      prefix: 'MASTER',
      byGtid: ['MASTER_USE_GTID = slave_pos'],
      // From 11.4 on a replica asks for a certificate that it can verify.
      change: (options: string, channel: string) =>
        `CHANGE MASTER${named(channel)} TO ${options}, MASTER_SSL_VERIFY_SERVER_CERT = 0`,
      start: (channel: string) => `START SLAVE${named(channel)}`,
      status: 'SHOW ALL SLAVES STATUS',
    };
  }
  const of = (channel: string) => (channel === '' ? '' : ` FOR CHANNEL '${channel}'`);
  const isNew = major >= 8;
  return {
    prefix: isNew ? 'SOURCE' : 'MASTER',
    byGtid: [isNew ? 'SOURCE_AUTO_POSITION = 1' : 'MASTER_AUTO_POSITION = 1'],
    change: (options: string, channel: string) =>
      isNew
        ? `CHANGE REPLICATION SOURCE TO ${options}, GET_SOURCE_PUBLIC_KEY = 1${of(channel)}`
        : `CHANGE MASTER TO ${options}${of(channel)}`,
    start: (channel: string) => `START ${isNew ? 'REPLICA' : 'SLAVE'}${of(channel)}`,
    status: `SHOW ${isNew ? 'REPLICA' : 'SLAVE'} STATUS`,
  };
}
