import { type ServerHistory, stepNote } from '../../shared/history';
import type { HeldHours } from '../../shared/history-judgement';
import type { Snapshot } from '../../shared/snapshot';
import type { FactDefinition } from '../facts/inputs/definition';
import { FactSet } from '../facts/inputs/fact-set';
import { Observed } from '../facts/inputs/observed';
import { momentText, patternOf } from '../history/calendar';
import { decideRule, evaluateRule, type FiredRule } from '../rules/evaluate';
import type { Reference } from '../rules/reference';
import type { Rule, RuleSet } from '../rules/rule-set';
import { SnapshotInputs } from '../rules/snapshot-inputs';
import { HourSnapshots } from './hour-snapshot';

/** A rule that did not hold in the window needs to have held in so many hours, and in so large a part, to be worth a line. */
const leastHours = 3;
const leastShare = 0.01;
/** Part of the hours that has to be judged: fewer may be the worse ones, or the better ones. */
const leastJudged = 0.5;
/** Hours spread over the history by which rules are found that it can judge at all. */
const trialHours = 12;

interface Judged {
  snapshot: Snapshot;
  history: ServerHistory;
  rules: RuleSet;
}

/** What the hours of a history say of the rules. */
export interface OverTime {
  /** By rule, of those that fired in the window. */
  held: ReadonlyMap<string, HeldHours>;
  /** Rules that held in hours before the window and not in it, judged on the busiest of these hours. */
  earlier: FiredRule[];
}

/**
 * Judges the rules on each hour of a history, by the conditions and facts that judge a window. Only rules whose conditions
 * rest on what the store has are judged: those that fired, and graver ones that did not. An hour in which an input is
 * unknown says nothing.
 * @param window the inputs of the window: what a condition knows there it has to know of an hour too
 * @param fired rules that fired in the window
 */
export function judgeHours(
  window: SnapshotInputs,
  { snapshot, history, rules }: Judged,
  fired: ReadonlySet<string>,
): OverTime {
  const hours = new Hours({ snapshot, history, rules }, window);
  const moving = movingInputs(history, rules.facts);
  const judged = rules.rules.filter(
    (rule) =>
      conditionsOf(rule).some(moving) && (fired.has(rule.id) || (isWorthALine(rule) && hours.canJudge(rule))),
  );
  const decisions = hours.decide(judged);
  const held = new Map<string, HeldHours>();
  const earlier: FiredRule[] = [];
  for (const rule of judged) {
    const by = decisions.get(rule.id) ?? [];
    if (fired.has(rule.id)) {
      const found = heldHours(history, by, { possible: by.length, judgedHour: null });
      if (found !== null) held.set(rule.id, found);
    } else {
      earlier.push(...hours.earlier(rule, by));
    }
  }
  return { held, earlier };
}

type Decisions = (boolean | null)[];

class Hours {
  readonly #history: ServerHistory;
  readonly #rules: RuleSet;
  readonly #snapshots: HourSnapshots;
  readonly #inputs = new Map<number, SnapshotInputs | null>();
  readonly #trials: readonly number[];
  readonly #window: SnapshotInputs;
  /** By rule: what its conditions know in the window. */
  readonly #known = new Map<string, readonly Reference[]>();
  #previous: Observed | undefined;

  constructor({ snapshot, history, rules }: Judged, window: SnapshotInputs) {
    this.#window = window;
    this.#history = history;
    this.#rules = rules;
    this.#snapshots = new HourSnapshots(snapshot, history);
    const { hours } = this.#snapshots;
    const spread = Array.from({ length: trialHours }, (_, index) =>
      Math.floor(((index + 0.5) * hours) / trialHours),
    );
    this.#trials = [...new Set(spread)];
  }

  /** Whether any of some hours can be judged; the inputs of a rule are in all of them or in none as a rule. */
  canJudge(rule: Rule): boolean {
    return this.#trials.some((hour) => this.#decide(rule, hour) !== null);
  }

