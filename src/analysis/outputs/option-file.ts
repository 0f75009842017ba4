import { createTwoFilesPatch } from 'diff';
import {
  catalogNames,
  changedFiles,
  editFile,
  editTree,
  type OptionEdit,
  type OptionFile,
  type OptionNames,
  type OptionTree,
  parseOptionFile,
  printOptionFile,
  serverRules,
  setOption,
} from '../../knowledge/option-file';
import type { Analysis } from '../../shared/analysis';
import type { Plan } from '../../shared/plan';
import { commentLines, type DescribedChange, describeChanges } from './change-text';
import { serverTitle } from './server-title';

/** A complete option file with the plan's settings and, in comments, the rules that ask for them. */
export function renderOptionFile(plan: Plan, analysis: Analysis): string {
  const { server, id } = analysis.snapshot;
  const changes = describeChanges(plan, analysis);
  const { status, text: memoryText } = plan.memoryCheck;
  const lines = [
    `# Latchkey plan for ${serverTitle(server)}, from snapshot ${id}.`,
    ...commentLines(analysis.headline.text),
    ...commentLines(
      "Values are as the server's own limits and rounding allow. The operating system may lower limits on open files, and with them open_files_limit, table_open_cache and innodb_open_files. Check with: mysqld --defaults-file=FILE --verbose --help",
    ),
    ...(status === 'exceeds' ? commentLines(`WARNING: ${memoryText}`) : []),
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

/** The option file that a plan is written into. */
export interface UserOptionFile {
  path: string;
  text: string;
  /** With all that it includes, where that was read: the line that decides is then edited where it stands. */
  tree?: OptionTree;
}

/**
 * The user's option file with the plan's settings edited in; everything else stays as it is. It stands for itself:
 * what an included file decides is set behind the include instead.
 */
export function applyToOptionFile(plan: Plan, analysis: Analysis, text: string): string {
  let file = parseOptionFile(text);
  for (const edit of editsOf(plan, analysis)) file = editFile(file, edit);
  return printOptionFile(file);
}

/** A unified diff of the user's option file and those it includes, or of an empty one where none is given. */
export function renderDiff(plan: Plan, analysis: Analysis, myCnf: UserOptionFile | null): string {
  if (myCnf === null) return patchOf('/dev/null', 'my.cnf', '', renderOptionFile(plan, analysis));
  const { path, text, tree } = myCnf;
  if (tree === undefined) return patchOf(path, path, text, applyToOptionFile(plan, analysis, text));
  let edited = tree;
  for (const edit of editsOf(plan, analysis)) edited = editTree(edited, { ...edit, includesFollowed: true });
  const [root] = tree.roots;
  return changedFiles(tree, edited)
    .map(({ path: file, before, after }) => {
      // The file first hand under the name that the user gave it, which may be a link.
      const shown = file === root ? path : file;
      return patchOf(shown, shown, printOptionFile(before), printOptionFile(after));
    })
    .join('');
}

function patchOf(from: string, to: string, before: string, after: string): string {
  if (before === after) return '';
  const patch = createTwoFilesPatch(from, to, before, after, undefined, undefined, { context: 3 });
  return patch.replace(/^=+\n/, '');
}

/** The plan as edits; a setting in any group that the server reads is edited where it stands. */
function editsOf(plan: Plan, analysis: Analysis): OptionEdit[] {
  const rules = serverRules(analysis.snapshot.server);
  const names: OptionNames = { ...catalogNames(), ...rules };
  return describeChanges(plan, analysis).map(({ change, optionText }) => ({
    group: change.group,
    name: change.variable,
    value: optionText,
    readGroups: rules.groups,
    names,
  }));
}
