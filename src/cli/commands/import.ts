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
    .summary("make a snapshot of another tool's files")
    .description(
      'Reads what mysql and mysqladmin print, pt-stalk, pt-mysql-summary --save-samples, MySQL Shell diagnostics, ' +
        'mysqltuner --dumpdir, my.cnf and slow logs, in a folder, a file, a .tar.gz or a .zip, and writes one .lks file. ' +
        'Nothing is unpacked to disk. Two readings of the status give a window with rates.',
    )
    .argument('<path>', 'folder, file or archive')
    .option('-o, --output <file>', 'file to write (default: a name made of path and time)')
    .option('--force', 'write over a snapshot that is there already')
    .option(
      '--only <text>',
      'only files whose path holds this text, where there are several servers or captures',
    )
    .option('--server-version <version>', 'such as mariadb-10.5.8, where the files do not say')
    .option('--keep-literals', 'keep literal values in statements, process list and InnoDB status')
    .option('--analyze', 'judge the snapshot at once, as `latchkey analyze` would')
    .option('--rules <folder>', 'with --analyze: use your own rules beside those that come with Latchkey')
    .option(
      '--json',
      'print the report of the import (with --analyze the analysis) as JSON; progress on stderr',
    );
  addHostOptions(command);
  command
    .addHelpText(
      'after',
      `
Examples:
  latchkey import /var/lib/pt-stalk -o stalk.lks --analyze
  latchkey import diagnostics.zip --ram 64G --cpus 16
  mysqladmin extended-status -i1 -c30 > status.txt; latchkey import status.txt`,
    )
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
