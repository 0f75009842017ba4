import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import { type TopSqlOrder, topSqlOrders, topSqlSchema } from '../../shared/top-sql';
import { printDocument } from '../json-output';
import { parseTopLimit } from '../option-values';
import type { RunContext } from '../run-context';
import { wantsColour } from '../terminal';
import { colourStyle, plainStyle } from '../text/style';
import { topSqlText } from '../text/top-sql-text';
import { texts } from './texts';

interface TopOptions {
  by: TopSqlOrder;
  limit: number;
  json?: boolean;
}

export function addTopCommand(program: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  program
    .command('top')
    .summary(texts.listTheStatementsThatCost)
    .description(texts.topSqlOfASnapshot)
    .argument('<snapshot>', texts.aFileOrTheId)
    .addOption(
      new Option('--by <order>', texts.whatComesFirst).choices(Object.keys(topSqlOrders)).default('time'),
    )
    .option('--limit <number>', texts.statementsToList, parseTopLimit, 10)
    .option('--json', texts.printOneDocument)
    .addHelpText('after', texts.examplesLatchkeyTopTodayLks)
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
