import { CommanderError } from 'commander';
import { type ExitCode, exitCodes } from '../shared/error';
import { refusePasswordArguments } from './connection-options';
import { reportFailure, usageError } from './failure';
import { buildProgram } from './program';
import type { RunContext } from './run-context';

/**
 * Runs one command line.
 * @param argv the arguments after the program's name
 * @returns the exit code; never throws
 */
export async function runCommandLine(
  argv: readonly string[],
  version: string,
  context: RunContext,
): Promise<ExitCode> {
  const json = argv.includes('--json');
  let code: ExitCode = exitCodes.done;
  try {
    refusePasswordArguments(argv);
    const program = buildProgram(version, context, (finished) => {
      code = finished;
    });
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return reportFailure(thrown, context.terminal.stderr, json);
    const error = usageError(thrown, `latchkey ${argv[0] ?? ''}`.trim());
    return error === null ? exitCodes.done : reportFailure(error, context.terminal.stderr, json);
  }
}
