import { type Command, Option } from 'commander';
import type { Engine } from '../../engine';
import { defined } from '../../shared/base/defined';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { counted } from '../../shared/base/units';
import { describeTarget } from '../../shared/connection';
import type { ReportProgress } from '../../shared/progress';
import { type SnapshotSummary, snapshotSummarySchema } from '../../shared/snapshot';
import {
  addConnectionOptions,
  addHostOptions,
  type ConnectionOptions,
  connectionSecrets,
  connectionTarget,
  declaredHost,
  type HostOptions,
} from '../connection-options';
import { refuseUnasked, terminalAsk } from '../consent';
import { printDocument } from '../json-output';
import { addMetricsOptions, type MetricsOptions, metricsSecrets, metricsSource } from '../metrics-options';
import {
  parseHistory,
  parseInterval,
  parsePositiveInteger,
  parseProfileTime,
  parseWindow,
} from '../option-values';
import { checkSnapshotFile } from '../output-file';
import { analysisExitCode, printAnalysis } from '../print-analysis';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { defaultSnapshotName, snapshotText } from '../snapshot-summary';
import { spanOf, spanText } from '../span-option';
import { field } from '../text/style';

interface SnapshotOptions extends ConnectionOptions, HostOptions, MetricsOptions {
  server?: string;
  between?: string[];
  history?: number;
  for: number;
  interval: number;
  output?: string;
  keepLiterals?: boolean;
  explain: boolean;
  deep?: boolean;
  perf?: number;
  yes?: boolean;
  analyze?: boolean;
  tableLimit?: number;
  force?: boolean;
  rules?: string;
  quiet?: boolean;
  json?: boolean;
}

export function addSnapshotCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('snapshot')
    .summary('gather evidence from a live server into a file')
    .description(
      'Connects, reads variables, counters, waits and statements, samples the server for a while, and writes one ' +
        '.lks file. Nothing is changed on the server, unless --deep is given and agreed to. Ctrl-C keeps what was gathered ' +
        'as a partial snapshot.',
    )
    .argument('[url]', 'mysql://user@host:port, without password')
    .addOption(
      new Option('--for <time>', 'sampling duration; 0 takes one moment only')
        .argParser(parseWindow)
        .default(30_000, '30s'),
    )
    .addOption(
      new Option('--interval <time>', 'time between samples').argParser(parseInterval).default(1000, '1s'),
    )
    .option('-o, --output <file>', 'file to write (default: a name made of server and time)')
    .option('--force', 'write over a snapshot that is there already')
    .option(
      '--table-limit <n>',
      'above this number of tables keys and indexes of all of them are not read (default: 5000)',
      parsePositiveInteger,
    )
    .option(
      '--deep',
      'enable wait instruments and InnoDB counters for the window, after showing the statements, and restore them',
    )
    .option(
      '--perf <time>',
      'sample the stacks of the server with perf for this long, where it runs on this machine, after showing the command',
      parseProfileTime,
    )
    .option('--yes', 'with --deep and --perf: agree to what would be done without being asked')
    .option(
      '--no-explain',
      'ask the server for no plan of a statement (EXPLAIN); permanently: latchkey explain off',
    )
    .option('--keep-literals', 'keep literal values in statements, process list and InnoDB status')
    .option('--analyze', 'judge the snapshot at once, as `latchkey analyze` would')
    .option('--rules <folder>', 'with --analyze: use your own rules beside those that come with Latchkey')
    .option('--quiet', 'print nothing but errors, for cron and timers')
    .option('--json', 'print the summary (or the analysis) as JSON; progress as JSON lines on stderr');
  addConnectionOptions(command);
  addHostOptions(command);
  addMetricsOptions(command, false);
  command
    .option('--server <name>', 'with --from: the server, as `latchkey history servers` names it')
    .option('--between <moments...>', "with --from: the span, such as 'mon 08:00' 'mon 12:00' or -24h now")
    .option(
      '--history <time>',
      'with --from and --server: carry the hours before along, such as 14d; without --between in a snapshot of the server itself',
      parseHistory,
    );
  command
    .addHelpText(
      'after',
      `
The password comes from --password (asked), --password-stdin, LATCHKEY_PASSWORD, MYSQL_PWD, a login path or an option
file; for SSH from the agent, --ssh-password, --ssh-password-stdin or LATCHKEY_SSH_PASSWORD.

Examples:
  latchkey snapshot --socket /run/mysqld/mysqld.sock --user root --for 30s -o today.lks
  latchkey snapshot mysql://monitor@db1.example.com:3306 --password --ssl-mode verify-ca --ssl-ca ca.pem
  latchkey snapshot --socket /run/mysqld/mysqld.sock --user root --for 60s --deep
  latchkey snapshot --socket /run/mysqld/mysqld.sock --user root --for 30s --perf 5s
  latchkey snapshot --ssh admin@db1.example.com --socket /run/mysqld/mysqld.sock --user monitor --password
  latchkey snapshot --defaults-file ~/.my.cnf --ram 64G --cpus 16 --storage nvme --json
  latchkey snapshot --from prometheus://metrics.example.com:9090 --server db1 --between 'mon 08:00' 'mon 12:00'`,
    )
    .action(async (url: string | undefined, options: SnapshotOptions) => {
      finish(
        options.from === undefined || (options.between === undefined && options.history !== undefined)
          ? await runSnapshot(url, options, context)
          : await readStore(url, options, context),
      );
    });
}

