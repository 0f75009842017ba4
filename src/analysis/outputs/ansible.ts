import { inSafeOrder } from '../../knowledge/catalog/values/coupled-variables';
import { intermediateValue } from '../../knowledge/catalog/values/intermediate-value';
import { changesNow } from '../../shared/plan';
import { type Yaml, yaml, yamlComment, yamlFile, yamlKey, yamlString } from '../../shared/writers/yaml';
import { proofTexts } from './change-text';
import { leftOutTexts } from './left-out';
import { optionChanges } from './option-edits';
import { plainText, planTitle, type RenderContext, reversed } from './render-context';
import { rolloutSteps } from './rollout-steps';

/**
 * Variables for a playbook: `mysql_options` by group for a template or `community.general.ini_file`,
 * `mysql_variables_now` in order for `community.mysql.mysql_variables`. Every value is a quoted string: YAML 1.1, which
 * Ansible reads, would take ON for true.
 */
export function renderAnsible(context: RenderContext): Yaml {
  const { analysis, undo } = context;
  const plan = undo ? reversed(context.plan) : context.plan;
  const { server } = analysis.snapshot;
  const changes = optionChanges({ plan, analysis });
  const current = new Map(plan.changes.map(({ variable, from }) => [variable, plainText(from)]));
  const now = inSafeOrder(
    changesNow(plan.changes).map(({ variable, stored }) => ({ variable, value: plainText(stored) })),
    current,
  );
  const groups = [...new Set(changes.map(({ change }) => change.group))];
  const lines = [
    yaml`---`,
    ...yamlComment(`${planTitle(context)}.`),
    ...rolloutSteps('ansible', context).flatMap((step, index) => yamlComment(`${index + 1}. ${step}`)),
    ...[...leftOutTexts(context), ...proofTexts(plan)].flatMap(yamlComment),
    ...(groups.length === 0
      ? [yaml`# No change is proposed.`, yaml`mysql_options: {}`]
      : [yaml`mysql_options:`]),
    ...groups.flatMap((group) => [
      yaml`  ${yamlKey(group)}:`,
      ...changes
        .filter(({ change }) => change.group === group)
        .map(({ optionName, optionText }) => yaml`    ${yamlKey(optionName)}: ${yamlString(optionText)}`),
    ]),
    yaml`# For community.mysql.mysql_variables with mode: global, in this order.`,
    ...(now.length === 0 ? [yaml`mysql_variables_now: []`] : [yaml`mysql_variables_now:`]),
    ...now.flatMap(({ variable, value }) => {
      const step = intermediateValue(variable, value, server);
      // A task takes longer than the sleep of a connection that waits, so that the step is in force long enough.
      return [...(step === null ? [] : [step]), value].flatMap((each) => [
        yaml`  - variable: ${yamlKey(variable)}`,
        yaml`    value: ${yamlString(each)}`,
      ]);
    }),
    plan.changes.some(({ when }) => when === 'restart')
      ? yaml`mysql_restart_needed: true`
      : yaml`mysql_restart_needed: false`,
  ];
  return yamlFile(lines);
}
