import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import type { Engine } from '../../engine';
import { defined } from '../../shared/base/defined';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import {
  metricIdSchema,
  type ProbeRequest,
  type ProbeResult,
  probeIdSchema,
  probeResultSchema,
  probeResultSummarySchema,
  probeSummarySchema,
  type RequestedArm,
} from '../../shared/probe';
import { proofSchemaName } from '../../shared/proof';
import { jsonText } from '../../shared/writers/json';
import {
  addConnectionOptions,
  type ConnectionOptions,
  connectionSecrets,
  connectionTarget,
  namesServer,
} from '../connection-options';
import { terminalAsk } from '../consent';
import { printDocument } from '../json-output';
import { measuredExit } from '../measured-exit';
import { parseLongTime, parsePositiveInteger, parseSettling } from '../option-values';
import { checkOutputFile } from '../output-file';
import { printProof } from '../print-proof';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { probeListText, probeResultsText, probeResultText } from '../text/probe-text';
import { addWorkloadOptions, measurementOf, type WorkloadOptions } from '../workload-options';
import { texts } from './texts';

interface ProbeOptions extends ConnectionOptions, WorkloadOptions {
  arm?: RequestedArm[];
  best?: string[];
  settle?: number;
  margin?: number;
  yes?: boolean;
  output?: string;
  format: 'html' | 'markdown' | 'json';
  json?: boolean;
}
const summariesSchema = z.array(probeSummarySchema);
const resultSummariesSchema = z.array(probeResultSummarySchema);

export function addProbeCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const probe = program
    .command('probe')
    .summary(texts.measureOnAServerWhat)
    .description(texts.comparesSettingsWithThePresent)
    .argument('<id>', texts.probeSuchAsSpinWait)
    .argument('[url]', texts.mysqlUserHostPortWithout)
    .addOption(new Option('--arm <name:settings>', texts.compareThisSuchAsBig).argParser(collectArm))
    .addOption(new Option('--best <variable>', texts.withCustomLookForA).argParser(collectBest))
    .addOption(new Option('--max-time <time>', texts.longestTimeOfMeasuringDefault).argParser(parseLongTime))
    .addOption(new Option('--settle <time>', texts.afterEachChangeBeforeMeasuring).argParser(parseSettling))
    .addOption(new Option('--metric <metric>', texts.whatIsCompared).choices(metricIdSchema.options))
    .addOption(new Option('--margin <percent>', texts.smallerChangesCountAsNone).argParser(parseMargin))
    .addOption(new Option('--seed <number>', texts.ofTheRandomOrder).argParser(parsePositiveInteger))
    .option('--yes', texts.agreeToTheStatementsWithout)
    .option('--allow-durability', texts.agreeToRelaxDurabilityA)
    .option('-o, --output <file>', texts.alsoWriteTheResultTo)
    .addOption(
      new Option('--format <format>', texts.withProbeReportFormOf)
        .choices(['html', 'markdown', 'json'])
        .default('markdown'),
    )
    .option('--json', texts.printTheResultAsJsonProgress);
  addWorkloadOptions(probe);
  addConnectionOptions(probe)
    .addHelpText('after', texts.examplesLatchkeyProbeListSocket)
    .action(async (id: string, url: string | undefined, options: ProbeOptions) => {
      finish(await runProbe(id, url, options, context));
    });
}

async function runProbe(
  id: string,
  url: string | undefined,
  options: ProbeOptions,
  context: RunContext,
): Promise<ExitCode> {
  if (id === 'show') return show(url, options, context);
  if (id === 'recompute') return recompute(url, options, context);
  if (id === 'report') return report(url, options, context);
  if (id === 'list') return list(url, options, context);
  if (id === 'results') return results(options, context);
  const probe = probeIdSchema.safeParse(id);
  if (!probe.success) {
    throw new LatchkeyError('usage', texts.thereIsNoProbe(id), {
      hint: texts.latchkeyProbeListShowsThem,
    });
  }
  const { terminal, signal } = context;
  const json = options.json === true;
  if (options.output !== undefined) await checkOutputFile(options.output);
  const target = connectionTarget(url, options, terminal.environment);
  const secrets = await connectionSecrets(options, terminal);
  const engine = await context.engine({ rules: undefined });
  const display = progressDisplay(terminal.stderr, json);
  let result: ProbeResult;
  try {
    result = await engine.call(
      'probe.run',
      { target, secrets, request: requestOf(probe.data, options) },
      {
        signal,
        report: display.report,
        warn: display.warn,
        ask: terminalAsk(options, terminal, display.clear),
      },
    );
  } finally {
    display.clear();
  }
  if (options.output !== undefined) {
    await engine.call('document.write', { path: options.output, text: `${jsonText(result)}\n` });
  }
  if (json) printDocument(terminal.stdout, probeResultSchema, result);
  else terminal.stdout.write(probeResultText(result));
  return measuredExit(result);
}

function requestOf(probe: ProbeRequest['probe'], options: ProbeOptions): ProbeRequest {
  const { arm, settle, margin, best } = options;
  return {
    probe,
    ...measurementOf(options),
    ...defined({ arms: arm, marginPercent: margin, best }),
    ...(settle === undefined ? {} : { settleSeconds: settle / 1000 }),
  };
}

