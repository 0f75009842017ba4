import { isPersistent, optionRefusal } from '../../knowledge/catalog/setting-places';
import { inSafeOrder } from '../../knowledge/catalog/values/coupled-variables';
import { intermediateValue, longestWaitMs } from '../../knowledge/catalog/values/intermediate-value';
import { cannotRestore } from '../../knowledge/catalog/values/restorable-value';
import { warningsOfSet } from '../../knowledge/catalog/values/set-warnings';
import { changesNow, type PlanChange, type PlanFormat } from '../../shared/plan';
import {
  type Sql,
  sql,
  sqlComment,
  sqlCommentedOut,
  sqlFile,
  sqlListing,
  sqlNumber,
  sqlVariable,
} from '../../shared/writers/sql';
import { type DescribedChange, describeChanges } from './change-text';
import { leftOutTexts } from './left-out';
import { outputRefusal } from './refusal';
import { alsoChangedBy, plainText, planTitle, type RenderContext } from './render-context';
import { rolloutSteps } from './rollout-steps';
import { sqlPrinted, sqlSetting } from './sql-values';

/** SET GLOBAL for what can change while the server runs; the restart list and the rollback as comments. */
export function renderSetGlobal(context: RenderContext): Sql {
  const what =
    'SET GLOBAL: in force at once, forgotten at the next restart (put it into an option file too).';
  return sqlFile([...heading('set-global', what, context), ...nowStatements('GLOBAL', context)]);
}

/** SET PERSIST, MySQL 8.0 and later; elsewhere a comment that says why there is none. */
export function renderSetPersist(context: RenderContext): Sql {
  const what = 'SET PERSIST: in force at once and kept in mysqld-auto.cnf, which wins over option files.';
  const refusal = refused('set-persist', context);
  return sqlFile([
    ...heading('set-persist', what, context),
    ...(refusal ?? nowStatements('PERSIST', context)),
  ]);
}

/** SET PERSIST_ONLY: every change, at the next restart; MySQL 8.0 and later. */
export function renderSetPersistOnly(context: RenderContext): Sql {
  const what = 'SET PERSIST_ONLY: written to mysqld-auto.cnf, in force from the next restart.';
  const refusal = refused('set-persist-only', context);
  if (refusal !== null) return sqlFile([...heading('set-persist-only', what, context), ...refusal]);
  const { plan, analysis, undo } = context;
  const { server } = analysis.snapshot;
  const all = describeChanges(plan, analysis);
  const changes = all.filter(({ change }) => isPersistent(change.variable, server));
  const others = all.filter((each) => !changes.includes(each));
  return sqlFile([
    ...heading('set-persist-only', what, context),
    ...(others.length === 0
      ? []
      : [sql`-- The server does not persist these; put them into the option file:`]),
    ...others.flatMap(listed),
    sql`-- Needs SYSTEM_VARIABLES_ADMIN and PERSIST_RO_VARIABLES_ADMIN.`,
    ...(changes.length === 0 ? [sql`-- No change is proposed.`] : []),
    ...(undo
      ? changes.flatMap((each) => unpersisted(each, context))
      : changes.flatMap((each) => [
          ...why(each),
          ...warnings(each.change.variable, plainText(each.change.stored), new Map(), context),
          sql`SET PERSIST_ONLY ${sqlVariable(each.change.variable)} = ${sqlSetting(each.change.stored)};`,
        ])),
  ]);
}

