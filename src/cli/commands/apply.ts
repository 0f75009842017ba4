import type { Command } from 'commander';
import { type ApplyOutcome, applyOutcomeSchema } from '../../shared/apply';
import { type ExitCode, exitCodeFor, exitCodes, LatchkeyError } from '../../shared/base/error';
import {
  addConnectionOptions,
  type ConnectionOptions,
  connectionSecrets,
  connectionTarget,
} from '../connection-options';
import { terminalAsk } from '../consent';
import { reportFailure } from '../failure';
import { printDocument } from '../json-output';
import { addChoiceOptions, type ChoiceOptions, choosePlan } from '../plan-options';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { applyText } from '../text/apply-text';
import { texts } from './texts';

interface ApplyOptions extends ConnectionOptions, ChoiceOptions {
  allowDurability?: boolean;
  force?: string;
  yes?: boolean;
  rules?: string;
  json?: boolean;
}

export function addApplyCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('apply')
    .summary(texts.setOnTheServerWhat)
    .description(texts.makesThePlanOfA)
    .argument('<snapshot>', texts.fileOrIdOfA);
  addChoiceOptions(command)
    .option('--yes', texts.agreeToTheStatementsWithout)
    .option('--allow-durability', texts.alsoSetWhatMayLose)
    .option('--force <reason>', texts.changeAnotherServerThanThat)
    .option('--rules <folder>', texts.toUseYourOwnRulesBeside)
    .option('--json', texts.printOneDocumentTheStatements);
  addConnectionOptions(command)
    .addHelpText('after', texts.whenAnyStatementFailsOr)
    .action(async (file: string, options: ApplyOptions) => {
      finish(await runApply(file, options, context));
    });
}

async function runApply(given: string, options: ApplyOptions, context: RunContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  const json = options.json === true;
  if (options.force !== undefined && options.force.trim() === '') {
    throw new LatchkeyError('usage', texts.forceNeedsAReasonIn);
  }
  const engine = await context.engine({ rules: options.rules });
  const path = await engine.call('snapshot.find', { fileOrId: given });
  const { id, choices, remarks } = await choosePlan(engine, path, options);
  const target = connectionTarget(undefined, options, terminal.environment);
  const secrets = await connectionSecrets(options, terminal);
  const display = progressDisplay(terminal.stderr, json);
  let outcome: ApplyOutcome;
  try {
    outcome = await engine.call(
      'plan.apply',
      {
        target,
        secrets,
        id,
        choices,
        allowDurability: options.allowDurability === true,
        force: options.force ?? null,
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
  if (json) printDocument(terminal.stdout, applyOutcomeSchema, outcome);
  else terminal.stdout.write(applyText(outcome, given));
  return exitCodeOf(outcome, terminal.stderr, json);
}

/** A change that failed and was restored exits as its cause does; one that could not be restored says so above all. */
function exitCodeOf(
  { error, restore }: ApplyOutcome,
  stderr: RunContext['terminal']['stderr'],
  json: boolean,
): ExitCode {
  if (error === null) return exitCodes.done;
  const { code, message, hint } = error;
  if (restore?.status === 'pending') {
    const incomplete = new LatchkeyError('restore-incomplete', `${message} ${restore.detail}`, {
      hint: texts.latchkeyRestoreRestoresTheRest(restore.entryId),
    });
    return reportFailure(incomplete, stderr, json);
  }
  reportFailure(new LatchkeyError(code, message, { hint }), stderr, json);
  return exitCodeFor(code);
}
