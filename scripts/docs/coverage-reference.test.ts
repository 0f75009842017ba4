import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { compileRules } from '../../src/analysis';
import { factDefinitions } from '../../src/analysis/facts/catalog';
import { appliesTo } from '../../src/analysis/rules/server-range';
import { readRuleFiles } from '../../src/files/rules/rule-files';
import { versionNotes } from '../../src/knowledge/catalog/versions/version-notes';
import { collectors } from '../../src/server/collect/registry';
import { probeIds } from '../../src/shared/probe';
import type { Flavour, VersionTriple } from '../../src/shared/server';
import { coverageReference, readCoverage, readLiterature } from './coverage-reference';

const text = readFileSync(join(import.meta.dirname, 'coverage.yaml'), 'utf8');
const literatureText = readFileSync(join(import.meta.dirname, 'literature.yaml'), 'utf8');
const files = await readRuleFiles(['rules']);
const coverage = readCoverage(text);

/** Settings that pt-variable-advisor 3.5.7 has rules on, as its manual lists them. */
const ofVariableAdvisor =
  `auto_increment_increment concurrent_insert connect_timeout debug delay_key_write flush
  flush_time have_bdb init_connect init_file init_slave innodb_additional_mem_pool_size innodb_buffer_pool_size
  innodb_checksums innodb_doublewrite innodb_fast_shutdown innodb_flush_log_at_trx_commit innodb_force_recovery
  innodb_lock_wait_timeout innodb_log_buffer_size innodb_log_file_size innodb_max_dirty_pages_pct
  innodb_file_io_threads innodb_data_file_path innodb_flush_method innodb_locks_unsafe_for_binlog innodb_support_xa
  key_buffer_size large_pages locked_in_memory log_warnings low_priority_updates log_bin log_output sql_notes
  max_binlog_size max_connect_errors max_connections max_relay_log_size relay_log_space_limit slave_net_timeout
  slave_skip_errors expire_logs_days sync_binlog myisam_repair_threads myisam_recover_options old_passwords
  optimizer_prune_level port storage_engine sync_frm query_cache_size read_buffer_size read_rnd_buffer_size
  sort_buffer_size tmp_table_size tx_isolation Version`.split(/\s+/);

test('every rule that the coverage names exists, and every entry has rules or a reason', () => {
  expect(() => coverageReference(text, literatureText, files)).not.toThrow();
  expect(() =>
    coverageReference(text.replace('[replica-stopped]', '[no-such-rule]'), literatureText, files),
  ).toThrow(/no-such-rule/);
  expect(() => readCoverage("- peer: a\n  source: b\n  checks:\n    - check: 'c'\n")).toThrow(/why/);
});

test('each setting of pt-variable-advisor is listed', () => {
  const checks = coverage
    .filter(({ peer }) => peer.startsWith('pt-variable-advisor'))
    .flatMap((peer) => peer.checks.map(({ check }) => check))
    .join(' ');
  expect(ofVariableAdvisor.filter((name) => !new RegExp(`\\b${name}\\b`).test(checks))).toEqual([]);
});

test('each of the field reports and each of the other advisors stands there', () => {
  const reports = coverage.find(({ peer }) => peer.startsWith('Field reports'));
  const numbers = reports?.checks.map(({ check }) => Number.parseInt(check, 10));
  expect(numbers).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  const peers = coverage.map(({ peer }) => peer).join(' ');
  for (const name of [
    'MySQLTuner',
    'pt-variable-advisor',
    'phpMyAdmin',
    'PMM',
    'pt-stalk',
    'tuning-primer',
  ]) {
    expect(peers).toContain(name);
  }
});

/** How many bullets each section of the reports' digest has: none may be without a row. */
const bullets = [2, 3, 4, 3, 4, 6, 2, 2, 2, 2, 2, 2, 4, 3, 7];

test('each section of the field reports has at least a row for each of its statements', () => {
  const literature = readLiterature(literatureText);
  expect(literature.map(({ section }) => Number.parseInt(section, 10))).toEqual(
    bullets.map((_, index) => index + 1),
  );
  for (const [index, { section, rows }] of literature.entries()) {
    expect(rows.length, section).toBeGreaterThanOrEqual(bullets[index] ?? 0);
  }
});

test('everything that carries a statement of the field reports exists, and so does the test that holds it', () => {
  const rules = new Set(files.map(({ path }) => basename(path, '.yaml')));
  const facts = new Set(factDefinitions.map(({ id }) => id));
  const sections = new Set<string>(collectors.map(({ id }) => id));
  const notes = new Set(
    ['mysql 8.0.30', 'mariadb 10.11.8', 'mysql 5.7.44'].flatMap((server) => {
      const [flavour = '', text = ''] = server.split(' ');
      const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number);
      const version: VersionTriple = [major, minor, patch];
      return versionNotes({ flavour: flavour === 'mariadb' ? 'mariadb' : 'mysql', version }).map(
        ({ id }) => id,
      );
    }),
  );
  const commands = readFileSync('docs/cli.md', 'utf8');
  const exists = (name: string): boolean => {
    const [kind = '', ...rest] = name.split(' ');
    const what = rest.join(' ');
    if (kind.startsWith('fact.')) return facts.has(kind.slice('fact.'.length));
    if (kind === 'probe') return probeIds.some((id) => id === what);
    if (kind === 'section') return sections.has(what);
    if (kind === 'note') return notes.has(what);
    if (kind === 'latchkey') return commands.includes(`## ${name}\n`);
    return rules.has(name);
  };
  const texts = new Map<string, string>();
  const textOf = (path: string): string => {
    const text = texts.get(path) ?? readFileSync(path, 'utf8').replaceAll("\\'", "'");
    texts.set(path, text);
    return text;
  };
  for (const { section, rows } of readLiterature(literatureText)) {
    for (const { row, by, proof } of rows) {
      expect(
        by.filter((name) => !exists(name)),
        `${section}: ${row}`,
      ).toEqual([]);
      expect(textOf(proof[0]).includes(proof[1]), `${section}: ${row}: ${proof.join(': ')}`).toBe(true);
    }
  }
});

test('the rule on the metadata lock map holds for 5.6 only', () => {
  const ranges = compileRules(files).rules.find(({ id }) => id === 'mdl-map-mutex')?.applies;
  const applies = (flavour: Flavour, version: VersionTriple) => appliesTo(ranges, { flavour, version });
  expect(applies('mysql', [5, 6, 51])).toBe(true);
  expect(applies('mysql', [5, 7, 4])).toBe(false);
  expect(applies('mariadb', [10, 11, 18])).toBe(false);
});
