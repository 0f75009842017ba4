import type { Command } from 'commander';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import { comparisonSchema } from '../../shared/compare';
import { printDocument } from '../json-output';
import type { RunContext } from '../run-context';
import { wantsColour } from '../terminal';
import { comparisonText } from '../text/compare-text';
import { colourStyle, plainStyle } from '../text/style';
import { texts } from './texts';

interface CompareOptions {
  rules?: string;
  json?: boolean;
}

export function addCompareCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  program
    .command('compare')
    .summary(texts.compareTwoSnapshotsOrTwo)
    .description(texts.snapshotsSettingsWithWhatThey)
    .argument('<a>', texts.theBaselineASnapshotA)
    .argument('<b>', texts.whatIsComparedWithIt)
    .option('--rules <folder>', texts.toUseYourOwnRulesBeside)
    .option('--json', texts.printOneDocument)
    .addHelpText('after', texts.examplesLatchkeyCompareBeforeLks)
    .action(async (a: string, b: string, options: CompareOptions) => {
      finish(await runCompare(a, b, options, context));
    });
}

async function runCompare(
  a: string,
  b: string,
  { rules, json }: CompareOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const engine = await context.engine({ rules });
  const comparison = await engine.call('compare.files', { a, b });
  if (json === true) {
    printDocument(terminal.stdout, comparisonSchema, comparison);
  } else {
    const style = wantsColour(terminal) ? colourStyle : plainStyle;
    terminal.stdout.writeStyled(comparisonText(comparison, style, Math.min(terminal.stdout.columns, 110)));
  }
  return exitCodes.done;
}
