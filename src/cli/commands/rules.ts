import type { Command } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { counted } from '../../shared/base/units';
import { jsonText } from '../../shared/writers/json';
import { printRule } from '../print-rule';
import type { RunContext } from '../run-context';
import { texts as catalogue } from './texts';

interface RulesOptions {
  rules?: string;
  json?: boolean;
}

interface ExplainOptions extends RulesOptions {
  source?: boolean;
}

const rulesOption = ['--rules <folder>', catalogue.alsoTakeTheRulesIn] as const;

export function addRulesCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const rules = program
    .command('rules')
    .summary(catalogue.listCheckOrExplainThe)
    .description(catalogue.rulesAreDataOneYaml)
    .addHelpText('after', catalogue.examplesLatchkeyRulesListJson);
  rules
    .command('list')
    .description(catalogue.listsEveryRuleWithIts)
    .option(...rulesOption)
    .option('--json', catalogue.printOneObjectALine)
    .action(async (options: RulesOptions) => finish(await listRules(options, context)));
  rules
    .command('check')
    .description(catalogue.checksThatEveryRuleIs)
    .argument('[folder]', catalogue.aFolderOfYourOwn)
    .option('--json', catalogue.printTheOutcomeAsJson)
    .action(async (folder: string | undefined, options: RulesOptions) =>
      finish(await checkRules(folder, options, context)),
    );
  rules
    .command('explain')
    .description(catalogue.showsARuleConditionThresholds)
    .argument('<id>', catalogue.idOfTheRule)
    .argument('[snapshot]', catalogue.aSnapshotTheValuesOf)
    .option(...rulesOption)
    .option('--source', catalogue.printTheRuleAsIt)
    .option('--json', catalogue.printTheRuleAsJson)
    .action(async (id: string, snapshot: string | undefined, options: ExplainOptions) =>
      finish(await explainRule(id, snapshot, options, context)),
    );
}

async function listRules({ rules, json }: RulesOptions, context: RunContext): Promise<ExitCode> {
  const { stdout } = context.terminal;
  const engine = await context.engine({ rules });
  const { rules: summaries } = await engine.call('rules.list', {});
  const longest = Math.max(0, ...summaries.map(({ id }) => id.length));
  for (const { id, area, severity, title, path } of summaries) {
    stdout.write(
      json === true
        ? `${jsonText({ id, title, area, severity, path })}\n`
        : `${id.padEnd(longest)}  ${area.padEnd(13)}  ${severity.padEnd(8)}  ${title}\n`,
    );
  }
  return exitCodes.done;
}

/** Everything that is wrong is printed, not only the first: faulty files, then examples that do not hold. */
async function checkRules(
  folder: string | undefined,
  { json }: RulesOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { stdout } = context.terminal;
  const engine = await context.engine({ rules: folder });
  const { rules, faults, failures } = await engine.call('rules.check', {});
  if (json === true) {
    stdout.write(`${jsonText({ rules, faults, failures })}\n`);
  } else {
    for (const { message } of faults) stdout.line(message);
    for (const { path, example, problem } of failures) {
      stdout.line(catalogue.example(path, example, problem));
    }
  }
  if (faults.length > 0) {
    throw new LatchkeyError('invalid-rule', catalogue.rulesThatAreNotValid(faults.length), {
      hint: catalogue.docsRulesMdDescribesWhat,
    });
  }
  if (failures.length > 0) {
    throw new LatchkeyError('invalid-rule', catalogue.examplesThatDoNotHold(failures.length));
  }
  if (json !== true) stdout.write(catalogue.validAndAllExamplesHold(counted(rules, 'rule')));
  return exitCodes.done;
}

async function explainRule(
  id: string,
  file: string | undefined,
  { rules, json, source }: ExplainOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const engine = await context.engine({ rules });
  if (source === true) {
    const text = await engine.call('rules.text', { ruleId: id });
    terminal.stdout.writeDocument(text.endsWith('\n') ? text : `${text}\n`);
    return exitCodes.done;
  }
  const snapshotId = file === undefined ? undefined : (await engine.call('snapshot.read', { path: file })).id;
  const explanation = await engine.call('rules.explain', { ruleId: id, snapshotId });
  printRule(explanation, terminal, json === true);
  return exitCodes.done;
}
