import { type Analysis, type Area, analysisSchemaName, type NotChecked } from '../shared/analysis';
import { defined } from '../shared/base/defined';
import type { Lock, Mute } from '../shared/decisions';
import { noChoices } from '../shared/plan';
import { averagedSeconds, type Snapshot } from '../shared/snapshot';
import { FactSet } from './facts/inputs/fact-set';
import { Observed } from './facts/inputs/observed';
import { withoutStackTraces } from './facts/inputs/without-stack-traces';
import { headlineOf } from './headline';
import { headlineOfReading } from './headline-of-reading';
import { coherentPlan } from './plan/coherent-plan';
import { evaluateRule, type FiredRule } from './rules/evaluate';
import { rankFindings } from './rules/rank';
import type { RuleSet } from './rules/rule-set';
import { SnapshotInputs } from './rules/snapshot-inputs';
import { firedOverTime, historyPart, overTimeOf, withEarlier } from './with-history';

/**
 * Judges a snapshot: a pure function of the snapshot and the rules, the same live and offline.
 * @param options.path where the snapshot was read from; null while it is not saved
 * @param options.locks variables that the plan never touches
 * @param options.mutes rules whose finding the user does not want to see
 */
export function analyze(snapshot: Snapshot, rules: RuleSet, options: AnalyzeOptions): Analysis {
  return withoutStackTraces(() => judge(snapshot, rules, options));
}

interface AnalyzeOptions {
  path: string | null;
  locks?: readonly Lock[];
  mutes?: readonly Mute[];
}

function judge(snapshot: Snapshot, rules: RuleSet, options: AnalyzeOptions): Analysis {
  const observed = new Observed(snapshot, rules.lookUp);
  const facts = new FactSet(observed, rules.facts);
  const inputs = new SnapshotInputs(observed, facts);
  const fired: FiredRule[] = [];
  const passed: Analysis['passed'] = [];
  const notChecked: NotChecked[] = [];
  const muted: Analysis['muted'] = [];
  const judgedAreas = new Set<Area>();
  const uncheckedAreas = new Map<Area, NotChecked>();
  for (const rule of rules.rules) {
    const outcome = evaluateRule(rule, inputs, rules);
    if (outcome.kind === 'passed' || outcome.kind === 'fired') judgedAreas.add(rule.area);
    if (outcome.kind === 'passed') passed.push({ ruleId: rule.id, title: rule.title, area: rule.area });
    if (outcome.kind === 'not-checked') {
      const unchecked = { ruleId: rule.id, title: rule.title, reasons: outcome.reasons };
      notChecked.push(unchecked);
      if (!uncheckedAreas.has(rule.area)) uncheckedAreas.set(rule.area, unchecked);
    }
    if (outcome.kind !== 'fired') continue;
    const mute = options.mutes?.find(({ ruleId }) => ruleId === rule.id);
    if (mute !== undefined) {
      const { title, severity } = outcome.finding;
      muted.push({ ruleId: rule.id, title, severity, reason: mute.reason, at: mute.at });
      continue;
    }
    fired.push(outcome);
  }
  const overTime = overTimeOf(snapshot, inputs, rules, fired, new Set(muted.map(({ ruleId }) => ruleId)));
  const findings = rankFindings(firedOverTime(fired, overTime));
  const heldBefore = new Set(overTime?.earlier.map(({ finding }) => finding.ruleId));
  const judged = {
    findings,
    sentences: textsOf(fired, ({ headline }) => headline),
    measures: textsOf(fired, ({ measure }) => measure),
    passed: passed.length,
    judgedAreas,
    uncheckedAreas,
    notChecked,
    facts,
  };
  return {
    schema: analysisSchemaName,
    snapshot: {
      id: snapshot.id,
      path: options.path,
      complete: snapshot.complete,
      windowSeconds: observed.windowSeconds,
      ...defined({ averagedSeconds: averagedSeconds(snapshot) ?? undefined }),
      server: snapshot.server,
    },
    headline: withEarlier(
      observed.windowSeconds === null
        ? headlineOfReading(judged, headlineOf(judged), observed.averageSinceFlush())
        : headlineOf(judged),
      findings,
    ),
    ...historyPart(observed),
    findings,
    passed: passed.filter(({ ruleId }) => !heldBefore.has(ruleId)),
    notChecked: notChecked.filter(({ ruleId }) => !heldBefore.has(ruleId)),
    muted,
    faultyRules: rules.faults,
    plan: coherentPlan(
      { observed, facts, rules },
      findings,
      { ...noChoices, locked: lockedNames(options.locks) },
      muted.map(({ ruleId }) => ruleId),
    ),
  };
}

/** Texts by rule, of the rules that have one; a template that renders to nothing is none. */
function textsOf(fired: FiredRule[], textOf: (rule: FiredRule) => string | null): Map<string, string> {
  return new Map(
    fired.flatMap((rule) => {
      const text = textOf(rule);
      return text === null || text.trim() === '' ? [] : [[rule.finding.ruleId, text] as const];
    }),
  );
}

function lockedNames(locks: readonly Lock[] = []): string[] {
  return locks.map(({ variable }) => variable);
}
