// A replication group of throw-away servers on this machine: MySQL 9.7 with its plugin group_replication.
import { randomUUID } from 'node:crypto';
import { freePort } from '../free-port.ts';
import { type RunningServer, type StartOptions, startServer } from '../index.ts';
import { runStatements, untilRows } from './statements.ts';
import { type Topology, topologyOf } from './topology.ts';

/** Starts the members one after the other, the first as primary, and waits until each is online. */
export async function startGroup(
  wanted: {
    /** Default 3. */
    members?: number;
    /** Server options of every member. */
    options?: StartOptions['options'];
  } = {},
): Promise<Topology> {
  const ports = await Promise.all(Array.from({ length: wanted.members ?? 3 }, () => freePort()));
  const seeds = ports.map((port) => `127.0.0.1:${port}`);
  const name = randomUUID();
  const members: RunningServer[] = [];
  const group = topologyOf(members);
  try {
    for (const [index, address] of seeds.entries()) {
      const server = await startServer('mysql97', {
        args: ['--plugin-load-add=group_replication.so'],
        options: {
          server_id: index + 1,
          gtid_mode: 'ON',
          enforce_gtid_consistency: 'ON',
          log_bin: 'log',
          report_host: '127.0.0.1',
          loose_group_replication_group_name: name,
          loose_group_replication_local_address: address,
          loose_group_replication_group_seeds: seeds.join(','),
          loose_group_replication_start_on_boot: 'OFF',
          loose_group_replication_recovery_get_public_key: 'ON',
          ...wanted.options,
        },
      });
      members.push(server);
      await joinGroup(server, { bootstrap: index === 0 });
    }
  } catch (error) {
    await group.stop();
    throw error;
  }
  return group;
}

/** Starts group replication on a member and waits until the group has it online. */
export async function joinGroup(server: RunningServer, { bootstrap = false } = {}): Promise<void> {
  const start = "START GROUP_REPLICATION USER = 'root', PASSWORD = ''";
  const first = [
    'SET GLOBAL group_replication_bootstrap_group = ON',
    start,
    'SET GLOBAL group_replication_bootstrap_group = OFF',
  ];
  await runStatements(server, bootstrap ? first : [start]);
  await untilRows(
    server,
    'SELECT MEMBER_STATE FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid',
    (rows) => rows[0]?.MEMBER_STATE === 'ONLINE',
  );
}
