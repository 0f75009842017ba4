import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import { type GrantPurpose, type GrantScript, grantPurposes, grantsSchema } from '../../shared/grants';
import { type Flavour, flavourSchema, type VersionTriple } from '../../shared/server';
import { printDocument } from '../json-output';
import { parseServerVersion } from '../option-values';
import type { RunContext } from '../run-context';
import { texts } from './texts';

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
    .summary(texts.printTheStatementsThatCreate)
    .description(texts.printsCreateUserAndGrant)
    .addOption(
      new Option('--flavour <flavour>', texts.theServer).choices(flavourSchema.options).makeOptionMandatory(),
    )
    .addOption(
      new Option('--version <X.Y.Z>', texts.itsVersionWithAllThree)
        .argParser(parseServerVersion)
        .makeOptionMandatory(),
    )
    .option('--account <name>', texts.nameOfTheAccount, 'latchkey')
    .option('--from <host>', texts.fromWhereItConnectsSuch, 'localhost')
    .addOption(new Option('--also <purpose...>', texts.explainPlansOfStatementsDeep).choices(grantPurposes))
    .option('--json', texts.printTheResultAsJson)
    .addHelpText('after', texts.examplesLatchkeyGrantsFlavourMysql)
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
