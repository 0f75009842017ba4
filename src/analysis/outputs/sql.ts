import type { Analysis } from '../../shared/analysis';
import type { Plan, Setting } from '../../shared/plan';
import { compareVersions } from '../../shared/server';
import { plainNumber } from '../plain-number';
import { sqlText } from '../setting';
import { commentLines, type DescribedChange, describeChanges } from './change-text';
import { serverTitle } from './server-title';

/** SET GLOBAL for what can change while the server runs, the restart list and the way back as comments. */
export function renderSetGlobal(plan: Plan, analysis: Analysis): string {
  const changes = inSafeOrder(describeChanges(plan, analysis));
  const now = changes.filter(({ change }) => change.when === 'now');
  return sqlFile([
    ...title(
      'SET GLOBAL: in force at once, forgotten at the next restart (put it into an option file too).',
      analysis,
    ),
    ...(now.length === 0 ? ['-- Nothing of this plan can change while the server runs.'] : []),
    ...now.flatMap((each) => [
      ...why(each),
      `SET GLOBAL ${each.change.variable} = ${literal(each.change.stored)};`,
    ]),
    ...restartList(changes),
    ...rollback(
      [...now].reverse().map(({ change }) => `SET GLOBAL ${change.variable} = ${literal(change.from)};`),
    ),
  ]);
}

/** SET PERSIST, MySQL 8.0 and later; elsewhere a comment that says why there is none. */
export function renderSetPersist(plan: Plan, analysis: Analysis): string {
  const refusal = persistRefusal(analysis);
  if (refusal !== null) return sqlFile([...title('SET PERSIST', analysis), ...commentLines(refusal, '--')]);
  const changes = inSafeOrder(describeChanges(plan, analysis));
  const now = changes.filter(({ change }) => change.when === 'now');
  return sqlFile([
    ...title(
      'SET PERSIST: in force at once and kept in mysqld-auto.cnf, which wins over option files.',
      analysis,
    ),
    ...(now.length === 0 ? ['-- Nothing of this plan can change while the server runs.'] : []),
    ...now.flatMap((each) => [
      ...why(each),
      `SET PERSIST ${each.change.variable} = ${literal(each.change.stored)};`,
    ]),
    ...restartList(changes),
    ...rollback(
      [...now]
        .reverse()
        .flatMap(({ change }) => [
          `SET GLOBAL ${change.variable} = ${literal(change.from)};`,
          `RESET PERSIST IF EXISTS ${change.variable};`,
        ]),
      'A value that was persisted before this plan is not brought back by RESET PERSIST.',
    ),
  ]);
}

/** SET PERSIST_ONLY: every change, at the next restart; MySQL 8.0 and later. */
export function renderSetPersistOnly(plan: Plan, analysis: Analysis): string {
  const refusal = persistRefusal(analysis);
  if (refusal !== null)
    return sqlFile([...title('SET PERSIST_ONLY', analysis), ...commentLines(refusal, '--')]);
  const changes = describeChanges(plan, analysis);
  return sqlFile([
    ...title('SET PERSIST_ONLY: written to mysqld-auto.cnf, in force from the next restart.', analysis),
    ...commentLines('Needs SYSTEM_VARIABLES_ADMIN and PERSIST_RO_VARIABLES_ADMIN.', '--'),
    ...(changes.length === 0 ? ['-- No change is proposed.'] : []),
    ...changes.flatMap((each) => [
      ...why(each),
      `SET PERSIST_ONLY ${each.change.variable} = ${literal(each.change.stored)};`,
    ]),
    ...rollback(changes.map(({ change }) => `RESET PERSIST IF EXISTS ${change.variable};`)),
  ]);
}

function persistRefusal({ snapshot: { server } }: Analysis): string | null {
  if (server.flavour === 'mariadb') return 'MariaDB has no SET PERSIST: use an option file.';
  if (compareVersions(server.version, [8, 0, 0]) < 0) {
    return 'SET PERSIST came with MySQL 8.0: use an option file.';
  }
  return null;
}

function literal(setting: Setting): string {
  return typeof setting === 'number' ? plainNumber(setting) : sqlText(setting);
}

function title(what: string, { snapshot }: Analysis): string[] {
  return [
    `-- Latchkey plan for ${serverTitle(snapshot.server)}, from snapshot ${snapshot.id}.`,
    ...commentLines(what, '--'),
  ];
}

function why({ change, reason, fromText, sessionScope }: DescribedChange): string[] {
  const rules = change.why.length === 0 ? '' : ` [${change.why.join(', ')}]`;
  const session = sessionScope ? ' Connections that are open keep their own value until they reconnect.' : '';
  return ['', ...commentLines(`${reason}.${rules} Was ${fromText}.${session}`.replaceAll('..', '.'), '--')];
}

function restartList(changes: DescribedChange[]): string[] {
  const later = changes.filter(({ change }) => change.when === 'restart');
  if (later.length === 0) return [];
  return [
    '',
    '-- These need a restart; put them into the option file:',
    ...later.map(({ change, optionText }) => `--   ${change.variable} = ${optionText}`),
  ];
}

function rollback(statements: string[], remark?: string): string[] {
  if (statements.length === 0) return [];
  return [
    '',
    '-- The way back:',
    ...(remark === undefined ? [] : commentLines(remark, '--')),
    ...statements.map((statement) => `-- ${statement}`),
  ];
}

/**
 * `innodb_io_capacity` and its maximum hold (MySQL) or drag (MariaDB) each other: the maximum goes first when it
 * rises and last when it falls (ha_innodb.cc innodb_io_capacity_update, innodb_io_capacity_max_update).
 */
function inSafeOrder(changes: DescribedChange[]): DescribedChange[] {
  const place = ({ change }: DescribedChange) => {
    if (change.variable !== 'innodb_io_capacity_max') return 0;
    return Number(change.stored) > Number(change.from) ? -1 : 1;
  };
  return [...changes].sort((a, b) => place(a) - place(b));
}

function sqlFile(lines: string[]): string {
  return `${lines.join('\n')}\n`;
}
