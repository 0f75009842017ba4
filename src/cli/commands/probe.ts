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

interface ProbeOptions extends ConnectionOptions, WorkloadOptions {
  arm?: RequestedArm[];
  best?: string;
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
    .summary('measure on a server what a change of settings does')
    .description(
      'Compares settings with the present ones under load: slots of each in random order, block by block, the present ' +
        'settings twice in each block, with guards that stop it, and everything restored at the end. `probe list` shows what ' +
        'can be measured, `probe results` what was measured here, `probe show` a result, `probe recompute` recomputes one, or a proof of a plan, from its samples, `probe report` makes a document of it.',
    )
    .argument('<id>', 'probe, such as spin-wait-delay; probe list shows them')
    .argument('[url]', 'mysql://user@host:port, without password')
    .addOption(
      new Option(
        '--arm <name:settings>',
        'compare this, such as big:sort_buffer_size=4M; may be repeated',
      ).argParser(collectArm),
    )
    .option(
      '--best <variable>',
      'with custom: look for a better value of this variable on a grid from its present one outwards, and confirm it',
    )
    .addOption(
      new Option('--max-time <time>', 'longest time of measuring (default: that of the probe)').argParser(
        parseLongTime,
      ),
    )
    .addOption(
      new Option(
        '--settle <time>',
        'after each change, before measuring (default: that of the probe); longer where a result says carry-over',
      ).argParser(parseSettling),
    )
    .addOption(new Option('--metric <metric>', 'what is compared').choices(metricIdSchema.options))
    .addOption(
      new Option('--margin <percent>', 'smaller changes count as none (default: 3)').argParser(parseMargin),
    )
    .addOption(new Option('--seed <number>', 'of the random order').argParser(parsePositiveInteger))
    .option('--yes', 'agree to the statements without being asked')
    .option('--allow-durability', 'agree to relax durability: a crash meanwhile may lose transactions')
    .option('-o, --output <file>', 'also write the result to a file; with `probe report`: the document')
    .addOption(
      new Option('--format <format>', 'with `probe report`: form of the document')
        .choices(['html', 'markdown', 'json'])
        .default('markdown'),
    )
    .option('--json', 'print the result as JSON; progress as JSON lines on stderr');
  addWorkloadOptions(probe);
  addConnectionOptions(probe)
    .addHelpText(
      'after',
      `
Examples:
  latchkey probe list --socket /run/mysqld/mysqld.sock --user root
  latchkey probe spin-wait-delay --socket /run/mysqld/mysqld.sock --user root --workload sysbench:update-index --threads 16
  latchkey probe sort-buffer --socket /run/mysqld/mysqld.sock --user root --workload replay --slow-log /var/lib/mysql/slow.log
  latchkey probe custom --arm big:tmp_table_size=64M,max_heap_table_size=64M --max-time 10m -o result.json
  latchkey probe custom --best innodb_spin_wait_delay --workload sysbench:update-index --max-time 15m
  latchkey probe show result.json
  latchkey probe results
  latchkey probe report result.json --format html -o result.html`,
    )
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
    throw new LatchkeyError('usage', `There is no probe "${id}".`, {
      hint: 'latchkey probe list shows them all.',
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
    ...defined({ arms: arm, marginPercent: margin, best: best?.toLowerCase().replaceAll('-', '_') }),
    ...(settle === undefined ? {} : { settleSeconds: settle / 1000 }),
  };
}

async function show(path: string | undefined, options: ProbeOptions, context: RunContext): Promise<ExitCode> {
  if (path === undefined) throw new LatchkeyError('usage', 'Name the file: latchkey probe show result.json');
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
    throw new LatchkeyError('usage', 'Name the file: latchkey probe recompute result.json');
  }
  const engine = await context.engine({ rules: undefined });
  const { stdout, stderr } = context.terminal;
  const proof = await engine.call('proof.recompute', { path });
  const { result, agrees } = proof ?? (await engine.call('probe.recompute', { path }));
  if (result.schema === proofSchemaName) printProof(result, options, stdout);
  else if (options.json === true) printDocument(stdout, probeResultSchema, result);
  else stdout.write(probeResultText(result));
  if (!agrees) {
    throw new LatchkeyError(
      'file-unreadable',
      `The verdicts in ${path} are not those that its samples give.`,
      {
        hint: 'What is shown above comes from the samples.',
      },
    );
  }
  if (options.json !== true) stderr.write('The file says the same.\n');
  return exitCodes.done;
}

async function report(
  path: string | undefined,
  { format, output }: ProbeOptions,
  context: RunContext,
): Promise<ExitCode> {
  if (path === undefined)
    throw new LatchkeyError('usage', 'Name the file: latchkey probe report result.json');
  const { stdout, stderr } = context.terminal;
  if (format === 'html' && output === undefined && stdout.isTTY) {
    throw new LatchkeyError('usage', 'An HTML report is not for the terminal.', {
      hint: 'Give a file with -o, or --format markdown.',
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
  stderr.line(`Wrote ${output}`);
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
    throw new InvalidArgumentError(
      'Give NAME:variable=value,variable=value, such as big:sort_buffer_size=4M.',
    );
  }
  return [...(previous ?? []), { name: match[1].trim(), settings: read }];
}

function parseMargin(text: string): number {
  const percent = Number(text);
  if (!(percent > 0 && percent <= 50)) throw new InvalidArgumentError('Give a percentage above 0, up to 50.');
  return percent;
}
