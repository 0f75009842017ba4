import { type Command, CommanderError } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../shared/base/error';
import { refusePasswordArguments } from './connection-options';
import { reportFailure, usageError } from './failure';
import { buildProgram } from './program';
import type { ProcessContext, RunContext } from './run-context';
import { terminalOver } from './terminal';
import { texts } from './texts';

/**
 * Runs one command line.
 * @param argv the arguments after the program's name
 * @returns the exit code; never throws
 */
export async function runCommandLine(
  argv: readonly string[],
  version: string,
  { terminal: streams, ...rest }: ProcessContext,
): Promise<ExitCode> {
  const context: RunContext = { ...rest, terminal: terminalOver(streams) };
  const json = argv.includes('--json');
  let code: ExitCode = exitCodes.done;
  let commands: string[] = [];
  try {
    refusePasswordArguments(argv);
    const program = buildProgram(version, context, (finished) => {
      code = finished;
    });
    refuseUnknownHelpTopic(program, argv);
    commands = program.commands.map((command) => command.name());
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return reportFailure(thrown, context.terminal.stderr, json);
    const error = usageError(thrown, commands.find((name) => name === argv[0]) ?? null);
    return error === null ? exitCodes.done : reportFailure(error, context.terminal.stderr, json);
  }
}

/** `help nosuch` would print the general help as if that had been asked for. */
function refuseUnknownHelpTopic(program: Command, [first, topic]: readonly string[]): void {
  if (first !== 'help' || topic === undefined || topic.startsWith('-') || topic === 'help') return;
  if (program.commands.some((command) => command.name() === topic)) return;
  throw new LatchkeyError('usage', texts.thereIsNoCommand(topic), {
    hint: texts.latchkeyHelpListsTheCommands,
  });
}
