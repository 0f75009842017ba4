import { rememberVariables } from '../../knowledge/catalog/remembered-variables';
import { LatchkeyError } from '../../shared/base/error';
import type { RuleFault } from '../../shared/rules/rule-list';
import { factCatalog } from '../facts/catalog';
import type { FactDefinition } from '../facts/inputs/definition';
import type { LookUpVariable } from '../facts/inputs/observed';
import { assembleRule } from './assemble-rule';
import { type BuiltRule, BuiltRules, decidingExpressions } from './built-rules';
import { CheckedExpressions } from './checked-expressions';
import { dependence } from './dependence';
import { faultyLink } from './links';
import { loadRule, type RuleFile } from './load';
import { referenceText } from './reference';
import type { Rule, RuleSet } from './rule-set';
import { texts } from './texts';

/**
 * Loads rule files and compiles every expression once. Names are checked against the catalogs of facts, variables
 * and status for each server that a rule applies to.
 * @throws LatchkeyError 'invalid-rule' naming file and line.
 * @internal exported to tests, the reference and the benches; the product loads through `loadRules`
 */
export function compileRules(files: RuleFile[]): RuleSet {
  return compileRulesWith(files, []);
}

/**
 * The pack that comes with Latchkey with the user's own rules beside it. A faulty rule of the user's stops no other:
 * it is reported in `faults`.
 * @throws LatchkeyError 'invalid-rule' for a file of the pack itself
 */
export function compileRulesWith(pack: RuleFile[], own: RuleFile[]): RuleSet {
  const loading = new Loading();
  const { rules } = loading;
  const faults: RuleFault[] = [];
  for (const file of pack) loading.add(file);
  for (const file of own) {
    try {
      loading.add(file);
    } catch (thrown) {
      if (!(thrown instanceof LatchkeyError)) throw thrown;
      faults.push({ path: file.path, message: thrown.message });
    }
  }
  // A rule that is left out may be one that others name.
  for (let fault = faultyLink(rules); fault !== null; fault = faultyLink(rules)) {
    const { path, id } = fault.rule;
    if (pack.some((file) => file.path === path)) throw fault.error;
    faults.push({ path, message: fault.error.message });
    rules.delete(id);
  }
  return ruleSet(rules, faults, loading.facts, loading.lookUp);
}

/**
 * What the build keeps of a rule, after every check.
 * @throws LatchkeyError 'invalid-rule' naming file and line
 * @internal exported to the configuration of the build
 */
export function buildRule(file: RuleFile): BuiltRule {
  const { rule, document, types } = new Loading().check(file);
  return {
    document,
    types,
    needs: rule.needs.map(referenceText),
    inputs: rule.inputs.map(referenceText),
    deciding: decidingExpressions(rule),
  };
}

class Loading {
  readonly facts = factCatalog();
  readonly lookUp = rememberVariables();
  readonly rules = new Map<string, Rule>();
  readonly #built = new BuiltRules();

  add(file: RuleFile): void {
    const rule = this.#built.rule(file) ?? this.check(file).rule;
    const previous = this.rules.get(rule.id);
    if (previous !== undefined) {
      throw new LatchkeyError('invalid-rule', texts.n1AlreadyHasARule(rule.path, previous.path, rule.id));
    }
    this.rules.set(rule.id, rule);
  }

  check(file: RuleFile): Pick<BuiltRule, 'document' | 'types'> & { rule: Rule } {
    const loaded = loadRule(file);
    const expressions = new CheckedExpressions(loaded, this.facts, this.lookUp);
    return {
      rule: assembleRule(loaded, expressions),
      document: loaded.document,
      types: expressions.types(),
    };
  }
}

function ruleSet(
  found: ReadonlyMap<string, Rule>,
  faults: RuleFault[],
  facts: ReadonlyMap<string, FactDefinition>,
  lookUp: LookUpVariable,
): RuleSet {
  const rules = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const summaries = rules.map(({ id, title, area, severity, path }) => ({ id, title, area, severity, path }));
  return { rules, summaries, faults, facts, restsOn: dependence(facts), lookUp };
}
