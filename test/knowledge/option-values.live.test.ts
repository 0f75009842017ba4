import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainedOptions, unknownLooseOptions } from '../../scripts/catalog/explained-options.ts';
import { startServer } from '../../scripts/servers/index.ts';
import { readOptionTree } from '../../src/files/options/option-tree';
import { reportedCatalogs } from '../../src/knowledge/catalog/reported';
import { variableFacts } from '../../src/knowledge/catalog/variable-catalog';
import {
  broughtByPlugin,
  namesOfServer,
  namesOfVersion,
  type OptionNames,
  type PersistedVariable,
  parsePersisted,
  serverRules,
  serverView,
} from '../../src/knowledge/option-file';
import { describeEachVersion } from '../server/real-server.ts';
import { administer } from './administrator.ts';
import { helpValues, runServer, serverRecipe } from './option-file-server.ts';

/** Variables that all four servers have and that depend on nothing but the file. */
const numbers = [
  'sort_buffer_size',
  'read_buffer_size',
  'max_connect_errors',
  'net_read_timeout',
  'max_error_count',
];
const more = [
  'binlog_cache_size',
  'join_buffer_size',
  'max_heap_table_size',
  'tmp_table_size',
  'long_query_time',
];
const fractions = ['long_query_time', 'innodb_max_dirty_pages_pct'];
const flags = [
  'low_priority_updates',
  'flush',
  'slow_query_log',
  'local_infile',
  'log_queries_not_using_indexes',
];
const sets: Readonly<Record<string, readonly string[]>> = {
  sql_mode: ['ANSI', 'traditional', 'STRICT_ALL_TABLES,no_zero_date', 'STRICT_ALL', 'NO_SUCH_MODE', '', '4'],
  log_output: ['TABLE', 'file,table', 'NONE', 'FILE,DISK', 'FI'],
  myisam_recover_options: ['BACKUP', 'quick,force', 'BACKUP,NEVER', 'OFF'],
  optimizer_switch: [
    'index_merge=off',
    'index_merge=off,mrr=on',
    'mrr=default,default',
    'no_such=on',
    'index_merge',
    'index_merge=yes',
    'default',
  ],
};
const enums: Readonly<Record<string, readonly string[]>> = {
  completion_type: ['CHAIN', 'chain', 'REL', '0', '2', 'nonsense', '7'],
  concurrent_insert: ['ALWAYS', 'auto', 'NEV', '2'],
  binlog_row_image: ['FULL', 'min', 'noblob', '1', 'x'],
};
const written = (name: string) =>
  fc.constantFrom(
    name,
    name.replaceAll('_', '-'),
    `loose_${name}`,
    `loose-${name.replaceAll('_', '-')}`,
    name,
  );
const numberText = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 3_000_000 }), fc.constantFrom('', 'K', 'k', 'KB', ''))
    .map((parts) => parts.join('')),
  fc.tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom('M', 'm', 'MB')).map((parts) => parts.join('')),
  fc.constantFrom('1G', '1T', '2P', '16E', '0', 'M', '"32K"', '99999999999999999999', ' 64K # c'),
);
const oddNumber = fc.constantFrom('-1', '1.5M', '1 M', '', '0x10', '10X');
const optionLine = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .tuple(fc.constantFrom(...numbers, ...more).chain(written), numberText)
      .map((p) => p.join('=')),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...numbers), oddNumber).map((parts) => parts.join(' = ')),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', 'skip-', 'disable_', 'enable-', 'loose-skip_', 'skip_loose_', 'loose_enable-'),
        fc.constantFrom(...flags).chain(written),
        fc.constantFrom('', '=1', '=0', '=ON', '=off', '=TRUE', '= false'),
      )
      .map((parts) => parts.join('')),
  },
  // A wrong value for InnoDB ends a start, but not every --help.
  { weight: 1, arbitrary: fc.constantFrom('innodb_max_dirty_pages_pct=60.25', 'long_query_time=5s') },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...fractions).chain(written),
        fc.constantFrom('2', '0.5', '60.25', '1e1', '99999'),
      )
      .map((parts) => parts.join('=')),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...Object.keys(enums))
      .chain((name) => fc.constantFrom(...(enums[name] ?? [])).map((value) => `${name}=${value}`)),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...Object.keys(sets))
      .chain((name) => fc.constantFrom(...(sets[name] ?? [])).map((value) => `${name}=${value}`)),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('loose-nothing_such=1', 'maximum-sort_buffer_size=4M', 'sort_buffer_siz=1M'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('nothing_such=1', 'SORT_BUFFER_SIZE=1M', 'max_con=5', 'skip-name-resol'),
  },
  { weight: 2, arbitrary: fc.constantFrom('[client]', '[server]', '[mysqld]', '[mysqld_safe]', '[mysqld]') },
);
const file = fc
  .array(optionLine, { minLength: 2, maxLength: 14 })
  .map((lines) => `[mysqld]\n${lines.join('\n')}\n`);

