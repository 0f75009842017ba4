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
import { texts } from './texts';

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
    .summary(texts.takeASnapshotWhenA)
    .description(texts.samplesTheServerAndTakes)
    .argument('[url]', texts.mysqlUserHostPortWithout)
    .requiredOption('--when <condition>', "such as 'Threads_running > 25 for 5s'")
    .addOption(
      new Option('--window <time>', texts.samplingDurationOfEachSnapshot)
        .argParser(parseWindow)
        .default(30_000, '30s'),
    )
    .addOption(
      new Option('--interval <time>', texts.timeBetweenSamples).argParser(parseInterval).default(1000, '1s'),
    )
    .addOption(
      new Option('--before <time>', texts.samplesBeforeTheTriggerTo)
        .argParser(parsePause)
        .default(60_000, '60s'),
    )
    .addOption(
      new Option('--limit <number>', texts.endAfterSoManySnapshots)
        .argParser(parsePositiveInteger)
        .default(3),
    )
    .addOption(
      new Option('--cool-down <time>', texts.pauseAfterASnapshot)
        .argParser(parsePause)
        .default(300_000, '5m'),
    )
    .addOption(new Option('--for <time>', texts.endAfterThisTimeDefault).argParser(parseLongTime))
    .option('-o, --output <folder>', texts.folderForTheSnapshots, '.')
    .option('--keep-literals', texts.keepLiteralValuesInStatements)
    .option('--json', texts.printTheSummariesAsJson);
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
    if (taken.length === 0) terminal.stdout.write(texts.theConditionWasNeverMet);
  }
  if (signal.aborted) {
    throw new LatchkeyError('cancelled', texts.cancelledAfterOfAtMost(taken.length, options.limit));
  }
  return exitCodes.done;
}