  decide(rules: readonly Rule[]): Map<string, Decisions> {
    const found = new Map(rules.map(({ id }): [string, Decisions] => [id, []]));
    for (let hour = 0; hour < this.#snapshots.hours; hour += 1) {
      for (const rule of rules) found.get(rule.id)?.push(this.#decide(rule, hour));
      // The inputs of an hour with all that was derived are not held longer than it takes.
      this.#inputs.delete(hour);
    }
    return found;
  }

  /** The finding of a rule that held before the window, by the hour with most statements of those since its settings were last changed. */
  earlier(rule: Rule, decisions: Decisions): FiredRule[] {
    const since = this.#lastChange(rule);
    const recent = decisions.map((holds, hour) => (hour >= since ? holds : null));
    const times = recent.filter((holds) => holds === true).length;
    const seen = recent.filter((holds) => holds !== null).length;
    if (times < leastHours || times < leastShare * seen) return [];
    const load = this.#history.series.Questions?.mean ?? [];
    const busiest = recent
      .flatMap((holds, hour) => (holds === true ? [{ hour, load: load[hour] ?? 0 }] : []))
      .reduce((best, one) => (one.load >= best.load ? one : best));
    const inputs = this.#inputsOf(busiest.hour);
    if (inputs === null) return [];
    const outcome = evaluateRule(rule, inputs, this.#rules);
    const at = Date.parse(this.#history.from) + busiest.hour * 3_600_000;
    const found = heldHours(this.#history, recent, {
      possible: recent.length - since,
      judgedHour: new Date(at).toISOString(),
    });
    if (outcome.kind !== 'fired' || found === null) return [];
    return [beforeWindow(outcome, found, this.#history)];
  }

  /** The first hour after the last change of a setting that a rule rests on. */
  #lastChange(rule: Rule): number {
    const names = this.#rules.restsOn.rule(rule);
    const from = Date.parse(this.#history.from);
    return this.#history.settings
      .filter(({ variable }) => names.has(variable.toLowerCase()))
      .reduce((last, { at }) => Math.max(last, Math.floor((Date.parse(at) - from) / 3_600_000) + 1), 0);
  }

  #decide(rule: Rule, hour: number): boolean | null {
    const inputs = this.#inputsOf(hour);
    if (inputs === null) return null;
    if (!this.#knownOf(rule).every((reference) => inputs.read(reference).known)) return null;
    try {
      const { kind } = decideRule(rule, inputs);
      return kind === 'holds' ? true : kind === 'passed' ? false : null;
    } catch {
      // Odd values, as in a window: this rule cannot be judged on this hour.
      return null;
    }
  }

  /** What is optional to a condition and known in the window must not be what makes it hold in an hour. */
  #knownOf(rule: Rule): readonly Reference[] {
    const remembered = this.#known.get(rule.id);
    if (remembered !== undefined) return remembered;
    const isInput = ({ namespace }: Reference) => namespace !== 'seconds' && namespace !== 'server';
    const known = conditionsOf(rule).filter((one) => isInput(one) && this.#window.read(one).known);
    this.#known.set(rule.id, known);
    return known;
  }

  #inputsOf(hour: number): SnapshotInputs | null {
    const remembered = this.#inputs.get(hour);
    if (remembered !== undefined) return remembered;
    const snapshot = this.#snapshots.at(hour);
    const inputs = snapshot === null ? null : this.#read(snapshot);
    this.#inputs.set(hour, inputs);
    return inputs;
  }

  #read(snapshot: Snapshot): SnapshotInputs {
    const observed = new Observed(snapshot, this.#rules.lookUp, undefined, this.#previous);
    this.#previous = observed;
    return new SnapshotInputs(observed, new FactSet(observed, this.#rules.facts));
  }
}

/** null: no hour could be judged. */
function heldHours(
  { from }: ServerHistory,
  decisions: Decisions,
  { possible, judgedHour }: { possible: number; judgedHour: string | null },
): HeldHours | null {
  const seen = decisions.filter((holds) => holds !== null).length;
  if (seen < leastJudged * possible || seen === 0) return null;
  const held = decisions.filter((holds) => holds === true).length;
  const pattern = held === seen ? null : patternOf(Date.parse(from), decisions);
  const when = pattern === null ? '' : `, ${pattern}${/\d/.test(pattern) ? ' UTC' : ''}`;
  return { held, seen, pattern, text: `in ${held} of ${seen} hours${when}`, judgedHour };
}

/** A finding of an hour: it happened before the window, and its figures are averages of that hour. */
function beforeWindow(outcome: FiredRule, held: HeldHours, history: ServerHistory): FiredRule {
  const { finding } = outcome;
  const when = momentText(Date.parse(held.judgedHour ?? ''));
  return {
    ...outcome,
    headline: null,
    measure: null,
    finding: {
      ...finding,
      standing: 'earlier',
      history: held,
      confidence: {
        level: 'medium',
        reason: `Measured by averages of hours: it held ${held.text}. ${stepNote(history)}`,
        firedSeconds: null,
        seenSeconds: null,
      },
      impact: {
        ...finding.impact,
        text: `Held ${held.text}; in the hour from ${when}: ${finding.impact.text}`,
      },
    },
  };
}

function isWorthALine({ standing, severity }: Rule): boolean {
  return standing === 'finding' && severity !== 'notice';
}

function conditionsOf({ only, when, perSecond }: Rule): Reference[] {
  return [only, when, perSecond].flatMap((expression) => expression?.references ?? []);
}

/** Whether an input is of a series that the history has, by whatever facts. */
function movingInputs(
  { series }: ServerHistory,
  facts: ReadonlyMap<string, FactDefinition>,
): (reference: Reference) => boolean {
  const names = new Set(Object.keys(series).map((name) => name.toLowerCase()));
  const host = [...names].some((name) => name.startsWith('host.'));
  const known = new Map<string, boolean>();
  const moves = (id: string): boolean => {
    const remembered = known.get(id);
    if (remembered !== undefined) return remembered;
    const found = (facts.get(id)?.needs ?? []).some(
      (need) =>
        (need.startsWith('status.') && names.has(need.slice('status.'.length).toLowerCase())) ||
        (need === 'samples.host' && host) ||
        (need.startsWith('fact.') && moves(need.slice('fact.'.length))),
    );
    known.set(id, found);
    return found;
  };
  return ({ namespace, name }) =>
    namespace === 'fact'
      ? moves(name)
      : (namespace === 'rate' || namespace === 'status') && names.has(name.toLowerCase());
}
