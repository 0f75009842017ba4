import { type Command, Option } from 'commander';
import { z } from 'zod';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
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
import { printDocument } from '../json-output';
import {
  parseInterval,
  parseLongTime,
  parsePause,
  parsePositiveInteger,
  parseWindow,
} from '../option-values';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';

interface WatchOptions extends ConnectionOptions, HostOptions {
  when: string;
  window: number;
  interval: number;
  before: number;
  limit: number;
  coolDown: number;
  for?: number;
  output: string;
  keepLiterals?: boolean;
  json?: boolean;
}

export function addWatchCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('watch')
    .summary('take a snapshot when a condition holds')
    .description(
      'Samples the server and takes a snapshot each time the condition has held for its time. Each snapshot also ' +
        'keeps the samples before the trigger. Conditions are written as in rules: status.X for levels (or X alone), ' +
        'rate.X for counters per second, with && || ! and comparisons.',
    )
    .argument('[url]', 'mysql://user@host:port, without password')
    .requiredOption('--when <condition>', "such as 'Threads_running > 25 for 5s'")
    .addOption(
      new Option('--window <time>', 'sampling duration of each snapshot')
        .argParser(parseWindow)
        .default(30_000, '30s'),
    )
    .addOption(
      new Option('--interval <time>', 'time between samples').argParser(parseInterval).default(1000, '1s'),
    )
    .addOption(
      new Option('--before <time>', 'samples before the trigger to keep; at most 1h')
        .argParser(parsePause)
        .default(60_000, '60s'),
    )
    .addOption(
      new Option('--limit <number>', 'end after so many snapshots')
        .argParser(parsePositiveInteger)
        .default(3),
    )
    .addOption(
      new Option('--cool-down <time>', 'pause after a snapshot').argParser(parsePause).default(300_000, '5m'),
    )
    .addOption(
      new Option('--for <time>', 'end after this time (default: at the limit, or Ctrl-C)').argParser(
        parseLongTime,
      ),
    )
    .option('-o, --output <folder>', 'folder for the snapshots', '.')
    .option('--keep-literals', 'keep literal values in statements, process list and InnoDB status')
    .option('--json', 'print the summaries as JSON; progress as JSON lines on stderr');
  addConnectionOptions(command);
  addHostOptions(command);
  command.action(async (url: string | undefined, options: WatchOptions) => {
    finish(await runWatch(url, options, context));
  });
}

async function runWatch(
  url: string | undefined,
  options: WatchOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  const target = connectionTarget(url, options, context.terminal.environment);
  const secrets = await connectionSecrets(options, terminal);
  const engine = await context.engine({ rules: undefined });
  const display = progressDisplay(terminal.stderr, options.json === true);
  let taken: SnapshotSummary[];
  try {
    taken = await engine.call(
      'watch.run',
      {
        target,
        secrets,
        when: options.when,
        folder: options.output,
        limit: options.limit,
        coolDownSeconds: options.coolDown / 1000,
        beforeSeconds: options.before / 1000,
        seconds: options.for === undefined ? null : options.for / 1000,
        windowSeconds: options.window / 1000,
        intervalMs: options.interval,
        keepLiterals: options.keepLiterals === true,
        declaredHost: declaredHost(options),
      },
      { signal, report: display.report, warn: display.warn },
    );
  } finally {
    display.clear();
  }
  if (options.json === true) printDocument(terminal.stdout, z.array(snapshotSummarySchema), taken);
  else {
    for (const { path } of taken) terminal.stdout.writeDocument(`${path}\n`);
    if (taken.length === 0) terminal.stdout.write('The condition was never met: no snapshot was taken.\n');
  }
  if (signal.aborted) {
    throw new LatchkeyError(
      'cancelled',
      `Cancelled after ${taken.length} of at most ${options.limit} snapshots.`,
    );
  }
  return exitCodes.done;
}
