import { expect, test } from 'vitest';

import { factDefinitions } from '../../src/analysis/facts/catalog';
import { evaluateRule } from '../../src/analysis/rules/evaluate';
import { ExampleInputs } from '../../src/analysis/rules/example-inputs';
import type { Rule } from '../../src/analysis/rules/rule-set';
import { appliesTo, referenceServers } from '../../src/analysis/rules/server-range';
import { managedSetting } from '../../src/knowledge/catalog/managed-hosting';
import type { Flavour, Hosting } from '../../src/shared/server';
import { productRules } from './rule-files';

const rules = productRules();

type Service = Exclude<Hosting, 'self' | 'unknown'>;
const services: readonly Service[] = ['rds', 'aurora', 'cloudsql', 'azure'];

/** What nobody has who rents a server: its machine, its option files, the accounts that own its replication. */
const ofTheMachine = [
  /\boption file|\bmy\.cnf|mysqld_safe|LD_PRELOAD|jemalloc|systemd|systemctl|LimitNOFILE|ulimit/i,
  /cpupower|governor|numactl|sysctl|swappiness|transparent huge|\bTHP\b|\/proc\/|\/sys\/|\bcgroup/i,
  /mount option|remount|noatime|nobarrier|fstab|file system of|I\/O scheduler|\bas root\b|somaxconn/i,
  /wsrep_|Galera/,
];
/** Statements that need SUPER or a privilege that the service keeps; it has procedures of its own. */
const ofTheAdministrator = [
  /\b(START|STOP|RESET) (REPLICA|SLAVE)\b|CHANGE (MASTER|REPLICATION SOURCE)\b|SET PERSIST|PURGE BINARY LOGS/,
];
const ofAurora = [
  /doublewrite|double write|redo log|innodb_redo|innodb_log_|checkpoint|dirty page|page cleaner|change buffer/i,
  /innodb_io_capacity|innodb_flush_(method|neighbors)|O_DIRECT|\bfsync|fdatasync|sync_binlog|MyRocks/i,
  /innodb_buffer_pool_(instances|chunk_size)|innodb_undo_log_truncate|innodb_undo_tablespaces/i,
];

const lacks: Readonly<Record<Service, readonly RegExp[]>> = {
  rds: [...ofTheMachine, ...ofTheAdministrator, /(?<!rds_)\bKILL \d/],
  aurora: [...ofTheMachine, ...ofTheAdministrator, ...ofAurora, /(?<!rds_)\bKILL \d/],
  cloudsql: [...ofTheMachine, ...ofTheAdministrator],
  azure: [...ofTheMachine, ...ofTheAdministrator, /(?<!az_)\bKILL \d/],
};

/** What a user may declare of the machine that a service runs on, or copy of its metrics; anything else of it nobody can read. */
const declared = new Set([
  ...['cpus', 'memoryBytes', 'memoryAvailableBytes', 'swapUsed', 'storage', 'iops', 'numaNodes'],
  ...['cpuBusy', 'diskLatency', 'cpuCredits', 'storageBurst'],
]);
const readFromTheMachine = new Set(
  factDefinitions
    .filter(
      ({ needs }) =>
        needs.includes('samples.host') &&
        !needs.some((need) => need.startsWith('host.') && declared.has(need.slice('host.'.length))),
    )
    .map(({ id }) => id),
);
/** Facts about the redo log and the flushing of pages: Aurora has neither, and does not count them. */
const factsAuroraLacks =
  /^(redo_(?!disk)|checkpoint_|log_waits_|flush_page_rate|single_page_|wait_free_|peak_dirty|write_ampl|fsync_|pool_kept_free)/;

/** Rules that repeat what the server itself reports: a latch that Aurora lacks is never reported there. */
const repeating = new Set(['latch-contention', 'sessions-wait-for-latches']);

function textsOf(rule: Rule, service: Service): string[] {
  return rule.examples.flatMap((example) => {
    const [flavour = '', version = ''] = example.server.split(' ');
    if (!offered[service].some((name) => name === flavour)) return [];
    const given = { ...example.given };
    delete given['server.hosting'];
    const source = new ExampleInputs({ ...example, given, server: `${flavour} ${version} on ${service}` });
    const outcome = evaluateRule(rule, source, rules);
    if (outcome.kind !== 'fired') return [];
    const { finding, headline } = outcome;
    const { title, impact, explanation, refutedBy, actions, advice, evidence } = finding;
    for (const { variable } of advice) {
      expect(managedSetting(variable, service), `${rule.id}: ${variable}`).not.toMatch(/fixed|without/);
    }
    return [
      ...[title, headline ?? '', impact.text, explanation, refutedBy],
      ...actions.filter((text) => !text.includes('would help')),
      ...evidence.flatMap(({ label, thresholdSource }) => [label, thresholdSource]),
      ...advice.flatMap(({ stopWhen, risk, sideEffects }) => [stopWhen, risk, sideEffects]),
    ];
  });
}

