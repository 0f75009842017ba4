import type { Unit } from '../../shared/analysis';
import type { Setting, TuningPlan } from '../../shared/plan';
import type { FactSet } from '../facts/inputs/fact-set';
import type { Observed } from '../facts/inputs/observed';
import { intersects, PlannedFacts } from '../facts/inputs/planned-facts';
import { withoutStackTraces } from '../facts/inputs/without-stack-traces';
import { evaluateRule, type Prospect, prospectOf, type RuleOutcome } from '../rules/evaluate';
import type { Rule, RuleSet } from '../rules/rule-set';
import { SnapshotInputs } from '../rules/snapshot-inputs';

/** A snapshot that is being judged, with what was read of it so far. */
export interface JudgedSnapshot {
  observed: Observed;
  facts: FactSet;
  rules: RuleSet;
}

export const poolSize = 'innodb_buffer_pool_size';

/** Settings laid over those of the snapshot, by variable. */
export type Settings = ReadonlyMap<string, Setting>;

/** The settings that a plan puts in force. */
export function settingsOf(plan: TuningPlan | null): Map<string, Setting> {
  return new Map((plan?.changes ?? []).map(({ variable, stored }) => [variable, stored]));
}

/** A rule that fires. */
export type Fired = Extract<RuleOutcome, { kind: 'fired' }>;

/** Rules judged on paper: what they would say of the snapshot with other settings in force. */
export class WhatIf {
  readonly #judged: JudgedSnapshot;
  readonly #byId: ReadonlyMap<string, Rule>;
  readonly #worlds = new Map<string, SnapshotInputs>();

  readonly #poolBytes: number | null;

  /** @param poolBytes the buffer pool that the plan leaves; null: the one that `pool_planned` says */
  constructor(judged: JudgedSnapshot, poolBytes: number | null = null) {
    this.#judged = judged;
    this.#poolBytes = poolBytes;
    this.#byId = new Map(judged.rules.rules.map((rule) => [rule.id, rule]));
  }

  /** What a rule says with these settings; null: there is no such rule, or nothing that it reads changes. */
  outcome(ruleId: string, settings: Settings): Prospect | null {
    const rule = this.#byId.get(ruleId);
    if (rule === undefined || !intersects(this.#judged.rules.restsOn.rule(rule), this.#changedBy(settings))) {
      return null;
    }
    const inputs = this.#inputs(settings);
    return withoutStackTraces(() => prospectOf(rule, inputs, this.#judged.rules));
  }

  /** Those of the settings that a rule's condition rests on, in their order. */
  restsOn(ruleId: string, settings: Settings): string[] {
    const rule = this.#byId.get(ruleId);
    if (rule === undefined) return [];
    const variables = this.#judged.rules.restsOn.condition(rule);
    return [...settings.keys()].filter((name) => variables.has(name));
  }

  /** Whether a setting is more to a rule's condition than memory that it takes from others. */
  isMoreThanMemory(ruleId: string, variable: string): boolean {
    const rule = this.#byId.get(ruleId);
    return rule !== undefined && this.#judged.rules.restsOn.need(rule).has(variable);
  }

  /** The rules that fire with these settings, of those whose condition rests on one of them; `known` ones are not judged. */
  firing(settings: Settings, known: ReadonlySet<string>): Fired[] {
    const changed = this.#changedBy(settings);
    const inputs = this.#inputs(settings);
    return this.#judged.rules.rules.flatMap((rule) => {
      if (known.has(rule.id) || !intersects(this.#judged.rules.restsOn.condition(rule), changed)) return [];
      const outcome = withoutStackTraces(() => evaluateRule(rule, inputs, this.#judged.rules));
      return outcome.kind === 'fired' ? [outcome] : [];
    });
  }

  unitOf(variable: string): Unit | undefined {
    return this.#judged.observed.facts(variable)?.unit;
  }

  #changedBy(settings: Settings): Set<string> {
    return new Set([...settings.keys(), ...(this.#poolBytes === null ? [] : [poolSize])]);
  }

  #inputs(settings: Settings): SnapshotInputs {
    const key = JSON.stringify([...settings]);
    const known = this.#worlds.get(key);
    if (known !== undefined) return known;
    const { observed, facts, rules } = this.#judged;
    const planned = observed.withSettings(settings);
    const then = new PlannedFacts(
      { facts, observed },
      planned,
      rules.facts,
      this.#changedBy(settings),
      rules.restsOn.fact,
      new Map(this.#poolBytes === null ? [] : [['pool_planned', this.#poolBytes]]),
    );
    const inputs = new SnapshotInputs(planned, then);
    this.#worlds.set(key, inputs);
    return inputs;
  }
}
