import { expect, test } from 'vitest';
import { compareVersions, parseVersion } from '../../../shared/server';
import { reportedCatalogs } from '../reported';
import { variableFacts } from '../variable-catalog';
import { inVersionRange } from '../versions/version-range';
import { removals } from './removed';
import { renames } from './renames';
import { variableLineage } from './variable-lineage';

test('an old name leads to the new one, and back', () => {
  expect(variableLineage('table_cache', 'mysql').renamedTo).toEqual({
    name: 'table_open_cache',
    since: '5.1.3',
  });
  expect(variableLineage('table-open-cache', 'percona').renamedFrom).toEqual([
    { name: 'table_cache', until: '5.5' },
  ]);
  expect(variableLineage('innodb_log_file_size', 'mysql').removed).toEqual({
    version: '9.7.0',
    instead: 'innodb_redo_log_capacity',
  });
  expect(variableLineage('innodb_log_file_size', 'mariadb').removed).toBeNull();
  expect(variableLineage('max_connections', 'mysql')).toEqual({
    renamedFrom: [],
    renamedTo: null,
    removed: null,
  });
});

test('no live server has a variable that is said to be gone from it, nor lacks a new name', () => {
  const wrong: string[] = [];
  for (const { flavour, version, has } of reportedCatalogs) {
    const title = `${flavour} ${version.join('.')}`;
    for (const removal of removals.filter((entry) => entry.flavour === flavour)) {
      const first = parseVersion(removal.version);
      if (first === null || compareVersions([...version], first) < 0) continue;
      for (const name of removal.names.trim().split(/\s+/)) {
        if (has(name)) wrong.push(`${title} still has ${name}`);
        if (variableFacts(name, { flavour, version: [...version] })) wrong.push(`${title}: facts of ${name}`);
      }
    }
    for (const { from, to, since, until } of renames.filter((entry) => entry.flavour === flavour)) {
      const gone = until !== undefined && !inVersionRange([...version], `..${until}`);
      if (gone && has(from)) wrong.push(`${title} still has ${from}`);
      const wentLater = variableLineage(to, flavour).removed !== null;
      if (inVersionRange([...version], `${since}..`) && !has(to) && !wentLater) {
        wrong.push(`${title} has no ${to}`);
      }
      if (!gone && has(to) && !has(from)) wrong.push(`${title} lost ${from}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('the tables by hand know no variable beyond its removal', () => {
  const wrong: string[] = [];
  for (const { flavour, version, names } of removals) {
    const first = parseVersion(version);
    if (first === null) throw new Error(version);
    for (const name of names.trim().split(/\s+/)) {
      const facts = variableFacts(name, { flavour, version: first });
      if (facts !== undefined) wrong.push(`${flavour} ${version} ${name} (${facts.basis})`);
    }
  }
  expect(wrong).toEqual([]);
});
