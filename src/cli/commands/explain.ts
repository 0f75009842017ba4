import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import type { RunContext } from '../run-context';

interface ExplainOptions {
  json?: boolean;
}

/** `explain`: whether snapshots ask for plans of statements, permanently, in the app too. */
export function addExplainCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  program
    .command('explain')
    .summary('switch the explaining of statements off or on, for every snapshot')
    .description(
      'Snapshots ask a server for the plans of up to ten SELECTs that scan most (EXPLAIN), where it has kept a whole ' +
        'one. This disables that permanently, here and in the app, or enables it again. Without off or on it says which it is.',
    )
    .argument('[state]', 'off or on', parseState)
    .addOption(new Option('--json', 'print the state as JSON'))
    .addHelpText('after', '\nExample:\n  latchkey explain off')
    .action(async (state: boolean | undefined, options: ExplainOptions) => {
      const engine = await context.engine({ rules: undefined });
      if (state !== undefined) await engine.call('explaining.set', { on: state });
      const { on } = await engine.call('explaining.get', {});
      const { stdout } = context.terminal;
      if (options.json === true) stdout.write(`${JSON.stringify({ explain: on })}\n`);
      else
        stdout.write(
          on ? 'Snapshots explain statements that scan.\n' : 'No snapshot explains a statement.\n',
        );
      finish(exitCodes.done);
    });
}

function parseState(text: string): boolean {
  if (text !== 'off' && text !== 'on') throw new InvalidArgumentError('It is off or on.');
  return text === 'on';
}
