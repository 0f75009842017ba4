import { inSafeOrder } from '../../knowledge/couplings';
import type { PlanFormat, Setting } from '../../shared/plan';
import { plainNumber } from '../plain-number';
import { sqlText } from '../setting';
import { commentLines, type DescribedChange, describeChanges } from './change-text';
import { proceeding } from './proceeding';
import { outputRefusal } from './refusal';
import { draggedAlong, plainText, type RenderContext } from './render-context';
import { serverTitle } from './server-title';

/** SET GLOBAL for what can change while the server runs; the restart list and the way back as comments. */
export function renderSetGlobal(context: RenderContext): string {
  const what =
    'SET GLOBAL: in force at once, forgotten at the next restart (put it into an option file too).';
  return sqlFile([...heading('set-global', what, context), ...nowStatements('GLOBAL', context)]);
}

/** SET PERSIST, MySQL 8.0 and later; elsewhere a comment that says why there is none. */
export function renderSetPersist(context: RenderContext): string {
  const what = 'SET PERSIST: in force at once and kept in mysqld-auto.cnf, which wins over option files.';
  const refusal = refused('set-persist', context);
  return sqlFile([
    ...heading('set-persist', what, context),
    ...(refusal ?? nowStatements('PERSIST', context)),
  ]);
}

/** SET PERSIST_ONLY: every change, at the next restart; MySQL 8.0 and later. */
export function renderSetPersistOnly(context: RenderContext): string {
  const what = 'SET PERSIST_ONLY: written to mysqld-auto.cnf, in force from the next restart.';
  const refusal = refused('set-persist-only', context);
  if (refusal !== null) return sqlFile([...heading('set-persist-only', what, context), ...refusal]);
  const { plan, analysis, undo } = context;
  const changes = describeChanges(plan, analysis);
  return sqlFile([
    ...heading('set-persist-only', what, context),
    ...commentLines('Needs SYSTEM_VARIABLES_ADMIN and PERSIST_RO_VARIABLES_ADMIN.', '--'),
    ...(changes.length === 0 ? ['-- No change is proposed.'] : []),
    ...(undo
      ? changes.map((each) => unpersisted(each, context))
      : changes.flatMap((each) => [
          ...why(each),
          `SET PERSIST_ONLY ${each.change.variable} = ${literal(each.change.stored)};`,
        ])),
  ]);
}

/** The SET GLOBAL statements of a plan, each below its reason, in an order in which no value is moved by another. */
export function nowStatements(kind: 'GLOBAL' | 'PERSIST', context: RenderContext): string[] {
  const { plan, analysis, undo } = context;
  const described = describeChanges(plan, analysis);
  const now = described.filter(({ change }) => change.when === 'now');
  const later = described.filter(({ change }) => change.when === 'restart');
  const back = wayBack(kind, now, context);
  if (undo) return now.length === 0 ? nothingNow : back;
  return [
    ...(now.length === 0 ? nothingNow : []),
    ...inOrder(now).flatMap((each) => [
      ...why(each),
      `SET ${kind} ${each.change.variable} = ${literal(each.change.stored)};`,
    ]),
    ...(later.length === 0 ? [] : ['', '-- These need a restart; put them into the option file:']),
    ...later.map(({ change, optionText }) => `--   ${change.variable} = ${optionText}`),
    ...(back.length === 0 ? [] : ['', '-- The way back (--undo prints it as statements):']),
    ...back.map((statement) => `-- ${statement}`),
  ];
}

const nothingNow = ['-- Nothing of this plan can change while the server runs.'];

/** The values before the plan, and with them what the server has moved along. */
function wayBack(kind: 'GLOBAL' | 'PERSIST', now: DescribedChange[], { present }: RenderContext): string[] {
  const changes = now.map(({ change }) => change);
  const settings = [
    ...changes.map(({ variable, from }) => ({ variable, value: plainText(from), sql: literal(from) })),
    ...draggedAlong(changes, present).map(({ variable, value }) => ({ variable, value, sql: value })),
  ];
  const current = new Map(changes.map(({ variable, stored }) => [variable, plainText(stored)]));
  const isPlanned = (name: string) => changes.some(({ variable }) => variable === name);
  return inSafeOrder(settings, current).flatMap(({ variable, sql }) => {
    if (kind === 'GLOBAL' || !isPlanned(variable)) return [`SET GLOBAL ${variable} = ${sql};`];
    return present.get(variable)?.persisted === true
      ? [`SET PERSIST ${variable} = ${sql};`]
      : [`SET GLOBAL ${variable} = ${sql};`, `RESET PERSIST IF EXISTS ${variable};`];
  });
}

function unpersisted({ change }: DescribedChange, { present }: RenderContext): string {
  return present.get(change.variable)?.persisted === true
    ? `SET PERSIST_ONLY ${change.variable} = ${literal(change.from)};`
    : `RESET PERSIST IF EXISTS ${change.variable};`;
}

/** So that none is moved by the present value of another. */
function inOrder(changes: DescribedChange[]): DescribedChange[] {
  const settings = changes.map((each) => ({
    variable: each.change.variable,
    value: plainText(each.change.stored),
    each,
  }));
  const current = new Map(changes.map(({ change }) => [change.variable, plainText(change.from)]));
  return inSafeOrder(settings, current).map(({ each }) => each);
}

function refused(format: PlanFormat, { analysis }: RenderContext): string[] | null {
  const refusal = outputRefusal(format, analysis.snapshot.server);
  return refusal === null ? null : commentLines(`${refusal} Use an option file.`, '--');
}

function literal(setting: Setting): string {
  return typeof setting === 'number' ? plainNumber(setting) : sqlText(setting);
}

/** What the file is, and how to proceed with it. */
export function heading(format: PlanFormat, what: string, context: RenderContext): string[] {
  const { server, id } = context.analysis.snapshot;
  const steps = outputRefusal(format, server) === null ? proceeding(format, context) : [];
  const undone = context.undo ? 'Undo of the ' : '';
  return [
    `-- ${undone}Latchkey plan for ${serverTitle(server)}, from snapshot ${id}.`,
    ...commentLines(what, '--'),
    ...steps.flatMap((step, index) => commentLines(`${index + 1}. ${step}`, '--')),
  ];
}

function why({ change, reason, fromText, sessionScope }: DescribedChange): string[] {
  const rules = change.why.length === 0 ? '' : ` [${change.why.join(', ')}]`;
  const session = sessionScope ? ' Connections that are open keep their own value until they reconnect.' : '';
  return ['', ...commentLines(`${reason}.${rules} Was ${fromText}.${session}`.replaceAll('..', '.'), '--')];
}

function sqlFile(lines: string[]): string {
  return `${lines.join('\n')}\n`;
}