async function runSnapshot(
  url: string | undefined,
  options: SnapshotOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { terminal, clock, signal } = context;
  const json = options.json === true;
  const history = await carriedHistory(options, context);
  const target = connectionTarget(url, options, terminal.environment);
  if (options.perf !== undefined) refuseUnasked(options, terminal);
  const file = options.output ?? defaultSnapshotName(describeTarget(target), clock.now());
  await checkSnapshotFile(file, options.force === true);
  const secrets = await connectionSecrets(options, terminal);
  const engine = await context.engine({ rules: options.rules });
  const display = progressDisplay(terminal.stderr, json);
  const isQuiet = options.quiet === true;
  const report: ReportProgress = (progress) => {
    if (isQuiet) return;
    if (progress.explains !== undefined && !json) {
      display.clear();
      terminal.stderr.write(explainsText(progress.explains, terminal.stderr.columns));
    }
    display.report(progress);
  };
  let taken: SnapshotSummary;
  try {
    taken = await engine.call(
      'snapshot.take',
      {
        target,
        secrets,
        windowSeconds: options.for / 1000,
        intervalMs: options.interval,
        keepLiterals: options.keepLiterals === true,
        ...(options.explain ? {} : { explain: false }),
        declaredHost: declaredHost(options),
        ...defined({ tableLimit: options.tableLimit, history }),
        ...(options.deep === true ? { deep: {} } : {}),
        ...(options.perf === undefined ? {} : { profile: { seconds: options.perf / 1000 } }),
      },
      {
        signal,
        report,
        ...(isQuiet ? {} : { warn: display.warn }),
        ask: terminalAsk(options, terminal, display.clear),
        writeTo: file,
      },
    );
  } finally {
    display.clear();
  }
  const judged = await printOutcome(engine, file, taken, options, context);
  return judged ?? exitCodes.done;
}

/** The hours of a store that a snapshot of the server itself is to carry along; undefined: none. */
async function carriedHistory(options: SnapshotOptions, { terminal }: RunContext) {
  const { from, server, history } = options;
  if (from === undefined && server === undefined && history === undefined) return undefined;
  if (from === undefined || server === undefined || history === undefined) {
    throw new LatchkeyError('usage', 'A history needs --from, --server and --history.', {
      hint: 'latchkey snapshot --host db1 --from prometheus://metrics.example.com:9090 --server db1 --history 14d',
    });
  }
  return {
    source: metricsSource(options),
    secrets: await metricsSecrets(options, terminal),
    server,
    hours: history,
  };
}

