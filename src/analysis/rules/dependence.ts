import type { FactDefinition } from '../facts/inputs/definition';
import { factDependence } from '../facts/inputs/planned-facts';
import type { Reference } from './reference';
import type { Rule, RuleSet } from './rule-set';

/** Which variables facts and rules rest on, each worked out when it is first asked for. */
export function dependence(facts: ReadonlyMap<string, FactDefinition>): RuleSet['restsOn'] {
  const fact = factDependence(facts);
  const variables = (references: readonly Reference[]) =>
    new Set(
      references.flatMap(({ namespace, name }) =>
        namespace === 'variable' ? [name] : namespace === 'fact' ? [...fact(name)] : [],
      ),
    );
  return {
    fact,
    rule: remembered(
      ({ inputs, advice }) => new Set([...variables(inputs), ...advice.map(({ variable }) => variable)]),
    ),
    condition: remembered(({ only, when, perSecond }) =>
      variables([only, when, perSecond].flatMap((expression) => expression?.references ?? [])),
    ),
  };
}

function remembered(compute: (rule: Rule) => ReadonlySet<string>): (rule: Rule) => ReadonlySet<string> {
  const found = new Map<Rule, ReadonlySet<string>>();
  return (rule) => {
    const variables = found.get(rule) ?? compute(rule);
    found.set(rule, variables);
    return variables;
  };
}
