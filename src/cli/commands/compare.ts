import type { Command } from 'commander';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import { comparisonSchema } from '../../shared/compare';
import { printDocument } from '../json-output';
import type { RunContext } from '../run-context';
import { wantsColour } from '../terminal';
import { comparisonText } from '../text/compare-text';
import { colourStyle, plainStyle } from '../text/style';

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
    .summary('compare two snapshots, or two results of a benchmark')
    .description(
      'Snapshots: settings with what they mean, rates as a ratio with its noise, waits, statements, new and resolved ' +
        'findings. Benchmarks: a CSV file test,group,qps[,cpu_per_op,cs_per_op], or a folder of sysbench outputs (the file is ' +
        'the test, its folder the group); relative throughput and cost by test and by group.',
    )
    .argument('<a>', 'the baseline: a snapshot, a CSV file or a folder')
    .argument('<b>', 'what is compared with it')
    .option('--rules <folder>', 'use your own rules beside those that come with Latchkey')
    .option('--json', 'print one document')
    .addHelpText(
      'after',
      `
Examples:
  latchkey compare before.lks after.lks
  latchkey compare mysql-8.0.csv mysql-8.4.csv --json
  latchkey compare results/old/ results/new/`,
    )
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
