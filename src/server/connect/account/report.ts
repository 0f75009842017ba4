import type { ConnectionReport } from '../../../shared/rpc/connection';
import type { Session } from '../session';
import { readAccount } from './account';
import {
  appliesTo,
  grantStatement,
  type PrivilegeId,
  type WantedPrivilege,
  wantedPrivileges,
} from './privileges';

/**
 * Who answers, how safe the way to it is, and which privileges would open more, each with its GRANT.
 * @throws LatchkeyError when the connection is lost.
 */
export async function reportConnection(session: Session): Promise<ConnectionReport> {
  const { identity } = session;
  const account = await readAccount(session);
  const missing: ConnectionReport['missing'] = [];
  for (const id of Object.keys(wantedPrivileges) as PrivilegeId[]) {
    const wanted: WantedPrivilege = wantedPrivileges[id];
    if (account.grants === null || wanted.held(account.grants, identity)) continue;
    if (!appliesTo(wanted, identity)) continue;
    if (id === 'performanceSchema' && identity.performanceSchema === false) continue;
    const grant = grantStatement(id, identity, account.name);
    // One privilege may open several things.
    const same = missing.find((one) => one.grant === grant);
    if (same !== undefined) {
      same.enables += `; ${wanted.enables}`;
      continue;
    }
    missing.push({
      privilege: `${wanted.privilege(identity)} ON ${wanted.on}`,
      enables: wanted.enables,
      grant,
    });
  }
  return {
    server: identity,
    tls: session.tls,
    transport: session.transport,
    missing,
    remarks: remarks(session, account.grants === null),
  };
}

function remarks(session: Session, grantsUnknown: boolean): string[] {
  const { identity } = session;
  const found: string[] = [];
  if (identity.performanceSchema === false) {
    found.push(
      'The Performance Schema is off: waits, statements and file I/O cannot be measured. It is enabled with performance_schema = ON under [mysqld] and a restart.',
    );
  }
  if (grantsUnknown) found.push('The privileges of this account could not be read.');
  if (identity.hosting === 'unknown') {
    found.push('Whether this server is self-managed or a managed service could not be determined.');
  }
  return found;
}
