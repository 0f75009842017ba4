// `npm run demo`: a true diagnosis of a live, really loaded server, its plan applied, and what that brought.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { comparedSchema, effectLine } from './demo/effect.ts';
import { diagnosisLines, faultLines, type Judged, judgedSchema, verdicts } from './demo/faults.ts';
import { fleetDemo } from './demo/fleet.ts';
import { commandLine } from './demo/latchkey.ts';
import { chooseServer, settle, withLoadedServer, writeOptionFile } from './demo/server.ts';
import { openWindow, pictureOf } from './demo/window.ts';
import type { RunningServer, ServerId } from './servers/index.ts';
import { hasDisplay } from './xvfb.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    seconds: { type: 'string', default: '20' },
    out: { type: 'string', default: 'demo-output' },
    apply: { type: 'boolean', default: true },
    screenshot: { type: 'boolean', default: false },
    fleet: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run demo [-- --seconds 20 --out demo-output --no-apply --screenshot --fleet]
  --seconds N    sampling duration, before and after the plan
  --out FOLDER   where snapshots, summary, report, option file and picture go
  --no-apply     leave the demo's own server as it is: no before and after
  --fleet        three servers of different versions judged together, in two rounds, instead of one
  --screenshot   take a picture of the window instead of opening it (the default where there is no display)`);
  process.exit(0);
}

const root = join(import.meta.dirname, '..');
const out = resolve(root, values.out);
const files = {
  before: join(out, 'before.lks'),
  after: join(out, 'after.lks'),
  optionFile: join(out, 'my.cnf.before'),
  summary: join(out, 'summary.html'),
  report: join(out, 'report.html'),
  diff: join(out, 'my.cnf.diff'),
  cnf: join(out, 'my.cnf.recommended'),
  picture: join(out, 'window.png'),
};
const home = mkdtempSync(join(tmpdir(), 'latchkey-demo-'));
const latchkey = commandLine(home);

let step = 'Preparing the output folder';
try {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  if (values.fleet) await manyServers();
  else await oneServer();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`\nThe demo stopped at "${step}": ${reason}`);
  console.error('Remedy: npm run setup -- --check shows what is missing on this machine.');
  process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** The servers of a fleet, in two rounds. */
async function manyServers(): Promise<void> {
  const { seconds } = values;
  const stored = await fleetDemo({ out, seconds, latchkey, say });
  say('Done');
  for (const [what, name] of [
    ['report', 'fleet.html'],
    ['picture of the window', 'fleet.png'],
    ['inventory', 'fleet.yaml'],
    ['snapshots', 'snapshots'],
    ['plans by group', 'plans'],
    ['gauges for Prometheus', 'latchkey.prom'],
  ] as const)
    console.log(`  ${what.padEnd(24)} ${relative(process.cwd(), join(out, name))}`);
  console.log(`\n${stored}.`);
}

/** One server: diagnosed, changed, measured again. */
async function oneServer(): Promise<void> {
  const { chosen, reasons } = await chooseServer();
  for (const reason of reasons) console.log(`Not available here: ${reason}`);
  const effect = chosen === null ? await sampled() : await live(chosen);
  await writeDocuments(effect !== null, chosen !== null);
  await showWindow();
  say('Done');
  console.log(listing(chosen !== null, effect !== null));
  if (effect !== null) console.log(`\nBefore and after the plan\n  ${effect}`);
}

function say(next: string): void {
  step = next;
  console.log(`\n${next}`);
}

/** The demo on a server of its own. @returns what the plan brought, in a line; null where it was not applied */
async function live({ id, version }: { id: ServerId; version: string }): Promise<string | null> {
  console.log(`MySQL ${version}`);
  writeOptionFile(files.optionFile);
  return withLoadedServer(id, files.optionFile, say, async (server) => {
    const connection = ['--socket', server.socket, '--user', 'root'];
    say(`Taking a snapshot of ${values.seconds} s`);
    await latchkey.run(['snapshot', ...connection, '--for', `${values.seconds}s`, '-o', files.before]);
    const judged = await diagnose();
    say('The deliberate faults');
    console.log(faultLines(verdicts(judged)).join('\n'));
    return values.apply ? applied(server) : null;
  });
}

async function diagnose(): Promise<Judged> {
  const judged = judgedSchema.parse(await latchkey.read(['analyze', files.before], [0, 1]));
  say('Diagnosis');
  console.log(diagnosisLines(judged).join('\n'));
  say('The plan as statements');
  await latchkey.run(['plan', files.before, '--format', 'set-global']);
  return judged;
}

async function applied({ socket }: RunningServer): Promise<string> {
  say("Applying the plan: the server is the demo's own, so the demo agrees (--no-apply leaves it as it is)");
  const connection = ['--socket', socket, '--user', 'root'];
  await latchkey.run(['apply', files.before, ...connection, '--yes']);
  await settle();
  say(`Measuring again for ${values.seconds} s`);
  await latchkey.run(['snapshot', ...connection, '--for', `${values.seconds}s`, '-o', files.after]);
  return compared();
}

/** The demo without a server: a pair of recorded snapshots. */
async function sampled(): Promise<string> {
  console.log(
    'Two bundled samples stand in: recorded snapshots of MySQL 8.0 before and after its plan, no live server.',
  );
  copyFileSync(join(root, 'samples', 'mysql-8.0-before-plan.lks'), files.before);
  copyFileSync(join(root, 'samples', 'mysql-8.0-after-plan.lks'), files.after);
  await diagnose();
  return compared();
}

/** What changed, in a line. */
async function compared(): Promise<string> {
  const comparison = await latchkey.read(['compare', files.before, files.after]);
  return effectLine(comparedSchema.parse(comparison).effect);
}

async function writeDocuments(hasAfter: boolean, hasOptionFile: boolean): Promise<void> {
  say('Writing the documents');
  const optionFile = hasOptionFile ? ['--my-cnf', files.optionFile] : [];
  await latchkey.run(['plan', files.before, ...optionFile, '--format', 'diff', '-o', files.diff]);
  await latchkey.run(['plan', files.before, ...optionFile, '--format', 'cnf', '-o', files.cnf]);
  await latchkey.run(['report', files.before, '-o', files.report]);
  const summary = hasAfter ? [files.after, '--before', files.before] : [files.before];
  await latchkey.run(['report', ...summary, '--summary', '-o', files.summary]);
}

async function showWindow(): Promise<void> {
  if (hasDisplay() && !values.screenshot) {
    say('Opening the window; close it to end the demo');
    await openWindow(files.before, home);
  } else {
    say('Taking a picture of the window');
    await pictureOf(files.before, home, files.picture);
  }
}

function listing(isLive: boolean, hasAfter: boolean): string {
  const hasPicture = !hasDisplay() || values.screenshot;
  const lines: [string, string, boolean][] = [
    ['summary, one page', files.summary, true],
    ['report', files.report, true],
    ['snapshot before', files.before, true],
    ['snapshot after', files.after, hasAfter],
    ['option file before', files.optionFile, isLive],
    ['option file after', files.cnf, true],
    ['their diff', files.diff, true],
    ['picture', files.picture, hasPicture],
  ];
  return lines
    .filter(([, , isWritten]) => isWritten)
    .map(([title, path]) => `  ${title.padEnd(20)}${relative(process.cwd(), path)}`)
    .join('\n');
}
