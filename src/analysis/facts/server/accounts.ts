import { counted } from '../../../shared/base/units';
import type { FactDefinition } from '../inputs/definition';
import { cellNumber } from '../inputs/observed';
import type { Row } from '../inputs/row-delta';

type Account = Row<'accounts-without-password'>;

const source =
  'mysql.user, in MariaDB from 10.4 on mysql.global_priv; MySQL manual, "Securing the Initial MySQL Accounts"';
const named = 5;

/** Facts on accounts that ask for no password: anonymous ones, and those whose password is empty. */
export const accountFacts: FactDefinition[] = [
  counts(
    'passwordless_accounts',
    'Accounts that anyone can log in as: anonymous ones, and those with an empty password.',
    'accounts not locked, no role, with an empty user or an empty password',
    () => true,
  ),
  counts(
    'passwordless_accounts_remote',
    'Those of them that take connections from other machines.',
    'of these, host other than localhost, 127.0.0.1 and ::1',
    isRemote,
  ),
  counts(
    'passwordless_supers_remote',
    'Those of these with the privilege SUPER.',
    'of these, SUPER',
    (account) => isRemote(account) && account.is_super !== null && (cellNumber(account.is_super) ?? 0) > 0,
  ),
  {
    id: 'passwordless_account_names',
    unit: 'none',
    type: 'string',
    needs: ['section.accounts-without-password'],
    doc: {
      what: 'Names of the accounts that anyone can log in as, those with most privileges first.',
      formula: `user@host of the first ${named}`,
      source,
    },
    compute: (read) => namesOf(read.rows('accounts-without-password')),
  },
];

function counts(
  id: string,
  what: string,
  formula: string,
  holds: (account: Account) => boolean,
): FactDefinition {
  return {
    id,
    unit: 'count',
    type: 'number',
    needs: ['section.accounts-without-password'],
    doc: { what, formula, source },
    compute: (read) => read.rows('accounts-without-password').filter(holds).length,
  };
}

function isRemote({ host }: Account): boolean {
  return !/^(?:localhost|127\.0\.0\.1|::1)$/i.test(String(host ?? ''));
}

function namesOf(found: readonly Account[]): string {
  if (found.length === 0) return 'none';
  const names = found.slice(0, named).map(({ user, host }) => `${user === '' ? "''" : user}@${host ?? ''}`);
  const more = found.length - names.length;
  return more > 0
    ? `${names.join(', ')} and ${counted(more, 'more account', 'more accounts')}`
    : names.join(', ');
}
