import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { fleetSchema } from '../../shared/fleet';
import { fleetDiffSchema } from '../../shared/fleet-diff';
import { type FleetFormat, fleetExportFormats, fleetReportFormats } from '../../shared/fleet-formats';
import { type PlanFormat, planFormats } from '../../shared/plan';
import { addFleetImport, writeOut } from '../fleet-import';
import {
  addFleetReadOptions,
  type FleetReadOptions,
  fleetRequest,
  momentOf,
  whereOption,
} from '../fleet-options';
import { type FleetSnapshotOptions, runFleetSnapshot } from '../fleet-snapshot';
import { printDocument } from '../json-output';
import { parseConcurrency, parseHistory, parseInterval, parseTimeLimit, parseWindow } from '../option-values';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { wantsColour } from '../terminal';
import { fleetDiffText, fleetText } from '../text/fleet-text';
import { colourStyle, plainStyle } from '../text/style';
import { texts } from './texts';

interface AnalyzeOptions extends FleetReadOptions {
  json?: boolean;
}

interface DiffOptions extends AnalyzeOptions {
  since?: string;
}

interface DocumentOptions extends FleetReadOptions {
  format: FleetFormat;
  output?: string;
}

interface PlanOptions extends FleetReadOptions {
  format: PlanFormat;
  output: string;
  group?: string;
}

export function addFleetCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const fleet = program
    .command('fleet')
    .summary(texts.judgeManyServersAtOnce)
    .description(texts.worksOnAFolderOf)
    .addHelpText('after', texts.examplesLatchkeyFleetImportHosts);
  addSnapshot(fleet, context, finish);
  addReading(fleet, context, finish);
  addDocuments(fleet, context, finish);
  addFleetImport(fleet, context, finish);
}

function addSnapshot(fleet: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  fleet
    .command('snapshot')
    .description(texts.takesASnapshotOfEach)
    .argument('<inventory>', texts.yamlFileOfServers)
    .option('-o, --output <folder>', texts.folderForTheSnapshotsOne)
    .addOption(
      new Option('--for <time>', texts.samplingDuration0TakesOne)
        .argParser(parseWindow)
        .default(30_000, '30s'),
    )
    .addOption(
      new Option('--interval <time>', texts.timeBetweenSamples).argParser(parseInterval).default(1000, '1s'),
    )
    .addOption(
      new Option('--last <time>', texts.spanOfServersThatAre).argParser(parseHistory).default(1, '1h'),
    )
    .addOption(new Option('--concurrency <n>', texts.serversAtATime1).argParser(parseConcurrency).default(8))
    .addOption(new Option('--time-limit <time>', texts.longestTimeForOneServer).argParser(parseTimeLimit))
    .option('--resume', texts.takeOnlyWhatTheLast)
    .addOption(whereOption())
    .option('--json', texts.printOneDocumentProgressAs)
    .action(async (path: string, options: FleetSnapshotOptions) =>
      finish(await runFleetSnapshot(path, options, context)),
    );
}

function addReading(fleet: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  addFleetReadOptions(fleet.command('analyze').description(texts.listsFindingsByServerDrift))
    .option('--json', texts.printOneDocumentProgressAs)
    .action(async (path: string, options: AnalyzeOptions) =>
      finish(await runAnalyze(path, options, context)),
    );
  fleet
    .command('diff')
    .description(texts.saysWhatChangedOnEach)
    .argument('<path>', texts.folderOfSnapshotsOrAn)
    .addOption(whereOption())
    .option('--since <time>', texts.compareWithTheLastSnapshot)
    .option('--rules <folder>', texts.toUseYourOwnRulesBeside)
    .option('--json', texts.printOneDocument)
    .action(async (path: string, options: DiffOptions) => finish(await runDiff(path, options, context)));
}

