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
    .summary('judge many servers at once')
    .description(
      'Works on a folder of snapshots (one folder a server in it, or the name of the server in the name of each file), or on an ' +
        'inventory: a YAML file of servers, docs/fleet.md. What was judged is remembered, and only new files are read the next time.',
    )
    .addHelpText(
      'after',
      `
Examples:
  latchkey fleet import hosts.ini -o fleet.yaml
  latchkey fleet import --from prometheus://metrics.example.com:9090 -o fleet.yaml
  latchkey fleet snapshot fleet.yaml -o snapshots --for 30s --concurrency 8
  latchkey fleet analyze snapshots --baseline db1 --ignore 'innodb_io_capacity*'
  latchkey fleet report snapshots --format html -o fleet.html
  latchkey fleet diff snapshots
  latchkey fleet plan snapshots --format ansible -o group_vars
  latchkey fleet export snapshots --format prometheus -o /var/lib/node_exporter/latchkey.prom`,
    );
  addSnapshot(fleet, context, finish);
  addReading(fleet, context, finish);
  addDocuments(fleet, context, finish);
  addFleetImport(fleet, context, finish);
}

function addSnapshot(fleet: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  fleet
    .command('snapshot')
    .description(
      'takes a snapshot of each server of an inventory, a few at a time. What one server makes of it does not keep the ' +
        'others; its reason is kept beside the snapshots. Exit code 3 means that a server has no snapshot or a partial one. ' +
        'Ctrl-C keeps what was gathered.',
    )
    .argument('<inventory>', 'YAML file of servers')
    .option(
      '-o, --output <folder>',
      'folder for the snapshots, one folder a server (default: folder of the inventory)',
    )
    .addOption(
      new Option('--for <time>', 'sampling duration; 0 takes one moment only')
        .argParser(parseWindow)
        .default(30_000, '30s'),
    )
    .addOption(
      new Option('--interval <time>', 'time between samples').argParser(parseInterval).default(1000, '1s'),
    )
    .addOption(
      new Option('--last <time>', 'span of servers that are read from a metrics store, up to now')
        .argParser(parseHistory)
        .default(1, '1h'),
    )
    .addOption(
      new Option('--concurrency <n>', 'servers at a time, 1 to 64').argParser(parseConcurrency).default(8),
    )
    .addOption(
      new Option(
        '--time-limit <time>',
        'longest time for one server, with connecting (default: the sampling duration and 2m); what was gathered until then is kept',
      ).argParser(parseTimeLimit),
    )
    .option('--resume', 'take only what the last round lacks')
    .addOption(whereOption())
    .option('--json', 'print one document; progress as JSON lines on stderr')
    .action(async (path: string, options: FleetSnapshotOptions) =>
      finish(await runFleetSnapshot(path, options, context)),
    );
}

function addReading(fleet: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  addFleetReadOptions(
    fleet
      .command('analyze')
      .description(
        'lists findings by server, drift and servers that get the same plan. Files that are no snapshot are listed with the ' +
          'reason. Exit code 1 means that there are findings of severity warning or critical.',
      ),
  )
    .option('--json', 'print one document; progress as JSON lines on stderr')
    .action(async (path: string, options: AnalyzeOptions) =>
      finish(await runAnalyze(path, options, context)),
    );
  fleet
    .command('diff')
    .description(
      'says what changed on each server between its last snapshot and the one before: findings, settings, versions, and ' +
        'which settings changed as the plan had asked',
    )
    .argument('<path>', 'folder of snapshots, or an inventory')
    .addOption(whereOption())
    .option(
      '--since <time>',
      'compare with the last snapshot until then, such as 2026-11-01 or 2026-11-01T06:00Z',
    )
    .option('--rules <folder>', 'use your own rules beside those that come with Latchkey')
    .option('--json', 'print one document')
    .action(async (path: string, options: DiffOptions) => finish(await runDiff(path, options, context)));
}

function addDocuments(fleet: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  addFleetReadOptions(
    fleet.command('report').description('writes findings by server, drift and plans as one document'),
  )
    .addOption(
      new Option('--format <format>', 'form of the report').choices([...fleetReportFormats]).default('html'),
    )
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .action(async (path: string, options: DocumentOptions) =>
      finish(await runDocument(path, options, context)),
    );
  addFleetReadOptions(
    fleet
      .command('export')
      .description(
        'writes findings for other programs: gauges for Prometheus (docs/fleet.md has alert rules), SARIF or JUnit for pipelines, JSON lines',
      ),
  )
    .addOption(
      new Option('--format <format>', 'form of the export')
        .choices([...fleetExportFormats])
        .default('prometheus'),
    )
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .action(async (path: string, options: DocumentOptions) =>
      finish(await runDocument(path, options, context)),
    );
  addFleetReadOptions(
    fleet
      .command('plan')
      .description(
        'writes the plan of each group of servers that get the same change: one file a group for Ansible and cloud services, one a server for the others',
      ),
  )
    .addOption(
      new Option('--format <format>', 'form of the plans').choices([...planFormats]).default('ansible'),
    )
    .option('--group <id>', 'only this group, as latchkey fleet analyze names it')
    .requiredOption('-o, --output <folder>', 'folder for the files')
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
    throw new LatchkeyError('usage', 'An HTML report is not for the terminal.', {
      hint: 'Give a file with -o, or --format markdown.',
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
  for (const file of files) terminal.stderr.line(`Wrote ${file}`);
  return exitCodes.done;
}

function styleOf({ terminal }: RunContext) {
  return wantsColour(terminal) ? colourStyle : plainStyle;
}

function widthOf({ terminal }: RunContext): number {
  return Math.min(terminal.stdout.columns, 110);
}
