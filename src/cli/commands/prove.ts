import { type Command, Option } from 'commander';
import { defined } from '../../shared/base/defined';
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
import { texts } from './texts';

interface ProveOptions extends ConnectionOptions, ChoiceOptions, WorkloadOptions {
  yes?: boolean;
  keepObserved?: boolean;
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
    .summary(texts.proveOnAServerUnder)
    .description(texts.makesThePlanOfASnapshot)
    .argument('<snapshot>', texts.fileOrIdOfA)
    .argument('[url]', texts.mysqlUserHostPortWithout);
  addWorkloadOptions(command);
  addChoiceOptions(command)
    .addOption(
      new Option('--max-time <time>', texts.longestTimeOfMeasuringDefault25m).argParser(parseLongTime),
    )
    .addOption(
      new Option('--metric <metric>', texts.whatIsComparedDefaultLatency).choices(metricIdSchema.options),
    )
    .addOption(new Option('--seed <number>', texts.ofTheRandomOrder).argParser(parsePositiveInteger))
    .option('--yes', texts.agreeToTheStatementsWithout)
    .option('--allow-durability', texts.agreeToRelaxDurabilityA)
    .option('--keep-observed', texts.leaveInForceWhatFills)
    .option('--force <reason>', texts.proveItOnAnotherServer)
    .option('--rules <folder>', texts.toUseYourOwnRulesBeside)
    .option('-o, --output <file>', texts.alsoWriteTheResultToA)
    .option('--json', texts.printTheResultAsJsonProgress);
  addConnectionOptions(command)
    .addHelpText('after', texts.examplesLatchkeyProveTodayLks)
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
  if (options.force?.trim() === '') throw new LatchkeyError('usage', texts.forceNeedsAReasonIn);
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
      {
        ...{ target, secrets, id, choices, force: options.force ?? null },
        request: { ...measurementOf(options), ...defined({ keepObserved: options.keepObserved }) },
      },
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
