// `node scripts/catalog/collect-options.ts`: writes src/knowledge/option-file/options-of-servers.json, in what the option names of
// each live server differ from the names of its variables. For adding a new server version, after collect-variables.ts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportedVariables } from '../../src/knowledge/catalog/reported/reported-variables.ts';
import { readRecipe, type ServerId, serverIds } from '../servers/recipe.ts';
import { explainedOptions, unknownLooseOptions } from './explained-options.ts';

const reported = join(import.meta.dirname, '../../src/knowledge/catalog/reported');

/** The variables that live servers reported, by version. */
const variables = new Map(
  readdirSync(reported)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(reported, name), 'utf8')) as ReportedVariables)
    .map((read) => [read.version.join('.'), new Set(Object.keys(read.variables))]),
);

function serverOf(id: ServerId) {
  const found = readRecipe(id);
  if ('reason' in found) throw new Error(found.reason);
  const { command, options, env, version } = found.recipe;
  const [program = '', ...first] = command;
  const run = (lines: readonly string[], more: readonly string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-options-'));
    const file = join(folder, 'my.cnf');
    writeFileSync(file, `[mysqld]\n${lines.join('\n')}\n`);
    const args = [
      ...first,
      `--defaults-file=${file}`,
      ...options,
      `--datadir=${folder}`,
      '--user=root',
      ...more,
    ];
    const ended = spawnSync(program, args, {
      encoding: 'utf8',
      env: { ...process.env, ...env },
      maxBuffer: 2 ** 26,
    });
    rmSync(folder, { recursive: true, force: true });
    return ended;
  };
  return { version, run };
}

/** Of these names those that the server takes nevertheless: it warns of each `loose_` option that it does not know. */
function takenSilently(
  id: ServerId,
  { run }: ReturnType<typeof serverOf>,
  names: readonly string[],
): string[] {
  const mode = id === 'mysql80' || id === 'mysql97' ? ['--validate-config'] : ['--verbose', '--help'];
  const more = id.startsWith('mariadb') || id === 'mysql56' ? [] : ['--log-error-verbosity=3'];
  const { stderr, status } = run(
    names.map((name) => `loose_${name}=1`),
    [...mode, ...more],
  );
  const unknown = unknownLooseOptions(stderr);
  if (status !== 0 || unknown.size === 0)
    throw new Error(`${id} ended with ${status}: ${stderr.slice(-2000)}`);
  return names.filter((name) => !unknown.has(name));
}

const servers = serverIds
  .filter((id) => !('reason' in readRecipe(id)))
  .map((id) => {
    const server = serverOf(id);
    return {
      id,
      server,
      explained: explainedOptions(server.run([], ['--verbose', '--help']).stdout),
      own: variables.get(server.version),
    };
  });
const everyName = new Set(servers.flatMap(({ explained, own }) => [...explained, ...(own ?? [])]));
const lines = servers.map(({ id, server, explained, own }) => {
  if (own === undefined)
    throw new Error(`No file of the variables of ${id} ${server.version}: collect-variables.ts first`);
  const others = [...everyName].filter((name) => !explained.has(name) && /^\w+$/.test(name));
  const taken = takenSilently(id, server, others);
  // What begins the name of an option, or switches one off, means that option.
  const meant = (name: string) =>
    own.has(name) || name.startsWith('skip_') || [...explained].some((option) => option.startsWith(name));
  const ignored = taken.filter((name) => !meant(name)).sort();
  const options = [
    ...[...explained].filter((name) => !own.has(name)),
    ...taken.filter((name) => !own.has(name) && meant(name)),
  ].sort();
  const noOptions = [...own].filter((name) => !explained.has(name) && !taken.includes(name)).sort();
  console.log(
    `${id} ${server.version}: ${options.length} options that are no variables, ${ignored.length} without effect, ${noOptions.length} variables that are no options`,
  );
  return `  ${JSON.stringify(server.version)}: {
    "options": ${JSON.stringify(options)},
    "ignored": ${JSON.stringify(ignored)},
    "noOptions": ${JSON.stringify(noOptions)}
  }`;
});
writeFileSync(
  join(import.meta.dirname, '../../src/knowledge/option-file/options-of-servers.json'),
  `{\n${lines.join(',\n')}\n}\n`,
);
