import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  changeOfTheOptionFile: 'Change of the option file',
  takesEffectAtOnce: 'Takes effect at once',
  needsARestart: 'Needs a restart',
  now: 'Now',
  withPlan: 'With plan',
  low: 'low',
  likely: 'likely',
  worstCase: (limit: string) => `worst case. ${limit}`,
  theMemoryOfTheMachine: 'The memory of the machine is not known: declare it in Connect to compare.',
  theLineMarksWhatThe: (limit: string) =>
    `The line marks ${limit}, the memory of the machine or its control group.`,
  termsOfTheBudget: 'Terms of the budget',
  nowLow: 'now low',
  nowLikely: 'now likely',
  nowWorst: 'now worst',
  planLow: 'plan low',
  planLikely: 'plan likely',
  planWorst: 'plan worst',
  lowLikelyWorst: (low: string, likely: string, worst: string) =>
    `low ${low}, likely ${likely}, worst ${worst}`,
  likelyWorst: (likely: string, worst: string) => `${likely} likely, ${worst} worst`,
  aboveTheLimit: 'above the limit',
  term: 'Term',
  nowLikely2: 'Now, likely',
  plannedLikely: 'Planned, likely',
  plannedWorst: 'Planned, worst',
  how: 'How',
  notInThePlan: 'Not in the plan',
  valuesLeftOut: (count: number) => `${count} ${count === 1 ? 'value' : 'values'} left out, and why`,
  theFindingsDisagreeSoNone: (name: ReactNode) => (
    <>{name}: the findings disagree, so none is followed. Each side has its reason:</>
  ),
  forWord: (to: string, ruleId: string, argument: string) => `${to} for ${ruleId}: ${argument}`,
  forWithheld: (name: ReactNode, to: string, ruleId: string, reason: string) => (
    <>
      {name} = {to} ({ruleId}): {reason}
    </>
  ),
  watchAfterwards: (title: string, text: string) => `Watch afterwards: ${title}. ${text}`,
  takesEffectAtTheNext: 'Takes effect at the next restart',
  variable: 'Variable',
  planned: 'Planned',
  why: 'Why',
  actions: 'Actions',
  storedAs: (stored: string) => `stored as ${stored}`,
  atOnce: (atOnce: string) => `${atOnce} at once`,
  enoughWhen: (text: string) => `Enough when: ${text}`,
  throughTheOfTheService: (through: string) => `Through the ${through} of the service`,
  eachSquareStandsForChunks: (perSquare: number) => `Each square stands for ${perSquare} chunks.`,
  askedFor: 'requested',
  chunksOfAnInstance: 'chunks of an instance',
  upperBound: 'upper bound',
  theServerDoesNotStart: 'The server does not start, so there is no pool.',
  oneInstanceOf: (each: string, sizeBytes: string) => `One instance of ${each}: ${sizeBytes}.`,
  onePoolOfWithoutChunks: (sizeBytes: string) => `One pool of ${sizeBytes} without chunks.`,
  itMayGrowToWhile: (sizeMaxBytes: string) => `It may grow to ${sizeMaxBytes} while the server runs.`,
  comeByRounding: (amount: string) => `${amount} added by rounding.`,
  lessThanAskedFor: (amount: string) => `${amount} less than requested.`,
  areAdded: (amount: string) => `${amount} are added.`,
  areReleased: (amount: string) => `${amount} are released.`,
  addedByRounding: 'added by rounding',
  notSet: 'not set',
};
