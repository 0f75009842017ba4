import type { Command } from 'commander';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import { jsonText } from '../../shared/writers/json';
import { addMetricsOptions, type MetricsOptions, metricsSecrets, metricsSource } from '../metrics-options';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { spanOf } from '../span-option';
import { storeServersText } from '../text/store-servers-text';

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
    .summary('see what a metrics store knows of servers')
    .description(
      'Prometheus, VictoriaMetrics, Mimir, Thanos and PMM hold weeks of what mysqld_exporter reads. Latchkey reads them over their query API, and changes nothing.',
    )
    .addHelpText(
      'after',
      `
Examples:
  latchkey history servers --from prometheus://metrics.example.com:9090
  latchkey history servers --from https://pmm.example.com/prometheus --token-file token --between -7d now`,
    );
  const servers = history
    .command('servers')
    .description('lists the servers that a store knows, and the saved connections that may be the same')
    .option('--between <moments...>', 'servers that were scraped between two moments', ['-1h', 'now'])
    .option('--json', 'print one object a line');
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
