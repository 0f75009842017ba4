import {
  changedFiles,
  editFile,
  editTree,
  type OptionTree,
  parseOptionFile,
  printOptionFile,
  takeBack,
  takeBackInTree,
  writtenOptionFile,
} from '../../knowledge/option-file';
import { type Diff, diffOf, unifiedDiff } from '../../shared/writers/diff';
import {
  groupHeader,
  type OptionText,
  optionComment,
  optionFile,
  optionLine,
  optionText,
} from '../../shared/writers/option-file';
import type { DescribedChange } from './change-text';
import { leftOutTexts } from './left-out';
import { editsOf, optionChanges } from './option-edits';
import { planTitle, type RenderContext, reversed } from './render-context';
import { rolloutSteps } from './rollout-steps';

/** A complete option file with the plan's settings and, in comments, the rules that ask for them. */
export function renderOptionFile(context: RenderContext): OptionText {
  const { analysis, undo } = context;
  const plan = undo ? reversed(context.plan) : context.plan;
  const changes = optionChanges({ ...context, plan });
  const { status, text: memoryText } = plan.memoryCheck;
  const lines = [
    ...(undo
      ? [
          ...optionComment(`${planTitle(context)}: the values before it.`),
          ...optionComment('Where the plan was a file of its own, remove that file instead.'),
        ]
      : [
          ...optionComment(`${planTitle(context)}.`),
          ...optionComment(analysis.headline.text),
          ...optionComment(
            "Values are as the server's own limits and rounding allow. The operating system may lower limits on open files, and with them open_files_limit, table_open_cache and innodb_open_files.",
          ),
        ]),
    ...rolloutSteps('cnf', { ...context, myCnf: null }).flatMap((step, index) =>
      optionComment(`${index + 1}. ${step}`),
    ),
    ...leftOutTexts(context).flatMap(optionComment),
    ...(status === 'exceeds' && !undo ? optionComment(`WARNING: ${memoryText}`) : []),
  ];
  if (changes.length === 0) lines.push(optionText`# No change is proposed.`);
  for (const group of new Set(changes.map(({ change }) => change.group))) {
    lines.push(optionText``, groupHeader(group));
    for (const each of changes) if (each.change.group === group) lines.push(...optionLines(each));
  }
  return optionFile(lines);
}

function optionLines(each: DescribedChange): OptionText[] {
  const { change } = each;
  const rules = change.why.length === 0 ? '' : ` [${change.why.join(', ')}]`;
  const until =
    each.atOnceText === null ? '' : ` ${each.atOnceText} can be set until then while the server runs.`;
  const when =
    change.when === 'restart' ? ` Needs a restart.${until}` : ' Can also be set while the server runs.';
  return [
    ...optionComment(`${each.reason}.${rules} Was ${each.fromText}.${when}`.replaceAll('..', '.')),
    ...(each.stopWhen === '' ? [] : optionComment(`Enough when: ${each.stopWhen}`)),
    optionLine(each.optionName, each.optionText),
  ];
}

/**
 * The user's option file with the plan's settings edited in; everything else stays as it is. It stands for itself:
 * what an included file decides is set behind the include instead.
 */
export function applyToOptionFile(context: RenderContext, text: string): OptionText {
  const before = parseOptionFile(text);
  const edits = editsOf(context);
  const after = edits.reduce(editFile, before);
  if (!context.undo) return writtenOptionFile(after);
  // A file that the plan is not in yet is the state to come back to.
  return writtenOptionFile(printOptionFile(after) === text ? edits.reduce(takeBack, before) : before);
}

/** A unified diff of the user's option file and those it includes, or of an empty one where none is given. */
export function renderDiff(context: RenderContext): Diff {
  const { myCnf, undo } = context;
  if (myCnf === null) {
    const file = { name: 'my.cnf', text: renderOptionFile({ ...context, undo: false }).text };
    const none = { name: null, text: '' };
    return undo ? unifiedDiff(file, none) : unifiedDiff(none, file);
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
  return diffOf(
    changedFiles(from, to).map(({ path: file, before, after }) => {
      // The file first hand under the name that the user gave it, which may be a link.
      const shown = file === root ? path : file;
      return unifiedDiff(
        { name: shown, text: printOptionFile(before) },
        { name: shown, text: printOptionFile(after) },
      );
    }),
  );
}

function aloneIn(path: string, text: string): OptionTree {
  const files = new Map([[path, parseOptionFile(text)]]);
  return { roots: [path], files, included: new Map(), problems: [], refused: false };
}
