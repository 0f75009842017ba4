import { createTwoFilesPatch } from 'diff';
import {
  changedFiles,
  editFile,
  editTree,
  type OptionFile,
  type OptionTree,
  parseOptionFile,
  printOptionFile,
  setOption,
  takeBack,
  takeBackInTree,
} from '../../knowledge/option-file';
import { commentLines, type DescribedChange } from './change-text';
import { editsOf, optionChanges } from './option-edits';
import { proceeding } from './proceeding';
import { type RenderContext, reversed } from './render-context';
import { serverTitle } from './server-title';

/** A complete option file with the plan's settings and, in comments, the rules that ask for them. */
export function renderOptionFile(context: RenderContext): string {
  const { analysis, undo } = context;
  const plan = undo ? reversed(context.plan) : context.plan;
  const { server, id } = analysis.snapshot;
  const changes = optionChanges({ ...context, plan });
  const { status, text: memoryText } = plan.memoryCheck;
  const lines = [
    ...(undo
      ? [
          `# Undo of the Latchkey plan for ${serverTitle(server)}, from snapshot ${id}: the values before it.`,
          ...commentLines('Where the plan was a file of its own, remove that file instead.'),
        ]
      : [
          `# Latchkey plan for ${serverTitle(server)}, from snapshot ${id}.`,
          ...commentLines(analysis.headline.text),
          ...commentLines(
            "Values are as the server's own limits and rounding allow. The operating system may lower limits on open files, and with them open_files_limit, table_open_cache and innodb_open_files.",
          ),
        ]),
    ...proceeding('cnf', { ...context, myCnf: null }).flatMap((step, index) =>
      commentLines(`${index + 1}. ${step}`),
    ),
    ...(status === 'exceeds' && !undo ? commentLines(`WARNING: ${memoryText}`) : []),
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
    setOption(empty, change.group, each.optionName, each.optionText),
  ).split('\n');
  const rules = change.why.length === 0 ? '' : ` [${change.why.join(', ')}]`;
  const when = change.when === 'restart' ? ' Needs a restart.' : ' Can also be set while the server runs.';
  return [
    ...commentLines(`${each.reason}.${rules} Was ${each.fromText}.${when}`.replaceAll('..', '.')),
    ...(each.stopWhen === '' ? [] : commentLines(`Stop: ${each.stopWhen}`)),
    line,
  ];
}

/**
 * The user's option file with the plan's settings edited in; everything else stays as it is. It stands for itself:
 * what an included file decides is set behind the include instead.
 */
export function applyToOptionFile(context: RenderContext, text: string): string {
  const before = parseOptionFile(text);
  const edits = editsOf(context);
  const after = edits.reduce(editFile, before);
  if (!context.undo) return printOptionFile(after);
  // A file that the plan is not in yet is the state to come back to.
  return printOptionFile(after) === text ? printOptionFile(edits.reduce(takeBack, before)) : text;
}

/** A unified diff of the user's option file and those it includes, or of an empty one where none is given. */
export function renderDiff(context: RenderContext): string {
  const { myCnf, undo } = context;
  if (myCnf === null) {
    const file = renderOptionFile({ ...context, undo: false });
    return undo ? patchOf('my.cnf', '/dev/null', file, '') : patchOf('/dev/null', 'my.cnf', '', file);
  }
  const { path, text, tree = aloneIn(path, text) } = myCnf;
  const edits = editsOf(context).map((edit) => ({ ...edit, includesFollowed: myCnf.tree !== undefined }));
  const planned = edits.reduce(editTree, tree);
  const isPlanned = changedFiles(tree, planned).length === 0;
  const [from, to] = !undo
    ? [tree, planned]
    : isPlanned
      ? [tree, edits.reduce(takeBackInTree, tree)]
      : [planned, tree];
  const [root] = tree.roots;
  return changedFiles(from, to)
    .map(({ path: file, before, after }) => {
      // The file first hand under the name that the user gave it, which may be a link.
      const shown = file === root ? path : file;
      return patchOf(shown, shown, printOptionFile(before), printOptionFile(after));
    })
    .join('');
}

function aloneIn(path: string, text: string): OptionTree {
  const files = new Map([[path, parseOptionFile(text)]]);
  return { roots: [path], files, included: new Map(), problems: [], refused: false };
}

function patchOf(from: string, to: string, before: string, after: string): string {
  if (before === after) return '';
  const patch = createTwoFilesPatch(from, to, before, after, undefined, undefined, { context: 3 });
  return patch.replace(/^=+\n/, '');
}
