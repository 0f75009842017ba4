import type { Command } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { counted } from '../../shared/base/units';
import { jsonText } from '../../shared/writers/json';
import { printRule } from '../print-rule';
import type { RunContext } from '../run-context';

interface RulesOptions {
  rules?: string;
  json?: boolean;
}

interface ExplainOptions extends RulesOptions {
  source?: boolean;
}

const rulesOption = ['--rules <folder>', 'also take the rules in this folder'] as const;

export function addRulesCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const rules = program
    .command('rules')
    .summary('list, check or explain the rules')
    .description('Rules are data: one YAML file each, in folders by area.')
    .addHelpText(
      'after',
      `
Examples:
  latchkey rules list --json
  latchkey rules check my-rules/
  latchkey rules explain redo-log-too-small
  latchkey rules explain redo-log-too-small today.lks`,
    );
  rules
    .command('list')
    .description('lists every rule with its area and severity')
    .option(...rulesOption)
    .option('--json', 'print one object a line')
    .action(async (options: RulesOptions) => finish(await listRules(options, context)));
  rules
    .command('check')
    .description('checks that every rule is valid: its expressions, its texts and its examples')
    .argument('[folder]', 'a folder of your own rules, checked together with those that come with Latchkey')
    .option('--json', 'print the outcome as JSON')
    .action(async (folder: string | undefined, options: RulesOptions) =>
      finish(await checkRules(folder, options, context)),
    );
  rules
    .command('explain')
    .description(
      'shows a rule: condition, thresholds, advice, sources; on a snapshot also why it fired or not',
    )
    .argument('<id>', 'id of the rule')
    .argument('[snapshot]', 'a snapshot: the values of all inputs, and which condition holds there')
    .option(...rulesOption)
    .option('--source', 'print the rule as it is written (YAML)')
    .option('--json', 'print the rule as JSON')
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
      stdout.line(`${path}: example "${example}" ${problem}`);
    }
  }
  if (faults.length > 0) {
    throw new LatchkeyError('invalid-rule', `Rules that are not valid: ${faults.length}.`, {
      hint: 'docs/rules.md describes what a rule file holds.',
    });
  }
  if (failures.length > 0) {
    throw new LatchkeyError('invalid-rule', `Examples that do not hold: ${failures.length}.`);
  }
  if (json !== true) stdout.write(`${counted(rules, 'rule')}: valid, and all examples hold.\n`);
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
