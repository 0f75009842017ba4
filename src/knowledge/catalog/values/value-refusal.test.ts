import { expect, test } from 'vitest';
import {
  catalogedVariables,
  type ServerKind,
  storedValue,
  valueRefusal,
  variableFacts,
} from '../variable-catalog';

const servers: ServerKind[] = [
  { flavour: 'mysql', version: [5, 6, 51] },
  { flavour: 'mysql', version: [9, 7, 4] },
  { flavour: 'percona', version: [8, 0, 40] },
  { flavour: 'mariadb', version: [10, 4, 34] },
  { flavour: 'mariadb', version: [11, 8, 6] },
];

function facts(name: string, server: ServerKind) {
  const found = variableFacts(name, server);
  if (found === undefined) throw new Error(`${name} is not in the catalog for this server`);
  return found;
}

test.each(servers)('$flavour $version takes every value and every default of its own catalog', (server) => {
  for (const name of catalogedVariables()) {
    const known = variableFacts(name, server);
    if (known === undefined) continue;
    if (known.defaultValue !== null) expect(valueRefusal(known, known.defaultValue), name).toBeNull();
    const isFlags = /^optimizer_(?:switch|trace)$/.test(name);
    for (const value of known.values ?? []) {
      if (/^NOT_USED/.test(value) || (isFlags && value === 'default')) continue;
      expect(valueRefusal(known, isFlags ? `${value}=on` : value), name).toBeNull();
    }
    for (const value of Object.keys(known.aliases ?? {})) expect(valueRefusal(known, value), name).toBeNull();
    if (known.type === 'enum') expect(valueRefusal(known, 'banana'), name).not.toBeNull();
  }
});

test('an enum is also given by the place of the value', () => {
  const [, mysql97] = servers;
  if (mysql97 === undefined) throw new Error('no server');
  const format = facts('binlog_format', mysql97);
  expect(storedValue(format, 2)).toBe('ROW');
  expect(valueRefusal(format, '2')).toBeNull();
  expect(valueRefusal(format, '3')).toMatch(/none of its values/);
});

test('a list of values that is not known lets nothing through', () => {
  const [mysql56] = servers;
  if (mysql56 === undefined) throw new Error('no server');
  const { values: _, ...unlisted } = facts('binlog_format', mysql56);
  expect(valueRefusal({ ...unlisted, defaultValue: null }, 'ROW')).toMatch(/does not know which values/);
});

test.each([
  ['max_connections', 'many'],
  ['max_connections', Number.POSITIVE_INFINITY],
  ['innodb_max_dirty_pages_pct', 'half'],
  ['innodb_adaptive_hash_index', 'perhaps'],
  ['innodb_log_buffer_size', 2 ** 60],
])('%s = %s is refused or clamped, with a reason', (name, requested) => {
  const [, mysql97] = servers;
  if (mysql97 === undefined) throw new Error('no server');
  const known = facts(name, mysql97);
  if (valueRefusal(known, requested) === null) {
    expect(Number(storedValue(known, requested))).toBeLessThanOrEqual(2 ** 47);
  }
  if (typeof requested === 'string') expect(valueRefusal(known, requested)).toContain(requested);
});

test.each([
  ['sql_mode', 'NO_AUTO_CREATE_USER', 'is none of its names'],
  ['sql_mode', 'ansi,strict_trans_tables', null],
  ['sql_mode', 'a#b', 'is none of its names'],
  ['optimizer_switch', 'foo=on', 'is no switch of optimizer_switch'],
  ['optimizer_switch', 'mrr=off,hash_join=on', null],
  ['optimizer_switch', 'mrr', 'is no switch'],
  ['collation_server', 'foo', 'is no collation'],
  ['collation_server', 'utf8mb4_0900_ai_ci', null],
  ['character_set_server', 'utf9', 'is no character set'],
  ['character_set_server', 'UTF8MB4', null],
  ['innodb_data_file_path', 'abc', 'is no list of files'],
  ['innodb_data_file_path', 'ibdata1:12M;ibdata2:1G:autoextend:max:20G', null],
])('MySQL 8.0 and %s = %s', (name, value, refusal) => {
  const mysql80: ServerKind = { flavour: 'mysql', version: [8, 0, 31] };
  const found = valueRefusal(
    facts(name, mysql80),
    value,
    name === 'optimizer_switch' ? 'mrr=on,hash_join=on' : null,
  );
  if (refusal === null) expect(found).toBeNull();
  else expect(found).toContain(refusal);
});
