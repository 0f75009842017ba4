import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { LatchkeyError } from '../shared/base/error';
import type { ReadFleetRequest } from '../shared/rpc/fleet';
import { texts } from './texts';

/** What every command takes that reads a fleet. */
export interface FleetReadOptions {
  baseline?: string;
  ignore?: string[];
  where?: Record<string, string>;
  rules?: string;
}

export function addFleetReadOptions(command: Command): Command {
  return command
    .argument('<path>', texts.folderOfSnapshotsOneSnapshot)
    .option('--baseline <server|file>', texts.compareSettingsWithThisServer)
    .addOption(
      new Option('--ignore <variable>', texts.leaveThisVariableOutOf).argParser(
        (value: string, before: string[] | undefined) => [...(before ?? []), value],
      ),
    )
    .addOption(whereOption())
    .option('--rules <folder>', texts.toUseYourOwnRulesBeside);
}

export function whereOption(): Option {
  return new Option('--where <label=value>', texts.onlyServersWithThisLabel).argParser(
    (text: string, before: Record<string, string> | undefined) => {
      const at = text.indexOf('=');
      if (at < 1) throw new LatchkeyError('usage', texts.whereTakesLabelValueThis(text));
      return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
    },
  );
}

/** The request of a command line. A baseline is a file where there is one of this name, else a server. */
export async function fleetRequest(
  path: string,
  { baseline, ignore, where }: FleetReadOptions,
): Promise<ReadFleetRequest> {
  const isFile = baseline !== undefined && (await stat(baseline).catch(() => null))?.isFile() === true;
  return {
    path,
    ...(baseline === undefined ? {} : isFile ? { baselineFile: baseline } : { baseline }),
    ...(ignore === undefined ? {} : { ignore }),
    ...(where === undefined ? {} : { where }),
  };
}

/** A date alone is its beginning in UTC. */
export function momentOf(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new LatchkeyError('usage', texts.sinceTakesADateOr(text), {
      hint: texts.suchAs20261101,
    });
  }
  return new Date(time).toISOString();
}
