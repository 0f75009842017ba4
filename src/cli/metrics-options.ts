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
import { texts } from './texts';

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
  const from = texts.metricsStorePrometheusHost9090;
  if (required) command.requiredOption('--from <url>', from);
  else command.option('--from <url>', from);
  command
    .option('--label <name=value>', texts.askOnlyForSeriesWith, collectLabels)
    .option('--store-user <name>', texts.userOfTheStoreIts(passwordVariable))
    .option('--store-ca <file>', texts.caFileOfTheStore)
    .option('--token-file <file>', texts.bearerTokenOfTheStore(tokenVariable))
    .option('--token-stdin', texts.readTheBearerTokenOf)
    .option('--tenant <id>', texts.tenantOfMimirOrCortex)
    .option('--mapping <file>', texts.namesOfMetricsOfYour);
}

function collectLabels(text: string, previous: Labels | undefined): Labels {
  const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(text);
  if (match?.[1] === undefined || match[2] === undefined)
    throw new InvalidArgumentError(texts.giveNameValueSuchAs);
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
  throw new LatchkeyError('usage', texts.theMetricsStoreIsNot(issue?.message ?? 'invalid'), {
    hint: texts.checkFromLabelStoreUser,
  });
}

/** Token or password of the store, from where the user said they are; a token file is part of the source. */
export async function metricsSecrets(options: MetricsOptions, terminal: Terminal): Promise<MetricsSecrets> {
  const { environment } = terminal;
  if (options.tokenFile !== undefined && options.tokenStdin === true)
    throw new LatchkeyError('usage', texts.giveEitherTokenFileOr);
  // The engine reads the file.
  if (options.tokenFile !== undefined) return {};
  const token =
    options.tokenStdin === true ? (await terminal.readStdin()).trim() : environment[tokenVariable];
  if (token !== undefined && token !== '') return { token };
  return defined({ password: environment[passwordVariable] });
}
