import type { Area, Role, Severity, Standing } from '../../shared/analysis';
import type { RuleFault, RuleSummary } from '../../shared/rules/rule-list';
import type { FactDefinition } from '../facts/inputs/definition';
import type { LookUpVariable } from '../facts/inputs/observed';
import type { SizeRequest } from '../settings/sized-setting';
import type { Expression } from './expression';
import type { Reference } from './reference';
import type { RuleDocument, RuleExample, ServerRange } from './rule-schema';
import type { Template } from './template';

export interface CompiledEvidence {
  label: string;
  value: Expression;
  unit: RuleDocument['evidence'][number]['unit'];
  threshold: Expression | null;
  thresholdSource: string;
}

export interface CompiledAdvice {
  variable: string;
  if: Expression | null;
  /** The value, or the need that it is worked out from. */
  propose: Expression;
  /** null: `propose` is the value. */
  sizing: {
    atMost: Expression | null;
    inForce: Expression | null;
    direction: SizeRequest['direction'];
  } | null;
  stopWhen: string;
  risk: string;
  sideEffects: string;
  memoryEffect: Template | null;
}

/** A finding that a rule's own is the cause of. */
export interface CompiledLink {
  rule: string;
  when: Expression | null;
  because: Template;
}

/** A rule ready to run. */
export interface Rule {
  path: string;
  id: string;
  title: string;
  area: Area;
  severity: Severity;
  applies: ServerRange[] | undefined;
  basis: RuleDocument['basis'];
  /** Inputs that must be known before the rule can say anything. */
  needs: Reference[];
  only: Expression | null;
  when: Expression;
  perSecond: Expression | null;
  escalate: { severity: Severity; when: Expression }[];
  share: Expression | null;
  impact: Template;
  evidence: CompiledEvidence[];
  explains: CompiledLink[];
  role: Role;
  measure: Template | null;
  standing: Standing;
  headline: Template | null;
  explain: Template;
  refutedBy: string;
  advice: CompiledAdvice[];
  actions: Template[];
  /** Id of the experiment that proves or disproves the finding. */
  probe: Template | null;
  sources: string[];
  examples: RuleExample[];
  /** `file:line` of one of the examples, by its place. */
  exampleAt(index: number): string;
  /** `file:line` of one of the links, by its place. */
  linkAt(index: number): string;
  /** Every input that any of its expressions names. */
  inputs: Reference[];
}

/** All rules, compiled once, in order of their ids. */
export interface RuleSet {
  rules: Rule[];
  summaries: RuleSummary[];
  faults: RuleFault[];
  facts: ReadonlyMap<string, FactDefinition>;
  /** Variables that a fact, a rule and a rule's condition rest on, directly or by way of facts. */
  restsOn: {
    fact(id: string): ReadonlySet<string>;
    rule(rule: Rule): ReadonlySet<string>;
    condition(rule: Rule): ReadonlySet<string>;
    /** Those of a condition that are more to it than memory that others take. */
    need(rule: Rule): ReadonlySet<string>;
  };
  /** The variable catalog with a memory: what one snapshot asked, the next need not work out again. */
  lookUp: LookUpVariable;
}
