import type { Ask } from '../engine';
import { LatchkeyError } from '../shared/base/error';
import { type ChangePlan, holderText, type LockHolder } from '../shared/change';
import { jsonText } from '../shared/writers/json';
import type { Terminal } from './terminal';
import { changePlanText } from './text/change-plan-text';
import { probePlanText } from './text/probe-text';
import { field } from './text/style';
import { texts } from './texts';

/** What a command was given that agrees beforehand. */
export interface ConsentOptions {
  yes?: boolean;
  json?: boolean;
  withoutLock?: boolean;
}

/**
 * How a call asks on the terminal.
 * @param clear wipes what shows the progress, before anything is asked
 * @param remarks to be read before those of the change
 */
export function terminalAsk(
  options: ConsentOptions,
  terminal: Terminal,
  clear: () => void,
  remarks: readonly string[] = [],
): Required<Ask> {
  return {
    change: (proposed) => {
      clear();
      if (proposed.probe !== undefined && options.json !== true)
        terminal.stderr.write(probePlanText(proposed.probe));
      return askConsent(proposed.plan, [...remarks, ...proposed.remarks], options, terminal);
    },
    profile: (plan) => {
      clear();
      return askProfileConsent(plan, options, terminal);
    },
    withoutLock: (holder) => {
      clear();
      return askWithoutLock(holder, options, terminal);
    },
  };
}

/**
 * Shows a change on stderr (with `--json` as a line of JSON) and gets the consent for it: `--yes`, or an answer on
 * the terminal.
 * @param remarks further lines to be read before answering
 * @throws LatchkeyError usage where nobody can be asked and `--yes` was not given
 */
async function askConsent(
  plan: ChangePlan,
  remarks: readonly string[],
  options: ConsentOptions,
  terminal: Terminal,
): Promise<boolean> {
  const { stderr } = terminal;
  if (options.json === true) stderr.write(`${jsonText({ change: plan, remarks })}\n`);
  else {
    stderr.write(changePlanText(plan, false));
    for (const remark of remarks) stderr.line(`  - ${remark}`);
  }
  if (options.yes === true) return true;
  if (!stderr.isTTY || options.json === true) {
    const howLong = plan.purpose === 'apply' ? '' : texts.forAWhile;
    throw new LatchkeyError('usage', texts.thisChangesTheServerAnd(howLong), {
      hint: texts.giveYesToAgreeTo,
    });
  }
  for (;;) {
    const answer = (await terminal.ask(texts.sendThemYesNoOr)).toLowerCase();
    if (['y', 'yes'].includes(answer)) return true;
    if (['', 'n', 'no'].includes(answer)) return false;
    if (['a', 'all'].includes(answer)) stderr.write(changePlanText(plan, true));
  }
}

/** Refuses what needs consent where nobody can be asked. @throws LatchkeyError usage */
export function refuseUnasked(options: { yes?: boolean; json?: boolean }, { stderr }: Terminal): void {
  if (options.yes === true || (stderr.isTTY && options.json !== true)) return;
  throw new LatchkeyError('usage', texts.stacksAreSampledOnlyWith, {
    hint: texts.giveYesToAgreeToRunning,
  });
}

/** Shows the command that would look into the server's process, and gets the consent for it. */
async function askProfileConsent(
  { command, seconds }: { command: string; seconds: number },
  options: ConsentOptions,
  terminal: Terminal,
): Promise<boolean> {
  const { stderr } = terminal;
  if (options.json === true) stderr.write(`${jsonText({ profile: { command, seconds } })}\n`);
  else {
    stderr.write(texts.toSampleStacksThisRuns(seconds, field(command)));
  }
  if (options.yes === true) return true;
  for (;;) {
    const answer = (await terminal.ask(texts.runItYesOrNo)).toLowerCase();
    if (/^y(es)?$/.test(answer)) return true;
    if (/^no?$/.test(answer) || answer === '') return false;
  }
}

/** Shows who holds the server's lock for changes, and asks whether to restore without it; `--without-lock` says so. */
async function askWithoutLock(
  holder: LockHolder,
  options: ConsentOptions,
  { stderr, ask }: Pick<Terminal, 'stderr' | 'ask'>,
): Promise<boolean> {
  if (options.withoutLock === true) return true;
  if (!stderr.isTTY || options.json === true) return false;
  stderr.line(texts.theServersLockForChanges(holderText(holder)));
  return /^y(es)?$/i.test(await ask(texts.goOnWithoutTheLock));
}
