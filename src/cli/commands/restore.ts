import type { Command } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError, toLatchkeyError } from '../../shared/base/error';
import { journalEntrySchema, pendingOutcome, restoreOutcomeSchema } from '../../shared/change';
import {
  addConnectionOptions,
  type ConnectionOptions,
  connectionSecrets,
  connectionTarget,
  namesServer,
} from '../connection-options';
import { terminalAsk } from '../consent';
import { reportFailure } from '../failure';
import { printDocument } from '../json-output';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { entryText, outcomeText } from '../text/journal-text';
import { texts } from './texts';

interface RestoreOptions extends ConnectionOptions {
  list?: boolean;
  force?: boolean;
  yes?: boolean;
  withoutLock?: boolean;
  json?: boolean;
}

export function addRestoreCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('restore')
    .summary(texts.restoreWhatAnInterruptedChange)
    .description(texts.everyChangeThatLatchkeyMakes)
    .argument('[id]', texts.journalEntry)
    .option('--list', texts.onlyShowWhatIsPending)
    .option('--force', texts.alsoRestoreAVariableThat)
    .option('--yes', texts.forScriptsNothingIsAsked)
    .option('--without-lock', texts.goOnAlsoWhereAnother)
    .option('--json', texts.printOneDocumentALine);
  addConnectionOptions(command)
    .addHelpText('after', texts.theServerIsTheOne)
    .action(async (id: string | undefined, options: RestoreOptions) => {
      finish(await runRestore(id, options, context));
    });
}

async function runRestore(
  id: string | undefined,
  options: RestoreOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const json = options.json === true;
  const engine = await context.engine({ rules: undefined });
  const damaged = await engine.call('restore.damaged', {});
  for (const { path, reason } of damaged) {
    const message = texts.theJournalFileCannotBe(path, reason);
    const hint = texts.itMayHoldValuesTo;
    reportFailure(new LatchkeyError('restore-incomplete', message, { hint }), terminal.stderr, json);
  }
  const done = damaged.length === 0 ? exitCodes.done : exitCodes.restoreIncomplete;
  const pending = await engine.call('restore.pending', {});
  if (options.list === true) {
    const listed = pending.filter((entry) => id === undefined || entry.id === id);
    if (listed.length === 0 && !json) terminal.stdout.write(texts.nothingToRestore);
    for (const entry of listed) {
      if (json) printDocument(terminal.stdout, journalEntrySchema, entry);
      else terminal.stdout.write(entryText(entry));
    }
    return done;
  }
  // A change that was applied to stay is restored only when it is named.
  const ids =
    id === undefined ? pending.filter(({ phase }) => phase !== 'kept').map((entry) => entry.id) : [id];
  if (ids.length === 0) {
    if (!json) terminal.stdout.write(texts.nothingToRestore);
    return done;
  }
  const target = connectionTarget(undefined, options);
  const secrets = await connectionSecrets(options, terminal);
  const display = progressDisplay(terminal.stderr, json);
  const ask = terminalAsk(options, terminal, display.clear);
  let code: ExitCode = done;
  for (const entryId of ids) {
    try {
      const outcome = await engine.call(
        'restore.run',
        {
          entryId,
          ...(namesServer(target) ? { target } : {}),
          secrets,
          force: options.force === true,
        },
        { signal: context.signal, report: display.report, warn: display.warn, ask },
      );
      display.clear();
      if (json) printDocument(terminal.stdout, restoreOutcomeSchema, outcome);
      else terminal.stdout.write(outcomeText(outcome));
      if (outcome.status === 'pending') code = exitCodes.restoreIncomplete;
    } catch (error) {
      display.clear();
      const entry = pending.find((one) => one.id === entryId);
      if (entry !== undefined) {
        const outcome = pendingOutcome(entry, toLatchkeyError(error).message);
        if (json) printDocument(terminal.stdout, restoreOutcomeSchema, outcome);
        else terminal.stdout.write(outcomeText(outcome));
      }
      // The next entry may belong to another server, which does answer.
      const failed = reportFailure(error, terminal.stderr, json);
      if (failed > code) code = failed;
    }
  }
  return code;
}
