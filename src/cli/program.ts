import { Command } from 'commander';
import type { ExitCode } from '../shared/base/error';
import { addAnalyzeCommand } from './commands/analyze';
import { addApplyCommand } from './commands/apply';
import { addChunksCommand } from './commands/chunks';
import { addCompareCommand } from './commands/compare';
import { addDecisionCommands } from './commands/decisions';
import { addExplainCommand } from './commands/explain';
import { addExportCommand } from './commands/export';
import { addFleetCommand } from './commands/fleet';
import { addGrantsCommand } from './commands/grants';
import { addHistoryCommand } from './commands/history';
import { addImportCommand } from './commands/import';
import { addPlanCommand } from './commands/plan';
import { addProbeCommand } from './commands/probe';
import { addProveCommand } from './commands/prove';
import { addRecheckCommand } from './commands/recheck';
import { addRecordCommand } from './commands/record';
import { addReportCommand } from './commands/report';
import { addRestoreCommand } from './commands/restore';
import { addRulesCommand } from './commands/rules';
import { addSnapshotCommand } from './commands/snapshot';
import { addTopCommand } from './commands/top';
import { addUndoCommand } from './commands/undo';
import { addWatchCommand } from './commands/watch';
import type { RunContext } from './run-context';
import { texts } from './texts';

/**
 * The whole command line. Help, version and usage errors end in a `CommanderError`; a command that ran calls
 * `finish` with its exit code.
 */
export function buildProgram(
  version: string,
  context: RunContext,
  finish: (code: ExitCode) => void,
): Command {
  const program = new Command('latchkey')
    .description(texts.saysWhyAMysqlPercona)
    .version(version, '--version', texts.printTheVersion)
    .helpCommand('help [command]', texts.showHelpForACommand)
    // `chunks --version` is the version of a server, not the one of Latchkey.
    .enablePositionalOptions();
  addSnapshotCommand(program, context, finish);
  addRecordCommand(program, context, finish);
  addWatchCommand(program, context, finish);
  addAnalyzeCommand(program, context, finish);
  addTopCommand(program, context, finish);
  addImportCommand(program, context, finish);
  addExportCommand(program, context, finish);
  addHistoryCommand(program, context, finish);
  addPlanCommand(program, context, finish);
  addApplyCommand(program, context, finish);
  addUndoCommand(program, context, finish);
  addDecisionCommands(program, context, finish);
  addExplainCommand(program, context, finish);
  addCompareCommand(program, context, finish);
  addRecheckCommand(program, context, finish);
  addReportCommand(program, context, finish);
  addFleetCommand(program, context, finish);
  addChunksCommand(program, context, finish);
  addGrantsCommand(program, context, finish);
  addProbeCommand(program, context, finish);
  addProveCommand(program, context, finish);
  addRestoreCommand(program, context, finish);
  addRulesCommand(program, context, finish);
  program.addHelpText('after', texts.exitCodes0DoneFor);
  for (const command of withSubcommands(program)) {
    command.exitOverride();
    command.configureOutput({
      writeOut: (text) => context.terminal.stdout.write(text),
      // The message comes back in the CommanderError and is printed in one place, also as JSON.
      writeErr: () => {},
      getOutHelpWidth: () => Math.min(context.terminal.stdout.columns, 110),
      getOutHasColors: () => false,
    });
  }
  return program;
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
