import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import type { Engine } from '../../engine';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { addHostOptions, type HostOptions } from '../connection-options';
import { addChoiceOptions, type ChoiceOptions, choosePlanOfFile } from '../plan-options';
import type { RunContext } from '../run-context';
import { texts } from './texts';

const formats = ['html', 'markdown', 'json'] as const;
type Format = (typeof formats)[number];

interface ReportOptions extends ChoiceOptions, HostOptions {
  format?: Format;
  output?: string;
  rules?: string;
  summary?: boolean;
  before?: string;
}

export function addReportCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('report')
    .summary(texts.writeTheDiagnosisOfA)
    .description(texts.writesHeadlineFindingsWithTheir)
    .argument('<file>', texts.snapshotOrATextAs);
  addChoiceOptions(command)
    .addOption(new Option('--format <format>', texts.formOfTheReportElse).choices(formats))
    .option('-o, --output <path>', texts.writeToAFileInstead)
    .option('--summary', texts.onePageForThoseWho)
    .option('--before <file>', texts.withSummaryAnEarlierSnapshot)
    .option('--rules <folder>', texts.toUseYourOwnRulesBeside)
    .addHelpText('after', texts.examplesLatchkeyReportTodayLks)
    .action(async (file: string, options: ReportOptions) => {
      finish(await runReport(file, options, context));
    });
  addHostOptions(command);
}

const formatsByExtension: Readonly<Record<string, Format>> = {
  '.html': 'html',
  '.htm': 'html',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.json': 'json',
};

/** @throws LatchkeyError 'usage' for a file name of a form that is not written here */
function formatOf(path: string | undefined): Format {
  const extension = path === undefined ? '' : extname(path).toLowerCase();
  const format = formatsByExtension[extension];
  if (format !== undefined || extension === '') return format ?? 'html';
  throw new LatchkeyError('usage', texts.aReportIsNotWritten(extension), {
    hint: extension === '.pdf' ? texts.exportItAsPdfIn : texts.nameAHtmlMdOr(formats.join(', ')),
  });
}

function refuseUnfit(format: Format, { summary = false, before }: ReportOptions): void {
  if (!summary && before !== undefined)
    throw new LatchkeyError('usage', texts.beforeIsForThePage, {
      hint: texts.latchkeyCompareSaysAtLength,
    });
  if (summary && format !== 'html')
    throw new LatchkeyError('usage', texts.theSummaryIsWrittenAs, {
      hint: texts.nameAHtmlFileOr,
    });
}

async function idOf(engine: Engine, path: string | undefined): Promise<string | null> {
  return path === undefined ? null : (await engine.call('snapshot.read', { path })).id;
}

async function runReport(
  file: string,
  options: ReportOptions,
  { terminal, engine: makeEngine }: RunContext,
): Promise<ExitCode> {
  const format = options.format ?? formatOf(options.output);
  refuseUnfit(format, options);
  if (format === 'html' && options.output === undefined && terminal.stdout.isTTY) {
    throw new LatchkeyError('usage', texts.anHtmlReportIsNot, {
      hint: texts.giveAFileWithO,
    });
  }
  const engine = await makeEngine({ rules: options.rules });
  const { id, choices, remarks } = await choosePlanOfFile(engine, file, options);
  for (const remark of remarks) terminal.stderr.line(remark);
  const text = await engine.call('report.render', {
    id,
    choices,
    format,
    ...(options.summary === true ? { summary: { before: await idOf(engine, options.before) } } : {}),
  });
  if (options.output === undefined) {
    terminal.stdout.writeDocument(text);
  } else {
    await engine.call('document.write', { path: options.output, text });
    terminal.stderr.line(texts.wrote2(options.output));
  }
  return exitCodes.done;
}
