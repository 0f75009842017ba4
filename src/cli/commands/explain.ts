import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import type { RunContext } from '../run-context';
import { texts } from './texts';

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
    .summary(texts.switchTheExplainingOfStatements)
    .description(texts.snapshotsAskAServerFor)
    .argument('[state]', texts.offOrOn, parseState)
    .addOption(new Option('--json', texts.printTheStateAsJson))
    .addHelpText('after', texts.exampleLatchkeyExplainOff)
    .action(async (state: boolean | undefined, options: ExplainOptions) => {
      const engine = await context.engine({ rules: undefined });
      if (state !== undefined) await engine.call('explaining.set', { on: state });
      const { on } = await engine.call('explaining.get', {});
      const { stdout } = context.terminal;
      if (options.json === true) stdout.write(`${JSON.stringify({ explain: on })}\n`);
      else stdout.write(on ? texts.snapshotsExplainStatementsThatScan : texts.noSnapshotExplainsAStatement);
      finish(exitCodes.done);
    });
}

function parseState(text: string): boolean {
  if (text !== 'off' && text !== 'on') throw new InvalidArgumentError(texts.itIsOffOrOn);
  return text === 'on';
}
