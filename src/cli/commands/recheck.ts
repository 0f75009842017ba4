import { type Command, Option } from 'commander';
import type { CallOutput } from '../../engine';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { recheckSchema } from '../../shared/compare';
import { describeTarget } from '../../shared/connection';
import {
  addConnectionOptions,
  addHostOptions,
  type ConnectionOptions,
  connectionSecrets,
  connectionTarget,
  declaredHost,
  type HostOptions,
} from '../connection-options';
import { printDocument } from '../json-output';
import { parseWindow } from '../option-values';
import { checkSnapshotFile } from '../output-file';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { defaultSnapshotName } from '../snapshot-summary';
import { wantsColour } from '../terminal';
import { recheckText } from '../text/compare-text';
import { colourStyle, plainStyle } from '../text/style';
import { texts } from './texts';

interface RecheckOptions extends ConnectionOptions, HostOptions {
  for?: number;
  output?: string;
  force?: boolean;
  rules?: string;
  json?: boolean;
}

export function addRecheckCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('recheck')
    .summary(texts.sayWhetherTheFindingsOf)
    .description(texts.takesANewSnapshotOf)
    .argument('<file>', texts.theSnapshotFromBefore)
    .argument('[url]', texts.mysqlUserHostPortWithout)
    .addOption(new Option('--for <time>', texts.anotherSamplingDuration).argParser(parseWindow))
    .option('-o, --output <file>', texts.fileForTheNewSnapshot)
    .option('--force', texts.writeOverASnapshotThat)
    .option('--rules <folder>', texts.toUseYourOwnRulesBeside)
    .option('--json', texts.printOneDocumentProgressAs);
  addConnectionOptions(command);
  addHostOptions(command);
  command
    .addHelpText('after', texts.examplesLatchkeyRecheckBeforeLks)
    .action(async (file: string, url: string | undefined, options: RecheckOptions) => {
      finish(await runRecheck(file, url, options, context));
    });
}

async function runRecheck(
  file: string,
  url: string | undefined,
  options: RecheckOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { terminal, clock, signal } = context;
  const json = options.json === true;
  const engine = await context.engine({ rules: options.rules });
  const { id } = await engine.call('snapshot.read', { path: file });
  const target = connectionTarget(url, options, terminal.environment);
  const output = options.output ?? defaultSnapshotName(describeTarget(target), clock.now());
  await checkSnapshotFile(output, options.force === true);
  const secrets = await connectionSecrets(options, terminal);
  const display = progressDisplay(terminal.stderr, json);
  let outcome: CallOutput<'recheck.run'>;
  try {
    outcome = await engine.call(
      'recheck.run',
      {
        id,
        target,
        secrets,
        ...(options.for === undefined ? {} : { windowSeconds: options.for / 1000 }),
        keepLiterals: false,
        declaredHost: declaredHost(options),
      },
      { signal, report: display.report, warn: display.warn, writeTo: output },
    );
  } finally {
    display.clear();
  }
  const { recheck, snapshot: after } = outcome;
  if (json) {
    printDocument(terminal.stdout, recheckSchema, recheck);
  } else {
    const style = wantsColour(terminal) ? colourStyle : plainStyle;
    terminal.stdout.writeStyled(recheckText(recheck, style, Math.min(terminal.stdout.columns, 110)));
    terminal.stderr.line(texts.theNewSnapshotIsIn(output));
  }
  if (signal.aborted) {
    throw new LatchkeyError('cancelled', texts.cancelledWhatWasGatheredUntil(output));
  }
  if (!after.complete) {
    const { incomplete } = await engine.call('snapshot.document', { id: after.id });
    throw new LatchkeyError('connection-lost', texts.theNewSnapshotIsPartial(incomplete?.text ?? ''), {
      hint: texts.whatWasGatheredUntilThen(output),
    });
  }
  return exitCodes.done;
}
