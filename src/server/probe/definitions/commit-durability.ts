import { compareVersions } from '../../../shared/server';
import type { TargetArm } from '../../change';
import type { ProbeDefinition, ProbedServer } from './definition';

const redo = 'innodb_flush_log_at_trx_commit';
const binlog = 'sync_binlog';

const lossWindow: Readonly<Record<string, string>> = {
  [`${redo}=1`]: 'redo log synced at each commit: nothing is lost',
  [`${redo}=2`]:
    'redo log written at each commit and synced each second: a crash of the machine loses up to about a second of transactions, a crash of the server none',
  [`${binlog}=1`]: 'binary log synced at each commit',
  [`${binlog}=100`]:
    'binary log synced every 100 commits: a crash of the machine may lose up to 100 of them from it, and replicas may then differ',
  [`${binlog}=0`]:
    'binary log synced when the system does it: a crash of the machine may lose seconds of it, and replicas may then differ',
};

function combinations(server: ProbedServer): TargetArm[] {
  const logs = server.globals.get('log_bin') === 'ON';
  const syncs = logs ? ['1', '100', '0'] : [server.globals.get(binlog) ?? '1'];
  return syncs.flatMap((sync) =>
    ['1', '2'].map((flush) => ({
      name: logs ? `binlog ${sync}, redo ${flush}` : `redo ${flush}`,
      settings: [...(logs ? [{ variable: binlog, value: sync }] : []), { variable: redo, value: flush }],
    })),
  );
}

/** Waiting a moment so that more transactions share one sync. */
function grouping({ identity, globals }: ProbedServer): TargetArm[] {
  if (globals.get('log_bin') !== 'ON') return [];
  if (identity.flavour === 'mariadb') {
    return [
      {
        name: 'group commit 100 us',
        settings: [
          { variable: 'binlog_commit_wait_usec', value: '100' },
          { variable: 'binlog_commit_wait_count', value: '8' },
        ],
      },
    ];
  }
  return compareVersions(identity.version, [5, 7, 5]) < 0
    ? []
    : [
        {
          name: 'group commit 100 us',
          settings: [{ variable: 'binlog_group_commit_sync_delay', value: '100' }],
        },
      ];
}

export const commitDurability: ProbeDefinition = {
  id: 'commit-durability',
  title: 'Cost of durable commits',
  question: 'What does it cost here to sync the logs at each commit?',
  metric: 'throughput',
  times: { settleSeconds: 1, measureSeconds: 2.5, blocks: 24, explores: false, immediate: true },
  workloads: ['sysbench', 'live'],
  preset: 'update-index',
  durability: true,
  propose: (server) => {
    const arms = [...combinations(server), ...grouping(server)];
    const isCurrent = ({ settings }: TargetArm) =>
      settings.every(({ variable, value }) => server.globals.get(variable) === String(value));
    return { arms: arms.filter((arm) => !isCurrent(arm)), leftOut: [] };
  },
  counters: ['Com_commit', 'Innodb_os_log_fsyncs', 'Handler_commit'],
  lacksLoad: ({ perSecond }) =>
    (perSecond.get('Handler_commit') ?? 0) < 1 ? 'Hardly any transaction was committed.' : null,
  remarks: (server) => [
    ...combinations(server)
      .flatMap(({ settings }) => settings.map(({ variable, value }) => `${variable}=${value}`))
      .filter((key, index, all) => all.indexOf(key) === index)
      .flatMap((key) => (lossWindow[key] === undefined ? [] : [`${key}: ${lossWindow[key]}.`])),
  ],
};
