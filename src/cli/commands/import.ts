import type { Command } from 'commander';
import type { Engine } from '../../engine';
import { defined } from '../../shared/base/defined';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import { type ImportReport, importReportSchema } from '../../shared/import';
import { addHostOptions, declaredHost, type HostOptions } from '../connection-options';
import { printDocument } from '../json-output';
import { checkSnapshotFile } from '../output-file';
import { printAnalysis } from '../print-analysis';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { defaultSnapshotName } from '../snapshot-summary';
import { importText } from '../text/import-text';
import { texts } from './texts';

interface ImportOptions extends HostOptions {
  output?: string;
  force?: boolean;
  only?: string;
  serverVersion?: string;
  keepLiterals?: boolean;
  analyze?: boolean;
  rules?: string;
  json?: boolean;
}

export function addImportCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('import')
    .summary(texts.makeASnapshotOfAnother)
    .description(texts.readsWhatMysqlAndMysqladmin)
    .argument('<path>', texts.folderFileOrArchive)
    .option('-o, --output <file>', texts.fileToWriteDefaultA)
    .option('--force', texts.writeOverASnapshotThat)
    .option('--only <text>', texts.onlyFilesWhosePathHolds)
    .option('--server-version <version>', texts.suchAsMariadb105)
    .option('--keep-literals', texts.keepLiteralValuesInStatements)
    .option('--analyze', texts.judgeTheSnapshotAtOnce)
    .option('--rules <folder>', texts.withAnalyzeUseYourOwn)
    .option('--json', texts.printTheReportOfThe);
  addHostOptions(command);
  command
    .addHelpText('after', texts.examplesLatchkeyImportVarLib)
    .action(async (path: string, options: ImportOptions) => {
      finish(await runImport(path, options, context));
    });
}

async function runImport(path: string, options: ImportOptions, context: RunContext): Promise<ExitCode> {
  const { terminal, clock, signal } = context;
  const json = options.json === true;
  const file = options.output ?? defaultSnapshotName(path.replace(/(?:\.tar)?\.\w+$/, ''), clock.now());
  await checkSnapshotFile(file, options.force === true);
  const engine = await context.engine({ rules: options.rules });
  const display = progressDisplay(terminal.stderr, json);
  let imported: ImportReport;
  try {
    imported = await engine.call(
      'import.open',
      {
        path,
        keepLiterals: options.keepLiterals === true,
        declaredHost: declaredHost(options),
        ...defined({ only: options.only, serverVersion: options.serverVersion }),
      },
      { signal, report: display.report, writeTo: file },
    );
  } finally {
    display.clear();
  }
  return printOutcome(engine, file, imported, options, context);
}

async function printOutcome(
  engine: Engine,
  file: string,
  imported: ImportReport,
  options: ImportOptions,
  { terminal }: RunContext,
): Promise<ExitCode> {
  const json = options.json === true;
  const { id } = imported.snapshot;
  if (!json) {
    const snapshot = await engine.call('snapshot.document', { id });
    terminal.stdout.write(importText(file, snapshot, imported, terminal.stdout.columns));
  }
  if (options.analyze === true)
    return printAnalysis(await engine.call('analysis.get', { id }), terminal, json);
  if (json) {
    printDocument(terminal.stdout, importReportSchema, imported);
  }
  return exitCodes.done;
}
