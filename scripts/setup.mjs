// @ts-check
// Set-up of a fresh machine:
//   node scripts/setup.mjs [app|test|demo|cli|all] [--check] [--json] [--quiet] [--run SCRIPT ARGUMENT...]
// Runs on the machine's own Node 20 and up, before anything is installed, so it has no dependencies.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cacheFolder, inCache, readJson, sweepDrafts, writeJson } from './setup/cache.mjs';
import { components, targets } from './setup/components.mjs';
import { withLock } from './setup/lock.mjs';
import { scriptsNodeProgram } from './setup/npm-packages.mjs';
import { SetupError } from './setup/run.mjs';
import { recipes } from './setup/server-recipes.mjs';

/** @typedef {import('./setup/components.mjs').Component} Component */

const help = `Brings what this clone needs, once; says nothing when nothing is missing.

  npm run setup                 everything
  npm run setup -- TARGET       for one purpose: ${targets.join(', ')}
  npm run setup -- --check      a table of what is there and what is missing; changes nothing
      --json                    the table as JSON
      --quiet                   speak only of problems and of what takes long
      --run SCRIPT ARGUMENT...  afterwards run a script of this clone with its own Node

Downloads are kept in $LATCHKEY_CACHE, else $XDG_CACHE_HOME/latchkey, else ~/.cache/latchkey.
System packages come through apt-get (with sudo if it asks no password). Servers and sysbench are taken from the
Debian mirror of this machine's apt sources, or of $LATCHKEY_DEBIAN_MIRROR, and from npm's and Maven's repositories,
without being installed.
`;

/** What failed and can be done without is not tried again for this long, unless everything was asked for. */
const pauseMs = 10 * 60_000;
const serverSide = new Set([
  ...Object.keys(recipes),
  ...['galera', 'sysbench', 'sshd', 'login-plugins', 'metrics-stores'],
]);

process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} argv */
async function main(argv) {
  const cut = argv.indexOf('--run');
  if (cut === -1) return setUp(argv);
  const code = await setUp(argv.slice(0, cut));
  return code === 0 ? runScript(argv.slice(cut + 1)) : code;
}

/** @param {string[]} argv */
async function setUp(argv) {
  const flags = argv.filter((argument) => argument.startsWith('-'));
  const [target = 'all', ...more] = argv.filter((argument) => !argument.startsWith('-'));
  const unknown = [
    ...flags.filter((flag) => !['--check', '--quiet', '--json', '--help', '-h'].includes(flag)),
    ...(target === 'all' || targets.some((known) => known === target) ? [] : [target]),
    ...more,
  ];
  if (flags.includes('--help') || flags.includes('-h')) {
    process.stdout.write(help);
    return 0;
  }
  if (unknown.length > 0) {
    process.stderr.write(`Not understood: ${unknown.join(' ')}\n\n${help}`);
    return 2;
  }
  const selected = components.filter(
    (component) => target === 'all' || component.targets.some((known) => known === target),
  );
  if (flags.includes('--check') || flags.includes('--json'))
    return showTable(selected, flags.includes('--json'));
  const quiet = flags.includes('--quiet');
  if (selected.every((component) => component.check().ok)) {
    if (target === 'all' && !quiet)
      process.stdout.write('Everything is here. Details: npm run setup -- --check\n');
    return 0;
  }
  return bring(selected, target, quiet);
}

/**
 * @param {readonly Component[]} selected
 * @param {string} target
 * @param {boolean} quiet
 */
