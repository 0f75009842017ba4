import { type Command, Option } from 'commander';
import { type ExitCode, LatchkeyError } from '../../shared/base/error';
import { metricIdSchema } from '../../shared/probe';
import type { ProofResult } from '../../shared/proof';
import { jsonText } from '../../shared/writers/json';
import {
  addConnectionOptions,
  type ConnectionOptions,
  connectionSecrets,
  connectionTarget,
} from '../connection-options';
import { terminalAsk } from '../consent';
import { measuredExit } from '../measured-exit';
import { parseLongTime, parsePositiveInteger } from '../option-values';
import { checkOutputFile } from '../output-file';
import { addChoiceOptions, type ChoiceOptions, choosePlan } from '../plan-options';
import { printProof } from '../print-proof';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { addWorkloadOptions, measurementOf, type WorkloadOptions } from '../workload-options';

interface ProveOptions extends ConnectionOptions, ChoiceOptions, WorkloadOptions {
  yes?: boolean;
  force?: string;
  rules?: string;
  output?: string;
  json?: boolean;
}

export function addProveCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('prove')
    .summary('prove on a server, under load, which changes of a plan are worth making')
    .description(
      'Makes the plan of a snapshot and measures it on the server: the whole plan against the present settings in pairs of ' +
        'short slots in random order, then which of its changes do it, then what is kept, with guards that stop it, and ' +
        'everything restored at the end. What cannot be tried while the server runs is listed with the reason.',
    )
    .argument('<snapshot>', 'file, or id of a snapshot that the app knows')
    .argument('[url]', 'mysql://user@host:port, without password');
  addWorkloadOptions(command);
  addChoiceOptions(command)
    .addOption(
      new Option('--max-time <time>', 'longest time of measuring (default: 25m)').argParser(parseLongTime),
    )
    .addOption(
      new Option(
        '--metric <metric>',
        'what is compared (default: latency with live, else the one with less noise)',
      ).choices(metricIdSchema.options),
    )
    .addOption(new Option('--seed <number>', 'of the random order').argParser(parsePositiveInteger))
    .option('--yes', 'agree to the statements without being asked')
    .option('--allow-durability', 'agree to relax durability: a crash meanwhile may lose transactions')
    .option('--force <reason>', 'prove it on another server than that of the snapshot, for this reason')
    .option('--rules <folder>', 'use your own rules beside those that come with Latchkey')
    .option('-o, --output <file>', 'also write the result to a file; latchkey probe recompute checks it')
    .option('--json', 'print the result as JSON; progress as JSON lines on stderr');
  addConnectionOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  latchkey prove today.lks --socket /run/mysqld/mysqld.sock --user root
  latchkey prove today.lks --user root --workload sysbench:read-write --threads 16 --max-time 15m -o proof.json
  latchkey prove today.lks --user root --set sort_buffer_size=1M --workload replay --slow-log /var/lib/mysql/slow.log
  latchkey probe recompute proof.json`,
    )
    .action(async (file: string, url: string | undefined, options: ProveOptions) => {
      finish(await runProve(file, url, options, context));
    });
}

async function runProve(
  given: string,
  url: string | undefined,
  options: ProveOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  if (options.force?.trim() === '') throw new LatchkeyError('usage', '--force needs a reason in words.');
  if (options.output !== undefined) await checkOutputFile(options.output);
  const engine = await context.engine({ rules: options.rules });
  const path = await engine.call('snapshot.find', { fileOrId: given });
  const { id, choices, remarks } = await choosePlan(engine, path, options);
  const target = connectionTarget(url, options, terminal.environment);
  const secrets = await connectionSecrets(options, terminal);
  const display = progressDisplay(terminal.stderr, options.json === true);
  let result: ProofResult;
  try {
    result = await engine.call(
      'proof.run',
      { target, secrets, id, choices, force: options.force ?? null, request: measurementOf(options) },
      {
        signal,
        report: display.report,
        warn: display.warn,
        ask: terminalAsk(options, terminal, display.clear, remarks),
      },
    );
  } finally {
    display.clear();
  }
  if (options.output !== undefined) {
    await engine.call('document.write', { path: options.output, text: `${jsonText(result)}\n` });
  }
  printProof(result, options, terminal.stdout);
  return measuredExit(result);
}
