import type { Command } from 'commander';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import { jsonText } from '../../shared/writers/json';
import { addMetricsOptions, type MetricsOptions, metricsSecrets, metricsSource } from '../metrics-options';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { spanOf } from '../span-option';
import { storeServersText } from '../text/store-servers-text';
import { texts } from './texts';

interface ServersOptions extends MetricsOptions {
  between: string[];
  json?: boolean;
}

export function addHistoryCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const history = program
    .command('history')
    .summary(texts.seeWhatAMetricsStore)
    .description(texts.prometheusVictoriametricsMimirThanosAnd)
    .addHelpText('after', texts.examplesLatchkeyHistoryServersFrom);
  const servers = history
    .command('servers')
    .description(texts.listsTheServersThatA)
    .option('--between <moments...>', texts.serversThatWereScrapedBetween, ['-1h', 'now'])
    .option('--json', texts.printOneObjectALine);
  addMetricsOptions(servers, true);
  servers.action(async (options: ServersOptions) => finish(await listServers(options, context)));
}

async function listServers(options: ServersOptions, context: RunContext): Promise<ExitCode> {
  const { terminal, clock, signal } = context;
  const source = metricsSource(options);
  const { from, to } = spanOf(options.between, clock.now());
  const secrets = await metricsSecrets(options, terminal);
  const engine = await context.engine({ rules: undefined });
  const display = progressDisplay(terminal.stderr, options.json === true);
  const request = { source, secrets, from: from.toISOString(), to: to.toISOString() };
  const found = await engine.call('metrics.servers', request, { signal, warn: display.warn });
  display.clear();
  for (const remark of found.remarks) display.warn(remark);
  if (options.json === true)
    for (const server of found.servers) terminal.stdout.writeDocument(`${jsonText(server)}\n`);
  else terminal.stdout.write(storeServersText(found.where, found.servers));
  return exitCodes.done;
}