async function bring(selected, target, quiet) {
  /** @type {Component[]} */
  const failed = [];
  /** @param {readonly Component[]} chain */
  const inOrder = async (chain) => {
    for (const component of chain) {
      if (await bringOne(component, target, quiet)) continue;
      failed.push(component);
      if (isVital(component, target)) return;
    }
  };
  await withLock(
    inCache('set-up.lock'),
    async () => {
      sweepDrafts();
      // Two chains: one downloads servers while the other installs and compiles.
      await Promise.all([
        inOrder(selected.filter(({ id }) => !serverSide.has(id))),
        inOrder(selected.filter(({ id }) => serverSide.has(id))),
      ]);
    },
    () => say('Another set-up is at work; waiting for it.'),
  );
  if (failed.length === 0) return 0;
  const fatal = target === 'all' || failed.some((component) => isVital(component, target));
  say(`Not here: ${failed.map(({ title }) => title).join(', ')}.${fatal ? '' : ' Going on without.'}`);
  return fatal ? 1 : 0;
}

/**
 * @param {Component} component
 * @param {string} target
 * @param {boolean} quiet
 * @returns {Promise<boolean>} whether it is there now
 */
async function bringOne(component, target, quiet) {
  if (component.check().ok) return true;
  const record = inCache('state', `${component.id}.failed.json`);
  const before = /** @type {{ reason: string, at: number } | undefined} */ (readJson(record));
  if (target !== 'all' && !isVital(component, target) && before && Date.now() - before.at < pauseMs) {
    say(
      `${component.title} could not be had a few minutes ago (${before.reason}). To try now: npm run setup`,
    );
    return false;
  }
  const started = Date.now();
  const announce = setTimeout(() => say(`${component.doing} ...`), quiet ? 3000 : 0);
  try {
    const why = component.impossible?.();
    if (why) throw new SetupError(component.title, why, 'Tests that need it are reported as skipped here.');
    await component.install();
    const after = component.check();
    if (!after.ok) throw new SetupError(component.title, after.note ?? 'still not there', 'Report this.');
    rmSync(record, { force: true });
    if (!quiet) say(`${component.title}: done in ${((Date.now() - started) / 1000).toFixed(0)} s`);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    writeJson(record, { reason, at: Date.now() });
    say(`${component.title} could not be set up.\n  ${reason.replaceAll('\n', '\n  ')}`);
    if (error instanceof SetupError) say(`  What to do: ${error.remedy}`);
    return false;
  } finally {
    clearTimeout(announce);
  }
}

/**
 * @param {readonly Component[]} selected
 * @param {boolean} asJson
 */
function showTable(selected, asJson) {
  const rows = selected.map((component) => ({ component, state: component.check() }));
  const complete = rows.every(({ state }) => state.ok);
  if (asJson) {
    const list = rows.map(({ component: { id, title }, state }) => ({ id, title, ...state }));
    process.stdout.write(
      `${JSON.stringify({ complete, cache: cacheFolder(), components: list }, null, 2)}\n`,
    );
    return complete ? 0 : 1;
  }
  const lines = [
    ['component', 'status', 'version', 'from', ''],
    ...rows.map(({ component, state }) => [
      component.title,
      state.ok ? 'here' : component.impossible?.() ? 'not here' : 'missing',
      state.version ?? '',
      state.from ?? '',
      firstLine(state.note ?? (state.ok ? '' : (component.impossible?.() ?? ''))),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
  process.stdout.write(`\nCache: ${cacheFolder()}\n`);
  if (!complete) process.stdout.write('To bring what is missing: npm run setup\n');
  return complete ? 0 : 1;
}

/**
 * Runs a script with the Node of the npm packages. Not left to the shell (`node setup.mjs && node script.ts`): a
 * shell remembers where it found `node` the first time, and that was before the packages were there.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
function runScript(args) {
  const child = spawn(scriptsNodeProgram(), args, { stdio: 'inherit' });
  // Ctrl-C reaches the script by itself, and it says when it is done.
  process.on('SIGINT', () => undefined);
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  return new Promise((done) => {
    child.once('error', (error) => {
      say(`${args[0]}: ${error.message}`);
      done(127);
    });
    child.once('close', (code) => done(code ?? 1));
  });
}

/** @param {Component} component @param {string} target */
function isVital(component, target) {
  return target === 'all'
    ? component.vital.length === targets.length
    : component.vital.some((known) => known === target);
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n')[0] ?? '';
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`Set-up: ${text}\n`);
}
