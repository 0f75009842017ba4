import { LatchkeyError } from '../../shared/base/error';
import { type Flavour, parseVersion, type ServerIdentity } from '../../shared/server';
import { detectHosting } from '../connect/account/hosting';
import type { StoreSeries } from './answer';
import { type KnownServer, storeName } from './store-servers';
import { texts } from './texts';

/**
 * Who the server is, by the labels of the metric of its version.
 * @throws LatchkeyError unsupported-server where the store does not have the version, on which nearly all judging rests
 */
export function identityOf(
  { dialect, labels, name }: KnownServer,
  found: readonly StoreSeries[],
  { where, uptimeSeconds }: { where: string; uptimeSeconds: number | null },
): ServerIdentity {
  const metric = found.find((one) => one.labels.__name__ === dialect.version.metric);
  const versionText = metric?.labels[dialect.version.version] ?? '';
  const comment = metric?.labels[dialect.version.comment] ?? '';
  const version = parseVersion(versionText.replace(/^5\.5\.5-(?=\d.*mariadb)/i, ''));
  if (version === null) {
    throw new LatchkeyError(
      'unsupported-server',
      texts.theStoreDoesNotKnow(storeName(name), dialect.version.metric, dialect.version.version),
      {
        hint: texts.mysqldExporterHasItWith,
      },
    );
  }
  const variables = new Map(comment === '' ? [] : [['version_comment', comment]]);
  return {
    flavour: flavourOf(`${versionText} ${comment}`),
    version,
    versionText,
    comment,
    hosting: detectHosting(variables, versionText, { host: 'unknown.invalid' }, null),
    uptimeSeconds,
    serverKey: labels.server_uuid ?? `${where}#${name}`,
    privileges: null,
    performanceSchema: null,
  };
}

function flavourOf(said: string): Flavour {
  if (/mariadb/i.test(said)) return 'mariadb';
  return /percona/i.test(said) ? 'percona' : 'mysql';
}
