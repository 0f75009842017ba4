import { optionNameOf, optionRefusal } from '../../knowledge/catalog/setting-places';
import { type ServerKind, variableFacts } from '../../knowledge/catalog/variable-catalog';
import { serverRules } from '../../knowledge/option-file';
import { shortText } from '../../shared/base/short-text';
import type { PlanChange, PlanFormat, Setting, TuningPlan } from '../../shared/plan';
import { isOptionGroup, isOptionName, optionValueRefusal } from '../../shared/writers/option-file';
import { azValueRefusal, shellWordRefusal } from '../../shared/writers/shell';
import { isVariableName } from '../../shared/writers/sql';
import { visible } from '../../shared/writers/visible';
import { yamlStringRefusal } from '../../shared/writers/yaml';
import { optionText } from './change-text';
import { plainText, type RenderContext } from './render-context';
import { sqlSettingRefusal } from './sql-values';

/** A change that an output cannot carry exactly as it is. */
export interface LeftOut {
  variable: string;
  reason: string;
}

type Refusal = (change: PlanChange, setting: Setting, server: ServerKind) => string | null;

const inFile: Refusal = ({ variable, group }, setting, server) => {
  // It is not written there anyway.
  if (optionRefusal(variable, server) !== null) return null;
  if (!isOptionName(optionNameOf(variable))) return 'its name is not one that an option can have';
  if (!isOptionGroup(group)) return 'its group is not one that an option file can have';
  const text = optionText(setting, variableFacts(variable, server)?.type);
  return said(optionValueRefusal(text, serverRules(server).lineBytes));
};
const inSql: Refusal = (_, setting) => said(sqlSettingRefusal(setting));
const inYaml: Refusal = (change, setting, server) =>
  (optionRefusal(change.variable, server) === null && !isOptionGroup(change.group)
    ? 'its group is not one that an option file can have'
    : null) ?? said(yamlStringRefusal(plainText(setting)));
const inScript: Refusal = (_, setting) => said(shellWordRefusal(plainText(setting)));
const nothing: Refusal = () => null;

/** What a language cannot carry; the name of the variable is checked for all but those that only tell. */
const refusals: Record<PlanFormat, Refusal> = {
  cnf: inFile,
  diff: inFile,
  'set-global': inSql,
  'set-persist': inSql,
  'set-persist-only': inSql,
  'now-and-file': (...args) => inSql(...args) ?? inFile(...args),
  'rds-json': nothing,
  aws: (_, setting) =>
    plainText(setting).length > longestParameter
      ? `its value is longer than ${longestParameter} characters`
      : null,
  gcloud: inScript,
  az: (_, setting) => said(azValueRefusal(plainText(setting))),
  ansible: inYaml,
  markdown: nothing,
  html: nothing,
  json: nothing,
};
/** Twenty of them have to fit into one argument of a command. */
const longestParameter = 1_000;
const onlyTell: readonly PlanFormat[] = ['markdown', 'html', 'json'];

function said(refusal: string | null): string | null {
  return refusal === null ? null : `its value ${refusal}`;
}

/** The plan that a format can carry exactly, in both directions, and what is left out of it. */
export function carried(
  plan: TuningPlan,
  format: PlanFormat,
  server: ServerKind,
): { plan: TuningPlan; leftOut: LeftOut[] } {
  if (onlyTell.includes(format)) return { plan, leftOut: [] };
  const leftOut: LeftOut[] = [];
  const changes = plan.changes.filter((change) => {
    const reason = isVariableName(change.variable)
      ? (refusals[format](change, change.stored, server) ?? refusals[format](change, change.from, server))
      : 'that is not the name of a server variable';
    if (reason !== null) leftOut.push({ variable: change.variable, reason });
    return reason === null;
  });
  return { plan: leftOut.length === 0 ? plan : { ...plan, changes }, leftOut };
}

/** One sentence for each change that is left out. */
export function leftOutTexts({ leftOut }: Pick<RenderContext, 'leftOut'>): string[] {
  return leftOut.map(({ variable, reason }) => `Left out: ${visible(shortText(variable, 80))}: ${reason}.`);
}
