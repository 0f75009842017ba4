import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { type PlanFormat, planFormats, planSchema } from '../../shared/plan';
import { jsonText } from '../../shared/writers/json';
import { addHostOptions, type HostOptions } from '../connection-options';
import { printDocument } from '../json-output';
import { addChoiceOptions, type ChoiceOptions, choosePlanOfFile } from '../plan-options';
import type { RunContext } from '../run-context';

interface PlanOptions extends ChoiceOptions, HostOptions {
  myCnf?: string;
  format: PlanFormat;
  output?: string;
  undo?: boolean;
  rules?: string;
  json?: boolean;
}

export function addPlanCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('plan')
    .summary('make the change of configuration that a snapshot calls for')
    .description(
      'Puts what the findings advise into one plan within one memory budget, and prints it as an option file, a diff, ' +
        'statements or a document.',
    )
    .argument('<file>', 'snapshot, or a text as `latchkey import` takes it');
  addChoiceOptions(command)
    .option('--my-cnf <path>', 'the option file of the server: it is edited, not rewritten')
    .addOption(new Option('--format <format>', 'form of the plan').choices([...planFormats]).default('cnf'))
    .option('--undo', 'print the rollback of the plan: statements, diff or file with the values before it')
    .option('--json', 'the same as --format json')
    .option(
      '-o, --output <path>',
      'write to a file instead of standard output; an older *.cnf or *.ini is kept beside it as *.bak',
    )
    .option('--rules <folder>', 'use your own rules beside those that come with Latchkey')
    .addHelpText(
      'after',
      `
Examples:
  latchkey plan post.txt --ram 64G --cpus 16 --data-size 200G
  latchkey plan today.lks --my-cnf /etc/my.cnf --format diff
  latchkey plan today.lks --format set-global --lock innodb_buffer_pool_size
  latchkey plan today.lks --format set-global --undo
  latchkey plan today.lks --accept redo-log-too-small --set innodb_io_capacity=2000 -o my.cnf`,
    )
    .action(async (file: string, options: PlanOptions) => {
      finish(await runPlan(file, options, context));
    });
  addHostOptions(command);
}

async function runPlan(
  file: string,
  options: PlanOptions,
  { terminal, engine: makeEngine }: RunContext,
): Promise<ExitCode> {
  const engine = await makeEngine({ rules: options.rules });
  const { id, choices, plan, remarks: chosen } = await choosePlanOfFile(engine, file, options);
  const format = options.json === true ? 'json' : options.format;
  const say = (remark: string) => terminal.stderr.line(options.json === true ? jsonText({ remark }) : remark);
  for (const remark of chosen) say(remark);
  for (const { variable, reason } of plan.leftOut)
    if (!(variable in choices.set)) say(`Left out: ${variable}: ${reason}`);
  const formats = await engine.call('plan.formats', { id });
  const refusal = formats.find((one) => one.format === format)?.refusal;
  if (refusal != null) {
    throw new LatchkeyError('usage', refusal, { hint: 'Use --format cnf: an option file.' });
  }
  const { text, remarks } = await engine.call('plan.render', {
    id,
    choices,
    format,
    myCnfPath: options.myCnf,
    undo: options.undo === true,
  });
  for (const remark of remarks) say(remark);
  if (format === 'json' && options.output === undefined) {
    printDocument(terminal.stdout, planSchema, JSON.parse(text));
    return exitCodes.done;
  }
  if (format === 'diff' && text === '') {
    terminal.stderr.write(
      plan.changes.length === 0
        ? 'No change is proposed.\n'
        : `${options.myCnf ?? 'The option file'} says what is proposed already.\n`,
    );
  }
  if (options.output === undefined) {
    terminal.stdout.writeDocument(text);
  } else {
    await engine.call('document.write', { path: options.output, text });
    terminal.stderr.line(`Wrote ${options.output}`);
  }
  return exitCodes.done;
}
