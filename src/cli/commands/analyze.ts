import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import type { Engine } from '../../engine';
import { type Analysis, analysisFailureSchema, analysisFailureSchemaName } from '../../shared/analysis';
import {
  type ErrorDocument,
  type ExitCode,
  errorOf,
  exitCodes,
  LatchkeyError,
} from '../../shared/base/error';
import { addHostOptions, declaredHost, type HostOptions } from '../connection-options';
import { reportFailure } from '../failure';
import { printDocument } from '../json-output';
import { openedFile, openedText } from '../opened-file';
import { printAnalysis } from '../print-analysis';
import { printRule } from '../print-rule';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import type { Terminal } from '../terminal';
import { texts as catalogue } from './texts';

interface AnalyzeOptions extends HostOptions {
  rules?: string;
  json?: boolean;
  why?: string;
}

export function addAnalyzeCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('analyze')
    .summary(catalogue.judgeSavedSnapshots)
    .description(catalogue.readsSnapshotsAndNamesThe)
    .argument('<files...>', catalogue.snapshotsFoldersWhoseLksFiles)
    .option('--rules <folder>', catalogue.toUseYourOwnRulesBeside)
    .option('--json', catalogue.printOneAnalysisDocumentA)
    .option('--why <rule>', catalogue.ofOneSnapshotWhyThis);
  addHostOptions(command);
  command
    .addHelpText('after', catalogue.examplesLatchkeyAnalyzeTodayLks)
    .action(async (files: string[], options: AnalyzeOptions) => {
      finish(await runAnalyze(files, options, context));
    });
}

/** One bad file does not keep the others from being judged; its exit code is the command's. */
async function runAnalyze(
  given: string[],
  options: AnalyzeOptions,
  { terminal, signal, engine: makeEngine }: RunContext,
): Promise<ExitCode> {
  const json = options.json === true;
  const files = await expandFolders(given);
  const engine = await makeEngine({ rules: options.rules });
  if (options.why !== undefined) {
    const [file, ...others] = files;
    if (file === undefined || others.length > 0) {
      throw new LatchkeyError('usage', catalogue.whyIsAboutOneSnapshot);
    }
    const id = await openedFile(engine, file, declaredHost(options));
    printRule(await engine.call('rules.explain', { ruleId: options.why, snapshotId: id }), terminal, json);
    return exitCodes.done;
  }
  const judge = json ? printDocuments : printTexts;
  return judge(engine, files, options, { terminal, signal });
}

type Printing = Pick<RunContext, 'terminal' | 'signal'>;

async function printDocuments(
  engine: Engine,
  paths: string[],
  options: AnalyzeOptions,
  { terminal, signal }: Printing,
): Promise<ExitCode> {
  const request = { paths, declaredHost: declaredHost(options) };
  const outcomes = await engine.call('analysis.documents', request, { signal });
  return eachFile(outcomes, paths, terminal, true, async (outcome) => {
    if ('value' in outcome) {
      terminal.stdout.write(`${outcome.value.json}\n`);
      return outcome.value.isGrave ? exitCodes.findings : exitCodes.done;
    }
    return printAnalysis(await analysisOfText(engine, outcome, options), terminal, true);
  });
}

async function printTexts(
  engine: Engine,
  paths: string[],
  options: AnalyzeOptions,
  { terminal, signal }: Printing,
): Promise<ExitCode> {
  const request = { paths, declaredHost: declaredHost(options) };
  const outcomes = await engine.call('analysis.files', request, { signal });
  let printed = 0;
  return eachFile(outcomes, paths, terminal, false, async (outcome) => {
    const analysis = 'value' in outcome ? outcome.value : await analysisOfText(engine, outcome, options);
    if (printed > 0) terminal.stdout.write('\n');
    printed += 1;
    return printAnalysis(analysis, terminal, false);
  });
}

/** Prints what became of each file, or why it could not be judged. @returns the gravest exit code */
async function eachFile<Outcome extends { path: string }>(
  outcomes: AsyncIterable<Outcome>,
  paths: string[],
  terminal: Terminal,
  json: boolean,
  print: (outcome: Outcome) => Promise<ExitCode>,
): Promise<ExitCode> {
  const progress = filesProgress(terminal, paths, json);
  let code: ExitCode = exitCodes.done;
  let done = 0;
  progress.report(done, paths[0] ?? '');
  for await (const outcome of outcomes) {
    progress.clear();
    try {
      code = worse(code, await print(outcome));
    } catch (error) {
      if (paths.length === 1 || !(error instanceof LatchkeyError) || error.code === 'invalid-rule')
        throw error;
      code = worse(code, reportFailure(error, terminal.stderr, json));
      if (json) {
        const failure = {
          schema: analysisFailureSchemaName,
          path: outcome.path,
          error: error.toDocument(),
        } as const;
        printDocument(terminal.stdout, analysisFailureSchema, failure);
      }
    }
    done += 1;
    if (done < paths.length) progress.report(done, paths[done] ?? '');
  }
  progress.clear();
  return code;
}

async function analysisOfText(
  engine: Engine,
  { path, error }: { path: string; error: ErrorDocument },
  options: HostOptions,
): Promise<Analysis> {
  const id = await openedText(engine, path, errorOf(error), declaredHost(options));
  return engine.call('analysis.get', { id, declaredHost: declaredHost(options) });
}

/** With `--json` a line for so many files: a script wants to see that it goes on, not each name. */
const filesPerLine = 100;

/** Which of several files is judged, on stderr: one line that rewrites itself, or JSON lines. */
function filesProgress({ stderr }: Terminal, files: string[], json: boolean) {
  const display = progressDisplay(stderr, json);
  return {
    report: (done: number, file: string) => {
      if (files.length === 1 || (json && (done === 0 || done % filesPerLine !== 0))) return;
      display.report({ done, total: files.length, phase: 'analyze', note: path.basename(file) });
    },
    clear: () => {
      // Only a terminal has a line to be wiped off before something else is printed there.
      if (!json) display.clear();
    },
  };
}

function worse(a: ExitCode, b: ExitCode): ExitCode {
  return a > b ? a : b;
}

async function expandFolders(given: string[]): Promise<string[]> {
  const files: string[] = [];
  for (const one of given) {
    const isFolder = await stat(one).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) {
      files.push(one);
      continue;
    }
    const names = (await readdir(one)).filter((name) => name.endsWith('.lks')).sort();
    if (names.length === 0) {
      throw new LatchkeyError('file-not-found', catalogue.thereIsNoSnapshotIn(one), {
        hint: catalogue.snapshotsEndInLksFor,
      });
    }
    files.push(...names.map((name) => path.join(one, name)));
  }
  return files;
}