function addDocuments(fleet: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  addFleetReadOptions(fleet.command('report').description(texts.writesFindingsByServerDrift))
    .addOption(
      new Option('--format <format>', texts.formOfTheReport).choices([...fleetReportFormats]).default('html'),
    )
    .option('-o, --output <file>', texts.writeToAFileInstead)
    .action(async (path: string, options: DocumentOptions) =>
      finish(await runDocument(path, options, context)),
    );
  addFleetReadOptions(fleet.command('export').description(texts.writesFindingsForOtherPrograms))
    .addOption(
      new Option('--format <format>', texts.formOfTheExport)
        .choices([...fleetExportFormats])
        .default('prometheus'),
    )
    .option('-o, --output <file>', texts.writeToAFileInstead)
    .action(async (path: string, options: DocumentOptions) =>
      finish(await runDocument(path, options, context)),
    );
  addFleetReadOptions(fleet.command('plan').description(texts.writesThePlanOfEach))
    .addOption(
      new Option('--format <format>', texts.formOfThePlans).choices([...planFormats]).default('ansible'),
    )
    .option('--group <id>', texts.onlyThisGroupAsLatchkey)
    .requiredOption('-o, --output <folder>', texts.folderForTheFiles)
    .action(async (path: string, options: PlanOptions) => finish(await runPlan(path, options, context)));
}

async function runAnalyze(path: string, options: AnalyzeOptions, context: RunContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  const json = options.json === true;
  const engine = await context.engine({ rules: options.rules });
  const { report, warn, clear } = progressDisplay(terminal.stderr, json);
  const request = await fleetRequest(path, options);
  const fleet = await engine.call('fleet.read', request, { signal, report, warn }).finally(clear);
  if (json) printDocument(terminal.stdout, fleetSchema, fleet);
  else terminal.stdout.writeStyled(fleetText(fleet, styleOf(context), widthOf(context)));
  const isGrave = fleet.findings.some(({ severity }) => severity !== 'notice');
  return isGrave ? exitCodes.findings : exitCodes.done;
}

async function runDiff(path: string, options: DiffOptions, context: RunContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  const json = options.json === true;
  const { where, since } = options;
  const engine = await context.engine({ rules: options.rules });
  const { report, warn, clear } = progressDisplay(terminal.stderr, json);
  const request = {
    path,
    ...(where === undefined ? {} : { where }),
    ...(since === undefined ? {} : { since: momentOf(since) }),
  };
  const diff = await engine.call('fleet.diff', request, { signal, report, warn }).finally(clear);
  if (json) printDocument(terminal.stdout, fleetDiffSchema, diff);
  else terminal.stdout.writeStyled(fleetDiffText(diff, styleOf(context), widthOf(context)));
  return exitCodes.done;
}

async function runDocument(path: string, options: DocumentOptions, context: RunContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  if (options.format === 'html' && options.output === undefined && terminal.stdout.isTTY) {
    throw new LatchkeyError('usage', texts.anHtmlReportIsNot, {
      hint: texts.giveAFileWithO,
    });
  }
  const engine = await context.engine({ rules: options.rules });
  const { report, warn, clear } = progressDisplay(terminal.stderr, false);
  const fleet = await fleetRequest(path, options);
  const text = await engine
    .call('fleet.render', { fleet, format: options.format }, { signal, report, warn })
    .finally(clear);
  await writeOut(text, options.output, context, engine);
  return exitCodes.done;
}

async function runPlan(path: string, options: PlanOptions, context: RunContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  const engine = await context.engine({ rules: options.rules });
  const { report, warn, clear } = progressDisplay(terminal.stderr, false);
  const { format, group, output: folder } = options;
  const request = { ...(await fleetRequest(path, options)), format, folder };
  const { files, remarks } = await engine
    .call('fleet.savePlans', group === undefined ? request : { ...request, group }, { signal, report, warn })
    .finally(clear);
  for (const remark of remarks) terminal.stderr.line(remark);
  for (const file of files) terminal.stderr.line(texts.wrote(file));
  return exitCodes.done;
}

function styleOf({ terminal }: RunContext) {
  return wantsColour(terminal) ? colourStyle : plainStyle;
}

function widthOf({ terminal }: RunContext): number {
  return Math.min(terminal.stdout.columns, 110);
}
