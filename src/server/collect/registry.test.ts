import { expect, test } from 'vitest';
import { collectedSections, columnContract } from '../../evidence/sections';
import { significantTokens } from '../../knowledge/sql/lexer';
import { compareVersions, type Flavour, type VersionTriple } from '../../shared/server';
import { holdsFor } from './reading/source';
import { collectors } from './registry';

test('there is one collector for each section that a server fills', () => {
  const ids = collectors.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual([...collectedSections].sort());
});

test("what a SELECT brings are columns of the section's contract", () => {
  const checked = collectors.flatMap(({ id, sources, fetch }) =>
    fetch === undefined
      ? sources.flatMap(({ sql }) => selectedColumns(sql).map((column) => ({ id, column })))
      : [],
  );
  expect(checked.length).toBeGreaterThan(300);
  const unknown = checked.filter(({ id, column }) => columnContract(id, column) === undefined);
  expect(unknown).toEqual([]);
});

test('every statement only reads, and its bound is its LIMIT', () => {
  for (const { id, sources } of collectors) {
    for (const { sql, bound } of sources) {
      expect(sql, id).toMatch(/^(SELECT|SHOW) /);
      const limit = /LIMIT (\d+)$/.exec(sql)?.[1];
      expect(limit === undefined ? undefined : Number(limit), id).toBe(bound?.rows);
    }
  }
});

const servers: [Flavour, VersionTriple][] = [
  ['mysql', [5, 6, 24]],
  ['mysql', [5, 7, 44]],
  ['percona', [5, 7, 44]],
  ['mysql', [8, 0, 19]],
  ['percona', [8, 0, 36]],
  ['mysql', [8, 4, 0]],
  ['mysql', [9, 7, 4]],
  ['mariadb', [10, 4, 0]],
  ['mariadb', [10, 11, 18]],
  ['mariadb', [11, 8, 6]],
];

test.each(servers)('%s %j has a source for everything but what is newer than it', (flavour, version) => {
  const without = collectors
    .filter(({ sources }) => !sources.some((source) => holdsFor(source, { flavour, version })))
    .map(({ id }) => id);
  const { absent } = newerThan(flavour, version);
  expect(without.sort()).toEqual(absent.sort());
});

test('query samples are asked for only when literals are kept', () => {
  const digests = collectors.find(({ id }) => id === 'statement-digests');
  expect(digests?.sources.some(({ sql }) => sql.includes('QUERY_SAMPLE_TEXT'))).toBe(false);
});

/** Sections that came after a version, or that only the other flavour has. */
function newerThan(flavour: Flavour, version: VersionTriple): { absent: string[] } {
  const before = (...limit: VersionTriple) => compareVersions(version, limit) < 0;
  const sinceMysql8 = ['digest-histograms', 'error-counts', 'components', 'replication-filters', 'explains'];
  if (flavour === 'mariadb') {
    const since105 = ['memory-pfs', 'prepared-statements', 'replication-workers'];
    return {
      absent: [
        ...sinceMysql8,
        'group-replication',
        ...(before(10, 5, 2) ? since105 : []),
        ...(before(10, 11, 0) ? ['shared-tablespaces'] : []),
      ],
    };
  }
  return {
    absent: [
      ...(before(5, 7, 0)
        ? ['memory-pfs', 'prepared-statements', 'metadata-locks', 'replication-workers', 'group-replication']
        : []),
      ...(before(5, 7, 8) ? ['shared-tablespaces', 'table-free-space'] : []),
      ...(before(8, 0, 0) ? [...sinceMysql8, ...(flavour === 'percona' ? [] : ['statement-histogram'])] : []),
      ...(flavour === 'percona' ? [] : ['user-statistics']),
    ],
  };
}

/** The names under which a SELECT gives its columns; none for SHOW and `*`, whose columns the live tests look at. */
function selectedColumns(sql: string): string[] {
  const tokens = significantTokens(sql);
  if (tokens[0]?.text !== 'SELECT') return [];
  const names: string[] = [];
  let depth = 0;
  for (const [at, { text }] of tokens.entries()) {
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth > 0 || (text !== ',' && text !== 'FROM')) continue;
    const name = tokens[at - 1]?.text ?? '';
    if (name !== '*') names.push(name.toLowerCase());
    if (text === 'FROM') break;
  }
  return names;
}
