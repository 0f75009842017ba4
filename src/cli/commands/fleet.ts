import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { fleetSchema } from '../../shared/fleet';
import { fleetDiffSchema } from '../../shared/fleet-diff';
import type { ReadFleetRequest } from '../../shared/rpc/fleet';
import { printDocument } from '../json-output';
import { progressDisplay } from '../progress';
import type { RunContext } from '../run-context';
import { wantsColour } from '../terminal';
import { fleetDiffText, fleetText } from '../text/fleet-text';
import { colourStyle, plainStyle } from '../text/style';

interface FleetOptions {
  baseline?: string;
  ignore?: string[];
  where?: Record<string, string>;
  since?: string;
  rules?: string;
  json?: boolean;
}

export function addFleetCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const fleet = program
    .command('fleet')
    .summary('judge many servers at once')
    .description(
      'Works on a folder of snapshots: one folder a server in it, or the name of the server in the name of each file. ' +
        'What was judged is remembered, and only new files are read the next time.',
    )
    .addHelpText(
      'after',
      `
Examples:
  latchkey fleet analyze /var/lib/latchkey/fleet
  latchkey fleet analyze fleet/ --baseline db1 --ignore 'innodb_io_capacity*'
  latchkey fleet analyze fleet/ --where role=replica --json | jq .drift
  latchkey fleet diff fleet/`,
    );
  const analyze = fleet
    .command('analyze')
    .description(
      'lists findings by server, drift and servers that get the same plan. Files that are no snapshot are listed with the ' +
        'reason. Exit code 1 means that there are findings of severity warning or critical.',
    );
  addReadOptions(analyze).action(async (path: string, options: FleetOptions) =>
    finish(await runAnalyze(path, options, context)),
  );
  const diff = fleet
    .command('diff')
    .description(
      'says what changed on each server between its last snapshot and the one before: findings, settings, versions, and ' +
        'which settings changed as the plan had asked',
    )
    .argument('<path>', 'folder of snapshots')
    .addOption(whereOption())
    .option(
      '--since <time>',
      'compare with the last snapshot until then, such as 2026-11-01 or 2026-11-01T06:00Z',
    )
    .option('--rules <folder>', 'use your own rules beside those that come with Latchkey')
    .option('--json', 'print one document');
  diff.action(async (path: string, options: FleetOptions) => finish(await runDiff(path, options, context)));
}

function addReadOptions(command: Command): Command {
  return command
    .argument('<path>', 'folder of snapshots, or one snapshot')
    .option('--baseline <server|file>', 'compare settings with this server, or with this snapshot')
    .addOption(
      new Option(
        '--ignore <variable>',
        'leave this variable out of drift; * stands for anything; may be repeated',
      ).argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]),
    )
    .addOption(whereOption())
    .option('--rules <folder>', 'use your own rules beside those that come with Latchkey')
    .option('--json', 'print one document; progress as JSON lines on stderr');
}

function whereOption(): Option {
  return new Option('--where <label=value>', 'only servers with this label; may be repeated').argParser(
    (text: string, before: Record<string, string> | undefined) => {
      const at = text.indexOf('=');
      if (at < 1) throw new LatchkeyError('usage', `--where takes label=value; this is "${text}".`);
      return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
    },
  );
}

function requestOf(path: string, { baseline, ignore, where }: FleetOptions): ReadFleetRequest {
  return {
    path,
    ...(baseline === undefined ? {} : { baseline }),
    ...(ignore === undefined ? {} : { ignore }),
    ...(where === undefined ? {} : { where }),
  };
}

async function runAnalyze(path: string, options: FleetOptions, context: RunContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  const json = options.json === true;
  const engine = await context.engine({ rules: options.rules });
  const display = progressDisplay(terminal.stderr, json);
  const { report, warn, clear } = display;
  const fleet = await engine
    .call('fleet.read', requestOf(path, options), { signal, report, warn })
    .finally(clear);
  if (json) printDocument(terminal.stdout, fleetSchema, fleet);
  else terminal.stdout.writeStyled(fleetText(fleet, styleOf(context), widthOf(context)));
  const isGrave = fleet.findings.some(({ severity }) => severity !== 'notice');
  return isGrave ? exitCodes.findings : exitCodes.done;
}

async function runDiff(path: string, options: FleetOptions, context: RunContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  const json = options.json === true;
  const { where } = options;
  const engine = await context.engine({ rules: options.rules });
  const { report, warn, clear } = progressDisplay(terminal.stderr, json);
  const request = {
    path,
    ...(where === undefined ? {} : { where }),
    ...(options.since === undefined ? {} : { since: momentOf(options.since) }),
  };
  const diff = await engine.call('fleet.diff', request, { signal, report, warn }).finally(clear);
  if (json) printDocument(terminal.stdout, fleetDiffSchema, diff);
  else terminal.stdout.writeStyled(fleetDiffText(diff, styleOf(context), widthOf(context)));
  return exitCodes.done;
}

/** A date alone is its beginning in UTC. */
function momentOf(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new LatchkeyError('usage', `--since takes a date or a time; this is "${text}".`, {
      hint: 'Such as 2026-11-01, or 2026-11-01T06:00Z.',
    });
  }
  return new Date(time).toISOString();
}

function styleOf({ terminal }: RunContext) {
  return wantsColour(terminal) ? colourStyle : plainStyle;
}

function widthOf({ terminal }: RunContext): number {
  return Math.min(terminal.stdout.columns, 110);
}