/** Flavours that a service offers: Amazon RDS alone has MariaDB, and none has Percona Server. */
const offered: Readonly<Record<Service, readonly Flavour[]>> = {
  rds: ['mysql', 'mariadb'],
  aurora: ['mysql'],
  cloudsql: ['mysql'],
  azure: ['mysql'],
};

function concerns(rule: Rule, service: Service): boolean {
  return referenceServers
    .filter(({ flavour }) => offered[service].includes(flavour))
    .some((server) => appliesTo(rule.applies, { ...server, hosting: service }));
}

test.each(services)('no rule that applies to %s proposes or explains what it does not have', (service) => {
  const wrong = rules.rules.flatMap((rule) => {
    if (!concerns(rule, service)) return [];
    const problems: string[] = [];
    for (const { namespace, name } of rule.needs) {
      if (namespace === 'variable' && managedSetting(name, service) === 'without effect')
        problems.push(`needs ${name}`);
      if (namespace === 'host' && !declared.has(name)) problems.push(`needs host.${name}`);
      if (namespace === 'fact' && readFromTheMachine.has(name)) problems.push(`needs fact.${name}`);
      if (namespace === 'fact' && service === 'aurora' && factsAuroraLacks.test(name))
        problems.push(`needs fact.${name}`);
    }
    for (const { variable } of rule.advice) {
      if (managedSetting(variable, service) === 'without effect') problems.push(`advises ${variable}`);
    }
    const found = (repeating.has(rule.id) ? [] : textsOf(rule, service)).flatMap((text) =>
      lacks[service].flatMap((term) => term.exec(text)?.[0] ?? []),
    );
    problems.push(...new Set(found));
    return problems.length === 0 ? [] : [`${rule.id}: ${problems.join('; ')}`];
  });
  expect(wrong).toEqual([]);
});

test('advice on what a service fixes is withheld and said instead; on one that sets it freely it is given', () => {
  const rule = rules.rules.find(({ id }) => id === 'flush-method-buffered');
  const example = rule?.examples.find(({ expect: wanted }) => wanted === 'fires');
  if (rule === undefined || example === undefined) throw new Error('no such rule');
  const on = (service: Service) => {
    const outcome = evaluateRule(
      rule,
      new ExampleInputs({ ...example, server: `mysql 8.0.40 on ${service}` }),
      rules,
    );
    return outcome.kind === 'fired' ? outcome.finding : null;
  };
  expect(on('rds')?.advice.map(({ variable }) => variable)).toEqual(['innodb_flush_method']);
  expect(on('azure')).toMatchObject({ advice: [] });
  expect(on('azure')?.actions.at(-1)).toBe(
    'innodb_flush_method would help: Azure Database for MySQL does not let its customers set it.',
  );
  expect(on('aurora')).toBeNull();
});

test('a value that the service does not take is brought within its range, and the reason is said', () => {
  const rule = rules.rules.find(({ id }) => id === 'buffer-pool-too-small');
  const example = rule?.examples.find(({ name }) => name.includes('52 GiB of data'));
  if (rule === undefined || example === undefined) throw new Error('no such rule');
  const on = (hosting: Service | 'self') => {
    const given = {
      ...example.given,
      'variable.innodb_buffer_pool_size': 1024 ** 3,
      'fact.data_size': 100 * 1024 ** 3,
      'fact.pool_room': 14 * 1024 ** 3,
      'host.memoryBytes': 16 * 1024 ** 3,
    };
    const outcome = evaluateRule(
      rule,
      new ExampleInputs({ ...example, given, server: `mysql 8.0.40 on ${hosting}` }),
      rules,
    );
    if (outcome.kind !== 'fired') throw new Error(outcome.kind);
    const { advice, actions } = outcome.finding;
    return { pool: advice[0]?.proposed, said: actions.filter((text) => text.includes('would fit')) };
  };
  expect(on('self')).toEqual({ pool: 14 * 1024 ** 3, said: [] });
  expect(on('azure')).toEqual({
    pool: 12 * 1024 ** 3,
    said: [
      'innodb_buffer_pool_size of 14G would fit what was measured, but Azure Database for MySQL takes 128M to 12G here. An instance with more memory has a higher limit.',
    ],
  });
  expect(Number(on('cloudsql').pool)).toBeLessThanOrEqual(0.72 * 16 * 1024 ** 3);
});

test('a rule of the machine concerns one’s own server and one of which it is not known who runs it', () => {
  const rule = rules.rules.find(({ id }) => id === 'cpu-governor');
  const server = { flavour: 'mysql' as const, version: [8, 0, 40] as [number, number, number] };
  const concerned = ['self', 'unknown', 'rds', 'aurora', 'cloudsql', 'azure'] as const;
  expect(concerned.filter((hosting) => appliesTo(rule?.applies, { ...server, hosting }))).toEqual([
    'self',
    'unknown',
  ]);
});
