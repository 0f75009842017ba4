import { LatchkeyError } from '../../../shared/base/error';
import type { GrantPurpose, GrantScript, GrantsInput } from '../../../shared/grants';
import { compareVersions } from '../../../shared/server';
import { sqlAccount } from '../../../shared/writers/sql';
import { changePrivileges, privilegeFor } from './change-privileges';
import {
  appliesTo,
  grantStatement,
  type PrivilegeId,
  type WantedPrivilege,
  wantedPrivileges,
} from './privileges';
import { texts } from './texts';

/** A snapshot takes one connection and, to stop a statement that runs too long, a second; two programs may overlap. */
const connections = 4;

/** The statements that make an account for Latchkey on a server: to read only, and apart from that for what was asked. */
export function grantScript(input: GrantsInput): GrantScript {
  const account = sqlAccount(input.user, input.host)?.text;
  if (account === undefined) {
    throw new LatchkeyError('usage', texts.theNameOfTheAccount);
  }
  return {
    schema: 'latchkey/grants/1',
    input,
    statements: [
      ...newAccount(input, account),
      ...reading(input, account),
      ...(['explain', 'deep', 'apply'] as const)
        .filter((purpose) => input.purposes.includes(purpose))
        .flatMap((purpose) => further[purpose](input, account)),
    ],
    remarks: remarks(input, account),
  };
}

type Statements = GrantScript['statements'];

function newAccount(input: GrantsInput, account: string): Statements {
  const limit = `WITH MAX_USER_CONNECTIONS ${connections}`;
  const limits = 'a limit on connections, so that it cannot crowd the application out';
  // From 8.0.18 on the server makes the password up and answers with it.
  if (makesPassword(input))
    return [
      {
        sql: `CREATE USER ${account} IDENTIFIED BY RANDOM PASSWORD ${limit};`,
        enables: `the account, with a password that the server makes up and shows, and ${limits}`,
      },
    ];
  const inOne = input.flavour === 'mariadb' ? atLeast(input, 10, 2, 0) : atLeast(input, 5, 7, 6);
  const create = `CREATE USER ${account} IDENTIFIED BY <password>`;
  return inOne
    ? [{ sql: `${create} ${limit};`, enables: `the account, with ${limits}` }]
    : [
        { sql: `${create};`, enables: 'the account' },
        { sql: `GRANT USAGE ON *.* TO ${account} ${limit};`, enables: limits },
      ];
}

function reading(input: GrantsInput, account: string): Statements {
  const found: Statements = [];
  for (const id of Object.keys(wantedPrivileges) as PrivilegeId[]) {
    const wanted: WantedPrivilege = wantedPrivileges[id];
    if (!appliesTo(wanted, input)) continue;
    const sql = grantStatement(id, input, account);
    const same = found.find((one) => one.sql === sql);
    if (same === undefined) found.push({ sql, enables: wanted.enables });
    else same.enables += `; ${wanted.enables}`;
  }
  return found;
}

const further: Record<GrantPurpose, (input: GrantsInput, account: string) => Statements> = {
  explain: (_, account) => [
    {
      sql: `GRANT SELECT ON <schema>.* TO ${account};`,
      enables: 'plans of the statements that scan tables of a schema; EXPLAIN needs the right to read them',
    },
  ],
  deep: (input, account) => [
    ...['setup_instruments', 'setup_consumers'].map((table) => ({
      sql: `GRANT UPDATE ON performance_schema.${table} TO ${account};`,
      enables: 'deep mode: enables wait instruments for the window',
    })),
    {
      sql: `GRANT ${privilegeFor('innodb_monitor_enable', input)} ON *.* TO ${account};`,
      enables: 'deep mode: enables InnoDB counters for the window',
    },
  ],
  apply: (input, account) =>
    changePrivileges(input).map((privilege) => ({
      sql: `GRANT ${privilege} ON *.* TO ${account};`,
      enables: 'changing settings of the running server, after they were shown, and restoring them',
    })),
};

function remarks(input: GrantsInput, account: string): string[] {
  const found: string[] = [];
  found.push(
    input.purposes.includes('apply')
      ? 'This account may set variables: explain and replay statements with one that may not, made without --also apply.'
      : 'This account may run no stored program and set no variable: what it explains or replays can change nothing.',
  );
  if (!makesPassword(input)) found.push("Put a password in quotes in the place of <password>: 'like this'.");
  if (input.purposes.includes('explain'))
    found.push('Put a schema in the place of <schema>, once for each whose statements are to be explained.');
  if (input.flavour !== 'mysql')
    found.push(
      `In a Galera cluster also: ${grantStatement('galera', input, account)} The table is there only in a cluster.`,
    );
  return found;
}

function makesPassword(input: GrantsInput): boolean {
  return input.flavour !== 'mariadb' && atLeast(input, 8, 0, 18);
}

function atLeast({ version }: GrantsInput, ...from: [number, number, number]): boolean {
  return compareVersions(version, from) >= 0;
}
