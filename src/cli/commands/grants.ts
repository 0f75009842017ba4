import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import { type GrantPurpose, type GrantScript, grantPurposes, grantsSchema } from '../../shared/grants';
import { type Flavour, flavourSchema, type VersionTriple } from '../../shared/server';
import { printDocument } from '../json-output';
import { parseServerVersion } from '../option-values';
import type { RunContext } from '../run-context';

interface GrantsOptions {
  flavour: Flavour;
  version: VersionTriple;
  account: string;
  from: string;
  also?: GrantPurpose[];
  json?: boolean;
}

export function addGrantsCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  program
    .command('grants')
    .summary('print the statements that create a monitoring user')
    .description(
      'Prints CREATE USER and GRANT statements for an account with just the rights that a full snapshot needs: it reads no ' +
        'row of a table and changes nothing. What more can do is asked for with --also. Needs no server.',
    )
    .addOption(
      new Option('--flavour <flavour>', 'the server').choices(flavourSchema.options).makeOptionMandatory(),
    )
    .addOption(
      new Option('--version <X.Y.Z>', 'its version, with all three numbers')
        .argParser(parseServerVersion)
        .makeOptionMandatory(),
    )
    .option('--account <name>', 'name of the account', 'latchkey')
    .option('--from <host>', 'from where it connects, such as 10.0.0.%', 'localhost')
    .addOption(
      new Option(
        '--also <purpose...>',
        'explain: plans of statements; deep: snapshot --deep; apply: changing settings',
      ).choices(grantPurposes),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  latchkey grants --flavour mysql --version 8.4.3
  latchkey grants --flavour mariadb --version 11.8.6 --account monitor --from '10.0.0.%' --also deep apply`,
    )
    .action(async (options: GrantsOptions) => finish(await runGrants(options, context)));
}

async function runGrants(
  options: GrantsOptions,
  { terminal, engine: makeEngine }: RunContext,
): Promise<ExitCode> {
  const engine = await makeEngine({ rules: undefined });
  const { flavour, version, account: user, from: host } = options;
  const script = await engine.call('grants.script', {
    flavour,
    version,
    user,
    host,
    purposes: options.also ?? [],
  });
  if (options.json === true) printDocument(terminal.stdout, grantsSchema, script);
  else terminal.stdout.writeDocument(grantsText(script));
  return exitCodes.done;
}

/** The script as SQL, with what each statement is for as a comment. */
function grantsText({ statements, remarks }: GrantScript): string {
  const lines: string[] = [];
  let enables: string | null = null;
  for (const one of statements) {
    if (one.enables !== enables) lines.push(`-- ${one.enables}`);
    enables = one.enables;
    lines.push(one.sql);
  }
  return `${[...lines, ...remarks.map((remark) => `-- ${remark}`)].join('\n')}\n`;
}
