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
import { texts } from './texts';

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
    .summary(texts.writeACopyOfA)
    .description(texts.writesACopyOfA)
    .argument('<file>', texts.snapshotLks)
    .addOption(
      new Option('--redact <classes>', texts.whatToTakeOutWith(redactionClasses.join(', ')))
        .argParser(parseClasses)
        .default([...redactionClasses], texts.allOfThem),
    )
    .option('-o, --output <file>', texts.fileToWrite)
    .option('--force', texts.writeOverASnapshotThat)
    .option('--preview', texts.onlyShowWhatWouldBe)
    .option('--json', texts.printThePreviewAsJson)
    .addHelpText(
      'after',
      texts.classesLiteralsInStatementsAre(
        redactionClasses.map((name) => `  ${name.padEnd(11)} ${redactionMeaning[name]}`).join('\n'),
      ),
    )
    .action(async (file: string, options: ExportOptions) => {
      finish(await runExport(file, options, context));
    });
}

function parseClasses(text: string): RedactionClass[] {
  return text.split(',').map((part) => {
    const found = redactionClasses.find((name) => name === part.trim());
    if (found === undefined)
      throw new InvalidArgumentError(texts.giveOneOrMoreOf(redactionClasses.join(', ')));
    return found;
  });
}

async function runExport(file: string, options: ExportOptions, context: RunContext): Promise<ExitCode> {
  const { output } = options;
  if (output === undefined && options.preview !== true) {
    throw new LatchkeyError('usage', texts.giveTheFileToWrite);
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
    written === null ? texts.wouldBeTakenOut : texts.aCopyWithoutTakenOut(written, classes.join(', ')),
    ...replaced.map(({ original, standIn }) => `  ${standIn}: ${original}`),
    ...(replaced.length === 0 ? [texts.noName] : []),
    ...(unproven.length === 0
      ? []
      : [wrap(texts.tooShortOrTooCommon(unproven.map(({ original }) => original).join(', ')), width, '  ')]),
    ...dropped.map(({ section, what, reason }) => wrap(texts.whole(section, what, reason), width, '  ')),
  ];
  return harmless(`${lines.join('\n')}\n`);
}