async function show(path: string | undefined, options: ProbeOptions, context: RunContext): Promise<ExitCode> {
  if (path === undefined) throw new LatchkeyError('usage', texts.nameTheFileLatchkeyProbe);
  const engine = await context.engine({ rules: undefined });
  const result = await resultOf(path, engine);
  const { stdout } = context.terminal;
  if (options.json === true) printDocument(stdout, probeResultSchema, result);
  else stdout.write(probeResultText(result));
  return exitCodes.done;
}

const keptId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A result of a file, or of the history by its id. */
function resultOf(named: string, engine: Engine): Promise<ProbeResult> {
  return keptId.test(named)
    ? engine.call('probe.result', { id: named })
    : engine.call('probe.readResult', { path: named });
}

/** What was measured on this machine, and what comes with Latchkey, newest first. */
async function results({ json }: ProbeOptions, context: RunContext): Promise<ExitCode> {
  const engine = await context.engine({ rules: undefined });
  const { terminal } = context;
  const found = await engine.call('probe.results', {});
  if (json === true) printDocument(terminal.stdout, resultSummariesSchema, found);
  else terminal.stdout.write(probeResultsText(found));
  return exitCodes.done;
}

async function recompute(
  path: string | undefined,
  options: ProbeOptions,
  context: RunContext,
): Promise<ExitCode> {
  if (path === undefined) {
    throw new LatchkeyError('usage', texts.nameTheFileLatchkeyProbeRecompute);
  }
  const engine = await context.engine({ rules: undefined });
  const { stdout, stderr } = context.terminal;
  const proof = await engine.call('proof.recompute', { path });
  const { result, agrees } = proof ?? (await engine.call('probe.recompute', { path }));
  if (result.schema === proofSchemaName) printProof(result, options, stdout);
  else if (options.json === true) printDocument(stdout, probeResultSchema, result);
  else stdout.write(probeResultText(result));
  if (!agrees) {
    throw new LatchkeyError('file-unreadable', texts.theVerdictsInAreNot(path), {
      hint: texts.whatIsShownAboveComes,
    });
  }
  if (options.json !== true) stderr.write(texts.theFileSaysTheSame);
  return exitCodes.done;
}

async function report(
  path: string | undefined,
  { format, output }: ProbeOptions,
  context: RunContext,
): Promise<ExitCode> {
  if (path === undefined) throw new LatchkeyError('usage', texts.nameTheFileLatchkeyProbeReport);
  const { stdout, stderr } = context.terminal;
  if (format === 'html' && output === undefined && stdout.isTTY) {
    throw new LatchkeyError('usage', texts.anHtmlReportIsNot, {
      hint: texts.giveAFileWithO,
    });
  }
  const engine = await context.engine({ rules: undefined });
  const text = await engine.call('probe.renderResult', {
    result: await resultOf(path, engine),
    format,
  });
  if (output === undefined) {
    stdout.writeDocument(text);
    return exitCodes.done;
  }
  await engine.call('document.write', { path: output, text });
  stderr.line(texts.wrote2(output));
  return exitCodes.done;
}

async function list(url: string | undefined, options: ProbeOptions, context: RunContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  const target = connectionTarget(url, options, terminal.environment);
  const engine = await context.engine({ rules: undefined });
  const connection = namesServer(target)
    ? { target, secrets: await connectionSecrets(options, terminal) }
    : null;
  const probes = await engine.call('probe.list', { connection }, { signal });
  if (options.json === true) printDocument(terminal.stdout, summariesSchema, probes);
  else terminal.stdout.write(probeListText(probes));
  return exitCodes.done;
}

/** `big:sort_buffer_size=4M,join_buffer_size=4M` */
function collectArm(text: string, previous: RequestedArm[] | undefined): RequestedArm[] {
  const match = /^([^:=]+):(.+)$/.exec(text.trim());
  const settings = (match?.[2] ?? '')
    .split(',')
    .map((part) => /^([A-Za-z][\w.-]*)\s*=(.*)$/.exec(part.trim()));
  const read = settings.flatMap((found) =>
    found?.[1] === undefined || found[2] === undefined
      ? []
      : [{ variable: found[1].toLowerCase().replaceAll('-', '_'), value: found[2].trim() }],
  );
  if (match?.[1] === undefined || read.length < settings.length) {
    throw new InvalidArgumentError(texts.giveNameVariableValueVariable);
  }
  return [...(previous ?? []), { name: match[1].trim(), settings: read }];
}

function collectBest(text: string, previous: string[] | undefined): string[] {
  const named = text.split(',').map((name) => name.trim().toLowerCase().replaceAll('-', '_'));
  const all = [...(previous ?? []), ...named];
  if (all.length > 2 || named.includes('')) throw new InvalidArgumentError(texts.giveOneVariableOrTwo);
  return all;
}

function parseMargin(text: string): number {
  const percent = Number(text);
  if (!(percent > 0 && percent <= 50)) throw new InvalidArgumentError(texts.giveAPercentageAbove0);
  return percent;
}
