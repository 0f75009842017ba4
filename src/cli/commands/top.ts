import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import { type TopSqlOrder, topSqlOrders, topSqlSchema } from '../../shared/top-sql';
import { printDocument } from '../json-output';
import { parseTopLimit } from '../option-values';
import type { RunContext } from '../run-context';
import { wantsColour } from '../terminal';
import { colourStyle, plainStyle } from '../text/style';
import { topSqlText } from '../text/top-sql-text';

interface TopOptions {
  by: TopSqlOrder;
  limit: number;
  json?: boolean;
}

export function addTopCommand(program: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  program
    .command('top')
    .summary('list the statements that cost most')
    .description(
      'Top SQL of a snapshot: statements by share of time, with calls, mean, p95 and p99, rows examined and sent, temporary ' +
        'tables, lock time and errors of each call. From statement digests, prepared statements or an imported slow log. ' +
        "Latchkey's own statements are left out. No server is needed.",
    )
    .argument('<snapshot>', 'a file, or the id of a snapshot in the history')
    .addOption(
      new Option('--by <order>', 'what comes first').choices(Object.keys(topSqlOrders)).default('time'),
    )
    .option('--limit <number>', 'statements to list', parseTopLimit, 10)
    .option('--json', 'print one document')
    .addHelpText(
      'after',
      `
Examples:
  latchkey top today.lks
  latchkey top today.lks --by rows --limit 3
  latchkey top today.lks --json | jq '.statements[0].text'`,
    )
    .action(async (file: string, options: TopOptions) => {
      finish(await runTop(file, options, context));
    });
}

async function runTop(
  fileOrId: string,
  { by, limit, json }: TopOptions,
  { terminal, engine: makeEngine }: RunContext,
): Promise<ExitCode> {
  const engine = await makeEngine({ rules: undefined });
  const path = await engine.call('snapshot.find', { fileOrId });
  const { id } = await engine.call('snapshot.read', { path });
  const top = await engine.call('analysis.topSql', { id, by, limit });
  if (json === true) {
    printDocument(terminal.stdout, topSqlSchema, top);
  } else {
    const style = wantsColour(terminal) ? colourStyle : plainStyle;
    terminal.stdout.writeStyled(topSqlText(top, style, Math.min(terminal.stdout.columns, 110)));
  }
  return exitCodes.done;
}