/** The same from what a metrics store holds of a span. */
async function readStore(
  url: string | undefined,
  options: SnapshotOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { terminal, clock, signal } = context;
  const { server, between } = options;
  if (url !== undefined || server === undefined || between === undefined) {
    throw new LatchkeyError(
      'usage',
      'A snapshot of a metrics store needs --server and --between, and no other URL.',
      {
        hint: "latchkey snapshot --from URL --server NAME --between 'mon 08:00' 'mon 12:00'; latchkey history servers --from URL lists the names.",
      },
    );
  }
  const source = metricsSource(options);
  const span = spanOf(between, clock.now());
  const file = options.output ?? defaultSnapshotName(server, span.from);
  await checkSnapshotFile(file, options.force === true);
  const secrets = await metricsSecrets(options, terminal);
  const engine = await context.engine({ rules: options.rules });
  const display = progressDisplay(terminal.stderr, options.json === true);
  if (options.json !== true) terminal.stderr.line(`Reading ${server}: ${spanText(span)}.`);
  const request = {
    ...{ source, secrets, server, from: span.from.toISOString(), to: span.to.toISOString() },
    declaredHost: declaredHost(options),
    ...defined({ historyHours: options.history }),
  };
  let taken: SnapshotSummary;
  try {
    const job = { signal, report: display.report, warn: display.warn, writeTo: file };
    taken = await engine.call('metrics.snapshot', request, job);
  } finally {
    display.clear();
  }
  return (await printOutcome(engine, file, taken, options, context)) ?? exitCodes.done;
}

/** What will be explained, before any of it is. */
function explainsText(statements: readonly string[], columns: number): string {
  if (statements.length === 0) return 'No statement will be explained: the server knows none that scans.\n';
  const count =
    statements.length === 1 ? 'This statement' : `These ${counted(statements.length, 'statement')}`;
  const lines = statements.map((text) => `  ${field(text).slice(0, Math.max(20, columns - 3))}\n`);
  return `${count} will be explained (EXPLAIN, where the server kept a whole SELECT over tables of it; --no-explain leaves it out):\n${lines.join('')}`;
}

/** Prints what came out; a run that was cut short throws after that, so that its cause and exit code are reported. */
async function printOutcome(
  engine: Engine,
  file: string,
  taken: SnapshotSummary,
  options: SnapshotOptions,
  { terminal, signal }: RunContext,
): Promise<ExitCode | null> {
  const { id } = taken;
  const snapshot = await engine.call('snapshot.document', { id });
  const json = options.json === true;
  const isQuiet = options.quiet === true;
  let judged: ExitCode | null = null;
  if (!json && !isQuiet) terminal.stdout.write(snapshotText(file, snapshot, terminal.stdout.columns));
  if (options.analyze === true) {
    const analysis = await engine.call('analysis.get', { id });
    judged = isQuiet ? analysisExitCode(analysis) : printAnalysis(analysis, terminal, json);
  } else if (json && !isQuiet) {
    printDocument(terminal.stdout, snapshotSummarySchema, taken);
  }
  if (snapshot.deep?.restore.status === 'pending') {
    throw new LatchkeyError('restore-incomplete', snapshot.deep.restore.detail, {
      hint: `The snapshot is in ${file}. run latchkey restore to restore the rest.`,
    });
  }
  if (signal.aborted || snapshot.incomplete?.code === 'cancelled') {
    throw new LatchkeyError('cancelled', `Cancelled. What was gathered until then is in ${file}.`);
  }
  if (!snapshot.complete && snapshot.origin.kind !== 'prometheus') {
    throw new LatchkeyError(
      'connection-lost',
      `The snapshot is partial: ${snapshot.incomplete?.text ?? 'the connection was lost'}`,
      { hint: `What was gathered until then is in ${file}.` },
    );
  }
  return judged;
}
