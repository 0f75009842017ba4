import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { addChoiceOptions, type ChoiceOptions, choosePlan } from '../plan-options';
import type { RunContext } from '../run-context';

interface ReportOptions extends ChoiceOptions {
  format: 'html' | 'markdown' | 'json';
  output?: string;
  rules?: string;
}

export function addReportCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('report')
    .summary('write the diagnosis of a snapshot as a document')
    .description(
      'Writes headline, findings with their evidence, plan, memory, what was not checked and why. The HTML report is ' +
        'one file that needs no network.',
    )
    .argument('<file>', 'snapshot');
  addChoiceOptions(command)
    .addOption(
      new Option('--format <format>', 'form of the report')
        .choices(['html', 'markdown', 'json'])
        .default('html'),
    )
    .option('-o, --output <path>', 'write to a file instead of standard output')
    .option('--rules <folder>', 'use your own rules beside those that come with Latchkey')
    .addHelpText(
      'after',
      `
Examples:
  latchkey report today.lks -o today.html
  latchkey report today.lks --format markdown | less`,
    )
    .action(async (file: string, options: ReportOptions) => {
      finish(await runReport(file, options, context));
    });
}

async function runReport(
  file: string,
  options: ReportOptions,
  { terminal, engine: makeEngine }: RunContext,
): Promise<ExitCode> {
  if (options.format === 'html' && options.output === undefined && terminal.stdout.isTTY) {
    throw new LatchkeyError('usage', 'An HTML report is not for the terminal.', {
      hint: 'Give a file with -o, or --format markdown.',
    });
  }
  const engine = await makeEngine({ rules: options.rules });
  const { id, choices, remarks } = await choosePlan(engine, file, options);
  for (const remark of remarks) terminal.stderr.line(remark);
  const text = await engine.call('report.render', { id, choices, format: options.format });
  if (options.output === undefined) {
    terminal.stdout.writeDocument(text);
  } else {
    await engine.call('document.write', { path: options.output, text });
    terminal.stderr.line(`Wrote ${options.output}`);
  }
  return exitCodes.done;
}
