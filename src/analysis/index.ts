// Judging: facts, rules, headline, plan and its outputs. Pure; the engine does the reading and writing.
export { analyze } from './analyze';
export { changedVariables } from './changed-variables';
export { compareSnapshots, recheckOf } from './compare';
export { compareBenchmarks } from './compare/benchmarks';
export { parseSettingText, sameSetting } from './facts/inputs/setting';
export { stallSeries, stallsOf } from './facts/sessions/stalls';
export {
  type Baseline,
  fleetDiff,
  fleetEntry,
  fleetOf,
  fleetSettings,
  type JudgedEntry,
  type ServerInput,
  type ServerRounds,
} from './fleet';
export { statementLatency } from './latency';
export { type RenderOptions, renderPlan } from './outputs';
export { optionText } from './outputs/change-text';
export { outputRefusal } from './outputs/refusal';
export { presentVariables } from './outputs/render-context';
export { /** @internal */ buildPlan } from './plan/build-plan';
export { makePlan } from './plan/coherent-plan';
export { poolQuestions } from './plan/pool-questions';
export { type ArmChoice, armChoice, bestArm } from './plan/probe-arm';
export { judgePool } from './pool-judgement';
export { proofChanges } from './proof-changes';
export { checkExamples } from './rules/check-examples';
export { /** @internal */ buildRule, /** @internal */ compileRules, compileRulesWith } from './rules/compile';
export { explainRule } from './rules/explain';
export type { RuleSet } from './rules/rule-set';
export { seriesContext } from './series-context';
export { summaryOf } from './summary';
export { topSql } from './top-sql';
export { compileCondition } from './watch/condition';
export { withProof } from './with-proof';
