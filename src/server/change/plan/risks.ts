import type { ChangePlan } from '../../../shared/change';
import type { ServerIdentity } from '../../../shared/server';

type Server = Pick<ServerIdentity, 'flavour' | 'hosting'>;

/** What could go wrong with a SET of a variable, in plain words. */
const variableRisks: readonly {
  variables: RegExp;
  /** The risk is that of a lower value only. */
  lowered?: true;
  risk: (server: Server) => string;
}[] = [
  {
    variables: /^innodb_buffer_pool_size$/,
    risk: ({ flavour }) =>
      flavour === 'mariadb'
        ? 'Resizing the buffer pool holds the SET until it is done; shrinking evicts pages, which must be read again afterwards.'
        : 'Resizing the buffer pool runs in the background and stalls page access for moments; shrinking evicts pages, which must be read again afterwards.',
  },
  {
    variables: /^innodb_adaptive_hash_index$/,
    risk: () =>
      'Disabling the adaptive hash index frees it by a walk through the buffer pool, which stalls its users; enabled again it starts empty.',
  },
  {
    variables: /^query_cache_(size|type)$/,
    risk: () => 'The query cache is emptied under its lock, which may stall queries for a moment.',
  },
  {
    variables:
      /^(table_open_cache|table_definition_cache|key_buffer_size|thread_cache_size|host_cache_size)$/,
    lowered: true,
    risk: () => 'Lowering a cache drops what is in it; it fills again with use.',
  },
  {
    variables: /^max_connections$/,
    lowered: true,
    risk: () => 'While it is lower than the connections in use, new ones are refused.',
  },
  {
    variables:
      /^(general_log|slow_query_log|log_slow_query|log_queries_not_using_indexes)$|^long_query_time$/,
    risk: () => 'A log that is written for many statements costs time and disk space.',
  },
];

export const durabilityRisk =
  'A crash of the server or the machine while a durability setting is relaxed may lose transactions that clients believe committed.';

/** Risks of the given changes, each sentence once; those of a lower value only where one is lowered. */
export function risksOf(
  changes: readonly Pick<ChangePlan['changes'][number], 'variable' | 'current' | 'proposed'>[],
  server: Server,
): string[] {
  const found = variableRisks
    .filter(({ variables, lowered }) =>
      changes.some(
        ({ variable, current, proposed }) =>
          variables.test(variable) && !(lowered === true && Number(proposed) >= Number(current)),
      ),
    )
    .map(({ risk }) => risk(server));
  return [...new Set(found)];
}

/** What switching instruments costs: figures of the 2013 field report (MySQL 5.6, 12 cores), quoted as such. */
export function instrumentRisks(instruments: ChangePlan['instruments']): string[] {
  const groups = instruments.map(({ group }) => group);
  return [
    ...(groups.includes('setup_instruments') || groups.includes('setup_consumers')
      ? [
          'Instruments cost server time while they are on: with every wait instrument on, a MySQL 5.6 on 12 cores lost 9.5 % of its queries per second against none, and 5 percentage points against the default.',
          'Tools that read the Performance Schema see what is enabled and disabled meanwhile.',
        ]
      : []),
    ...(groups.includes('innodb_metrics')
      ? ['Counters of INNODB_METRICS that are enabled keep what they counted when they are off again.']
      : []),
  ];
}
