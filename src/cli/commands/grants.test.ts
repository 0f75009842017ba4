import { expect, test } from 'vitest';
import { fakeTerminal } from '../../../test/cli/fake-terminal';
import type { Engine } from '../../engine';
import { grantScript } from '../../server';
import { systemClock } from '../../shared/base/clock';
import { grantsInputSchema, grantsSchema } from '../../shared/grants';
import { runCommandLine } from '../run';

async function grants(line: string) {
  const { terminal, out, err } = fakeTerminal();
  const engine = {
    call: async (_name: string, input: unknown) => grantScript(grantsInputSchema.parse(input)),
  };
  const code = await runCommandLine(['grants', ...line.split(' ')], '1.2.3', {
    terminal,
    clock: systemClock,
    signal: new AbortController().signal,
    engine: async () => engine as unknown as Engine,
  });
  return { code, out: out(), err: err() };
}

test('the account may read and nothing else', async () => {
  const { code, out, err } = await grants('--flavour mysql --version 8.4.3');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain("CREATE USER 'latchkey'@'localhost' IDENTIFIED BY RANDOM PASSWORD");
  expect(out).toContain("\nGRANT PROCESS ON *.* TO 'latchkey'@'localhost';\n");
  expect(out).toContain('\nGRANT SELECT ON mysql.component TO');
  expect(out).not.toMatch(/SYSTEM_VARIABLES_ADMIN|SUPER|UPDATE|ON <schema>/);
});

test('more only where it is asked for, in the words of the server', async () => {
  const line = '--from 10.0.0.% --json --also explain deep apply';
  const sqlOf = async (server: string) => {
    const { out } = await grants(`${server} ${line}`);
    return grantsSchema.parse(JSON.parse(out)).statements.map(({ sql }) => sql);
  };
  const account = "TO 'latchkey'@'10.0.0.%'";
  const old = await sqlOf('--flavour percona --version 5.6.51');
  expect(old.slice(0, 2)).toEqual([
    "CREATE USER 'latchkey'@'10.0.0.%' IDENTIFIED BY <password>;",
    `GRANT USAGE ON *.* ${account} WITH MAX_USER_CONNECTIONS 4;`,
  ]);
  expect(old).toContain(`GRANT SUPER ON *.* ${account};`);
  expect(old).toContain(`GRANT REPLICATION CLIENT ON *.* ${account};`);
  expect(old.join()).not.toContain('mysql.component');
  const mariadb = await sqlOf('--flavour mariadb --version 11.8.6');
  expect(mariadb).toContain(`GRANT REPLICA MONITOR ON *.* ${account};`);
  expect(mariadb).toContain(`GRANT BINLOG MONITOR ON *.* ${account};`);
  expect(mariadb).toContain(`GRANT CONNECTION ADMIN ON *.* ${account};`);
  const mysql = await sqlOf('--flavour mysql --version 8.0.36');
  expect(mysql).toContain(`GRANT SYSTEM_VARIABLES_ADMIN ON *.* ${account};`);
  expect(mysql).toContain(`GRANT UPDATE ON performance_schema.setup_instruments ${account};`);
});

test('a version that is not whole is a usage error', async () => {
  expect(await grants('--flavour mysql --version 8.0')).toMatchObject({ code: 2 });
});
