import { rememberVariables } from '../../knowledge/catalog/remembered-variables';
import { type ServerKind, variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Dialect } from '../../knowledge/metrics/dialect';
import type { ServerNames } from '../../knowledge/metrics/server-names';
import { printedNumber, variableValue } from '../../knowledge/metrics/server-values';
import { translate } from '../../knowledge/metrics/translate';
import { onceFor } from '../../shared/base/once-for';
import type { ServerIdentity } from '../../shared/server';
import type { StoreSeries } from './answer';
import type { KnownServer } from './store-servers';

/** The catalog for all servers of a store. */
const catalogOf = onceFor((_: Dialect) => rememberVariables());

/** Server variables as a store has them: numbers, switches, and what it has as labels. */
export function variablesOf(
  found: readonly StoreSeries[],
  { dialect }: KnownServer,
  server: Pick<ServerIdentity, 'flavour' | 'version' | 'versionText' | 'comment'>,
  names: ServerNames,
): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { labels, points } of found) {
    const translated = translate(labels, dialect.metrics, names);
    if (translated?.to === 'variable-text') {
      if (translated.text !== undefined) variables.set(ownName(translated.name, server), translated.text);
      continue;
    }
    const number = translated?.to === 'variable' ? printedNumber(points.at(-1)?.[1] ?? '') : null;
    const value =
      translated === null || number === null
        ? null
        : variableValue(translated.name, number, server, catalogOf(dialect));
    if (translated !== null && value !== null) variables.set(translated.name, value);
  }
  variables.set('version', server.versionText);
  if (server.comment !== '') variables.set('version_comment', server.comment);
  return variables;
}

/** mysqld_exporter has one metric for both names of the isolation level (MySQL 8.0.3 and MariaDB 11.1.1 renamed it). */
function ownName(name: string, server: ServerKind): string {
  const earlier = 'tx_isolation';
  return name === 'transaction_isolation' && variableFacts(name, server) === undefined ? earlier : name;
}
