import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { Engine } from '../../engine';
import { defined } from '../../shared/base/defined';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { formatSeconds } from '../../shared/base/units';
import { type RecordingSummary, recordingSummarySchema } from '../../shared/recording';
import { snapshotSummarySchema } from '../../shared/snapshot';
import { fileName } from '../../shared/writers/file-name';
import {
  addConnectionOptions,
  type ConnectionOptions,
  connectionSecrets,
  connectionTarget,
} from '../connection-options';
import { printDocument } from '../json-output';
import { collectList, parseDuration, parseInterval, parseLongTime } from '../option-values';
import { checkSnapshotFile } from '../output-file';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { recordingLine } from '../text/recording-text';
import { field, harmless } from '../text/style';
import { texts } from './texts';

interface RecordOptions extends ConnectionOptions {
  for?: number;
  interval: number;
  counters?: string[];
  title?: string;
  json?: boolean;
}

const listSchema = z.array(recordingSummarySchema.extend({ running: z.boolean() }));

export function addRecordCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const record = program
    .command('record')
    .summary(texts.sampleAServerForHours)
    .description(texts.samplesStatusVariablesAndActive)
    .argument('[url]', texts.mysqlUserHostPortWithout)
    .addOption(new Option('--for <time>', texts.howLongSuchAs8h).argParser(parseLongTime))
    .addOption(
      new Option('--interval <time>', texts.timeBetweenSamplesBelow1s)
        .argParser(parseInterval)
        .default(1000, '1s'),
    )
    .addOption(new Option('--counters <names>', texts.sampleTheseBesideTheFew).argParser(collectList))
    .option('--title <text>', texts.nameOfTheRecordingDefault)
    .option('--json', texts.printTheSummaryAsJson);
  addConnectionOptions(record);
  record.action(async (url: string | undefined, options: RecordOptions) => {
    finish(await runRecord(url, options, context));
  });
  addList(record, context, finish);
  addExport(record, context, finish);
  addDelete(record, context, finish);
}

async function runRecord(
  url: string | undefined,
  options: RecordOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  const target = connectionTarget(url, options, context.terminal.environment);
  const secrets = await connectionSecrets(options, terminal);
  const engine = await context.engine({ rules: undefined });
  const display = progressDisplay(terminal.stderr, options.json === true);
  let summary: RecordingSummary;
  try {
    summary = await engine.call(
      'recording.run',
      {
        target,
        secrets,
        seconds: options.for === undefined ? null : options.for / 1000,
        intervalMs: options.interval,
        ...defined({ counters: options.counters, title: options.title }),
      },
      { signal, report: display.report, warn: display.warn },
    );
  } finally {
    display.clear();
  }
  if (options.json === true) printDocument(terminal.stdout, recordingSummarySchema, summary);
  else terminal.stdout.write(`${recordingLine(summary)}\n`);
  // Without --for, Ctrl-C is how it ends; with it, it was cut short.
  if (signal.aborted && options.for !== undefined) {
    throw new LatchkeyError('cancelled', texts.stoppedBeforeItsTimeWhat(summary.id));
  }
  return exitCodes.done;
}

function addList(record: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  record
    .command('list')
    .summary(texts.showTheRecordingsInThe)
    .option('--json', texts.printThemAsJson)
    .action(async (_options: unknown, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      const engine = await context.engine({ rules: undefined });
      const list = await engine.call('recording.list', {});
      const { stdout } = context.terminal;
      if (json === true) printDocument(stdout, listSchema, list);
      else if (list.length === 0) stdout.write(await nothingRecorded(engine));
      else for (const one of list) stdout.write(`${recordingLine(one)}\n`);
      finish(exitCodes.done);
    });
}

/** An empty list is never taken for all there was: what is kept aside or left alone is named. */
async function nothingRecorded(engine: Engine): Promise<string> {
  const problems = await engine.call('app.databaseProblems', {});
  if (problems.length === 0) return texts.noRecordingsLatchkeyRecordMakes;
  return harmless(texts.noRecordingCanBeShown(problems.map(field).join('\n')));
}

interface ExportOptions {
  from?: number;
  to?: number;
  output?: string;
  force?: boolean;
  json?: boolean;
}

function addExport(record: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  record
    .command('export')
    .summary(texts.makeASnapshotFileOf)
    .description(texts.writesARangeOfA)
    .argument('<id>', texts.theRecordingItsFirstLetters)
    .addOption(new Option('--from <time>', texts.fromSoLongAfterIts).argParser(parseDuration))
    .addOption(new Option('--to <time>', texts.toSoLongAfterIts).argParser(parseDuration))
    .option('-o, --output <file>', texts.fileToWriteDefaultRecording)
    .option('--force', texts.writeOverASnapshotThat)
    .option('--json', texts.printTheSummaryOfThe)
    .action(async (id: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<ExportOptions>();
      const file = options.output ?? fileName(`recording-${id.slice(0, 8)}`, 'lks');
      if (options.from !== undefined && options.to !== undefined && options.to <= options.from) {
        throw new LatchkeyError('usage', texts.theRangeEndsBeforeIt, {
          hint: texts.fromAndToCountFrom,
        });
      }
      await checkSnapshotFile(file, options.force === true);
      const engine = await context.engine({ rules: undefined });
      const range = defined({ fromMs: options.from, toMs: options.to });
      const summary = await engine.call('recording.export', { id, path: file, ...range });
      const { stdout } = context.terminal;
      if (options.json === true) printDocument(stdout, snapshotSummarySchema, summary);
      else
        stdout.write(
          texts.wroteOf(field(file), formatSeconds(summary.windowSeconds ?? 0), field(summary.target)),
        );
      finish(exitCodes.done);
    });
}

function addDelete(record: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  record
    .command('delete')
    .summary(texts.deleteARecording)
    .argument('<id>', texts.theRecordingItsFirstLetters)
    .action(async (id: string) => {
      const engine: Engine = await context.engine({ rules: undefined });
      await engine.call('recording.delete', { id });
      context.terminal.stdout.write('Deleted.\n');
      finish(exitCodes.done);
    });
}
