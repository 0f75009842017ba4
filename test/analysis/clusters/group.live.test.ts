import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningServer, serverAvailability } from '../../../scripts/servers/index.ts';
import { joinGroup, startGroup } from '../../../scripts/servers/topology/group.ts';
import { runStatements, untilRows } from '../../../scripts/servers/topology/statements.ts';
import type { Topology } from '../../../scripts/servers/topology/topology.ts';
import { connectClient } from '../../server/take-snapshot.ts';
import { Load, under } from './load.ts';
import { judge, snapshotOf } from './verdicts.ts';

// The rules on group replication, firing and silent on three real members. Not to be made here: group-versions-differ
// (one version only has the plugin) and group-primaries-unexpected (a group that lives elects a primary at once).

const found = await serverAvailability('mysql97');
if (!found.available && process.env.CI) throw new Error(found.reason);
const title = found.available ? 'group replication' : `group replication (not available: ${found.reason})`;
const states = 'SELECT MEMBER_STATE AS state FROM performance_schema.replication_group_members';

describe.skipIf(!found.available)(title, () => {
  let group: Topology;
  let [first, second, third]: RunningServer[] = [];
  beforeAll(async () => {
    group = await startGroup({ options: { loose_group_replication_autorejoin_tries: 0 } });
    [first, second, third] = [group.member(0), group.member(1), group.member(2)];
    await runStatements(first, [
      'CREATE DATABASE shop',
      'CREATE TABLE shop.orders (id INT PRIMARY KEY, made INT) ENGINE = InnoDB',
      'INSERT INTO shop.orders VALUES (1, 0), (2, 0)',
    ]);
  });
  afterAll(() => group?.stop());
  const member = (server: RunningServer | undefined): RunningServer => {
    if (server === undefined) throw new Error('the group has not started');
    return server;
  };
  const change = (id: number) => () => `UPDATE shop.orders SET made = made + 1 WHERE id = ${id}`;
  const moment = async (server: RunningServer | undefined) => judge(await snapshotOf(member(server)));

  test('three healthy members: nothing but the default that waits for ever', async () => {
    const load = new Load().add(member(first), 1, change(2), 50);
    const seen = judge(await under(load, () => snapshotOf(member(first), 2)));
    expect(Object.entries(seen.all('replication')).filter(([id]) => id.startsWith('group-'))).toEqual([
      ['group-consensus-by-all', 'silent'],
      ['group-expels-late', 'silent'],
      ['group-has-no-majority-reserve', 'silent'],
      ['group-member-not-online', 'silent'],
      ['group-message-cache-large', 'silent'],
      ['group-primaries-unexpected', 'silent'],
      ['group-queues-long', 'silent'],
      ['group-rolls-back', 'silent'],
      ['group-versions-differ', 'silent'],
      ['group-waits-for-majority', 'fires'],
    ]);
    // A secondary is read-only by the group: it is no replica that somebody left open.
    expect((await moment(second)).of('replica-writable')).toBe('not-applicable');
  });

  test('settings that a slow network was blamed for, and a queue on one member', async () => {
    const onSecond = member(second);
    const reader = connectClient(onSecond.socket);
    await reader.query('LOCK TABLES shop.orders READ');
    await runStatements(onSecond, [
      'SET GLOBAL group_replication_member_expel_timeout = 3600',
      'SET GLOBAL group_replication_unreachable_majority_timeout = 30',
      'SET GLOBAL group_replication_message_cache_size = 1099511627776',
      'SET GLOBAL group_replication_flow_control_applier_threshold = 5',
    ]);
    for (let time = 0; time < 12; time += 1) await runStatements(member(first), [change(1)()]);
    const seen = await vi.waitFor(
      async () => {
        const queued = await moment(onSecond);
        expect(queued.of('group-queues-long')).toBe('fires');
        return queued;
      },
      { timeout: 60_000, interval: 200 },
    );
    reader.end();
    expect(seen.of('group-expels-late')).toBe('fires');
    expect(seen.of('group-message-cache-large')).toBe('fires');
    expect(seen.of('group-waits-for-majority')).toBe('silent');
    await runStatements(onSecond, [
      'SET GLOBAL group_replication_member_expel_timeout = 5',
      'SET GLOBAL group_replication_unreachable_majority_timeout = 0',
      'SET GLOBAL group_replication_message_cache_size = 1073741824',
      'SET GLOBAL group_replication_flow_control_applier_threshold = 25000',
    ]);
  });

  test('the same row changed on two members is rolled back on one of them', async () => {
    const [uuid] = await runStatements(member(first), ['SELECT @@server_uuid AS uuid']);
    await runStatements(member(first), ['SELECT group_replication_switch_to_multi_primary_mode()']);
    const load = new Load().add(member(first), 3, change(2)).add(member(second), 3, change(2));
    const seen = judge(await under(load, () => snapshotOf(member(first), 4)));
    expect(seen.of('group-rolls-back')).toBe('fires');
    expect(seen.of('group-primaries-unexpected')).toBe('silent');
    await runStatements(member(first), [
      `SELECT group_replication_switch_to_single_primary_mode('${uuid?.uuid}')`,
    ]);
  });

  test('a member that hangs is unreachable, is expelled, and then knows that it is out', async () => {
    const lost = member(third);
    process.kill(lost.pid, 'SIGSTOP');
    try {
      await untilRows(member(first), states, (rows) => rows.some(({ state }) => state === 'UNREACHABLE'));
      const seen = await moment(first);
      expect(seen.finding('group-member-not-online')).toMatchObject({ severity: 'critical' });
      expect(seen.finding('group-member-not-online').impact.text).toContain('closer to losing quorum');
      expect(seen.of('group-consensus-by-all')).toBe('fires');
      await untilRows(member(first), states, (rows) => rows.length === 2);
    } finally {
      process.kill(lost.pid, 'SIGCONT');
    }
    expect((await moment(first)).of('group-has-no-majority-reserve')).toBe('fires');
    await untilRows(lost, states, (rows) => rows.every(({ state }) => state === 'ERROR'));
    const out = await moment(lost);
    expect(out.finding('group-member-not-online').impact.text).toContain('has left its group');
    expect(out.of('group-primaries-unexpected')).toBe('not-applicable');
    expect(out.of('group-consensus-by-all')).toBe('not-applicable');
  });

  test('a member that catches up is a warning until it is online', async () => {
    const back = member(third);
    const reader = connectClient(back.socket);
    await reader.query('LOCK TABLES shop.orders READ');
    await runStatements(member(first), [change(1)()]);
    await runStatements(back, ['STOP GROUP_REPLICATION']);
    const joining = joinGroup(back);
    await untilRows(member(first), states, (rows) => rows.some(({ state }) => state === 'RECOVERING'));
    const seen = await moment(first);
    expect(seen.finding('group-member-not-online')).toMatchObject({ severity: 'warning' });
    expect(seen.of('group-consensus-by-all')).toBe('silent');
    reader.end();
    await joining;
    expect((await moment(first)).of('group-member-not-online')).toBe('silent');
  });

  test('the member that is left has no majority, and says so', async () => {
    await Promise.all([member(second).kill(), member(third).kill()]);
    const isAlone = (rows: Record<string, unknown>[]) =>
      rows.filter(({ state }) => state === 'UNREACHABLE').length === 2;
    await untilRows(member(first), states, isAlone);
    const seen = await moment(first);
    expect(seen.finding('group-member-not-online').impact.text).toContain('has lost quorum');
    expect(seen.of('group-primaries-unexpected')).toBe('not-applicable');
  });
});
