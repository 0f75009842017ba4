import { optionRefusal } from '../../knowledge/catalog/setting-places';
import { otherNames } from '../../knowledge/catalog/values/coupled-variables';
import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import {
  catalogNames,
  deciding,
  lineNumber,
  type OptionEdit,
  type OptionNames,
  serverRules,
} from '../../knowledge/option-file';
import { type DescribedChange, describeChanges } from './change-text';
import type { RenderContext } from './render-context';

/** The changes that an option file can hold. */
export function optionChanges({
  plan,
  analysis,
}: Pick<RenderContext, 'plan' | 'analysis'>): DescribedChange[] {
  return describeChanges(plan, analysis).filter(
    ({ change }) => optionRefusal(change.variable, analysis.snapshot.server) === null,
  );
}

export type PlannedEdit = OptionEdit & { value: string };

/** The plan as edits; a setting in any group that the server reads is edited where it stands. */
export function editsOf({ plan, analysis }: RenderContext): PlannedEdit[] {
  const rules = serverRules(analysis.snapshot.server);
  const names: OptionNames = { ...catalogNames(), ...rules };
  const { server } = analysis.snapshot;
  return optionChanges({ plan, analysis }).map(({ change, optionName, optionText }) => ({
    group: change.group,
    name: optionName,
    alsoCalled: otherNames(change.variable).filter((name) => variableFacts(name, server) !== undefined),
    value: optionText,
    readGroups: rules.groups,
    names,
  }));
}

/** Where in the user's files each change of the plan stands now; place null: nowhere. */
export function plannedEdits(
  context: RenderContext,
): { variable: string; place: { path: string; line: number } | null }[] {
  const tree = context.myCnf?.tree;
  if (tree === undefined) return [];
  return editsOf(context).map((edit) => {
    const placed = deciding(tree, edit);
    return {
      variable: edit.name,
      place:
        placed === undefined
          ? null
          : { path: placed.path, line: lineNumber(tree.files.get(placed.path), placed.index) },
    };
  });
}