/** The SET GLOBAL statements of a plan, each below its reason, in an order in which no value is moved by another. */
export function nowStatements(kind: 'GLOBAL' | 'PERSIST', context: RenderContext): Sql[] {
  const { plan, analysis, undo } = context;
  const described = describeChanges(plan, analysis);
  const now = describeChanges({ ...plan, changes: changesNow(plan.changes) }, analysis);
  const later = described.filter(({ change }) => change.when === 'restart');
  const back = rollback(kind, now, context);
  if (undo) return now.length === 0 ? nothingNow : back;
  const values = new Map([...context.present].map(([name, { value }]) => [name, value]));
  return [
    ...(now.length === 0 ? nothingNow : []),
    ...inOrder(now).flatMap((each) => [
      ...why(each),
      ...untilRestart(each, later),
      ...warnings(each.change.variable, plainText(each.change.stored), values, context),
      ...firstStep(each.change.variable, plainText(each.change.stored), context),
      sql`SET ${scopes[keeping(kind, each, context)]} ${sqlVariable(each.change.variable)} = ${sqlSetting(each.change.stored)};`,
    ]),
    ...(later.length === 0 ? [] : [sql``, sql`-- These need a restart; put them into the option file:`]),
    ...later.flatMap(listed),
    ...forgotten(described, context),
    ...(back.length === 0
      ? []
      : [sql``, ...sqlComment(context.words('Rollback (--undo prints it as statements):'))]),
    ...sqlCommentedOut(back),
  ];
}

/** Of a value that stands until a restart sets another. */
function untilRestart({ change }: DescribedChange, later: readonly DescribedChange[]): Sql[] {
  const final = later.find((each) => each.change.variable === change.variable);
  return final === undefined
    ? []
    : sqlComment(`As much as the running server takes; the next start sets ${final.storedText}.`);
}

const scopes = { GLOBAL: sql`GLOBAL`, PERSIST: sql`PERSIST` };
const nothingNow = [sql`-- Nothing of this plan can change while the server runs.`];

/** The values before the plan, and with them what the server has also changed. */
function rollback(kind: 'GLOBAL' | 'PERSIST', now: DescribedChange[], context: RenderContext): Sql[] {
  const { present } = context;
  const changes = now.map(({ change }) => change).filter((change) => stuck(change, context) === null);
  const settings = [
    ...changes.map(({ variable, from }) => ({ variable, value: plainText(from), written: sqlSetting(from) })),
    ...alsoChangedBy(changes, present).map(({ variable, value }) => ({
      variable,
      value,
      written: sqlPrinted(value),
    })),
  ];
  const current = new Map(changes.map(({ variable, stored }) => [variable, plainText(stored)]));
  const persisted = now
    .filter((each) => keeping(kind, each, context) === 'PERSIST')
    .map(({ change }) => change.variable);
  const left = now.filter(({ change }) => !changes.includes(change));
  const values = new Map([...present].map(([name, { value }]): [string, string] => [name, value]));
  for (const [variable, value] of current) values.set(variable, value);
  const statements = inSafeOrder(settings, current).flatMap(({ variable, value, written }) => {
    if (written === null) return sqlComment(`${variable} ${notWritten}`);
    const before = [...warnings(variable, value, values, context), ...firstStep(variable, value, context)];
    if (!persisted.includes(variable))
      return [...before, sql`SET GLOBAL ${sqlVariable(variable)} = ${written};`];
    const kept = present.get(variable)?.persisted ?? null;
    return kept === present.get(variable)?.value
      ? [...before, sql`SET PERSIST ${sqlVariable(variable)} = ${written};`]
      : [...before, sql`SET GLOBAL ${sqlVariable(variable)} = ${written};`, ...keptAgain(variable, kept)];
  });
  return [
    ...statements,
    ...left.flatMap(({ change, fromText }) =>
      sqlComment(
        `${change.variable} does not go back to ${fromText} while the server runs (${stuck(change, context)}): only a restart brings it back.`,
      ),
    ),
  ];
}

/** What the server will remark about a SET, which is noted as sent. @param values in force before it */
function warnings(
  variable: string,
  value: string,
  values: Map<string, string>,
  { analysis }: RenderContext,
): Sql[] {
  const said = warningsOfSet(variable, value, (name) => values.get(name), analysis.snapshot.server);
  values.set(variable, value);
  return said.flatMap(({ codes, text }) => sqlComment(`The server warns (${codes.join(', ')}): ${text}.`));
}

