import { createTwoFilesPatch } from 'diff';
import { type OptionFile, parseOptionFile, printOptionFile, setOption } from '../../knowledge/option-file';
import type { Analysis } from '../../shared/analysis';
import type { Plan } from '../../shared/plan';
import type { ServerIdentity } from '../../shared/server';
import { memoryExcess } from '../plan/memory-budget';
import { commentLines, type DescribedChange, describeChanges } from './change-text';
import { serverTitle } from './server-title';

/** A complete option file with the plan's settings and, in comments, the rules that ask for them. */
export function renderOptionFile(plan: Plan, analysis: Analysis): string {
  const { server, id } = analysis.snapshot;
  const changes = describeChanges(plan, analysis);
  const excess = memoryExcess(plan.memory, plan.memoryNow);
  const lines = [
    `# Latchkey plan for ${serverTitle(server)}, from snapshot ${id}.`,
    ...commentLines(analysis.headline.text),
    ...commentLines(
      "Values are as the server's own limits and rounding allow. The operating system may lower limits on open files, and with them open_files_limit, table_open_cache and innodb_open_files. Check with: mysqld --defaults-file=FILE --verbose --help",
    ),
    ...(excess === null ? [] : commentLines(`WARNING: ${excess}`)),
  ];
  if (changes.length === 0) lines.push('# No change is proposed.');
  for (const group of new Set(changes.map(({ change }) => change.group))) {
    lines.push('', `[${group}]`);
    for (const each of changes) if (each.change.group === group) lines.push(...optionLines(each));
  }
  return `${lines.join('\n')}\n`;
}

function optionLines(each: DescribedChange): string[] {
  const { change } = each;
  const empty: OptionFile = parseOptionFile('');
  const [, line = ''] = printOptionFile(
    setOption(empty, change.group, change.variable, each.optionText),
  ).split('\n');
  const rules = change.why.length === 0 ? '' : ` [${change.why.join(', ')}]`;
  const when = change.when === 'restart' ? ' Needs a restart.' : ' Can also be set while the server runs.';
  return [
    ...commentLines(`${each.reason}.${rules} Was ${each.fromText}.${when}`.replaceAll('..', '.')),
    ...(each.stopWhen === '' ? [] : commentLines(`Stop: ${each.stopWhen}`)),
    line,
  ];
}

/** The user's option file with the plan's settings edited in; everything else stays as it is. */
export function applyToOptionFile(plan: Plan, analysis: Analysis, text: string): string {
  let file = parseOptionFile(text);
  const groups = readGroupsOf(analysis.snapshot.server);
  for (const { change, optionText } of describeChanges(plan, analysis)) {
    file = setOption(file, change.group, change.variable, optionText, groups);
  }
  return printOptionFile(file);
}

/** A unified diff of the user's option file, or of an empty one where none is given. */
export function renderDiff(
  plan: Plan,
  analysis: Analysis,
  myCnf: { path: string; text: string } | null,
): string {
  const path = myCnf?.path ?? 'my.cnf';
  const before = myCnf?.text ?? '';
  const after = myCnf === null ? renderOptionFile(plan, analysis) : applyToOptionFile(plan, analysis, before);
  if (before === after) return '';
  return createTwoFilesPatch(myCnf === null ? '/dev/null' : path, path, before, after, undefined, undefined, {
    context: 3,
  }).replace(/^=+\n/, '');
}

/**
 * The groups that a server program reads (MySQL manual, "Using Option Files"; MariaDB "Configuring MariaDB with
 * Option Files"). A setting in any of them is edited where it stands.
 */
function readGroupsOf({ flavour, version }: ServerIdentity): string[] {
  const series = `${version[0]}.${version[1]}`;
  const common = ['mysqld', 'server', `mysqld-${series}`];
  if (flavour !== 'mariadb') return common;
  return [...common, 'mariadb', `mariadb-${series}`, 'mariadbd', `mariadbd-${series}`, 'galera'];
}
