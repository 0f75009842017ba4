import type { Command } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/error';
import type { RunContext } from '../run-context';

interface RulesOptions {
  rules?: string;
  json?: boolean;
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
  latchkey rules explain redo-log-too-small`,
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
    .description('prints a rule as it is written: condition, thresholds, advice, sources')
    .argument('<id>', 'id of the rule')
    .option(...rulesOption)
    .option('--json', 'print the rule as JSON')
    .action(async (id: string, options: RulesOptions) => finish(await explainRule(id, options, context)));
}

async function listRules({ rules, json }: RulesOptions, context: RunContext): Promise<ExitCode> {
  const { stdout } = context.terminal;
  const engine = await context.engine({ rules });
  const summaries = await engine.rules();
  const longest = Math.max(0, ...summaries.map(({ id }) => id.length));
  for (const { id, area, severity, title, path } of summaries) {
    stdout.write(
      json === true
        ? `${JSON.stringify({ id, title, area, severity, path })}\n`
        : `${id.padEnd(longest)}  ${area.padEnd(13)}  ${severity.padEnd(8)}  ${title}\n`,
    );
  }
  return exitCodes.done;
}

/** An invalid rule makes the engine throw `invalid-rule`, which names file and line; then the examples are run. */
async function checkRules(
  folder: string | undefined,
  { json }: RulesOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { stdout } = context.terminal;
  const engine = await context.engine({ rules: folder });
  const rules = await engine.rules();
  const failures = await engine.checkRuleExamples();
  if (json === true) {
    stdout.write(`${JSON.stringify({ rules: rules.length, failures })}\n`);
  } else {
    for (const { path, example, problem } of failures)
      stdout.write(`${path}: example "${example}" ${problem}\n`);
  }
  if (failures.length > 0) {
    throw new LatchkeyError('invalid-rule', `Examples that do not hold: ${failures.length}.`);
  }
  if (json !== true) stdout.write(`${rules.length} rules are valid, and their examples hold.\n`);
  return exitCodes.done;
}

async function explainRule(
  id: string,
  { rules, json }: RulesOptions,
  context: RunContext,
): Promise<ExitCode> {
  const engine = await context.engine({ rules });
  const text = await engine.ruleText(id);
  if (json === true) {
    const summary = (await engine.rules()).find((rule) => rule.id === id);
    context.terminal.stdout.write(`${JSON.stringify({ ...summary, text })}\n`);
  } else {
    context.terminal.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }
  return exitCodes.done;
}
