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
import { texts } from './texts';

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
    .summary(texts.gatherEvidenceFromALive)
    .description(texts.connectsReadsVariablesCountersWaits)
    .argument('[url]', texts.mysqlUserHostPortWithout)
    .addOption(
      new Option('--for <time>', texts.samplingDuration0TakesOne)
        .argParser(parseWindow)
        .default(30_000, '30s'),
    )
    .addOption(
      new Option('--interval <time>', texts.timeBetweenSamples).argParser(parseInterval).default(1000, '1s'),
    )
    .option('-o, --output <file>', texts.fileToWriteDefaultAName)
    .option('--force', texts.writeOverASnapshotThat)
    .option('--table-limit <n>', texts.aboveThisNumberOfTables, parsePositiveInteger)
    .option('--deep', texts.enableWaitInstrumentsAndInnodb)
    .option('--perf <time>', texts.sampleTheStacksOfThe, parseProfileTime)
    .option('--yes', texts.withDeepAndPerfAgree)
    .option('--no-explain', texts.askTheServerForNo)
    .option('--keep-literals', texts.keepLiteralValuesInStatements)
    .option('--analyze', texts.judgeTheSnapshotAtOnce)
    .option('--rules <folder>', texts.withAnalyzeUseYourOwn)
    .option('--quiet', texts.printNothingButErrorsFor)
    .option('--json', texts.printTheSummaryOrThe);
  addConnectionOptions(command);
  addHostOptions(command);
  addMetricsOptions(command, false);
  command
    .option('--server <name>', texts.withFromTheServerAs)
    .option('--between <moments...>', texts.withFromTheSpanSuch)
    .option('--history <time>', texts.withFromAndServerCarry, parseHistory);
  command
    .addHelpText('after', texts.thePasswordComesFromPassword)
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
    throw new LatchkeyError('usage', texts.aHistoryNeedsFromServer, {
      hint: texts.latchkeySnapshotHostDb1From,
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
    throw new LatchkeyError('usage', texts.aSnapshotOfAMetrics, {
      hint: texts.latchkeySnapshotFromUrlServer,
    });
  }
  const source = metricsSource(options);
  const span = spanOf(between, clock.now());
  const file = options.output ?? defaultSnapshotName(server, span.from);
  await checkSnapshotFile(file, options.force === true);
  const secrets = await metricsSecrets(options, terminal);
  const engine = await context.engine({ rules: options.rules });
  const display = progressDisplay(terminal.stderr, options.json === true);
  if (options.json !== true) terminal.stderr.line(texts.reading(server, spanText(span)));
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
  if (statements.length === 0) return texts.noStatementWillBeExplained;
  const count =
    statements.length === 1 ? texts.thisStatement : texts.these(counted(statements.length, 'statement'));
  const lines = statements.map((text) => `  ${field(text).slice(0, Math.max(20, columns - 3))}\n`);
  return texts.willBeExplainedExplainWhere(count, lines.join(''));
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
      hint: texts.theSnapshotIsInRun(file),
    });
  }
  if (signal.aborted || snapshot.incomplete?.code === 'cancelled') {
    throw new LatchkeyError('cancelled', texts.cancelledWhatWasGatheredUntilThen(file));
  }
  if (!snapshot.complete && snapshot.origin.kind !== 'prometheus') {
    throw new LatchkeyError(
      'connection-lost',
      texts.theSnapshotIsPartial(snapshot.incomplete?.text ?? texts.theConnectionWasLost),
      { hint: texts.whatWasGatheredUntilThenIs(file) },
    );
  }
  return judged;
}
