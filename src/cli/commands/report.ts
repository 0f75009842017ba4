import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import type { Engine } from '../../engine';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { addHostOptions, type HostOptions } from '../connection-options';
import { addChoiceOptions, type ChoiceOptions, choosePlanOfFile } from '../plan-options';
import type { RunContext } from '../run-context';

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
    .summary('write the diagnosis of a snapshot as a document')
    .description(
      'Writes headline, findings with their evidence, plan, memory, what was not checked and why. The HTML report is ' +
        'one file that needs no network.',
    )
    .argument('<file>', 'snapshot, or a text as `latchkey import` takes it');
  addChoiceOptions(command)
    .addOption(
      new Option(
        '--format <format>',
        'form of the report; else that of the file name in --output, else html',
      ).choices(formats),
    )
    .option('-o, --output <path>', 'write to a file instead of standard output')
    .option('--summary', 'one page for those who decide, as HTML: verdict, three things to do, what changed')
    .option('--before <file>', 'with --summary: an earlier snapshot, to say what changed since')
    .option('--rules <folder>', 'use your own rules beside those that come with Latchkey')
    .addHelpText(
      'after',
      `
Examples:
  latchkey report today.lks -o today.html
  latchkey report today.lks --format markdown | less
  latchkey report post.txt --ram 64G --cpus 16 -o post.html
  latchkey report after.lks --summary --before before.lks -o summary.html`,
    )
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
  throw new LatchkeyError('usage', `A report is not written as ${extension}.`, {
    hint:
      extension === '.pdf'
        ? 'Export it as PDF in the window, or write .html and print that from a browser.'
        : `Name a .html, .md or .json file, or give --format ${formats.join(', ')}.`,
  });
}

function refuseUnfit(format: Format, { summary = false, before }: ReportOptions): void {
  if (!summary && before !== undefined)
    throw new LatchkeyError('usage', '--before is for the page of --summary.', {
      hint: 'latchkey compare says at length what changed between two snapshots.',
    });
  if (summary && format !== 'html')
    throw new LatchkeyError('usage', 'The summary is written as HTML only.', {
      hint: 'Name a .html file, or leave --summary out.',
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
    throw new LatchkeyError('usage', 'An HTML report is not for the terminal.', {
      hint: 'Give a file with -o, or --format markdown.',
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
    terminal.stderr.line(`Wrote ${options.output}`);
  }
  return exitCodes.done;
}
