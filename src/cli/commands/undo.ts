import type { Command } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { journalEntrySchema, restoreOutcomeSchema } from '../../shared/change';
import {
  addConnectionOptions,
  type ConnectionOptions,
  connectionSecrets,
  connectionTarget,
  namesServer,
} from '../connection-options';
import { terminalAsk } from '../consent';
import { printDocument } from '../json-output';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { entryText, outcomeText } from '../text/journal-text';
import { texts } from './texts';

interface UndoOptions extends ConnectionOptions {
  last?: boolean;
  list?: boolean;
  force?: boolean;
  yes?: boolean;
  withoutLock?: boolean;
  json?: boolean;
}

export function addUndoCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('undo')
    .summary(texts.undoWhatLatchkeyApplyHas)
    .description(texts.everyAppliedChangeKeepsA)
    .argument('[entry]', texts.theRecordAsApplyPrinted)
    .option('--last', texts.theLatestAppliedChange)
    .option('--list', texts.onlyShowWhatCanBe)
    .option('--force', texts.alsoRestoreAVariableThat)
    .option('--yes', texts.forScriptsNothingIsAsked)
    .option('--without-lock', texts.goOnAlsoWhereAnother)
    .option('--json', texts.printOneDocumentALine);
  addConnectionOptions(command)
    .addHelpText('after', texts.theServerIsTheOneThat)
    .action(async (entry: string | undefined, options: UndoOptions) => {
      finish(await runUndo(entry, options, context));
    });
}

async function runUndo(
  entry: string | undefined,
  options: UndoOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const json = options.json === true;
  const ways = [entry !== undefined, options.last === true, options.list === true].filter(Boolean);
  if (ways.length !== 1) {
    throw new LatchkeyError('usage', texts.giveAnEntryLastOr, {
      hint: texts.latchkeyUndoListShowsThe,
    });
  }
  const engine = await context.engine({ rules: undefined });
  const undoable = await engine.call('plan.undoable', {});
  if (options.list === true) {
    if (undoable.length === 0 && !json) terminal.stdout.write(texts.nothingToUndo);
    for (const one of undoable) {
      if (json) printDocument(terminal.stdout, journalEntrySchema, one);
      else terminal.stdout.write(entryText(one));
    }
    return exitCodes.done;
  }
  const id = entry ?? undoable.at(-1)?.id;
  if (id === undefined) {
    throw new LatchkeyError('not-found', texts.thereIsNoAppliedChange);
  }
  const target = connectionTarget(undefined, options);
  const secrets = await connectionSecrets(options, terminal);
  const display = progressDisplay(terminal.stderr, json);
  const ask = terminalAsk(options, terminal, display.clear);
  try {
    const outcome = await engine.call(
      'plan.undo',
      {
        entryId: id,
        ...(namesServer(target) ? { target } : {}),
        secrets,
        force: options.force === true,
      },
      { signal: context.signal, report: display.report, warn: display.warn, ask },
    );
    display.clear();
    if (json) printDocument(terminal.stdout, restoreOutcomeSchema, outcome);
    else terminal.stdout.write(outcomeText(outcome));
    return outcome.status === 'pending' ? exitCodes.restoreIncomplete : exitCodes.done;
  } finally {
    display.clear();
  }
}
