// `npm run demo`: a true diagnosis of a live, really loaded server, in the terminal and in the window.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { electronRuntime } from './electron/runtime.ts';
import { type RunningServer, serverAvailability, startServer } from './servers/index.ts';
import { prepareSysbench, startSysbench } from './servers/sysbench.ts';
import { hasDisplay, withDisplay } from './xvfb.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    out: { type: 'string', default: 'demo-output' },
    screenshot: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run demo [-- --seconds 20 --out demo-output --screenshot]
  --seconds N    length of the sampled window
  --out FOLDER   where the snapshot, the report, the option file and the screenshot go
  --screenshot   take a screenshot of the window instead of opening it (the default where there is no display)`);
  process.exit(0);
}

const root = join(import.meta.dirname, '..');
const out = resolve(root, values.out);
const files = {
  snapshot: join(out, 'demo.lks'),
  before: join(out, 'my.cnf.before'),
  report: join(out, 'report.html'),
  diff: join(out, 'my.cnf.diff'),
  cnf: join(out, 'my.cnf.recommended'),
  screenshot: join(out, 'window.png'),
};

// The planted cause: 8 MiB of redo under a write-heavy load that fills it about once a second.
const poorConfiguration = {
  innodb_redo_log_capacity: '8M',
  innodb_buffer_pool_size: '64M',
  innodb_io_capacity: 100,
  innodb_io_capacity_max: 200,
  table_open_cache: 400,
  log_bin: false,
};
const load = {
  tables: 4,
  rows: 100_000,
  threads: 8,
  args: ['--index-updates=8', '--non-index-updates=4', '--point-selects=4', '--range-selects=off'],
};

let step = 'preparing the output folder';
try {
  mkdirSync(out, { recursive: true });
  const source = await gather();
  step = 'judging the snapshot';
  console.log('\nDiagnosis\n');
  await latchkey(['analyze', source], [0, 1]);
  step = 'making the plan';
  console.log('\nThe plan as statements\n');
  await latchkey(['plan', source, '--format', 'set-global']);
  const base = source === files.snapshot ? ['--my-cnf', files.before] : [];
  await latchkey(['plan', source, ...base, '--format', 'diff', '-o', files.diff]);
  await latchkey(['plan', source, ...base, '--format', 'cnf', '-o', files.cnf]);
  step = 'writing the report';
  await latchkey(['report', source, '--format', 'html', '-o', files.report]);
  step = 'opening the window';
  const shown = await showWindow(source);
  console.log(`\nDone.
  snapshot      ${show(source)}
  HTML report   ${show(files.report)}
  my.cnf diff   ${show(files.diff)}
  edited my.cnf ${show(files.cnf)}
  ${shown}`);
} catch (error) {
  console.error(
    `\nThe demo stopped while ${step}: ${error instanceof Error ? error.message : String(error)}`,
  );
  console.error('Remedy: npm run setup -- --check shows what is missing on this machine.');
  process.exitCode = 1;
}

function show(path: string): string {
  return relative(process.cwd(), path) || path;
}

/** A snapshot of a loaded throw-away server; of a bundled sample where no server can be had. */
async function gather(): Promise<string> {
  const availability = await serverAvailability('mysql97');
  if (!availability.available) {
    const sample = readdirSync(join(root, 'samples')).find(
      (name) => name.startsWith('mysql-9.7') && name.endsWith('.lks'),
    );
    if (sample === undefined) throw new Error('there is neither a server nor a bundled sample');
    console.log(`No server can be had here (${availability.reason}).`);
    console.log(`This is the bundled sample ${sample} instead: a recorded snapshot, not a live server.`);
    return join(root, 'samples', sample);
  }
  step = 'starting a MySQL server';
  console.log(`Starting MySQL ${availability.version} with a deliberately poor configuration`);
  writeOptionFile();
  const server = await startServer('mysql97', { defaultsFile: files.before });
  try {
    return await gatherUnderLoad(server);
  } finally {
    await server.stop();
  }
}

function writeOptionFile(): void {
  const lines = Object.entries(poorConfiguration).map(([name, value]) =>
    value === false ? `skip_${name}` : `${name} = ${value}`,
  );
  writeFileSync(files.before, `# Deliberately poor, for the demo\n[mysqld]\n${lines.join('\n')}\n`);
}

async function gatherUnderLoad(server: RunningServer): Promise<string> {
  step = 'filling the test tables';
  console.log(`Filling ${load.tables} tables of ${load.rows} rows`);
  await prepareSysbench({ socket: server.socket, tables: load.tables, rows: load.rows });
  step = 'loading the server';
  const seconds = Number(values.seconds);
  console.log(`Loading it with sysbench (oltp_read_write, ${load.threads} threads)`);
  const sysbench = startSysbench({
    socket: server.socket,
    workload: 'oltp_read_write',
    seconds: seconds + 120,
    ...load,
  });
  try {
    step = 'taking the snapshot';
    console.log(`Taking a snapshot of ${seconds} s`);
    const connection = ['--socket', server.socket, '--user', 'root'];
    await latchkey(['snapshot', ...connection, '--for', `${seconds}s`, '-o', files.snapshot]);
  } finally {
    await sysbench.stop();
  }
  return files.snapshot;
}

/** Runs the command line as a user would. */
function latchkey(args: string[], accepted: number[] = [0]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'bin', 'latchkey'), args, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) =>
      code !== null && accepted.includes(code)
        ? resolve()
        : reject(new Error(`latchkey ${args[0]} ended with exit code ${code}`)),
    );
  });
}

async function showWindow(source: string): Promise<string> {
  const runtime = electronRuntime();
  if (hasDisplay() && !values.screenshot) {
    console.log('\nOpening the window; close it to end the demo.');
    await electron(runtime, [`--open=${source}`], {});
    return 'window        opened on the snapshot';
  }
  const userData = mkdtempSync(join(tmpdir(), 'latchkey-demo-'));
  try {
    await withDisplay((display) =>
      electron(
        runtime,
        [`--open=${source}`, `--screenshot=${files.screenshot}`, `--user-data-dir=${userData}`],
        {
          ...display,
          LATCHKEY_HOME: userData,
        },
      ),
    );
  } finally {
    rmSync(userData, { recursive: true, force: true });
  }
  if (readFileSync(files.screenshot).length < 10_000) throw new Error('the screenshot is empty');
  return `screenshot    ${show(files.screenshot)}`;
}

function electron(
  runtime: ReturnType<typeof electronRuntime>,
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(runtime.executable, [...runtime.args, root, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...runtime.env, ...environment },
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors = (errors + chunk).slice(-4000);
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`the window ended with code ${code}\n${errors}`)),
    );
  });
}
