import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import {
  type RedactionClass,
  type RedactionPreview,
  redactionClasses,
  redactionMeaning,
  redactionPreviewSchema,
} from '../../shared/redaction';
import { printDocument } from '../json-output';
import { checkSnapshotFile } from '../output-file';
import type { RunContext } from '../run-context';
import { fields, harmless, wrap } from '../text/style';

interface ExportOptions {
  redact: RedactionClass[];
  output?: string;
  preview?: boolean;
  force?: boolean;
  json?: boolean;
}

export function addExportCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  program
    .command('export')
    .summary('write a copy of a snapshot without names')
    .description(
      'Writes a copy of a snapshot for somebody else. Each name that is taken out has one stand-in everywhere, so that ' +
        'the analysis of the copy says the same. What cannot be distinguished is left out whole. The copy is looked through ' +
        'once more before it is written: if a name were left, nothing is written.',
    )
    .argument('<file>', 'snapshot (.lks)')
    .addOption(
      new Option(
        '--redact <classes>',
        `what to take out, with commas between: ${redactionClasses.join(', ')}`,
      )
        .argParser(parseClasses)
        .default([...redactionClasses], 'all of them'),
    )
    .option('-o, --output <file>', 'file to write')
    .option('--force', 'write over a snapshot that is there already')
    .option('--preview', 'only show what would be replaced and left out')
    .option('--json', 'print the preview as JSON')
    .addHelpText(
      'after',
      `
Classes:
${redactionClasses.map((name) => `  ${name.padEnd(11)} ${redactionMeaning[name]}`).join('\n')}
Literals in statements are out from the start, unless the snapshot was taken with --keep-literals.

Examples:
  latchkey export today.lks --preview
  latchkey export today.lks --redact hosts,users -o for-support.lks`,
    )
    .action(async (file: string, options: ExportOptions) => {
      finish(await runExport(file, options, context));
    });
}

function parseClasses(text: string): RedactionClass[] {
  return text.split(',').map((part) => {
    const found = redactionClasses.find((name) => name === part.trim());
    if (found === undefined)
      throw new InvalidArgumentError(`Give one or more of ${redactionClasses.join(', ')}.`);
    return found;
  });
}

async function runExport(file: string, options: ExportOptions, context: RunContext): Promise<ExitCode> {
  const { output } = options;
  if (output === undefined && options.preview !== true) {
    throw new LatchkeyError('usage', 'Give the file to write with -o, or --preview.');
  }
  if (output !== undefined && options.preview !== true)
    await checkSnapshotFile(output, options.force === true);
  const { stdout } = context.terminal;
  const engine = await context.engine({ rules: undefined });
  const { id } = await engine.call('snapshot.read', { path: file });
  const request = { id, classes: options.redact };
  const preview =
    output === undefined || options.preview === true
      ? await engine.call('snapshot.previewExport', request)
      : await engine.call('snapshot.export', { ...request, path: output });
  if (options.json === true) printDocument(stdout, redactionPreviewSchema, preview);
  else stdout.write(previewText(preview, options.preview === true ? null : (output ?? null), stdout.columns));
  return exitCodes.done;
}

function previewText(preview: RedactionPreview, file: string | null, width: number): string {
  const { classes, replaced, unproven, dropped } = fields(preview);
  const written = fields(file);
  const lines = [
    written === null ? 'Would be taken out:' : `${written}: a copy without ${classes.join(', ')}. Taken out:`,
    ...replaced.map(({ original, standIn }) => `  ${standIn}: ${original}`),
    ...(replaced.length === 0 ? ['  no name'] : []),
    ...(unproven.length === 0
      ? []
      : [
          wrap(
            `Too short or too common to be proven absent; replaced where a column or quotes show that they are names: ${unproven
              .map(({ original }) => original)
              .join(', ')}`,
            width,
            '  ',
          ),
        ]),
    ...dropped.map(({ section, what, reason }) =>
      wrap(`${section}: ${what}, whole (${reason})`, width, '  '),
    ),
  ];
  return harmless(`${lines.join('\n')}\n`);
}
