import type { FactDefinition } from '../facts/inputs/definition';
import { factDependence } from '../facts/inputs/planned-facts';
import type { Reference } from './reference';
import type { Rule, RuleSet } from './rule-set';

/** Which variables facts and rules rest on, each worked out when it is first asked for. */
export function dependence(facts: ReadonlyMap<string, FactDefinition>): RuleSet['restsOn'] {
  const fact = factDependence(facts);
  const besideMemory = factDependence(withoutMemory(facts));
  const variables = (references: readonly Reference[], of = fact) =>
    new Set(
      references.flatMap(({ namespace, name }) =>
        namespace === 'variable' ? [name] : namespace === 'fact' ? [...of(name)] : [],
      ),
    );
  const conditions = ({ only, when, perSecond }: Rule) =>
    [only, when, perSecond].flatMap((expression) => expression?.references ?? []);
  return {
    fact,
    rule: remembered(
      ({ inputs, advice }) => new Set([...variables(inputs), ...advice.map(({ variable }) => variable)]),
    ),
    condition: remembered((rule) => variables(conditions(rule))),
    need: remembered((rule) => variables(conditions(rule), besideMemory)),
  };
}

/** How much memory is left bounds what can be given, and says nothing of what is needed. */
const memoryLeft: ReadonlySet<string> = new Set([
  'memory_likely',
  'memory_worst',
  'memory_temporary_likely',
  'memory_spare',
  'pool_room',
  'connections_room',
]);

function withoutMemory(facts: ReadonlyMap<string, FactDefinition>): Map<string, FactDefinition> {
  return new Map(
    [...facts].map(([id, fact]) => [id, memoryLeft.has(id) ? { ...fact, needs: [] } : fact] as const),
  );
}

function remembered(compute: (rule: Rule) => ReadonlySet<string>): (rule: Rule) => ReadonlySet<string> {
  const found = new Map<Rule, ReadonlySet<string>>();
  return (rule) => {
    const variables = found.get(rule) ?? compute(rule);
    found.set(rule, variables);
    return variables;
  };
}
