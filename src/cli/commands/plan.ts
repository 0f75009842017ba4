import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { type PlanFormat, planFormats, planSchema } from '../../shared/plan';
import { jsonText } from '../../shared/writers/json';
import { addHostOptions, type HostOptions } from '../connection-options';
import { printDocument } from '../json-output';
import { addChoiceOptions, type ChoiceOptions, choosePlanOfFile } from '../plan-options';
import type { RunContext } from '../run-context';
import { texts } from './texts';

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
    .summary(texts.makeTheChangeOfConfiguration)
    .description(texts.putsWhatTheFindingsAdvise)
    .argument('<file>', texts.snapshotOrATextAs);
  addChoiceOptions(command)
    .option('--my-cnf <path>', texts.theOptionFileOfThe)
    .addOption(new Option('--format <format>', texts.formOfThePlan).choices([...planFormats]).default('cnf'))
    .option('--undo', texts.printTheRollbackOfThe)
    .option('--json', texts.theSameAsFormatJson)
    .option('-o, --output <path>', texts.writeToAFileInsteadOf)
    .option('--rules <folder>', texts.toUseYourOwnRulesBeside)
    .addHelpText('after', texts.examplesLatchkeyPlanPostTxt)
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
    if (!(variable in choices.set)) say(texts.leftOut(variable, reason));
  const formats = await engine.call('plan.formats', { id });
  const refusal = formats.find((one) => one.format === format)?.refusal;
  if (refusal != null) {
    throw new LatchkeyError('usage', refusal, { hint: texts.toUseFormatCnfAnOption });
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
        ? texts.noChangeIsProposed
        : texts.saysWhatIsProposedAlready(options.myCnf ?? texts.theOptionFile),
    );
  }
  if (options.output === undefined) {
    terminal.stdout.writeDocument(text);
  } else {
    await engine.call('document.write', { path: options.output, text });
    terminal.stderr.line(texts.wrote2(options.output));
  }
  return exitCodes.done;
}