/** What has to be in force for a moment before a value; the servers that need it have no SET PERSIST. */
function firstStep(variable: string, value: string, { analysis }: RenderContext): Sql[] {
  const step = intermediateValue(variable, value, analysis.snapshot.server);
  if (step === null) return [];
  return [
    ...sqlComment(`Connections that wait for ${variable} are let in first: without it they would hang.`),
    sql`SET GLOBAL ${sqlVariable(variable)} = ${sqlNumber(step)};`,
    sql`DO SLEEP(${longestWaitMs / 1000});`,
  ];
}

/** Why a SET cannot restore the change; null: it can. */
function stuck({ variable, from }: PlanChange, { present, plan, analysis }: RenderContext): string | null {
  const value = (name: string) => {
    const changed = plan.changes.find((change) => change.variable === name);
    return changed === undefined ? present.get(name)?.value : plainText(changed.from);
  };
  return cannotRestore(variable, plainText(from), value, analysis.snapshot.server);
}

/** What neither an option file nor SET PERSIST keeps. */
function forgotten(changes: DescribedChange[], { analysis }: RenderContext): Sql[] {
  return changes.flatMap(({ change }) => {
    const refusal = optionRefusal(change.variable, analysis.snapshot.server);
    return refusal === null || isPersistent(change.variable, analysis.snapshot.server)
      ? []
      : [sql``, ...sqlComment(refusal)];
  });
}

/** What the server does not persist can still be set for now. */
function keeping(
  kind: 'GLOBAL' | 'PERSIST',
  { change }: Pick<DescribedChange, 'change'>,
  { analysis, plan }: RenderContext,
): 'GLOBAL' | 'PERSIST' {
  // What stands until a restart only must not outlast it.
  const isUntilRestart = plan.changes.some(
    ({ variable, atOnce }) => variable === change.variable && atOnce !== undefined,
  );
  if (isUntilRestart) return 'GLOBAL';
  return isPersistent(change.variable, analysis.snapshot.server) ? kind : 'GLOBAL';
}

function unpersisted({ change }: DescribedChange, { present }: RenderContext): Sql[] {
  return keptAgain(change.variable, present.get(change.variable)?.persisted ?? null);
}

/** What SET PERSIST kept before, without touching what is in force. */
function keptAgain(variable: string, kept: string | null): Sql[] {
  if (kept === null) return [sql`RESET PERSIST IF EXISTS ${sqlVariable(variable)};`];
  const written = sqlPrinted(kept);
  return written === null
    ? sqlComment(`${variable} was persisted with a value that cannot be written in SQL.`)
    : [sql`SET PERSIST_ONLY ${sqlVariable(variable)} = ${written};`];
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

function refused(format: PlanFormat, { analysis }: RenderContext): Sql[] | null {
  const refusal = outputRefusal(format, analysis.snapshot.server);
  return refusal === null ? null : sqlComment(`${refusal} Use an option file.`);
}

/** What the file is, and how to proceed with it. */
export function heading(format: PlanFormat, what: string, context: RenderContext): Sql[] {
  const { server } = context.analysis.snapshot;
  const steps = outputRefusal(format, server) === null ? rolloutSteps(format, context) : [];
  return [
    ...sqlComment(`${planTitle(context)}.`),
    ...sqlComment(what),
    ...steps.flatMap((step, index) => sqlComment(`${index + 1}. ${step}`)),
    ...leftOutTexts(context).flatMap(sqlComment),
  ];
}

function why({ change, reason, fromText, sessionScope }: DescribedChange): Sql[] {
  const rules = change.why.length === 0 ? '' : ` [${change.why.join(', ')}]`;
  const session = sessionScope ? ' Connections that are open keep their own value until they reconnect.' : '';
  return [sql``, ...sqlComment(`${reason}.${rules} Was ${fromText}.${session}`.replaceAll('..', '.'))];
}

/** A setting that the option file has to hold. */
function listed({ optionName, optionText }: DescribedChange): Sql[] {
  return sqlListing(`${optionName} = ${optionText}`);
}

const notWritten = 'also changes; its value cannot be written in SQL, and only a restart brings it back.';
