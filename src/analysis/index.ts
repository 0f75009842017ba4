// Judging: facts, rules, headline, plan and its outputs. Pure; the engine does the reading and writing.
export { analyze } from './analyze';
export { compareSnapshots, recheckOf } from './compare';
export { compareBenchmarks } from './compare/benchmarks';
export { parseSettingText, sameSetting } from './facts/inputs/setting';
export { stallSeries, stallsOf } from './facts/sessions/stalls';
export { type RenderOptions, renderPlan } from './outputs';
export { optionText } from './outputs/change-text';
export { outputRefusal } from './outputs/refusal';
export { presentVariables } from './outputs/render-context';
export { /** @internal */ buildPlan } from './plan/build-plan';
export { makePlan } from './plan/coherent-plan';
export { poolQuestions } from './plan/pool-questions';
export { type ArmChoice, armChoice, bestArm } from './plan/probe-arm';
export { checkExamples } from './rules/check-examples';
export { /** @internal */ buildRule, /** @internal */ compileRules, compileRulesWith } from './rules/compile';
export { explainRule } from './rules/explain';
export type { RuleSet } from './rules/rule-set';
export { compileCondition } from './watch/condition';
