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
    .summary('say whether the findings of a snapshot cleared on the server')
    .description(
      'Takes a new snapshot of the same length and says which findings of the given one cleared, which are still there, ' +
        'and which are new. What was declared of the host holds again. Nothing is changed on the server.',
    )
    .argument('<file>', 'the snapshot from before')
    .argument('[url]', 'mysql://user@host:port, without password')
    .addOption(new Option('--for <time>', 'another sampling duration').argParser(parseWindow))
    .option('-o, --output <file>', 'file for the new snapshot (default: a name made of server and time)')
    .option('--force', 'write over a snapshot that is there already')
    .option('--rules <folder>', 'use your own rules beside those that come with Latchkey')
    .option('--json', 'print one document; progress as JSON lines on stderr');
  addConnectionOptions(command);
  addHostOptions(command);
  command
    .addHelpText(
      'after',
      `
Examples:
  latchkey recheck before.lks --socket /run/mysqld/mysqld.sock --user root
  latchkey recheck before.lks mysql://monitor@db1.example.com:3306 --password --json`,
    )
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
    terminal.stderr.line(`The new snapshot is in ${output}`);
  }
  if (signal.aborted) {
    throw new LatchkeyError('cancelled', `Cancelled. What was gathered until then is in ${output}.`);
  }
  if (!after.complete) {
    const { incomplete } = await engine.call('snapshot.document', { id: after.id });
    throw new LatchkeyError('connection-lost', `The new snapshot is partial: ${incomplete?.text ?? ''}`, {
      hint: `What was gathered until then is in ${output}.`,
    });
  }
  return exitCodes.done;
}
