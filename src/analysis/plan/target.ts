import type { Measured, PlanChange, Setting, TuningPlan } from '../../shared/plan';

/** What a plan wants of a variable, before the server's rounding. */
export interface Target {
  to: Setting;
  why: string[];
  neededBy: PlanChange['neededBy'];
  alsoWished: PlanChange['alsoWished'];
  stopWhen: string[];
  /** The first finding's own words, for the case of a conflict; '' for a value by hand. */
  argument: string;
  byHand: boolean;
  measured?: Measured;
}

export type Targets = Map<string, Target>;
export type PlanLists = Pick<TuningPlan, 'changes' | 'conflicts' | 'locked' | 'leftOut' | 'withheld'>;