await describeEachVersion('values from option files', (id) => {
  const { kind, recipe } = serverRecipe(id);
  const rules = serverRules(kind);
  const compared = [...numbers, ...more, ...fractions, ...flags, ...Object.keys(enums)];
  let folder: string;
  let names: OptionNames;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-values-'));
    names = namesOfServer(helpValues(await help('--no-defaults')).keys(), rules);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const help = (defaults: string) =>
    runServer(id, [defaults, ...recipe.options, '--user=root', `--datadir=${folder}`, '--verbose', '--help']);
  const view = async (path: string, persisted: PersistedVariable[] = []) =>
    serverView(await readOptionTree([{ path, required: true }], { rules }), {
      server: kind,
      names,
      persisted,
      facts: (name) => variableFacts(name, kind),
    });

  test('the server knows the names that tell prefixes apart', () => {
    expect(names.names.size).toBeGreaterThan(400);
    expect([...compared].filter((name) => !names.names.has(name))).toEqual([]);
    expect(compared.filter((name) => variableFacts(name, kind) === undefined)).toEqual([]);
  });

  test('40 generated files: the server ends up with the values that we compute, and refuses what we say it refuses', async () => {
    const defaults = helpValues(await help('--no-defaults'));
    const files = fc.sample(file, { numRuns: 40, seed: 1 });
    const failures: unknown[] = [];
    let next = 0;
    const worker = async () => {
      for (let at = next++; at < files.length; at = next++) {
        const path = join(folder, `values${at}.cnf`);
        await writeFile(path, files[at] ?? '');
        const [printed, { settings, refused, problems }] = await Promise.all([
          help(`--defaults-file=${path}`),
          view(path),
        ]);
        // MySQL 8 and later let `--help` pass over unknown names, MySQL 5.6 over wrong values for InnoDB.
        const passedOver = kind.version[0] >= 8 ? 'does not know' : '(innodb_';
        const lenient =
          kind.flavour === 'mysql' && problems.some(({ message }) => message.includes(passedOver));
        if (refused !== (printed.code !== 0) && !lenient)
          failures.push({
            at,
            file: files[at],
            refused,
            code: printed.code,
            problems: problems.map(({ message }) => message),
          });
        if (refused) continue;
        const theirs = helpValues(printed);
        for (const name of compared) {
          const ours = settings.get(name);
          const expected =
            ours === undefined ? defaults.get(name) : ours.value === null ? null : inHelp(ours.value);
          if (expected !== null && !isSame(inHelp(theirs.get(name) ?? ''), expected, name)) {
            failures.push({ at, file: files[at], name, ours: expected, theirs: theirs.get(name) });
          }
        }
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    expect(failures.slice(0, 3)).toEqual([]);
  });

  // A server warns of each `loose_` option that it does not know, so that one run answers for all names.
  test('of the names of all servers, this one takes those that we say it takes', async () => {
    const known = namesOfVersion(kind);
    const every = new Set(
      reportedCatalogs.flatMap(({ flavour, version: [major, minor, patch] }) => [
        ...namesOfVersion({ flavour, version: [major, minor, patch] }).names,
      ]),
    );
    // What the help explains is taken without doubt, and needs values of its own here.
    const explained = explainedOptions((await help('--no-defaults')).output);
    const judged = [...every].filter((name) => /^\w+$/.test(name) && !explained.has(name));
    const path = join(folder, 'names.cnf');
    await writeFile(path, `[mysqld]\n${judged.map((name) => `loose_${name}=1`).join('\n')}\n`);
    const isNew = kind.flavour === 'mysql' && kind.version[0] >= 8;
    const printed = await runServer(id, [
      `--defaults-file=${path}`,
      ...recipe.options,
      '--user=root',
      `--datadir=${folder}`,
      ...(kind.flavour === 'mysql' && kind.version[1] !== 6 ? ['--log-error-verbosity=3'] : []),
      ...(isNew ? ['--validate-config'] : ['--verbose', '--help']),
    ]);
    const unknown = unknownLooseOptions(printed.errors);
    expect(unknown.size).toBeGreaterThan(100);
    const wrong = judged.filter((name) => {
      const unfit = known.unfit?.(name) ?? null;
      // Some builds have no libnuma.
      if (unfit === null && (broughtByPlugin(name) || name === 'innodb_numa_interleave')) return false;
      return unknown.has(name) !== (unfit === 'lacking' || unfit === 'variable only');
    });
    expect(wrong).toEqual([]);
    expect([...explained].filter((name) => (known.unfit?.(name) ?? null) !== null)).toEqual([]);
  });

  test('a server started with a generated file, and with what SET PERSIST keeps, holds the values that we compute', async () => {
    // Of the files that the server takes, the one that sets most.
    let chosen = { path: '', settings: 0 };
    for (const [index, text] of fc.sample(file, { numRuns: 150, seed: 7 }).entries()) {
      const path = join(folder, `start${index}.cnf`);
      await writeFile(path, text);
      const { refused, settings } = await view(path);
      if (!refused && settings.size > chosen.settings) chosen = { path, settings: settings.size };
    }
    const server = await startServer(id, { defaultsFile: chosen.path });
    const mismatches = async (persisted: PersistedVariable[]): Promise<string[]> => {
      const { settings } = await view(chosen.path, persisted);
      expect(settings.size).toBeGreaterThan(3);
      const root = await administer(server);
      const present = await root.pairs('SHOW GLOBAL VARIABLES');
      await root.close();
      return compared.flatMap((name) => {
        const value = settings.get(name)?.value ?? null;
        const shown = present.get(name) ?? '';
        const same =
          inHelp(shown === 'ON' || shown === 'OFF' ? shown === 'ON' : shown) === inHelp(value ?? '');
        return value === null || same ? [] : [`${name}: ${String(value)}, the server has ${shown}`];
      });
    };
    try {
      expect(await mismatches([])).toEqual([]);
      if (kind.flavour === 'mariadb' || kind.version[0] < 8) return;
      const root = await administer(server);
      await root.rows('SET PERSIST sort_buffer_size = 777216');
      await root.rows('SET PERSIST_ONLY flush = ON');
      await root.rows('SET PERSIST_ONLY binlog_row_image = MINIMAL');
      await root.close();
      const path = join(server.dir, 'data', 'mysqld-auto.cnf');
      const persisted = parsePersisted(await readFile(path, 'utf8'), path);
      expect(persisted.map(({ name }) => name).sort()).toEqual([
        'binlog_row_image',
        'flush',
        'sort_buffer_size',
      ]);
      await server.restart();
      expect(await mismatches(persisted)).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});

/** Fractional variables are printed with six digits. */
function isSame(theirs: string, ours: string | undefined, name: string): boolean {
  return (
    theirs === ours || (fractions.includes(name) && Number(theirs) === Number(Number(ours).toPrecision(6)))
  );
}

/** Switches as the help prints them, numbers without zeros behind the point, words in one case. */
function inHelp(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const text = String(value).toUpperCase();
  // Doubles come with six digits.
  return /^[\d.]+(?:E[+]\d+)?$/.test(text) && /[.E]/.test(text) ? String(Number(text)) : text;
}
