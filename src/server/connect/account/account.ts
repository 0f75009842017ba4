import { LatchkeyError } from '../../../shared/base/error';
import { firstColumn } from '../driver/rows';
import type { QueryOptions, Session } from '../session';
import { type Grants, parseGrants } from './grants';
import { grantsSql } from './identity';
import { quoteAccount } from './privileges';

/** The account in force, quoted for a GRANT, and what it may do; null: the grants cannot be read. */
export interface Account {
  name: string;
  grants: Grants | null;
}

/** Asks the server who we are and what we may. */
export async function readAccount(session: Session, options: QueryOptions = {}): Promise<Account> {
  const current = await session.query('SELECT CURRENT_USER()', options);
  const name = quoteAccount(firstColumn(current)[0] ?? '');
  try {
    return { name, grants: parseGrants(firstColumn(await session.query(grantsSql, options))) };
  } catch (error) {
    if (error instanceof LatchkeyError && ['query-failed', 'privilege-missing'].includes(error.code)) {
      return { name, grants: null };
    }
    throw error;
  }
}
