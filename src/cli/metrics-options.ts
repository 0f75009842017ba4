import { type Command, InvalidArgumentError } from 'commander';
import { defined } from '../shared/base/defined';
import { LatchkeyError } from '../shared/base/error';
import {
  type Labels,
  type MetricsSecrets,
  type MetricsSource,
  metricsSourceSchema,
} from '../shared/metrics-store';
import type { Terminal } from './terminal';

export interface MetricsOptions {
  from?: string;
  label?: Labels;
  storeUser?: string;
  storeCa?: string;
  tokenFile?: string;
  tokenStdin?: boolean;
  tenant?: string;
  mapping?: string;
}

/** Environment variables with secrets of a store. */
export const tokenVariable = 'LATCHKEY_METRICS_TOKEN';
export const passwordVariable = 'LATCHKEY_METRICS_PASSWORD';

/** @param required whether the command needs a store */
export function addMetricsOptions(command: Command, required: boolean): void {
  const from = 'metrics store: prometheus://host:9090, prometheus+https://host, http(s)://host/prefix';
  if (required) command.requiredOption('--from <url>', from);
  else command.option('--from <url>', from);
  command
    .option('--label <name=value>', 'ask only for series with this label; may be repeated', collectLabels)
    .option('--store-user <name>', `user of the store; its password is in ${passwordVariable}`)
    .option('--store-ca <file>', 'CA file of the store, in PEM form')
    .option('--token-file <file>', `bearer token of the store (or ${tokenVariable})`)
    .option('--token-stdin', 'read the bearer token of the store from standard input')
    .option('--tenant <id>', 'tenant of Mimir or Cortex (X-Scope-OrgID)')
    .option('--mapping <file>', 'names of metrics of your own (docs/metrics-stores.md)');
}

function collectLabels(text: string, previous: Labels | undefined): Labels {
  const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(text);
  if (match?.[1] === undefined || match[2] === undefined)
    throw new InvalidArgumentError('Give NAME=VALUE, such as cluster=eu.');
  return { ...previous, [match[1]]: match[2] };
}

/** The store that the options name. Throws `usage`; the URL is not repeated: it may hold a password. */
export function metricsSource(options: MetricsOptions): MetricsSource {
  const {
    from: url,
    label: labels,
    storeUser: user,
    storeCa: caFile,
    tenant,
    mapping: mappingFile,
    tokenFile,
  } = options;
  const read = metricsSourceSchema.safeParse({
    url,
    ...defined({ labels, user, caFile, tenant, mappingFile, tokenFile }),
  });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new LatchkeyError(
    'usage',
    `The metrics store is not given correctly: ${issue?.message ?? 'invalid'}.`,
    {
      hint: 'Check --from, --label, --store-user and --tenant.',
    },
  );
}

/** Token or password of the store, from where the user said they are; a token file is part of the source. */
export async function metricsSecrets(options: MetricsOptions, terminal: Terminal): Promise<MetricsSecrets> {
  const { environment } = terminal;
  if (options.tokenFile !== undefined && options.tokenStdin === true)
    throw new LatchkeyError('usage', 'Give either --token-file or --token-stdin.');
  // The engine reads the file.
  if (options.tokenFile !== undefined) return {};
  const token =
    options.tokenStdin === true ? (await terminal.readStdin()).trim() : environment[tokenVariable];
  if (token !== undefined && token !== '') return { token };
  return defined({ password: environment[passwordVariable] });
}
