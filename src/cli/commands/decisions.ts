import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { jsonText } from '../../shared/writers/json';
import type { RunContext } from '../run-context';
import { field } from '../text/style';
import { texts } from './texts';

interface DecisionOptions {
  reason?: string;
  json?: boolean;
}

/** `lock`, `unlock`, `mute` and `unmute`: what holds for every plan and analysis, in the app too. */
export function addDecisionCommands(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  const json = () => new Option('--json', texts.printOneObjectALine);
  program
    .command('lock')
    .summary(texts.keepVariablesAsTheyAre)
    .description(texts.locksVariablesNoPlanTouches)
    .argument('[variables...]', texts.namesOfServerVariables)
    .option('--reason <text>', texts.whyTheyMustStay)
    .addOption(json())
    .addHelpText('after', example(texts.latchkeyLockInnodbFlushLog))
    .action(async (names: string[], options: DecisionOptions) => {
      finish(names.length === 0 ? await listLocks(options, context) : await lock(names, options, context));
    });
  program
    .command('unlock')
    .summary(texts.letPlansChangeVariablesAgain)
    .description(texts.removesLocks)
    .argument('<variables...>', texts.namesOfServerVariables)
    .addHelpText('after', example(texts.latchkeyUnlockInnodbFlushLog))
    .action(async (names: string[]) => {
      const engine = await context.engine({ rules: undefined });
      finish(
        await remove(names, 'locked', (variable) => engine.call('plan.locks.remove', { variable }), context),
      );
    });
  program
    .command('mute')
    .summary(texts.putTheFindingOfA)
    .description(texts.mutesRulesTheirFindingsAre)
    .argument('[rules...]', texts.idsOfRules)
    .option('--reason <text>', texts.whyTheFindingDoesNot)
    .addOption(json())
    .addHelpText('after', example(texts.latchkeyMuteDoublewriteOffReason))
    .action(async (ids: string[], options: DecisionOptions) => {
      finish(ids.length === 0 ? await listMutes(options, context) : await mute(ids, options, context));
    });
  program
    .command('unmute')
    .summary(texts.showTheFindingOfA)
    .description(texts.removesMutes)
    .argument('<rules...>', texts.idsOfRules)
    .addHelpText('after', example(texts.latchkeyUnmuteDoublewriteOff))
    .action(async (ids: string[]) => {
      const engine = await context.engine({ rules: undefined });
      finish(
        await remove(ids, 'muted', (ruleId) => engine.call('findings.mute.remove', { ruleId }), context),
      );
    });
}

function example(line: string): string {
  return `\nExample:\n  ${line}`;
}

async function lock(
  names: string[],
  { reason, json }: DecisionOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { stdout, stderr } = context.terminal;
  const engine = await context.engine({ rules: undefined });
  for (const name of names) {
    const { known, ...made } = await engine.call('plan.locks.add', { variable: name, reason });
    stdout.write(json === true ? `${jsonText(made)}\n` : texts.isLocked(made.variable));
    if (!known) {
      stderr.write(texts.latchkeyKnowsNoServerWith(made.variable));
    }
  }
  return exitCodes.done;
}

async function mute(
  ids: string[],
  { reason, json }: DecisionOptions,
  context: RunContext,
): Promise<ExitCode> {
  if (reason === undefined || reason.trim() === '') {
    throw new LatchkeyError('usage', texts.aMuteNeedsAReason, {
      hint: texts.toUseReasonWhyItDoes,
    });
  }
  const engine = await context.engine({ rules: undefined });
  for (const id of ids) {
    const made = await engine.call('findings.mute.add', { ruleId: id, reason });
    context.terminal.stdout.write(json === true ? `${jsonText(made)}\n` : texts.isMuted(id));
  }
  return exitCodes.done;
}

async function remove(
  names: string[],
  what: 'locked' | 'muted',
  take: (name: string) => Promise<{ removed: boolean }>,
  { terminal }: RunContext,
): Promise<ExitCode> {
  const missing: string[] = [];
  for (const name of names) {
    if ((await take(name)).removed) terminal.stdout.write(texts.isNotAnyMore(name, what));
    else missing.push(name);
  }
  if (missing.length > 0) {
    throw new LatchkeyError('not-found', texts.not(what, missing.join(', ')), {
      hint: texts.latchkeyListsWhatIs(what === 'locked' ? 'lock' : 'mute'),
    });
  }
  return exitCodes.done;
}

async function listLocks({ json }: DecisionOptions, context: RunContext): Promise<ExitCode> {
  const engine = await context.engine({ rules: undefined });
  const { locks } = await withDamage(engine.call('plan.locks.list', {}), context);
  list(locks, ({ variable }) => variable, json === true, texts.nothingIsLocked, context);
  return exitCodes.done;
}

async function listMutes({ json }: DecisionOptions, context: RunContext): Promise<ExitCode> {
  const engine = await context.engine({ rules: undefined });
  const { mutes } = await withDamage(engine.call('findings.mute.list', {}), context);
  list(mutes, ({ ruleId }) => ruleId, json === true, texts.nothingIsMuted, context);
  return exitCodes.done;
}

/** Says on stderr which files could not be read. */
async function withDamage<D extends { damaged: { path: string; message: string }[] }>(
  decisions: Promise<D>,
  { terminal }: RunContext,
): Promise<D> {
  const found = await decisions;
  for (const { path, message } of found.damaged) terminal.stderr.line(`${path}: ${message}`);
  return found;
}

function list<T extends { reason: string; at: string }>(
  decided: T[],
  nameOf: (one: T) => string,
  json: boolean,
  nothing: string,
  { terminal }: RunContext,
): void {
  if (decided.length === 0 && !json) terminal.stderr.write(`${nothing}\n`);
  for (const one of decided) {
    const text = [nameOf(one), one.at.slice(0, 10), one.reason].filter((part) => part !== '').join('  ');
    terminal.stdout.write(`${json ? jsonText(one) : field(text)}\n`);
  }
}
