import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes, LatchkeyError } from '../../shared/base/error';
import { jsonText } from '../../shared/writers/json';
import type { RunContext } from '../run-context';
import { field } from '../text/style';

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
  const json = () => new Option('--json', 'print one object a line');
  program
    .command('lock')
    .summary('keep variables as they are, in every plan')
    .description(
      'Locks variables: no plan touches them, neither here nor in the app, until they are unlocked. Without a variable ' +
        'it lists the locks.',
    )
    .argument('[variables...]', 'names of server variables')
    .option('--reason <text>', 'why they must stay')
    .addOption(json())
    .addHelpText('after', example('latchkey lock innodb_flush_log_at_trx_commit --reason "audit of 2026"'))
    .action(async (names: string[], options: DecisionOptions) => {
      finish(names.length === 0 ? await listLocks(options, context) : await lock(names, options, context));
    });
  program
    .command('unlock')
    .summary('let plans change variables again')
    .description('Removes locks.')
    .argument('<variables...>', 'names of server variables')
    .addHelpText('after', example('latchkey unlock innodb_flush_log_at_trx_commit'))
    .action(async (names: string[]) => {
      const engine = await context.engine({ rules: undefined });
      finish(
        await remove(names, 'locked', (variable) => engine.call('plan.locks.remove', { variable }), context),
      );
    });
  program
    .command('mute')
    .summary('put the finding of a rule aside, with a reason')
    .description(
      'Mutes rules: their findings are no part of any diagnosis or plan, but are reported beside it with the reason. ' +
        'Without a rule it lists the mutes.',
    )
    .argument('[rules...]', 'ids of rules')
    .option('--reason <text>', 'why the finding does not matter here; needed')
    .addOption(json())
    .addHelpText('after', example('latchkey mute doublewrite-off --reason "ZFS writes whole pages"'))
    .action(async (ids: string[], options: DecisionOptions) => {
      finish(ids.length === 0 ? await listMutes(options, context) : await mute(ids, options, context));
    });
  program
    .command('unmute')
    .summary('show the finding of a rule again')
    .description('Removes mutes.')
    .argument('<rules...>', 'ids of rules')
    .addHelpText('after', example('latchkey unmute doublewrite-off'))
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
    stdout.write(json === true ? `${jsonText(made)}\n` : `${made.variable} is locked.\n`);
    if (!known) {
      stderr.write(
        `Latchkey knows no server with a variable ${made.variable}; the lock holds where there is one.\n`,
      );
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
    throw new LatchkeyError('usage', 'A mute needs a reason: it is shown wherever the finding would be.', {
      hint: 'Use --reason "why it does not matter here".',
    });
  }
  const engine = await context.engine({ rules: undefined });
  for (const id of ids) {
    const made = await engine.call('findings.mute.add', { ruleId: id, reason });
    context.terminal.stdout.write(json === true ? `${jsonText(made)}\n` : `${id} is muted.\n`);
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
    if ((await take(name)).removed) terminal.stdout.write(`${name} is not ${what} any more.\n`);
    else missing.push(name);
  }
  if (missing.length > 0) {
    throw new LatchkeyError('not-found', `Not ${what}: ${missing.join(', ')}.`, {
      hint: `latchkey ${what === 'locked' ? 'lock' : 'mute'} lists what is.`,
    });
  }
  return exitCodes.done;
}

async function listLocks({ json }: DecisionOptions, context: RunContext): Promise<ExitCode> {
  const engine = await context.engine({ rules: undefined });
  const { locks } = await withDamage(engine.call('plan.locks.list', {}), context);
  list(locks, ({ variable }) => variable, json === true, 'Nothing is locked.', context);
  return exitCodes.done;
}

async function listMutes({ json }: DecisionOptions, context: RunContext): Promise<ExitCode> {
  const engine = await context.engine({ rules: undefined });
  const { mutes } = await withDamage(engine.call('findings.mute.list', {}), context);
  list(mutes, ({ ruleId }) => ruleId, json === true, 'Nothing is muted.', context);
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
