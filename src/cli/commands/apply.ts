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
    .summary('set on the server what of a plan can be set while it runs')
    .description(
      'Makes the plan of a snapshot, shows the SET GLOBAL statements, and after your consent sends them, reads every value ' +
        'back and keeps an undo record. What needs a restart is left to an option file (latchkey plan).',
    )
    .argument('<snapshot>', 'file, or id of a snapshot that the app knows');
  addChoiceOptions(command)
    .option('--yes', 'agree to the statements without being asked')
    .option('--allow-durability', 'also set what may lose committed transactions in a crash')
    .option('--force <reason>', 'change another server than that of the snapshot, for this reason')
    .option('--rules <folder>', 'use your own rules beside those that come with Latchkey')
    .option('--json', 'print one document; the statements to agree to as JSON on stderr');
  addConnectionOptions(command)
    .addHelpText(
      'after',
      `
When any statement fails, or the connection is lost, everything is restored at once.

Examples:
  latchkey apply today.lks --socket /run/mysqld/mysqld.sock --user root
  latchkey apply today.lks --accept redo-log-too-small --set innodb_io_capacity=2000 --user root --yes
  latchkey undo --last`,
    )
    .action(async (file: string, options: ApplyOptions) => {
      finish(await runApply(file, options, context));
    });
}

async function runApply(given: string, options: ApplyOptions, context: RunContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  const json = options.json === true;
  if (options.force !== undefined && options.force.trim() === '') {
    throw new LatchkeyError('usage', '--force needs a reason in words.');
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
      hint: `latchkey restore ${restore.entryId} restores the rest.`,
    });
    return reportFailure(incomplete, stderr, json);
  }
  reportFailure(new LatchkeyError(code, message, { hint }), stderr, json);
  return exitCodeFor(code);
}
